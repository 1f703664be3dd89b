import { Button, Modal, TextInput } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { CategorySelect } from '../../shared/events/actions/category-select.tsx';
import type { CodeDraft } from './code-drafts.ts';
import classes from './event-code-sets.module.css';

interface AddCodeDialogProps {
  known: ReadonlySet<string>;
  categories: readonly UsableCategory[];
  onClose: () => void;
  onAdd: (code: string, draft: CodeDraft) => void;
}

/** A code for the set: it joins the changes that are saved together. */
export function AddCodeDialog({ known, categories, onClose, onAdd }: AddCodeDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  const [code, setCode] = useState('');
  const [description, setDescription] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const text = code.trim();
  const codeProblem =
    text === ''
      ? isChecked && formatMessage({ id: 'Common_Validation_Required' })
      : known.has(text) && formatMessage({ id: 'EventCodeSet_Problem_CodeTwice' }, { code: text });
  const submit = (): void => {
    setChecked(true);
    const chosen = categories.find(({ name }) => name === category);
    if (text === '' || known.has(text) || !chosen) return;
    onAdd(text, { description: description.trim(), category: chosen.name, eventType: chosen.eventType, priority: '' });
    onClose();
  };
  return (
    <Modal
      opened
      size={440}
      onClose={onClose}
      title={formatMessage({ id: 'EventCodeSet_Add' })}
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
          label={formatMessage({ id: 'EventCodeSet_Column_Code' })}
          maxLength={100}
          value={code}
          error={codeProblem}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <TextInput
          label={formatMessage({ id: 'EventCodeSet_Column_Description' })}
          maxLength={500}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <CategorySelect
          categories={[...categories]}
          value={category}
          error={isChecked && category === null && formatMessage({ id: 'Common_Validation_Required' })}
          onChange={setCategory}
        />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit">{formatMessage({ id: 'EventCodeSet_Add' })}</Button>
        </div>
      </form>
    </Modal>
  );
}
