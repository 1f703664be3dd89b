import { LIMITS } from '@solvane/contract/limits';
import { useIntl } from 'react-intl';
import { PaneFooter } from '../../shared/panes/pane-footer.tsx';
import { clearDevices, useSelectedSegmentIds } from '../../workspace/device-selection.ts';

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
