import { Button } from '@mantine/core';
import { type Upload, uploadFileAddress } from '@solvane/contract/uploads/uploads';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { RevertButton } from './revert-button.tsx';
import type { UploadSearch } from './upload-search.ts';
import { uploadHistoryQuery } from './uploads.queries.ts';

/** Who uploaded what, when, with which result, and its file. */
export function UploadHistory({ onSearch }: { onSearch: (search: UploadSearch) => void }) {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const history = useQuery(uploadHistoryQuery());
  const changed = ({ change, importedAtMs }: Upload) => (change && importedAtMs !== null ? change.added + change.replaced : null);
  const number = (value: number) => (value === 0 ? '' : formatNumber(value));
  return (
    <ScreenTable
      label={formatMessage({ id: 'Common_Table' })}
      rows={history.data?.items}
      query={history}
      getRowId={({ id }) => id}
      empty={<StateMessage icon={<IconHistory />} title={formatMessage({ id: 'Upload_History_None' })} />}
      columns={[
        {
          id: 'when',
          header: formatMessage({ id: 'Upload_When' }),
          value: ({ uploadedAtMs }) => uploadedAtMs,
          cell: ({ uploadedAtMs }) => formatDate(uploadedAtMs, { dateStyle: 'medium', timeStyle: 'short' }),
          width: 190,
          card: 'subtitle',
        },
        {
          id: 'file',
          header: formatMessage({ id: 'Upload_File' }),
          value: ({ fileName }) => fileName,
          cell: ({ id, fileName }) => (
            <a href={uploadFileAddress(id)} title={formatMessage({ id: 'Upload_File_Download' })}>
              {fileName}
            </a>
          ),
          isRowHeader: true,
          width: 220,
          card: 'title',
        },
        {
          id: 'kind',
          header: formatMessage({ id: 'Upload_Kind' }),
          value: ({ kind }) => formatMessage({ id: `Upload_Kind_${kind}` }),
          width: 190,
          card: 'line',
        },
        {
          id: 'who',
          header: formatMessage({ id: 'Upload_By' }),
          value: ({ uploadedBy }) => uploadedBy,
          width: 140,
          card: 'meta',
          givesWay: 1,
        },
        {
          id: 'state',
          header: formatMessage({ id: 'Upload_State' }),
          value: ({ state }) => formatMessage({ id: `Upload_State_${state}` }),
          tone: ({ state }) => (state === 'failed' ? 'danger' : undefined),
          width: 130,
          card: 'value',
        },
        {
          id: 'errors',
          header: formatMessage({ id: 'Upload_Errors' }),
          value: ({ errors }) => errors,
          text: (value) => number(Number(value)),
          align: 'end',
          width: 80,
          givesWay: 2,
        },
        {
          id: 'warnings',
          header: formatMessage({ id: 'Upload_Warnings' }),
          value: ({ warnings }) => warnings,
          text: (value) => number(Number(value)),
          align: 'end',
          width: 100,
          givesWay: 3,
        },
        {
          id: 'changed',
          header: formatMessage({ id: 'Upload_Changed' }),
          hint: formatMessage({ id: 'Upload_Changed_Hint' }),
          value: changed,
          text: (value) => formatNumber(Number(value)),
          reason: () => formatMessage({ id: 'Upload_Changed_None' }),
          align: 'end',
          width: 100,
        },
        {
          id: 'actions',
          header: formatMessage({ id: 'Upload_Actions' }),
          isHeadHidden: true,
          align: 'end',
          width: 190,
          card: 'fact',
          cell: (upload) => (
            <>
              <Button size="xs" variant="subtle" onClick={() => onSearch({ kind: upload.kind, upload: upload.id })}>
                {formatMessage({ id: 'Upload_Open' })}
              </Button>
              {upload.can.revert && <RevertButton upload={upload} isSmall />}
            </>
          ),
        },
      ]}
    />
  );
}
