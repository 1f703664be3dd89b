import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import classes from '../dialogs/dialog.module.css';

/** Asked before something that was entered is lost; the safe choice has the focus. */
export function DiscardDialog({ onAnswer }: { onAnswer: (isAgreed: boolean) => void }) {
  const { formatMessage } = useIntl();
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      withCloseButton={false}
      title={
        <span className={`${classes.title} ${classes.danger}`}>
          <IconAlertTriangle aria-hidden="true" />
          {formatMessage({ id: 'Form_Discard_Title' })}
        </span>
      }
    >
      <p className={classes.message}>{formatMessage({ id: 'Form_Discard_Message' })}</p>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {formatMessage({ id: 'Form_Discard_Keep' })}
        </Button>
        <Button color="danger" onClick={() => onAnswer(true)}>
          {formatMessage({ id: 'Form_Discard_Action' })}
        </Button>
      </div>
    </Modal>
  );
}
