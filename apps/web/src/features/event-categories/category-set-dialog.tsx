import type { CategorySet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { NameDialog } from '../../shared/configuration/name-dialog.tsx';
import { useSaveCategories } from './use-save-categories.ts';

interface CategorySetDialogProps {
  set: CategorySet;
  /** A new set with the same categories; else the set gets another name. */
  isCopy: boolean;
  onClose: () => void;
  onSaved: (key: string) => void;
}

/** The name of a set. A copy of a default set replaces it at once; a copy of another set is not in use yet. */
export function CategorySetDialog({ set, isCopy, onClose, onSaved }: CategorySetDialogProps) {
  const { formatMessage } = useIntl();
  const save = useSaveCategories();
  const { id, enterpriseId, energyType, categories, revision } = set;
  const submit = (name: string): void => {
    const saved = {
      onSuccess: (result: { id?: string }) => {
        onClose();
        if (result.id !== undefined) onSaved(result.id);
      },
    };
    const copy = { id: null, isInUse: id === null };
    const own = isCopy ? copy : { id, isInUse: set.isInUse, seenRevision: revision.id };
    save.mutate({ ...own, enterpriseId, name, energyType, categories: [...categories] }, saved);
  };
  return (
    <NameDialog
      title={formatMessage({ id: isCopy ? 'EventCategorySet_New' : 'EventCategorySet_Rename' })}
      submitLabel={formatMessage({ id: isCopy ? 'EventCategorySet_Create' : 'EventCategorySet_Rename' })}
      initialName={isCopy ? '' : set.name}
      help={isCopy ? formatMessage({ id: id === null ? 'EventCategorySet_New_TakesPlace' : 'EventCategorySet_New_Waits' }) : undefined}
      save={save}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
