import type { SegmentId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { faultLossQuery } from './demo-faults.queries.ts';

interface FaultLossProps {
  devices: readonly SegmentId[];
  code: string;
  /** What happened, for those who hear the link alone. */
  what: string;
  startMs: number;
  endMs: number;
  /** In the words of the address. */
  period: string;
}

/** The number the product has for a fault: what its events lost, as the event log sums it up. */
export function FaultLoss({ devices, code, what, startMs, endMs, period }: FaultLossProps) {
  const { formatMessage, locale } = useIntl();
  const { data } = useQuery(faultLossQuery({ segmentIds: [...devices], codes: [code], startMs, endMs }));
  if (!data || data.lostEnergyKwh === null) return null;
  const energy = `${lostEnergyText(data.lostEnergyKwh, locale)}\u2009MWh`;
  return (
    <Link
      to="/event-log"
      search={{ devices: [...devices], period, q: `code=${code}` }}
      aria-label={formatMessage({ id: 'DemoFaults_OpenLoss' }, { what, energy })}
    >
      {formatMessage({ id: 'DemoFaults_Loss' }, { energy })}
    </Link>
  );
}
