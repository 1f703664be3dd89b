import { LIMITS } from '@solvane/contract/limits';
import { useIntl } from 'react-intl';
import { clearDevices, useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { PaneFooter } from '../shell/pane-footer.tsx';

export function DevicePanelFooter() {
  const { formatMessage } = useIntl();
  const count = useSelectedSegmentIds().length;
  return (
    <PaneFooter
      count={formatMessage({ id: 'Panel_Selected' }, { count })}
      limit={formatMessage({ id: 'Panel_OfLimit' }, { limit: LIMITS.selectedDevices })}
      clearLabel={formatMessage({ id: 'DevicePanel_Clear' })}
      onClear={count === 0 ? undefined : clearDevices}
    />
  );
}
