import { TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { CategorySet } from '@solvane/contract/event-codes';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
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
  const serverText = useServerText();
  const [name, setName] = useState(isCopy ? '' : set.name);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveCategories();
  const issue = save.error instanceof AppError ? save.error.issues[0] : undefined;
  const isMissing = name.trim() === '';
  const submit = (): void => {
    setChecked(true);
    if (isMissing) return;
    const { id, enterpriseId, energyType, isInUse, categories, revision } = set;
    save.mutate(
      {
        id: isCopy ? null : id,
        enterpriseId,
        name: name.trim(),
        energyType,
        isInUse: isCopy ? id === null : isInUse,
        categories: [...categories],
        ...(!isCopy && { seenRevision: revision.id }),
      },
      { onSuccess: (saved) => saved.id !== undefined && onSaved(saved.id) },
    );
  };
  return (
    <FormDialog
      title={formatMessage({ id: isCopy ? 'EventCategorySet_New' : 'EventCategorySet_Rename' })}
      submitLabel={formatMessage({ id: isCopy ? 'EventCategorySet_Create' : 'EventCategorySet_Rename' })}
      isBusy={save.isPending}
      problem={save.error && !issue && <ErrorState error={save.error} />}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={formatMessage({ id: 'EventCodeSet_Name' })}
        description={isCopy && formatMessage({ id: set.id === null ? 'EventCategorySet_New_TakesPlace' : 'EventCategorySet_New_Waits' })}
        maxLength={LIMITS.nameLength}
        value={name}
        error={
          isChecked && isMissing ? formatMessage({ id: 'Common_Validation_Required' }) : issue && serverText(issue.message, issue.values)
        }
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
