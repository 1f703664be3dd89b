import { ActionIcon, Button, Menu } from '@mantine/core';
import { type CodeSet, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { followRecalculation } from '../../workspace/recalculation.ts';
import { CodeSetDialog } from './code-set-dialog.tsx';
import { codeSetKeys } from './event-code-sets.queries.ts';

interface CodeSetMenuProps {
  /** undefined: there is none yet. */
  set: CodeSet | undefined;
  onSaved: (setId: string) => void;
}

/** Making, describing and deleting sets. */
export function CodeSetMenu({ set, onSaved }: CodeSetMenuProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const canEdit = usePermission('EditEventCodeSets');
  const [edited, setEdited] = useState<'new' | 'this' | null>(null);
  if (!canEdit) return null;
  const remove = ({ id, name, codeCount }: CodeSet): void => {
    confirmDelete({
      title: 'EventCodeSet_Delete_Title',
      message: 'EventCodeSet_Delete_Message',
      values: { name, count: codeCount },
      label: 'EventCodeSet_Delete',
      run: async () => {
        const { changes } = await call(eventCodeSetEndpoints.remove, { body: { setId: id } });
        followRecalculation(changes);
        await queryClient.invalidateQueries({ queryKey: codeSetKeys.all });
      },
    });
  };
  return (
    <>
      {set ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={formatMessage({ id: 'EventCodeSet_Menu' })}>
              <IconDots />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {formatMessage({ id: 'EventCodeSet_New' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} />} disabled={!set.can.edit} onClick={() => setEdited('this')}>
              {formatMessage({ id: 'EventCodeSet_Edit' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} disabled={!set.can.edit} onClick={() => remove(set)}>
              {formatMessage({ id: 'EventCodeSet_Delete' })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button onClick={() => setEdited('new')}>{formatMessage({ id: 'EventCodeSet_New' })}</Button>
      )}
      {edited && <CodeSetDialog set={edited === 'this' ? set : undefined} onClose={() => setEdited(null)} onSaved={onSaved} />}
    </>
  );
}
