import { IconLock } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { loginAddress } from './login-redirect.ts';

/** One way on, and none to close it. What is behind stays as it is and comes back after signing in. */
export function SessionExpiredDialog() {
  const { formatMessage } = useIntl();
  return (
    <FormDialog
      icon={<IconLock aria-hidden="true" />}
      zIndex={1_000}
      title={formatMessage({ id: 'Auth_Session_Expired_Title' })}
      submitLabel={formatMessage({ id: 'Auth_Session_Reauthenticate' })}
      onSubmit={() => window.location.assign(loginAddress())}
    >
      <p>{formatMessage({ id: 'Auth_Session_Expired_Message' })}</p>
    </FormDialog>
  );
}
