import type { CategorySet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
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
  const submit = ({ name }: { name: string }): void => {
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
    <FieldsDialog
      title={formatMessage({ id: isCopy ? 'EventCategorySet_New' : 'EventCategorySet_Rename' })}
      submitLabel={formatMessage({ id: isCopy ? 'EventCategorySet_Create' : 'EventCategorySet_Rename' })}
      initial={{ name: isCopy ? '' : set.name }}
      fields={[
        {
          name: 'name',
          label: formatMessage({ id: 'EventCodeSet_Name' }),
          help: isCopy ? formatMessage({ id: id === null ? 'EventCategorySet_New_TakesPlace' : 'EventCategorySet_New_Waits' }) : undefined,
          isRequired: true,
        },
      ]}
      save={save}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
