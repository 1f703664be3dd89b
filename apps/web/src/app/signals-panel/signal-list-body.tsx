import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { IconCircuitSwitchOpen, IconWaveSawTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { latestValuesQuery } from '../../shared/signals/latest.queries.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useNowMs } from '../../workspace/refresh.ts';
import { addSignal, replaceSignals, signalSelection, useSelectedSignalIds } from '../../workspace/signal-selection.ts';
import { type ListedSignal, latestKey, latestOf, type SignalRow } from './signal-list.ts';
import { SignalRows } from './signal-rows.tsx';
import classes from './signals-panel.module.css';

interface SignalListBodyProps {
  rows: readonly SignalRow[];
  signals: readonly ListedSignal[];
  segmentIds: readonly SegmentId[];
  isPending: boolean;
  /** The signals of the selection before are still in view. */
  isDimmed: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Values beyond this are asked for the selected signals only: the list stays quick for a thousand devices. */
const VALUES_SHOWN = 5_000;

export function SignalListBody({ rows, signals, segmentIds, isPending, isDimmed, error, onRetry }: SignalListBodyProps) {
  const { formatMessage } = useIntl();
  const selected = useSelectedSignalIds();
  const nowMs = useNowMs();
  const isManyValues = segmentIds.length * signals.length > VALUES_SHOWN;
  const latest = useQuery(latestValuesQuery(segmentIds, isManyValues ? selected : undefined, nowMs));
  const bySignal = useMemo(() => {
    const newest = new Map((latest.data?.items ?? []).map((item) => [latestKey(item.segmentId, item.signalId), item]));
    return new Map(signals.flatMap((signal) => [[signal.signalId, latestOf(signal, newest)] as const]));
  }, [latest.data, signals]);

  if (segmentIds.length === 0) {
    return (
      <StateMessage icon={<IconWaveSawTool />} title={formatMessage({ id: 'SignalsPanel_NoDevices_Title' })}>
        {formatMessage({ id: 'SignalsPanel_NoDevices_Message' })}
      </StateMessage>
    );
  }
  if (error && rows.length === 0) return <ErrorState error={error} title="Common_Error_Query_Title" onRetry={onRetry} />;
  if (isPending) return <Skeleton />;
  if (rows.length === 0) {
    return (
      <StateMessage icon={<IconCircuitSwitchOpen />} title={formatMessage({ id: 'SignalsPanel_None_Title' })} role="status">
        {formatMessage({ id: signals.length === 0 ? 'SignalsPanel_None_Message' : 'SignalsPanel_NoHit_Message' })}
      </StateMessage>
    );
  }
  return (
    <SignalRows
      rows={rows}
      isDimmed={isDimmed}
      selected={selected}
      latest={bySignal}
      nowMs={latest.data?.nowMs ?? nowMs}
      onToggle={toggleSignal}
    />
  );
}

function toggleSignal(signalId: SignalId): void {
  const { signalIds } = signalSelection.get();
  if (signalIds.includes(signalId)) replaceSignals(signalIds.filter((id) => id !== signalId));
  else addSignal(signalId);
}

const GHOSTS = ['power', 'reactive', 'energy', 'irradiance', 'temperature', 'wind'];

function Skeleton() {
  return (
    <div className={classes.list} aria-hidden="true">
      {GHOSTS.map((name) => (
        <div key={name} className={classes.ghostRow}>
          <span className={classes.ghost} />
          <span className={classes.ghostValue} />
        </div>
      ))}
    </div>
  );
}
