import { IconMessageChatbot } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';

export function Assistant() {
  const { formatMessage } = useIntl();
  return <StateMessage icon={<IconMessageChatbot />} title={formatMessage({ id: 'Assistant_Unavailable' })} role="status" />;
}
