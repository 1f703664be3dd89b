import { TextInput } from '@mantine/core';
import type { Enterprise } from '@solvane/contract/fleet';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SavedView } from '@solvane/contract/saved-views';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SelectField } from '../fields/select-field.tsx';

interface ViewDialogProps {
  title: string;
  label: string;
  /** Those that it can be shared with. */
  enterprises: readonly Enterprise[];
  /** undefined: a new one. */
  view: SavedView | undefined;
  isPending: boolean;
  onClose: () => void;
  onSave: (saved: Pick<SavedView, 'name' | 'sharedWith'>) => void;
}

/** Name of a view and who sees it. */
export function ViewDialog({ title, label, enterprises, view, isPending, onClose, onSave }: ViewDialogProps) {
  const { formatMessage } = useIntl();
  const [name, setName] = useState(view?.name ?? '');
  const [sharedWith, setSharedWith] = useState<string | null>(view?.sharedWith ?? null);
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = name.trim() === '';
  const submit = (): void => {
    setIsChecked(true);
    if (!isMissing) onSave({ name: name.trim(), sharedWith: enterpriseIdSchema.nullable().parse(sharedWith) });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={label}
      isBusy={isPending}
      isEdited={name !== (view?.name ?? '') || sharedWith !== (view?.sharedWith ?? null)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        withAsterisk
        label={formatMessage({ id: 'SavedView_Name' })}
        value={name}
        maxLength={LIMITS.nameLength}
        autoComplete="off"
        error={isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SelectField
        label={formatMessage({ id: 'SavedView_SharedWith' })}
        help={formatMessage({ id: 'SavedView_SharedWith_Help' })}
        placeholder={formatMessage({ id: 'SavedView_OnlyMe' })}
        isClearable
        options={enterprises.map((enterprise) => ({ value: enterprise.id, label: enterprise.name }))}
        value={sharedWith}
        onChange={setSharedWith}
      />
    </FormDialog>
  );
}
