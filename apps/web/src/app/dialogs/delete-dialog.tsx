import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { closeDeleteConfirmation, type DeleteQuestion } from '../../workspace/delete-confirmation.ts';

/** Names the thing and the consequence; the safe choice is a verb too. */
export function DeleteDialog({ question }: { question: DeleteQuestion }) {
  const { formatMessage } = useIntl();
  const { title, message, values, label, typedName, run } = question;
  const [typed, setTyped] = useState('');
  const remove = useMutation({ mutationFn: run, onSuccess: closeDeleteConfirmation, meta: { failedMessage: 'Common_Error_Delete_Title' } });
  return (
    <FormDialog
      icon="danger"
      isDanger
      title={formatMessage({ id: title }, values)}
      cancelLabel={formatMessage({ id: 'Confirm_Keep' })}
      submitLabel={formatMessage({ id: label }, values)}
      isDisabled={typedName !== undefined && typed !== typedName}
      isBusy={remove.isPending}
      onClose={closeDeleteConfirmation}
      onSubmit={() => remove.mutate()}
    >
      <p>
        {formatMessage({ id: message }, values)} {typedName !== undefined && formatMessage({ id: 'Confirm_Irreversible' })}
      </p>
      {typedName !== undefined && (
        <TextInput
          label={formatMessage({ id: 'Confirm_TypeName' }, { name: typedName })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
