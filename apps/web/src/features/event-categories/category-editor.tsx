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
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { useDeleteConfiguration } from '../../workspace/use-delete-configuration.tsx';
import { categoriesOf, categoryDrafts, newCategory, ranked, setKeyOf } from './category-draft.ts';
import { CategoryList } from './category-list.tsx';
import { CategorySetDialog } from './category-set-dialog.tsx';
import classes from './event-categories.module.css';
import { categorySetKeys } from './event-categories.queries.ts';
import { useCategoryTexts } from './use-category-texts.ts';
import { useSaveCategories } from './use-save-categories.ts';

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
  const draft = useItemDraft({ drafts: categoryDrafts, draftKey: key, stored, itemsOf: categoriesOf, texts });
  const { base: set, items: categories, changes, versions } = draft;
  const save = useSaveCategories();
  const { id: setId, can, uses, enterpriseId, name, energyType } = set;
  const own = { id: setId, enterpriseId, name, energyType };
  // Reordering needs a lesser permission.
  const isOrder = changes.every(({ kind }) => kind === 'order');
  const mayChange = can.edit || can.prioritize;
  const submit = (request: SaveRequest): void => {
    if (setId === null) return;
    const saved = { onSuccess: draft.markSaved };
    if (isOrder) save.mutate({ setId, categories: categories.map((category) => category.name), ...request }, saved);
    else
      save.mutate({ id: setId, enterpriseId, name, energyType, isInUse: set.isInUse, categories: ranked(categories), ...request }, saved);
  };
  const removal = useDeleteConfiguration({
    question: {
      title: 'EventCategorySet_Delete_Title',
      message: 'EventCategorySet_Delete_Message',
      values: { name, count: uses.overriddenCodes },
      label: 'EventCategorySet_Delete',
    },
    seen: { revision: set.revision, items: versions.base },
    stored: { revision: stored.revision, items: versions.theirs },
    texts,
    remove: (seenRevision) => call(eventCategorySetEndpoints.remove, { body: { setId: setId ?? '', seenRevision } }),
    changedKeys: [categorySetKeys.all],
    onDeleted: () => {
      draft.discard();
      const next = sets.find((each) => each !== stored);
      if (next) onOpen(setKeyOf(next));
    },
  });
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
              draft={draft}
              queryKey={[...categorySetKeys.all, setId]}
              list={(signal) => call(eventCategorySetEndpoints.versions, { body: { setId }, signal })}
              load={async (version, signal) =>
                categoriesOf(await call(eventCategorySetEndpoints.version, { body: { setId, version }, signal }))
              }
              canEdit={can.edit}
            />
          )}
          <SetButtons
            set={set}
            isSaving={save.isPending}
            onOpen={onOpen}
            onUse={() => save.mutate({ ...own, isInUse: true, categories: ranked(versions.base), seenRevision: set.revision.id })}
            onRemove={removal.ask}
          />
        </>
      }
    >
      <ConfigurationUses warning={changes.length === 0 ? undefined : formatMessage({ id: 'EventCategorySet_Warning' })}>
        {formatMessage({ id: 'EventCategorySet_Uses' }, { codes, overridden, contracts: contracts.length, names: contracts.join(', ') })}
      </ConfigurationUses>
      {!mayChange && <ConfigurationNote>{formatMessage({ id: 'EventAction_Categorize_NotAllowed' })}</ConfigurationNote>}
      {setId === null && <ConfigurationNote>{formatMessage({ id: 'EventCategorySet_Default_Note' })}</ConfigurationNote>}
      {removal.problems}
      <CategoryList
        categories={categories}
        codeCounts={new Map(uses.codes.map(({ category, codeCount }) => [category, codeCount]))}
        canMove={setId !== null && mayChange}
        canEdit={setId !== null && can.edit}
        onChange={(next) => draft.change(() => next)}
      />
      {setId !== null && can.edit && (
        <Button
          className={classes.add}
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => draft.change((current) => [...current, newCategory()])}
        >
          {formatMessage({ id: 'EventCategorySet_Add' })}
        </Button>
      )}
      <DraftControls
        draft={draft}
        searchKeys={['set']}
        save={save}
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
  onRemove: () => void;
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
            run: onRemove,
          },
        ]}
      />
      {dialog && <CategorySetDialog set={set} isCopy={dialog === 'copy'} onClose={() => setDialog(null)} onSaved={onOpen} />}
    </>
  );
}
