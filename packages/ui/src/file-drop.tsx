import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconFile, IconFileUpload, IconRefresh, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './file-drop.module.css';

/** Texts of every file drop. */
export interface FileDropLabels {
  /** In the frame, beside the button. */
  drop: string;
  /** Shown while files are dragged over it. */
  release: string;
  choose: string;
  cancel: (file: string) => string;
  retry: (file: string) => string;
  remove: (file: string) => string;
  /** A size with its unit. */
  size: (bytes: number) => string;
  /** Read out with a file that is done. */
  done: string;
}

export interface DroppedFile {
  id: string;
  name: string;
  sizeBytes: number;
  state: 'busy' | 'done' | 'refused';
  /** 0 to 1; undefined: unknown. */
  progress?: number | undefined;
  /** What happens at the moment, or why it was refused. */
  message?: ReactNode;
  /** Sending it again could work. */
  canRetry?: boolean;
}

interface FileDropProps {
  labels: FileDropLabels;
  label: string;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  /** File name extensions, as `.csv,.xlsx`. */
  accept: string;
  /** Default: one, and another one takes its position. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  files: readonly DroppedFile[];
  onFiles: (files: File[]) => void;
  /** Of a file that is under way. Left out: it cannot be cancelled. */
  onCancel?: ((id: string) => void) | undefined;
  onRetry?: ((id: string) => void) | undefined;
  onRemove?: ((id: string) => void) | undefined;
}

/** Files by drag or choice, each with its size, progress and refusal. Which files are refused is for the owner to decide. */
export function FileDrop({
  labels,
  label,
  help,
  accept,
  error,
  isRequired = false,
  isMultiple = false,
  isDisabled = false,
  files,
  onFiles,
  ...actions
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [labelId, helpId] = [useId(), useId()];
  const take = (list: FileList | null): void => {
    const taken = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    if (taken.length > 0 && !isDisabled) onFiles(taken);
  };
  const drag = (event: DragEvent, next: boolean): void => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    setOver(next && !isDisabled);
  };
  return (
    <div className={classes.root}>
      <p id={labelId} className={classes.label}>
        {label}
        {isRequired && (
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a label with a layout of its own */}
      <div
        role="group"
        className={classes.drop}
        aria-labelledby={labelId}
        aria-describedby={help === undefined ? undefined : helpId}
        data-over={isOver || undefined}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          drag(event, false);
          take(event.dataTransfer.files);
        }}
      >
        <IconFileUpload aria-hidden="true" />
        <span className={classes.hint}>{isOver ? labels.release : labels.drop}</span>
        <Button variant="default" disabled={isDisabled} onClick={() => input.current?.click()}>
          {labels.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={isMultiple}
          disabled={isDisabled}
          aria-label={label}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file may be chosen again after it was corrected.
            currentTarget.value = '';
          }}
        />
      </div>
      {help !== undefined && (
        <p id={helpId} className={classes.help}>
          {help}
        </p>
      )}
      {error !== undefined && error !== null && error !== false && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <FileList files={files} label={label} labels={labels} {...actions} />
    </div>
  );
}

type FileListProps = Pick<FileDropProps, 'labels' | 'label' | 'files' | 'onCancel' | 'onRetry' | 'onRemove'>;

/** Files under way or done; also on its own, where another control chooses them. */
export function FileList({ labels, label, files, onCancel, onRetry, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map((file) => (
        <li key={file.id} data-state={file.state}>
          <StateIcon state={file.state} />
          <span className={classes.name}>{file.name}</span>
          <span className={classes.size}>{labels.size(file.sizeBytes)}</span>
          <span className={classes.actions}>
            {file.state === 'refused' && file.canRetry && onRetry && (
              <ActionIcon aria-label={labels.retry(file.name)} onClick={() => onRetry(file.id)}>
                <IconRefresh />
              </ActionIcon>
            )}
            {file.state === 'busy' && onCancel && (
              <ActionIcon aria-label={labels.cancel(file.name)} onClick={() => onCancel(file.id)}>
                <IconX />
              </ActionIcon>
            )}
            {file.state !== 'busy' && onRemove && (
              <ActionIcon aria-label={labels.remove(file.name)} onClick={() => onRemove(file.id)}>
                <IconX />
              </ActionIcon>
            )}
          </span>
          {file.state === 'busy' && (
            <Progress
              className={classes.line ?? ''}
              size={4}
              aria-label={file.name}
              value={file.progress === undefined ? 100 : file.progress * 100}
              animated={file.progress === undefined}
            />
          )}
          <div className={classes.line} role={file.state === 'refused' ? 'alert' : 'status'}>
            {file.message}
            {file.state === 'done' && <span className={classes.unseen}>{labels.done}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function StateIcon({ state }: Pick<DroppedFile, 'state'>) {
  if (state === 'busy') return <IconFile aria-hidden="true" />;
  return state === 'done' ? <IconCircleCheck aria-hidden="true" /> : <IconAlertCircle aria-hidden="true" />;
}
