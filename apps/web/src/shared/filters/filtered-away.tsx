import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../states/state-message.tsx';

/** Nothing is drawn because the filters removed every point. */
export function FilteredAway({ points, onRemove }: { points: number; onRemove: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <StateMessage
      icon={<IconFilterOff />}
      level="page"
      title={formatMessage({ id: 'DataStudio_Filter_All_Title' })}
      actions={
        <Button variant="filled" onClick={onRemove}>
          {formatMessage({ id: 'DataStudio_Filter_All_Remove' })}
        </Button>
      }
    >
      {formatMessage({ id: 'DataStudio_Filter_All_Message' }, { points })}
    </StateMessage>
  );
}
