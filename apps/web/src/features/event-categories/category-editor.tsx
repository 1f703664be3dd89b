import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { type CategorySet, eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { followRecomputation } from '../../workspace/recomputation.ts';
import { changeOf, type DraftCategory, movedCount, setKeyOf, toDraft } from './category-draft.ts';
import { CategoryList } from './category-list.tsx';
import { CategorySetDialog } from './category-set-dialog.tsx';
import classes from './event-categories.module.css';
import { categorySetKeys } from './event-categories.queries.ts';
import { useSaveCategories } from './use-save-categories.ts';

interface CategoryEditorProps {
  set: CategorySet;
  sets: readonly CategorySet[];
  onOpen: (key: string) => void;
}

/** One set: its categories in order, what depends on them, and what may be done to it. */
export function CategoryEditor({ set, sets, onOpen }: CategoryEditorProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<DraftCategory[] | null>(null);
  const [dialog, setDialog] = useState<'copy' | 'rename' | null>(null);
  const save = useSaveCategories();
  const remove = useMutation({
    mutationFn: (setId: string) => call(eventCategorySetEndpoints.remove, { body: { setId } }),
    onSuccess: ({ changes }) => followRecomputation(changes),
    onSettled: () => queryClient.invalidateQueries({ queryKey: categorySetKeys.all }),
    meta: { isShownInPlace: true },
  });
  const categories = draft ?? toDraft(set);
  const change = changeOf(set, categories);
  const { id: setId, can } = set;
  const isOwn = setId !== null;
  const mayChange = can.edit || can.prioritize;
  const mayEdit = isOwn && can.edit;
  const maySave = change === 'order' ? can.prioritize : can.edit;
  const hasEmpty = categories.some(({ name }) => name.trim() === '');
  const submit = (): void => {
    if (setId === null) return;
    // What was changed while the server answered is to be saved next.
    const saved = { onSuccess: () => setDraft((now) => (now === draft ? null : now)) };
    const { enterpriseId, name, energyType, isInUse } = set;
    if (change === 'order') save.mutate({ setId, categories: categories.map((category) => category.name) }, saved);
    else save.mutate({ id: setId, enterpriseId, name, energyType, isInUse, categories: ranked(categories) }, saved);
  };
  const use = (): void => {
    const { enterpriseId, name, energyType } = set;
    save.mutate({ id: setId, enterpriseId, name, energyType, isInUse: true, categories: ranked(toDraft(set)) });
  };
  const askRemove = (): void => {
    if (setId === null) return;
    confirmDelete({
      title: 'EventCategorySet_Delete_Title',
      message: 'EventCategorySet_Delete_Message',
      values: { name: set.name, count: set.uses.overriddenCodes },
      label: 'EventCategorySet_Delete',
      run: async () => {
        await remove.mutateAsync(setId);
        const next = sets.find((each) => each !== set);
        if (next) onOpen(setKeyOf(next));
      },
    });
  };
  return (
    <section className={classes.editor} aria-label={set.name}>
      <header className={classes.editorHead}>
        <h2>{isOwn ? set.name : formatMessage({ id: 'EventCategorySet_Default' })}</h2>
        <span className={classes.quiet}>
          {formatMessage({ id: `EventAction_CategorySet_${set.energyType}` })}
          {change !== 'none' && (
            <b className={classes.unsaved}>{formatMessage({ id: 'EventCategorySet_Unsaved' }, { moved: movedCount(set, categories) })}</b>
          )}
        </span>
        <span className={classes.spread} />
        <SetDeeds
          set={set}
          isSaving={save.isPending}
          onCopy={() => setDialog('copy')}
          onRename={() => setDialog('rename')}
          onUse={use}
          onRemove={askRemove}
        />
        {isOwn && mayChange && (
          <>
            <Button variant="default" disabled={change === 'none'} onClick={() => setDraft(null)}>
              {formatMessage({ id: 'Form_Discard_Action' })}
            </Button>
            <Button disabled={change === 'none' || !maySave || hasEmpty} loading={save.isPending} onClick={submit}>
              {formatMessage({ id: change === 'order' ? 'EventCategorySet_SaveOrder' : 'EventCategorySet_Save' })}
            </Button>
          </>
        )}
      </header>
      <Uses set={set} hasChanges={change !== 'none'} />
      {!mayChange && <p className={classes.note}>{formatMessage({ id: 'EventAction_Categorize_NotAllowed' })}</p>}
      {!isOwn && <p className={classes.note}>{formatMessage({ id: 'EventCategorySet_Default_Note' })}</p>}
      <Refusal error={save.error ?? remove.error} />
      <CategoryList
        categories={categories}
        codeCounts={new Map(set.uses.codes.map(({ category, codeCount }) => [category, codeCount]))}
        canMove={isOwn && mayChange}
        canEdit={mayEdit}
        onChange={setDraft}
      />
      {mayEdit && (
        <Button
          className={classes.add}
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => setDraft([...categories, newCategory(categories)])}
        >
          {formatMessage({ id: 'EventCategorySet_Add' })}
        </Button>
      )}
      {dialog && (
        <CategorySetDialog
          set={set}
          isCopy={dialog === 'copy'}
          onClose={() => setDialog(null)}
          onSaved={(key) => {
            setDialog(null);
            onOpen(key);
          }}
        />
      )}
    </section>
  );
}

interface SetDeedsProps {
  set: CategorySet;
  isSaving: boolean;
  onCopy: () => void;
  onRename: () => void;
  onUse: () => void;
  onRemove: () => void;
}

/** What may be done to a set as a whole. */
function SetDeeds({ set: { id, isInUse, can, uses }, isSaving, ...on }: SetDeedsProps) {
  const { formatMessage } = useIntl();
  if (!can.edit) return null;
  const isOwn = id !== null;
  return (
    <>
      <Button variant="default" onClick={on.onCopy}>
        {formatMessage({ id: isOwn ? 'EventCategorySet_Copy' : 'EventCategorySet_MakeOwn' })}
      </Button>
      {isOwn && (
        <>
          <Button variant="default" onClick={on.onRename}>
            {formatMessage({ id: 'EventCategorySet_Rename' })}
          </Button>
          {!isInUse && (
            <Button variant="default" loading={isSaving} onClick={on.onUse}>
              {formatMessage({ id: 'EventCategorySet_Use' })}
            </Button>
          )}
          <Button variant="default" disabled={uses.contracts.length > 0} onClick={on.onRemove}>
            {formatMessage({ id: 'EventCategorySet_Delete' })}
          </Button>
        </>
      )}
    </>
  );
}

/** What depends on the set, and the warning before it is changed. */
function Uses({ set: { uses }, hasChanges }: { set: CategorySet; hasChanges: boolean }) {
  const { formatMessage } = useIntl();
  const codes = uses.codes.reduce((sum, { codeCount }) => sum + codeCount, 0);
  return (
    <div className={classes.uses} data-warns={hasChanges || undefined} role={hasChanges ? 'alert' : undefined}>
      {hasChanges && <IconAlertTriangle size={16} aria-hidden="true" />}
      <p>
        {hasChanges && <b>{formatMessage({ id: 'EventCategorySet_Warning' })} </b>}
        {formatMessage(
          { id: 'EventCategorySet_Uses' },
          { codes, overridden: uses.overriddenCodes, contracts: uses.contracts.length, names: uses.contracts.join(', ') },
        )}
      </p>
    </div>
  );
}

function Refusal({ error }: { error: Error | null }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  if (!error) return null;
  const issues = error instanceof AppError ? error.issues : [];
  if (issues.length === 0) return <ErrorState error={error} />;
  return (
    <div className={classes.problem} role="alert">
      <b>{formatMessage({ id: 'EventCategorySet_Refused' })}</b>
      <ul>
        {issues.map(({ message, values }) => {
          const text = serverText(message, values);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </div>
  );
}

function ranked(categories: readonly DraftCategory[]) {
  return categories.map(({ name, eventType, timeCategory }, index) => ({ name: name.trim(), eventType, timeCategory, rank: index + 1 }));
}

function newCategory(categories: readonly DraftCategory[]): DraftCategory {
  let number = 1;
  while (categories.some(({ id }) => id === `new ${number}`)) number += 1;
  return { id: `new ${number}`, name: '', eventType: 'Downtime', timeCategory: 'FO' };
}
