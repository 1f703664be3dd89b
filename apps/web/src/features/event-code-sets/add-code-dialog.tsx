import { TextInput } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { CategorySelect } from '../../shared/events/actions/category-select.tsx';
import type { CodeDraft } from './code-drafts.ts';

interface AddCodeDialogProps {
  known: ReadonlySet<string>;
  categories: readonly UsableCategory[];
  onClose: () => void;
  onAdd: (code: string, draft: CodeDraft) => void;
}

/** A code for the set: it joins the changes that are saved together. */
export function AddCodeDialog({ known, categories, onClose, onAdd }: AddCodeDialogProps) {
  const { formatMessage } = useIntl();
  const [code, setCode] = useState('');
  const [description, setDescription] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const text = code.trim();
  const required = isChecked && formatMessage({ id: 'Common_Validation_Required' });
  const twice = known.has(text) && formatMessage({ id: 'EventCodeSet_Problem_CodeTwice' }, { code: text });
  const submit = (): void => {
    setChecked(true);
    const chosen = categories.find(({ name }) => name === category);
    if (text === '' || known.has(text) || !chosen) return;
    onAdd(text, { description: description.trim(), category: chosen.name, eventType: chosen.eventType, priority: '' });
    onClose();
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'EventCodeSet_Add' })}
      submitLabel={formatMessage({ id: 'EventCodeSet_Add' })}
      isEdited={text !== '' || description !== '' || category !== null}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={formatMessage({ id: 'EventCodeSet_Column_Code' })}
        maxLength={100}
        value={code}
        error={text === '' ? required : twice}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <TextInput
        label={formatMessage({ id: 'EventCodeSet_Column_Description' })}
        maxLength={500}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <CategorySelect categories={[...categories]} value={category} error={category === null && required} onChange={setCategory} />
    </FormDialog>
  );
}
