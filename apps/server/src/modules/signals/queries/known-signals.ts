import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { Caller } from '../../../http/caller.ts';
import { getAskedSegments } from './asked-segments.ts';
import { assertDeviceCount, getDefinitions } from './asked-series.ts';
import type { QueryDeps } from './prepare-question.ts';

/** Signals that have ever had a value, per segment. */
export async function listDefinitions(
  { directory }: Pick<QueryDeps, 'directory'>,
  caller: Caller,
  segmentIds: readonly SegmentId[],
): Promise<SignalDefinition[]> {
  assertDeviceCount(segmentIds);
  const segments = await getAskedSegments(directory, caller, segmentIds);
  return segments.flatMap(({ segmentId, series }) =>
    [...series.values()].flatMap(({ signalId }) => {
      const definition = findSignalDefinition(signalId);
      if (!definition || definition.isHidden) return [];
      const { apCode, calcType, name, unit, measurementTypeName, timeAggregation, treeAggregation } = definition;
      return {
        segmentId,
        signalId,
        apCode,
        calcType,
        name,
        unit,
        measurementTypeName,
        timeAggregation,
        treeAggregation,
      };
    }),
  );
}

/** Newest point of each signal; of every signal when none is named. */
export async function readLatest(
  { directory, signals, now }: QueryDeps,
  caller: Caller,
  { segmentIds, signalIds }: BodyOf<typeof signalEndpoints.latest>,
): Promise<ResponseOf<typeof signalEndpoints.latest>> {
  const segments = await getAskedSegments(directory, caller, segmentIds);
  const wanted = signalIds && getDefinitions(signalIds).map(({ signalId }) => signalId);
  const names = new Map<number, { segmentId: SegmentId; signalId: SignalId }>();
  for (const { segmentId, series } of segments) {
    for (const id of wanted ?? series.keys()) {
      const signal = series.get(id);
      if (signal) names.set(signal.series, { segmentId, signalId: signal.signalId });
    }
  }
  const { series, timesMs, values } = await signals.readLatest([...names.keys()]);
  const items: ResponseOf<typeof signalEndpoints.latest>['items'] = [];
  for (let i = 0; i < series.length; i++) {
    const name = names.get(series[i] ?? Number.NaN);
    const [timeMs, value] = [timesMs[i] ?? Number.NaN, values[i] ?? Number.NaN];
    if (name && !Number.isNaN(value)) items.push({ segmentId: name.segmentId, signalId: name.signalId, timeMs, value });
  }
  return { nowMs: now(), items };
}
