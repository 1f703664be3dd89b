import { IconMapPinOff } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { HomeButton } from './home-button.tsx';

export function PageNotFound() {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: 'Page_NotFound_Title' });
  return (
    <Screen title={title} hideTitle isStandIn>
      <StateMessage icon={<IconMapPinOff />} level="page" titleAs="p" title={title} actions={<HomeButton />}>
        {formatMessage({ id: 'Page_NotFound_Message' })}
      </StateMessage>
    </Screen>
  );
}
