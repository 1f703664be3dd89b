import { LIMITS } from '@solvane/contract/limits';
import { useIntl } from 'react-intl';
import { PaneFooter } from '../../shared/panes/pane-footer.tsx';
import { clearSignals, useSelectedSignalIds } from '../../workspace/signal-selection.ts';

export function SignalsFooter() {
  const { formatMessage } = useIntl();
  const count = useSelectedSignalIds().length;
  return (
    <PaneFooter
      count={formatMessage({ id: 'Panel_Selected' }, { count })}
      limit={formatMessage({ id: 'Panel_OfLimit' }, { limit: LIMITS.selectedSignals })}
      clearLabel={formatMessage({ id: 'SignalsPanel_Clear' })}
      onClear={count === 0 ? undefined : clearSignals}
    />
  );
}
