import { Button } from '@mantine/core';
import type { CategorySet } from '@solvane/contract/event-codes';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationEditor, ConfigurationNote, ConfigurationUses } from '../../shared/configuration/configuration-layout.tsx';
import { useDraft, useDraftBase } from '../../shared/configuration/draft-store.ts';
import { LeaveGuard } from '../../shared/configuration/leave-guard.tsx';
import { SaveConflict } from '../../shared/configuration/save-conflict.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { categoryDrafts, changeOf, type DraftCategory, movedCount, setKeyOf, toDraft } from './category-draft.ts';
import { CategoryList } from './category-list.tsx';
import { CategorySetDialog } from './category-set-dialog.tsx';
import classes from './event-categories.module.css';
import { useRemoveCategorySet, useSaveCategories } from './use-save-categories.ts';

interface CategoryEditorProps {
  set: CategorySet;
  sets: readonly CategorySet[];
  onOpen: (key: string) => void;
}

/** One set: its categories in order, what depends on them, and its actions. */
export function CategoryEditor({ set: stored, sets, onOpen }: CategoryEditorProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const key = setKeyOf(stored);
  const draft = useDraft(categoryDrafts, key);
  const set = useDraftBase(categoryDrafts, key, stored);
  const setDraft = (next: DraftCategory[] | null): void => categoryDrafts.set(key, () => next, set);
  const [dialog, setDialog] = useState<'copy' | 'rename' | null>(null);
  const save = useSaveCategories();
  const remove = useRemoveCategorySet();
  const categories = draft ?? toDraft(set);
  const change = changeOf(set, categories);
  const { id: setId, can } = set;
  const isOwn = setId !== null;
  const mayChange = can.edit || can.prioritize;
  const mayEdit = isOwn && can.edit;
  const maySave = change === 'order' ? can.prioritize : can.edit;
  const codeCount = set.uses.codes.reduce((sum, each) => sum + each.codeCount, 0);
  const hasEmpty = categories.some(({ name }) => name.trim() === '');
  const submit = (seenRevision = set.revision.id): void => {
    if (setId === null) return;
    // Changes made during the request stay in the draft.
    const saved = { onSuccess: () => categoryDrafts.rebase(key, (now) => (now === draft ? null : now)) };
    const { enterpriseId, name, energyType, isInUse } = set;
    if (change === 'order') save.mutate({ setId, categories: categories.map((category) => category.name), seenRevision }, saved);
    else save.mutate({ id: setId, enterpriseId, name, energyType, isInUse, categories: ranked(categories), seenRevision }, saved);
  };
  const use = (): void => {
    const { enterpriseId, name, energyType } = set;
    save.mutate({
      id: setId,
      enterpriseId,
      name,
      energyType,
      isInUse: true,
      categories: ranked(toDraft(set)),
      seenRevision: set.revision.id,
    });
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
        setDraft(null);
        const next = sets.find((each) => each !== stored);
        if (next) onOpen(setKeyOf(next));
      },
    });
  };
  return (
    <ConfigurationEditor
      name={set.name}
      title={isOwn ? set.name : formatMessage({ id: 'EventCategorySet_Default' })}
      detail={formatMessage({ id: `EventAction_CategorySet_${set.energyType}` })}
      unsaved={change === 'none' ? undefined : formatMessage({ id: 'EventCategorySet_Unsaved' }, { moved: movedCount(set, categories) })}
      actions={
        <>
          <SetButtons
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
              <Button disabled={change === 'none' || !maySave || hasEmpty} loading={save.isPending} onClick={() => submit()}>
                {formatMessage({ id: change === 'order' ? 'EventCategorySet_SaveOrder' : 'EventCategorySet_Save' })}
              </Button>
            </>
          )}
        </>
      }
    >
      <ConfigurationUses warning={change === 'none' ? undefined : formatMessage({ id: 'EventCategorySet_Warning' })}>
        {formatMessage(
          { id: 'EventCategorySet_Uses' },
          {
            codes: codeCount,
            overridden: set.uses.overriddenCodes,
            contracts: set.uses.contracts.length,
            names: set.uses.contracts.join(', '),
          },
        )}
      </ConfigurationUses>
      {!mayChange && <ConfigurationNote>{formatMessage({ id: 'EventAction_Categorize_NotAllowed' })}</ConfigurationNote>}
      {!isOwn && <ConfigurationNote>{formatMessage({ id: 'EventCategorySet_Default_Note' })}</ConfigurationNote>}
      <SaveProblems error={save.error ?? remove.error} title="EventCategorySet_Refused" />
      <LeaveGuard draft={draft} searchKeys={['set']} onDiscard={() => setDraft(null)} />
      <SaveConflict
        save={save}
        revision={stored.revision}
        versions={{ base: toDraft(set), theirs: toDraft(stored), own: categories }}
        fields={['name', 'eventType', 'timeCategory']}
        isOrdered
        nameOf={({ name }) => words.category(name)}
        labelOf={(field) => formatMessage({ id: FIELD_LABELS[field] })}
        textOf={(category, field) =>
          field === 'eventType'
            ? words.type(category.eventType)
            : field === 'timeCategory'
              ? formatMessage({ id: `TimeCategory_${category.timeCategory}` })
              : words.category(category.name)
        }
        onReapply={(merged) => categoryDrafts.rebase(key, () => merged)}
        onOverwrite={() => submit(stored.revision.id)}
      />
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
    </ConfigurationEditor>
  );
}

const FIELD_LABELS = {
  id: 'EventCodeSet_Name',
  name: 'EventCodeSet_Name',
  eventType: 'EventCodeSet_Column_Type',
  timeCategory: 'EventCategorySet_Column_Time',
} as const;

interface SetButtonsProps {
  set: CategorySet;
  isSaving: boolean;
  onCopy: () => void;
  onRename: () => void;
  onUse: () => void;
  onRemove: () => void;
}

/** Actions on a set as a whole. */
function SetButtons({ set: { id, isInUse, can, uses }, isSaving, ...on }: SetButtonsProps) {
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

function ranked(categories: readonly DraftCategory[]) {
  return categories.map(({ name, eventType, timeCategory }, index) => ({ name: name.trim(), eventType, timeCategory, rank: index + 1 }));
}

function newCategory(categories: readonly DraftCategory[]): DraftCategory {
  let number = 1;
  while (categories.some(({ id }) => id === `new ${number}`)) number += 1;
  return { id: `new ${number}`, name: '', eventType: 'Downtime', timeCategory: 'FO' };
}
