import { Button, Modal } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import classes from '../dialogs/dialog.module.css';
import { loginAddress } from './login-redirect.ts';

/** One way on, and none to close it. What is behind stays as it is and comes back after signing in. */
export function SessionExpiredDialog() {
  const { formatMessage } = useIntl();
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={1_000}
      title={
        <span className={classes.title}>
          <IconLock aria-hidden="true" />
          {formatMessage({ id: 'Auth_Session_Expired_Title' })}
        </span>
      }
    >
      <p className={classes.message}>{formatMessage({ id: 'Auth_Session_Expired_Message' })}</p>
      <div className={classes.actions}>
        <Button data-autofocus onClick={() => window.location.assign(loginAddress())}>
          {formatMessage({ id: 'Auth_Session_Reauthenticate' })}
        </Button>
      </div>
    </Modal>
  );
}
