import { Button } from '@mantine/core';
import { DETAILS_KINDS, detailsPanelSchema } from '@solvane/contract/shell';
import { useIntl } from 'react-intl';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { openDetails } from '../../workspace/details.ts';
import { type NoticeKind, showNotice } from '../../workspace/notices.ts';
import { Part } from './part.tsx';

const KINDS: readonly NoticeKind[] = ['success', 'info', 'warning', 'error', 'loading'];

export function FloatingParts() {
  const { formatMessage } = useIntl();
  return (
    <>
      <Part name="showNotice">
        {KINDS.map((kind) => (
          <Button
            key={kind}
            variant="default"
            onClick={() =>
              showNotice({
                kind,
                title: 'Page_ComingSoon_Title',
                message: 'Page_ComingSoon_Message',
                ...(kind === 'loading' && { progress: 0.62 }),
                ...(kind === 'info' && { action: { label: 'Common_Reload', run: () => undefined } }),
              })
            }
          >
            {kind}
          </Button>
        ))}
      </Part>
      <Part name="confirmDelete">
        <Button
          variant="default"
          onClick={() =>
            confirmDelete({
              title: 'ApiAccess_Revoke_Title',
              message: 'ApiAccess_Revoke_Key_Message',
              values: { name: 'PV north' },
              label: 'ApiAccess_Revoke',
              typedName: 'PV north',
              run: async () => undefined,
            })
          }
        >
          {formatMessage({ id: 'ApiAccess_Revoke' })}
        </Button>
      </Part>
      <Part name="openDetails">
        {DETAILS_KINDS.map((kind) => (
          <Button key={kind} size="xs" variant="default" onClick={() => openDetails(detailsPanelSchema.parse({ kind }))}>
            {kind}
          </Button>
        ))}
      </Part>
    </>
  );
}
