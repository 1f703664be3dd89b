import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { signOut } from '../session/login-redirect.ts';

/** A session that may see no page at all. */
export function AccessDenied() {
  const { formatMessage } = useIntl();
  return (
    <main>
      <StateMessage
        icon={<IconLock />}
        level="app"
        title={formatMessage({ id: 'Page_AccessDenied_Title' })}
        actions={
          <Button variant="default" onClick={() => void signOut()}>
            {formatMessage({ id: 'Account_SignOut' })}
          </Button>
        }
      >
        {formatMessage({ id: 'Page_AccessDenied_Message' })}
      </StateMessage>
    </main>
  );
}
