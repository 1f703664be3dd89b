import { ActionIcon, Button, Menu } from '@mantine/core';
import type { SavedView } from '@solvane/contract/saved-views';
import { IconDeviceFloppy, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { confirmDelete } from '../../../workspace/delete-confirmation.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import type { StudioSearch } from '../studio-search.ts';
import { useStudioView } from './use-studio-view.ts';
import { useViewCommands } from './use-view-commands.ts';
import classes from './views.module.css';

const ViewDialog = lazy(async () => ({ default: (await import('../../../shared/saved-views/view-dialog.tsx')).ViewDialog }));

/** Saved views: mine, then those shared with me. Opening one restores devices, signals, period and everything of the address. */
export function ViewList({ search }: { search: StudioSearch }) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const { views, view, isChanged, open, content, mark } = useStudioView(search);
  const { save, remove } = useViewCommands();
  const [dialog, setDialog] = useState<{ edited: SavedView | undefined } | null>(null);
  const groups = [
    { title: 'SavedView_Mine', items: views.filter(({ isMine }) => isMine) },
    { title: 'SavedView_Shared', items: views.filter(({ isMine }) => !isMine) },
  ] as const;
  const confirmRemoval = (each: SavedView): void => {
    confirmDelete({
      title: 'SavedView_Delete_Title',
      message: each.sharedWith === null ? 'SavedView_Delete_Message' : 'SavedView_Delete_Shared',
      values: { name: each.name },
      label: 'SavedView_Delete',
      run: async () => {
        await remove.mutateAsync(each.viewId);
        if (each.viewId === view?.viewId) mark(undefined);
      },
    });
  };
  return (
    <div className={classes.part}>
      {views.length === 0 && <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Views_None' })}</p>}
      {groups.map(
        ({ title, items }) =>
          items.length > 0 && (
            <div key={title}>
              <h4 className={classes.group}>{formatMessage({ id: title })}</h4>
              <ul className={classes.list}>
                {items.map((each) => (
                  <li key={each.viewId} className={classes.item} data-current={each.viewId === view?.viewId || undefined}>
                    <button
                      type="button"
                      className={classes.open}
                      aria-current={each.viewId === view?.viewId || undefined}
                      onClick={() => open(each)}
                    >
                      <span>
                        {each.name}
                        {each.viewId === view?.viewId && isChanged && ' *'}
                      </span>
                      {!each.isMine && <span className={classes.quiet}>{each.owner}</span>}
                    </button>
                    {each.isMine && (
                      <Menu position="bottom-end" withinPortal>
                        <Menu.Target>
                          <ActionIcon aria-label={formatMessage({ id: 'DataStudio_Views_Actions' }, { name: each.name })}>
                            <IconDots size={16} />
                          </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ edited: each })}>
                            {formatMessage({ id: 'SavedView_Edit' })}
                          </Menu.Item>
                          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => confirmRemoval(each)}>
                            {formatMessage({ id: 'SavedView_Delete' })}
                          </Menu.Item>
                        </Menu.Dropdown>
                      </Menu>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      <div className={classes.buttons}>
        {view?.isMine && isChanged && (
          <Button
            variant="filled"
            size="sm"
            leftSection={<IconDeviceFloppy size={15} />}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                viewId: view.viewId,
                seenRevision: view.revision,
                name: view.name,
                sharedWith: view.sharedWith,
                content: content(),
              })
            }
          >
            {formatMessage({ id: 'SavedView_SaveChanges' })}
          </Button>
        )}
        <Button variant="default" size="sm" leftSection={<IconPlus size={15} />} onClick={() => setDialog({ edited: undefined })}>
          {formatMessage({ id: 'SavedView_SaveAs' })}
        </Button>
      </div>
      {dialog && (
        <Suspense>
          <ViewDialog
            title={formatMessage({ id: dialog.edited ? 'SavedView_Edit_Title' : 'SavedView_New_Title' })}
            label={formatMessage({ id: 'SavedView_Save' })}
            enterprises={enterprises}
            view={dialog.edited}
            isPending={save.isPending}
            onClose={() => setDialog(null)}
            onSave={(saved) => {
              const { edited } = dialog;
              const body = edited
                ? { ...saved, viewId: edited.viewId, seenRevision: edited.revision, content: edited.content }
                : { ...saved, content: content() };
              save.mutate(body, {
                onSuccess: ({ items }) => {
                  setDialog(null);
                  const made = items.find(({ viewId }) => !views.some((known) => known.viewId === viewId));
                  if (made) mark(made.viewId);
                },
              });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
