import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './form-dialog.module.css';
import { useFocusBack } from './use-focus-back.tsx';

/** Texts of every form dialog. */
export interface FormDialogLabels {
  close: string;
  cancel: string;
  /** Shown instead of the buttons when an edited dialog is closed. */
  discard: { title: string; message: string; keep: string; discard: string };
}

export interface FormDialogProps {
  labels: FormDialogLabels;
  title: ReactNode;
  /** Before the title, of a confirmation: there is nothing to fill in, and no cross to close it. `danger` draws a warning sign. */
  icon?: ReactNode | 'danger';
  /** Verb with its object. Left out: there is nothing to submit, only to read and close. */
  submitLabel?: string | undefined;
  submitIcon?: ReactNode;
  /** Another text than `labels.cancel`. */
  cancelLabel?: string | undefined;
  /** Submitting destroys something: the button is red and the safe choice has the focus. */
  isDanger?: boolean;
  /** The submit is under way: the button shows it and a second submit is ignored. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Something was entered: closing asks first. */
  isEdited?: boolean;
  /** Only a button closes it, not Escape or a click beside it. */
  closesByButtonOnly?: boolean;
  size?: 'normal' | 'wide' | 'widest';
  /** Above everything else, as the end of a session. */
  zIndex?: number;
  /** What went wrong with the last submit, above the buttons. */
  problem?: ReactNode;
  /** At the start of the row of buttons. */
  actions?: ReactNode;
  /** Left out: it cannot be closed without submitting. */
  onClose?: (() => void) | undefined;
  onSubmit?: (() => void) | undefined;
  children?: ReactNode;
}

const SIZES = { normal: 440, wide: 560, widest: 640 };

/**
 * The frame of every dialog. Enter submits, in a text area Ctrl+Enter; Escape closes, and asks first when something was entered. After a
 * submit the focus is on the first invalid field, after closing where it was before. Render it only while it is open.
 */
export function FormDialog({ onClose, onSubmit, ...props }: FormDialogProps) {
  const { labels, title, icon, size = 'normal', isEdited = false, isBusy = false, isDisabled = false, closesByButtonOnly = false } = props;
  const [isAsking, setAsking] = useState(false);
  const [submits, setSubmits] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusBack();
  // The focus belongs to the document, not to React.
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);

  const close = (): void => {
    if (isAsking) setAsking(false);
    else if (isEdited) setAsking(true);
    else onClose?.();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A dialog is in a portal, but React passes its events on to the form it was opened from.
    event.stopPropagation();
    if (isDisabled || isBusy || isAsking || !onSubmit) return;
    onSubmit();
    setSubmits(submits + 1);
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={onClose !== undefined && !closesByButtonOnly}
      closeOnEscape={onClose !== undefined && !closesByButtonOnly}
      withCloseButton={onClose !== undefined && !closesByButtonOnly && icon === undefined}
      closeButtonProps={{ 'aria-label': labels.close }}
      size={SIZES[size]}
      title={icon === undefined ? title : <IconTitle icon={icon} title={title} />}
      {...(props.zIndex !== undefined && { zIndex: props.zIndex })}
    >
      <form
        ref={form}
        noValidate
        className={classes.form}
        data-inset={icon !== undefined || undefined}
        onSubmit={submit}
        onKeyDown={submitByKey}
      >
        <div ref={focusFirstField} className={classes.body}>
          {props.children}
        </div>
        {props.problem}
        {isAsking ? (
          <DiscardQuestion labels={labels.discard} onKeep={() => setAsking(false)} onDiscard={() => onClose?.()} />
        ) : (
          <Foot {...props} canSubmit={onSubmit !== undefined} onClose={onClose && close} />
        )}
      </form>
    </Modal>
  );
}

function IconTitle({ icon, title }: { icon: ReactNode; title: ReactNode }) {
  return (
    <span className={classes.title} data-danger={icon === 'danger' || undefined}>
      {icon === 'danger' ? <IconAlertTriangle aria-hidden="true" /> : icon}
      {title}
    </span>
  );
}

function Foot({ canSubmit, onClose, ...props }: Omit<FormDialogProps, 'onSubmit'> & { canSubmit: boolean }) {
  const { labels, submitLabel, submitIcon, cancelLabel, actions, isDanger = false, isBusy = false, isDisabled = false } = props;
  const hasSubmit = canSubmit && submitLabel !== undefined;
  if (!hasSubmit && !actions && cancelLabel === undefined) return null;
  return (
    <div className={classes.foot}>
      {actions && <div className={classes.actions}>{actions}</div>}
      {onClose && (
        <Button variant="default" data-focus={!hasSubmit || undefined} data-safe={isDanger || undefined} onClick={onClose}>
          {cancelLabel ?? labels.cancel}
        </Button>
      )}
      {hasSubmit && (
        <Button
          type="submit"
          loading={isBusy}
          disabled={isDisabled}
          leftSection={submitIcon}
          data-focus={!isDanger || undefined}
          {...(isDanger && { color: 'danger' })}
        >
          {submitLabel}
        </Button>
      )}
    </div>
  );
}

/** In place of the buttons: a dialog never opens another one. */
function DiscardQuestion({
  labels,
  onKeep,
  onDiscard,
}: {
  labels: FormDialogLabels['discard'];
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className={classes.discard} role="alert">
      <p>
        <b>{labels.title}</b> {labels.message}
      </p>
      <div className={classes.foot}>
        <Button variant="default" autoFocus onClick={onKeep}>
          {labels.keep}
        </Button>
        <Button color="danger" onClick={onDiscard}>
          {labels.discard}
        </Button>
      </div>
    </div>
  );
}

/** Where nothing else asks for the focus it is on the first field, and without one on the button that is meant. */
function focusFirstField(body: HTMLElement | null): void {
  const form = body?.closest('form');
  if (!body || !form || form.querySelector('[data-autofocus]')) return;
  // What destroys something begins at the way out, also where a name has to be typed first.
  const first =
    form.querySelector('[data-safe]') ??
    body.querySelector('input:not(:disabled, [type="hidden"]), textarea:not(:disabled), select:not(:disabled)') ??
    form.querySelector('[data-focus]:not(:disabled)');
  first?.setAttribute('data-autofocus', 'true');
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
