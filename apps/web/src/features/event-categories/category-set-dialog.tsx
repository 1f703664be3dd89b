import { Button, Modal, TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { CategorySet } from '@solvane/contract/event-codes';
import { LIMITS } from '@solvane/contract/limits';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './event-categories.module.css';
import { useSaveCategories } from './use-save-categories.ts';

interface CategorySetDialogProps {
  set: CategorySet;
  /** A new set with the same categories; else the set gets another name. */
  isCopy: boolean;
  onClose: () => void;
  onSaved: (key: string) => void;
}

/** The name of a set. A copy of the one everybody begins with takes its place, another copy waits until it is used. */
export function CategorySetDialog({ set, isCopy, onClose, onSaved }: CategorySetDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  const serverText = useServerText();
  const [name, setName] = useState(isCopy ? '' : set.name);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveCategories();
  const issue = save.error instanceof AppError ? save.error.issues[0] : undefined;
  const isMissing = name.trim() === '';
  const submit = (): void => {
    setChecked(true);
    if (isMissing) return;
    const { id, enterpriseId, energyType, isInUse, categories } = set;
    save.mutate(
      {
        id: isCopy ? null : id,
        enterpriseId,
        name: name.trim(),
        energyType,
        isInUse: isCopy ? id === null : isInUse,
        categories: [...categories],
      },
      { onSuccess: (saved) => saved.id !== undefined && onSaved(saved.id) },
    );
  };
  return (
    <Modal
      opened
      size={440}
      onClose={onClose}
      title={formatMessage({ id: isCopy ? 'EventCategorySet_New' : 'EventCategorySet_Rename' })}
      closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
        {save.error && !issue && <ErrorState error={save.error} />}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {formatMessage({ id: isCopy ? 'EventCategorySet_Create' : 'EventCategorySet_Rename' })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
