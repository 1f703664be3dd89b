import { Button, Menu } from '@mantine/core';
import type { SavedView } from '@solvane/contract/saved-views';
import {
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { ViewDialog } from '../../../shared/saved-views/view-dialog.tsx';
import { confirmDelete } from '../../../workspace/delete-confirmation.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import classes from '../event-log.module.css';
import type { CurrentView } from './use-view.ts';
import { useViewCommands } from './use-view-commands.ts';
import { toViewContent } from './view-content.ts';

export type ViewDialogName = 'new' | 'edit';

interface ViewMenuProps {
  current: CurrentView;
  dialog: ViewDialogName | null;
  onDialog: (dialog: ViewDialogName | null) => void;
}

/** Saved views: what is asked, in which order, grouped how, with which columns. */
export function ViewMenu({ current, dialog, onDialog }: ViewMenuProps) {
  const { formatMessage } = useIntl();
  const { view, views, isChanged, open } = current;
  const commands = useViewCommands();
  const { enterprises } = useFleet();
  const own = formatMessage({ id: 'EventLog_View_Own' });
  const mine = views.filter(({ isMine }) => isMine);
  const shared = views.filter(({ isMine }) => !isMine);
  const name = view?.name ?? own;
  const content = toViewContent(current);
  const item = (each: SavedView) => (
    <Menu.Item
      key={each.viewId}
      leftSection={each.viewId === view?.viewId ? <IconCheck size={16} /> : <span style={{ inlineSize: 16 }} />}
      rightSection={each.isDefault ? <IconStarFilled size={13} aria-label={formatMessage({ id: 'SavedView_IsDefault' })} /> : undefined}
      onClick={() => open(each)}
    >
      {each.isMine ? each.name : formatMessage({ id: 'SavedView_Of' }, { name: each.name, owner: each.owner })}
    </Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            className={classes.viewMenu}
            variant="subtle"
            color="gray"
            rightSection={<IconChevronDown size={14} />}
            aria-label={formatMessage({ id: isChanged ? 'SavedView_Label_Changed' : 'SavedView_Label' }, { name })}
          >
            <span className={classes.viewName}>
              {name}
              {isChanged && ' *'}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={view ? <span style={{ inlineSize: 16 }} /> : <IconCheck size={16} />} onClick={() => open(undefined)}>
            {own}
          </Menu.Item>
          {mine.length > 0 && <Menu.Label>{formatMessage({ id: 'SavedView_Mine' })}</Menu.Label>}
          {mine.map(item)}
          {shared.length > 0 && <Menu.Label>{formatMessage({ id: 'SavedView_Shared' })}</Menu.Label>}
          {shared.map(item)}
          <Menu.Divider />
          {view?.isMine && isChanged && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} />}
              onClick={() =>
                commands.save.mutate({
                  viewId: view.viewId,
                  seenRevision: view.revision,
                  name: view.name,
                  sharedWith: view.sharedWith,
                  content,
                })
              }
            >
              {formatMessage({ id: 'SavedView_SaveChanges' })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => onDialog('new')}>
            {formatMessage({ id: 'SavedView_SaveAs' })}
          </Menu.Item>
          {view && (
            <Menu.Item
              leftSection={view.isDefault ? <IconStarFilled size={16} /> : <IconStar size={16} />}
              onClick={() => commands.setDefault.mutate(view.isDefault ? null : view.viewId)}
            >
              {formatMessage({ id: view.isDefault ? 'SavedView_NoDefault' : 'SavedView_MakeDefault' })}
            </Menu.Item>
          )}
          {view?.isMine && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onDialog('edit')}>
                {formatMessage({ id: 'SavedView_Edit' })}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                onClick={() =>
                  confirmDelete({
                    title: 'SavedView_Delete_Title',
                    message: view.sharedWith === null ? 'SavedView_Delete_Message' : 'SavedView_Delete_Shared',
                    values: { name: view.name },
                    label: 'SavedView_Delete',
                    run: async () => {
                      await commands.remove.mutateAsync(view.viewId);
                      open(undefined);
                    },
                  })
                }
              >
                {formatMessage({ id: 'SavedView_Delete' })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <ViewDialog
          title={formatMessage({ id: dialog === 'new' ? 'SavedView_New_Title' : 'SavedView_Edit_Title' })}
          label={formatMessage({ id: 'SavedView_Save' })}
          enterprises={enterprises}
          view={dialog === 'edit' ? view : undefined}
          isPending={commands.save.isPending}
          onClose={() => onDialog(null)}
          onSave={(saved) =>
            commands.save.mutate(
              dialog === 'edit' && view
                ? { ...saved, viewId: view.viewId, seenRevision: view.revision, content: view.content }
                : { ...saved, content },
              {
                onSuccess: ({ items }) => {
                  onDialog(null);
                  const made = items.find(({ viewId }) => !views.some((known) => known.viewId === viewId));
                  if (made) open(made);
                },
              },
            )
          }
        />
      )}
    </>
  );
}
