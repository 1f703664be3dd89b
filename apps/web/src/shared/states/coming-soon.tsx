import { IconTools } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { usePage } from '../routing/use-page.ts';
import { Screen } from '../screen/screen.tsx';
import { StateMessage } from './state-message.tsx';

/** The screen Under Construction: for pages that are not built yet, and only for those. */
export function ComingSoon() {
  const { formatMessage } = useIntl();
  const { title } = usePage();
  return (
    <Screen title={formatMessage({ id: title })} hideTitle>
      <UnderConstruction />
    </Screen>
  );
}

export function UnderConstruction() {
  const { formatMessage } = useIntl();
  return (
    <StateMessage icon={<IconTools />} level="page" title={formatMessage({ id: 'Page_ComingSoon_Title' })}>
      {formatMessage({ id: 'Page_ComingSoon_Message' })}
    </StateMessage>
  );
}
