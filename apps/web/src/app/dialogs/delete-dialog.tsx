import { Button, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { closeDeleteConfirmation, type DeleteQuestion } from '../../workspace/delete-confirmation.ts';
import classes from './dialog.module.css';

/** Names the thing and the consequence; the safe choice is a verb too and has the focus. */
export function DeleteDialog({ question }: { question: DeleteQuestion }) {
  const { formatMessage } = useIntl();
  const { title, message, values, label, typedName, run } = question;
  const [typed, setTyped] = useState('');
  const remove = useMutation({ mutationFn: run, onSuccess: closeDeleteConfirmation, meta: { failedMessage: 'Common_Error_Delete_Title' } });
  const isConfirmed = typedName === undefined || typed === typedName;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed) remove.mutate();
  };
  return (
    <Modal
      opened
      onClose={closeDeleteConfirmation}
      withCloseButton={false}
      title={
        <span className={`${classes.title} ${classes.danger}`}>
          <IconAlertTriangle aria-hidden="true" />
          {formatMessage({ id: title }, values)}
        </span>
      }
    >
      <form onSubmit={submit}>
        <p className={classes.message}>
          {formatMessage({ id: message }, values)} {typedName !== undefined && formatMessage({ id: 'Confirm_Irreversible' })}
        </p>
        {typedName !== undefined && (
          <TextInput
            className={classes.field ?? ''}
            label={formatMessage({ id: 'Confirm_TypeName' }, { name: typedName })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" data-autofocus onClick={closeDeleteConfirmation}>
            {formatMessage({ id: 'Confirm_Keep' })}
          </Button>
          <Button type="submit" color="danger" disabled={!isConfirmed} loading={remove.isPending}>
            {formatMessage({ id: label }, values)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
