import { Button, Menu } from '@mantine/core';
import { CODE_FILE_FORMATS, type CodeFileRow, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { IconDownload, IconFileUpload, IconTableExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { callForResponse } from '../../api/call.ts';
import { toFormResponse } from '../../api/post-form.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import { saveFile } from '../../shared/files/save-file.ts';
import { type SendFile, useFileUpload } from '../../shared/files/use-file-upload.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type CodePlace, questionOf } from './code-set-place.ts';

interface CodeFileMenuProps {
  place: CodePlace;
  canEdit: boolean;
  /** The rows of a file; nothing is saved yet. */
  onRead: (rows: readonly CodeFileRow[]) => void;
}

type Format = (typeof CODE_FILE_FORMATS)[number];

/** The codes of a level to a file, and from one into the changes that wait to be saved. */
export function CodeFileMenu({ place, canEdit, onRead }: CodeFileMenuProps) {
  const { formatMessage } = useIntl();
  const [isImporting, setImporting] = useState(false);
  const write = useMutation({
    mutationFn: async (format: Format) => {
      const response = await toFormResponse(
        await callForResponse(eventCodeSetEndpoints.exportFile, { body: { ...questionOf(place), format } }),
      );
      if (response.kind === 'file') saveFile(response.file, response.fileName);
    },
    meta: { failedMessage: 'EventCodeSet_Export_Failed' },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTableExport size={16} />} loading={write.isPending}>
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
            <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setImporting(true)}>
              {formatMessage({ id: 'EventCodeSet_Import' })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportDialog onRead={onRead} onClose={() => setImporting(false)} />}
    </>
  );
}

type FileRows = Awaited<ReturnType<typeof readCodeFile>>;

const readCodeFile = async (file: File, options: Parameters<SendFile<unknown>>[1]) => {
  const body = new FormData();
  body.set('fileName', file.name);
  body.set('file', file);
  const response = await callForResponse(eventCodeSetEndpoints.readFile, { body, ...options });
  const parsed = eventCodeSetEndpoints.readFile.response?.parse(await response.json());
  if (!parsed) throw new RangeError('The endpoint responds with JSON');
  return parsed;
};

function ImportDialog({ onRead, onClose }: Pick<CodeFileMenuProps, 'onRead'> & { onClose: () => void }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { data, drop } = useFileUpload<FileRows>({ send: readCodeFile, accept: '.csv,.txt,.xlsx' });
  const count = data?.rows.length ?? 0;
  return (
    <FormDialog
      title={formatMessage({ id: 'EventCodeSet_Import' })}
      submitLabel={formatMessage({ id: 'EventCodeSet_Import_Apply' }, { count })}
      isDisabled={count === 0}
      size="wide"
      onClose={onClose}
      onSubmit={() => {
        onRead(data?.rows ?? []);
        onClose();
      }}
    >
      <FileDrop {...drop} label={formatMessage({ id: 'EventCodeSet_Import' })} />
      {data && data.errorCount > 0 && (
        <div role="alert">
          <p>{formatMessage({ id: 'EventCodeSet_Import_Partly' }, { read: count })}</p>
          <ul>
            {data.issues.map(({ message, values, path }) => (
              <li key={`${path.join()} ${message}`}>{serverText(message, values)}</li>
            ))}
          </ul>
          {data.errorCount > data.issues.length && (
            <p>{formatMessage({ id: 'Configuration_More' }, { count: data.errorCount - data.issues.length })}</p>
          )}
        </div>
      )}
    </FormDialog>
  );
}
