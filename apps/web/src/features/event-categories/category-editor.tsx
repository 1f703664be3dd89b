import { Button } from '@mantine/core';
import { type CategorySet, eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import {
  ConfigurationActions,
  ConfigurationEditor,
  ConfigurationNote,
  ConfigurationUses,
} from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton, type SaveRequest } from '../../shared/configuration/draft-controls.tsx';
import { useDraft, useDraftBase } from '../../shared/configuration/draft-store.ts';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { threeWayMerge } from '../../shared/configuration/three-way-merge.ts';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { categoryDrafts, type DraftCategory, newCategory, ranked, setKeyOf, toDraft } from './category-draft.ts';
import { CategoryList } from './category-list.tsx';
import { CategorySetDialog } from './category-set-dialog.tsx';
import classes from './event-categories.module.css';
import { categorySetKeys } from './event-categories.queries.ts';
import { useCategoryTexts } from './use-category-texts.ts';
import { useRemoveCategorySet, useSaveCategories } from './use-save-categories.ts';

interface CategoryEditorProps {
  set: CategorySet;
  sets: readonly CategorySet[];
  onOpen: (key: string) => void;
}

/** One set: its categories in order, what depends on them, and its actions. */
export function CategoryEditor({ set: stored, sets, onOpen }: CategoryEditorProps) {
  const { formatMessage } = useIntl();
  const texts = useCategoryTexts();
  const key = setKeyOf(stored);
  const draft = useDraft(categoryDrafts, key);
  const set = useDraftBase(categoryDrafts, key, stored);
  const save = useSaveCategories();
  const remove = useRemoveCategorySet();
  const { id: setId, can, uses, enterpriseId, name, energyType } = set;
  const shared = { drafts: categoryDrafts, draftKey: key, texts, draftOf: (items: readonly DraftCategory[]) => [...items] };
  const own = { id: setId, enterpriseId, name, energyType };
  const base = toDraft(set.categories);
  const categories = draft ?? base;
  const { changes } = threeWayMerge({ base, theirs: categories, own: base }, texts);
  // Reordering needs a lesser permission.
  const isOrder = changes.every(({ kind }) => kind === 'order');
  const mayChange = can.edit || can.prioritize;
  const change = (next: DraftCategory[]): void =>
    categoryDrafts.set(key, () => (JSON.stringify(next) === JSON.stringify(base) ? null : next), set);
  const submit = (request: SaveRequest): void => {
    if (setId === null) return;
    // Changes made during the request stay in the draft.
    const saved = { onSuccess: () => categoryDrafts.rebase(key, (now) => (now === draft ? null : now)) };
    if (isOrder) save.mutate({ setId, categories: categories.map((category) => category.name), ...request }, saved);
    else
      save.mutate({ id: setId, enterpriseId, name, energyType, isInUse: set.isInUse, categories: ranked(categories), ...request }, saved);
  };
  const askRemove = (id: string): void => {
    confirmDelete({
      title: 'EventCategorySet_Delete_Title',
      message: 'EventCategorySet_Delete_Message',
      values: { name, count: uses.overriddenCodes },
      label: 'EventCategorySet_Delete',
      run: async () => {
        await remove.mutateAsync(id);
        categoryDrafts.set(key, () => null);
        const next = sets.find((each) => each !== stored);
        if (next) onOpen(setKeyOf(next));
      },
    });
  };
  const codes = uses.codes.reduce((sum, { codeCount }) => sum + codeCount, 0);
  const { contracts, overriddenCodes: overridden } = uses;
  return (
    <ConfigurationEditor
      name={name}
      title={setId === null ? formatMessage({ id: 'EventCategorySet_Default' }) : name}
      detail={formatMessage({ id: `EventAction_CategorySet_${energyType}` })}
      actions={
        <>
          {setId !== null && (
            <HistoryButton
              {...shared}
              queryKey={[...categorySetKeys.all, setId]}
              list={(signal) => call(eventCategorySetEndpoints.versions, { body: { setId }, signal })}
              load={async (version, signal) =>
                toDraft((await call(eventCategorySetEndpoints.version, { body: { setId, version }, signal })).categories)
              }
              canEdit={can.edit}
            />
          )}
          <SetButtons
            set={set}
            isSaving={save.isPending}
            onOpen={onOpen}
            onUse={() => save.mutate({ ...own, isInUse: true, categories: ranked(base), seenRevision: set.revision.id })}
            onRemove={askRemove}
          />
        </>
      }
    >
      <ConfigurationUses warning={draft === null ? undefined : formatMessage({ id: 'EventCategorySet_Warning' })}>
        {formatMessage({ id: 'EventCategorySet_Uses' }, { codes, overridden, contracts: contracts.length, names: contracts.join(', ') })}
      </ConfigurationUses>
      {!mayChange && <ConfigurationNote>{formatMessage({ id: 'EventAction_Categorize_NotAllowed' })}</ConfigurationNote>}
      {setId === null && <ConfigurationNote>{formatMessage({ id: 'EventCategorySet_Default_Note' })}</ConfigurationNote>}
      <SaveProblems error={remove.error} title="EventCategorySet_Refused" />
      <CategoryList
        categories={categories}
        codeCounts={new Map(uses.codes.map(({ category, codeCount }) => [category, codeCount]))}
        canMove={setId !== null && mayChange}
        canEdit={setId !== null && can.edit}
        onChange={change}
      />
      {setId !== null && can.edit && (
        <Button
          className={classes.add}
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => change([...categories, newCategory()])}
        >
          {formatMessage({ id: 'EventCategorySet_Add' })}
        </Button>
      )}
      <DraftControls
        {...shared}
        draft={draft}
        searchKeys={['set']}
        save={save}
        revisions={{ base: set.revision, stored: stored.revision }}
        versions={{ base, theirs: toDraft(stored.categories), own: categories }}
        refusedTitle="EventCategorySet_Refused"
        saveLabel={formatMessage({ id: isOrder ? 'EventCategorySet_SaveOrder' : 'EventCategorySet_Save' })}
        isDisabled={!(isOrder ? can.prioritize : can.edit) || categories.some((category) => category.name.trim() === '')}
        onSave={submit}
      />
    </ConfigurationEditor>
  );
}

interface SetButtonsProps {
  set: CategorySet;
  isSaving: boolean;
  onOpen: (key: string) => void;
  onUse: () => void;
  onRemove: (id: string) => void;
}

/** Actions on a set as a whole. */
function SetButtons({ set, isSaving, onOpen, onUse, onRemove }: SetButtonsProps) {
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<'copy' | 'rename' | null>(null);
  const { id, isInUse, can, uses } = set;
  if (!can.edit) return null;
  const isOwn = id !== null;
  return (
    <>
      <ConfigurationActions
        actions={[
          { label: formatMessage({ id: isOwn ? 'EventCategorySet_Copy' : 'EventCategorySet_MakeOwn' }), run: () => setDialog('copy') },
          isOwn && { label: formatMessage({ id: 'EventCategorySet_Rename' }), run: () => setDialog('rename') },
          isOwn && !isInUse && { label: formatMessage({ id: 'EventCategorySet_Use' }), isBusy: isSaving, run: onUse },
          isOwn && {
            label: formatMessage({ id: 'EventCategorySet_Delete' }),
            isDisabled: uses.contracts.length > 0,
            run: () => onRemove(id),
          },
        ]}
      />
      {dialog && <CategorySetDialog set={set} isCopy={dialog === 'copy'} onClose={() => setDialog(null)} onSaved={onOpen} />}
    </>
  );
}
