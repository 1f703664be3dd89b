import { TextInput } from '@mantine/core';
import type { EventView } from '@solvane/contract/event-commands';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';

interface ViewDialogProps {
  title: string;
  label: string;
  /** undefined: a new one. */
  view: EventView | undefined;
  isPending: boolean;
  onClose: () => void;
  onSave: (saved: Pick<EventView, 'name' | 'sharedWith'>) => void;
}

/** Name of a view and who sees it. */
export function ViewDialog({ title, label, view, isPending, onClose, onSave }: ViewDialogProps) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
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
        label={formatMessage({ id: 'EventLog_View_Name' })}
        value={name}
        maxLength={LIMITS.nameLength}
        autoComplete="off"
        error={isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SelectField
        label={formatMessage({ id: 'EventLog_View_SharedWith' })}
        help={formatMessage({ id: 'EventLog_View_SharedWith_Help' })}
        placeholder={formatMessage({ id: 'EventLog_View_OnlyMe' })}
        isClearable
        options={enterprises.map((enterprise) => ({ value: enterprise.id, label: enterprise.name }))}
        value={sharedWith}
        onChange={setSharedWith}
      />
    </FormDialog>
  );
}
