import { AppError } from '@solvane/contract/errors';
import type { SignalId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { findSignalDefinition, RELATIVE_ANGLES, type SignalDefinition } from '@solvane/energy/signals/catalogue';
import type { Aggregation, SeriesQuery } from '../../../signals/signal-reader.ts';
import type { RequestedSegment } from './signal-directory.ts';
import { storedSignalOf } from './stored-signal.ts';

/** One series of a request that exists in the store. */
export interface RequestedSeries {
  segment: RequestedSegment;
  definition: SignalDefinition;
  query: SeriesQuery;
}

type Asked = Pick<SignalValuesRequest, 'segmentIds' | 'signalIds'>;

/** Refuses what is too much before any work is done, with what was requested and what is allowed. */
export function assertCounts({ segmentIds, signalIds }: Asked): void {
  assertDeviceCount(segmentIds);
  const signals = countDistinct(signalIds, LIMITS.selectedSignals);
  if (signals > LIMITS.selectedSignals)
    throw new AppError('signals.tooManySignals', { values: { requested: signals, allowed: LIMITS.selectedSignals } });
}

/** @throws AppError signals.tooManyDevices */
export function assertDeviceCount(segmentIds: readonly string[]): void {
  const devices = countDistinct(segmentIds, LIMITS.selectedDevices);
  if (devices > LIMITS.selectedDevices)
    throw new AppError('signals.tooManyDevices', { values: { requested: devices, allowed: LIMITS.selectedDevices } });
}

/** Only where there may be too many of them does it matter how many are the same. */
function countDistinct(ids: readonly string[], allowed: number): number {
  return ids.length <= allowed ? ids.length : new Set(ids).size;
}

/** @throws AppError request.invalid naming every signal that the catalogue does not know */
export function getDefinitions(signalIds: readonly SignalId[]): SignalDefinition[] {
  const distinct = [...new Set(signalIds)];
  const definitions = distinct.flatMap((signalId) => findSignalDefinition(signalId) ?? []).filter(({ isHidden }) => !isHidden);
  if (definitions.length < distinct.length) {
    const known = new Set<string>(definitions.map(({ signalId }) => signalId));
    const issues = distinct.flatMap((signalId, index) =>
      known.has(signalId)
        ? []
        : [{ level: 'error' as const, path: ['signalIds', index], message: 'Signals_Unknown', values: { signal: signalId } }],
    );
    throw new AppError('request.invalid', { issues });
  }
  return definitions;
}

/** The series that exist, by signal and then by device, as the request names them. */
export function toRequestedSeries(
  segments: readonly RequestedSegment[],
  definitions: readonly SignalDefinition[],
  aggregation: Aggregation | undefined,
): RequestedSeries[] {
  const requested: RequestedSeries[] = [];
  for (const definition of definitions) {
    const { signalId, kind, facet } = storedSignalOf(definition);
    const own = { kind, aggregation: aggregation ?? defaultAggregation(definition), ...(facet !== 'value' && { facet }) };
    for (const segment of segments) {
      const signal = segment.series.get(signalId);
      if (signal === undefined) continue;
      requested.push({ segment, definition, query: { series: signal.series, zone: segment.zone, intervalMs: segment.intervalMs, ...own } });
    }
  }
  return requested;
}

/** How a signal's values become one per bucket by default. Shares of time and ratios are weighted means in the store. */
export function defaultAggregation({ apCode, timeAggregation }: Pick<SignalDefinition, 'apCode' | 'timeAggregation'>): Aggregation {
  if (timeAggregation === 'circ') return RELATIVE_ANGLES.has(apCode) ? 'circSigned' : 'circ';
  return timeAggregation === 'tw' || timeAggregation === 'ratio' ? 'avg' : timeAggregation;
}

export function toAggregation({
  aggregation,
  percentile,
}: Pick<SignalValuesRequest, 'aggregation' | 'percentile'>): Aggregation | undefined {
  if (aggregation === undefined || aggregation === 'default') return undefined;
  if (aggregation !== 'percentile') return aggregation;
  if (percentile === undefined)
    throw new AppError('request.invalid', { issues: [{ level: 'error', path: ['percentile'], message: 'Form_Required' }] });
  return { percentile };
}
