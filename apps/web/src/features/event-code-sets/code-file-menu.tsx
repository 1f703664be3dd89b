import { Button, Menu } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { CODE_FILE_FORMATS, type CodeAtLevels, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { IconDownload, IconFileUpload, IconTableExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { callForResponse } from '../../api/call.ts';
import { toFormResponse } from '../../api/post-form.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { saveFile } from '../../shared/files/save-file.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type Drafts, draftsFromFile } from './code-drafts.ts';
import { type CodePlace, questionOf } from './code-set-place.ts';

interface CodeFileMenuProps {
  place: CodePlace;
  codes: readonly CodeAtLevels[];
  canEdit: boolean;
  /** Changes as the file says; nothing is saved yet. */
  onRead: (drafts: Drafts) => void;
}

type Format = (typeof CODE_FILE_FORMATS)[number];

/** The codes of a level to a file, and from one into the changes that wait to be saved. */
export function CodeFileMenu({ place, codes, canEdit, onRead }: CodeFileMenuProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const write = useMutation({
    mutationFn: async (format: Format) => {
      const response = await callForResponse(eventCodeSetEndpoints.exportFile, { body: { ...questionOf(place), format } });
      const answer = await toFormResponse(response);
      if (answer.kind === 'file') saveFile(answer.file, answer.fileName);
    },
    meta: { failedMessage: 'EventCodeSet_Export_Failed' },
  });
  const read = useMutation({ mutationFn: readCodeFile, meta: { isShownInPlace: true } });
  const choose = (file: File | undefined): void => {
    if (!file) return;
    read.mutate(file, {
      onSuccess: ({ rows, errorCount }) => {
        onRead(draftsFromFile(codes, rows, place.level));
        if (errorCount === 0) read.reset();
      },
    });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTableExport size={16} />} loading={read.isPending || write.isPending}>
            {formatMessage({ id: 'EventCodeSet_File' })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CODE_FILE_FORMATS.map((format) => (
            <Menu.Item key={format} leftSection={<IconDownload size={16} />} onClick={() => write.mutate(format)}>
              {formatMessage({ id: 'EventCodeSet_Export' }, { format: format.toUpperCase() })}
            </Menu.Item>
          ))}
          {canEdit && (
            <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => input.current?.click()}>
              {formatMessage({ id: 'EventCodeSet_Import' })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx"
        aria-label={formatMessage({ id: 'EventCodeSet_Import' })}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
      <ImportProblems error={read.error} answer={read.data} onClose={read.reset} />
    </>
  );
}

type ReadAnswer = Awaited<ReturnType<typeof readCodeFile>>;

async function readCodeFile(file: File) {
  const body = new FormData();
  body.set('fileName', file.name);
  body.set('file', file);
  const response = await callForResponse(eventCodeSetEndpoints.readFile, { body });
  const parsed = eventCodeSetEndpoints.readFile.response?.parse(await response.json());
  if (!parsed) throw new RangeError('The endpoint answers JSON');
  return parsed;
}

interface ImportProblemsProps {
  error: Error | null;
  answer: ReadAnswer | undefined;
  onClose: () => void;
}

function ImportProblems({ error, answer, onClose }: ImportProblemsProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const issues = error instanceof AppError ? error.issues : (answer?.issues ?? []);
  if (!error && (answer?.errorCount ?? 0) === 0) return null;
  return (
    <FormDialog
      title={formatMessage(
        { id: answer ? 'EventCodeSet_Import_Partly' : 'EventCodeSet_Import_Failed' },
        { read: answer?.rows.length ?? 0 },
      )}
      cancelLabel={formatMessage({ id: 'Common_Close' })}
      size="wide"
      onClose={onClose}
    >
      <ul>
        {issues.map(({ message, values, path }) => (
          <li key={`${path.join()} ${message}`}>{serverText(message, values)}</li>
        ))}
        {issues.length === 0 && <li>{formatMessage({ id: 'EventCodeSet_Import_Unknown' })}</li>}
      </ul>
      {answer && answer.errorCount > issues.length && (
        <p>{formatMessage({ id: 'Configuration_More' }, { count: answer.errorCount - issues.length })}</p>
      )}
    </FormDialog>
  );
}
