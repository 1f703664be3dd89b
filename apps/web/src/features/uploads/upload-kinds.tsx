import { Button } from '@mantine/core';
import { UPLOAD_KINDS, type UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { UPLOAD_PERMISSIONS } from '@solvane/contract/uploads/uploads';
import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { UploadHistory } from './upload-history.tsx';
import type { UploadSearch } from './upload-search.ts';

const KINDS = UPLOAD_KINDS.map((kind) => ({ kind }));

/** What there is to upload, and what was uploaded. */
export function UploadKinds({ onSearch }: { onSearch: (search: UploadSearch) => void }) {
  const { formatMessage } = useIntl();
  const access = useAccess();
  const mayUpload = (kind: UploadKind) => hasPermission(access, UPLOAD_PERMISSIONS[kind]);
  return (
    <Screen title={formatMessage({ id: 'Route_data-upload' })} subtitle={formatMessage({ id: 'Upload_Subtitle' })}>
      <ScreenTable
        label={formatMessage({ id: 'Upload_Kinds' })}
        rows={KINDS}
        getRowId={({ kind }) => kind}
        toneOf={({ kind }) => (mayUpload(kind) ? undefined : 'muted')}
        columns={[
          {
            id: 'kind',
            header: formatMessage({ id: 'Upload_Kind' }),
            value: ({ kind }) => formatMessage({ id: `Upload_Kind_${kind}` }),
            isRowHeader: true,
            canGrow: false,
            isSortable: false,
            width: 260,
            card: 'title',
          },
          {
            id: 'about',
            header: formatMessage({ id: 'Upload_About' }),
            cell: ({ kind }) => formatMessage({ id: `Upload_About_${kind}` }),
            canGrow: true,
            minWidth: 240,
            wraps: true,
            card: 'line',
          },
          {
            id: 'start',
            header: formatMessage({ id: 'Upload_Start' }),
            isHeadHidden: true,
            align: 'end',
            width: 140,
            card: 'value',
            cell: ({ kind }) => (
              <Button
                size="xs"
                variant="default"
                disabled={!mayUpload(kind)}
                title={mayUpload(kind) ? undefined : formatMessage({ id: 'Common_Error_Forbidden_Message' })}
                aria-label={formatMessage({ id: 'Upload_StartOf' }, { kind: formatMessage({ id: `Upload_Kind_${kind}` }) })}
                onClick={() => onSearch({ kind })}
              >
                {formatMessage({ id: 'Upload_Start' })}
              </Button>
            ),
          },
        ]}
      />
      <Section title={formatMessage({ id: 'Upload_History' })} description={formatMessage({ id: 'Upload_History_About' })}>
        <UploadHistory onSearch={onSearch} />
      </Section>
    </Screen>
  );
}
