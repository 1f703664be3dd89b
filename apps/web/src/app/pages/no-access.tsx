import { IconLock } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { HomeButton } from './home-button.tsx';

export function NoAccess() {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: 'Page_NoAccess_Title' });
  return (
    <Screen title={title} hideTitle>
      <StateMessage icon={<IconLock />} level="page" titleAs="p" title={title} actions={<HomeButton />}>
        {formatMessage({ id: 'Page_NoAccess_Message' })}
      </StateMessage>
    </Screen>
  );
}
