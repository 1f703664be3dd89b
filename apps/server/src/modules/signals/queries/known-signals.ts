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
  const wanted = signalIds && getDefinitions(signalIds);
  const names = new Map<number, { segmentId: SegmentId; signalId: SignalId }>();
  for (const { segmentId, series } of segments) {
    for (const signal of wanted ? wanted.map(({ signalId }) => series.get(signalId)) : series.values())
      if (signal) names.set(signal.series, { segmentId, signalId: signal.signalId });
  }
  const latest = await signals.readLatest([...names.keys()]);
  const items: ResponseOf<typeof signalEndpoints.latest>['items'] = [];
  latest.series.forEach((series, index) => {
    const name = names.get(series);
    const [timeMs, value] = [latest.timesMs[index], latest.values[index]];
    if (name && timeMs !== undefined && value !== undefined && !Number.isNaN(value)) items.push({ ...name, timeMs, value });
  });
  return { nowMs: now(), items };
}
