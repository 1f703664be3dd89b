import { Button } from '@mantine/core';
import { IconListCheck, IconSitemap } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { setDevicePanelOpen, setSignalPanelOpen } from '../../workspace/panels.ts';

/** Says what is missing and opens the panel where it is chosen. */
export function NothingChosen({ devices }: { devices: number }) {
  const { formatMessage } = useIntl();
  const isDevices = devices === 0;
  return (
    <StateMessage
      icon={isDevices ? <IconSitemap /> : <IconListCheck />}
      level="page"
      title={formatMessage({ id: isDevices ? 'Invalidation_Empty_Devices' : 'Invalidation_Empty_Signals' })}
      actions={
        <Button onClick={() => (isDevices ? setDevicePanelOpen(true) : setSignalPanelOpen(true))}>
          {formatMessage({ id: isDevices ? 'DataStudio_Empty_ChooseDevices' : 'DataStudio_Empty_ChooseSignals' })}
        </Button>
      }
    >
      {formatMessage({ id: 'Invalidation_Empty_Message' })}
    </StateMessage>
  );
}
