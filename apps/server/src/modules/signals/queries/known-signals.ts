import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { Caller } from '../../../http/caller.ts';
import { getAskedSegments } from './asked-segments.ts';
import { findAskedSeries, getDefinitions } from './asked-series.ts';
import type { QueryDeps } from './prepare-question.ts';

/** Signals that have ever had a value, per segment. */
export async function listDefinitions(
  { db, registry }: QueryDeps,
  caller: Caller,
  segmentIds: readonly SegmentId[],
): Promise<SignalDefinition[]> {
  const devices = new Set(segmentIds).size;
  if (devices > LIMITS.selectedDevices)
    throw new AppError('signals.tooManyDevices', { values: { requested: devices, allowed: LIMITS.selectedDevices } });
  const segments = await getAskedSegments(db, caller, segmentIds);
  const stored = await registry.list(segments.map(({ segmentId }) => segmentId));
  return stored.flatMap(({ segmentId, apCode, calcType }) => {
    const definition = findSignalDefinition(`${apCode}||${calcType}`);
    if (!definition || definition.isHidden) return [];
    const { name, unit, measurementTypeName, timeAggregation, treeAggregation } = definition;
    return {
      segmentId,
      signalId: signalIdSchema.parse(definition.signalId),
      apCode,
      calcType,
      name,
      unit,
      measurementTypeName,
      timeAggregation,
      treeAggregation,
    };
  });
}

/** Newest point of each signal; of every signal when none is named. */
export async function readLatest(
  deps: QueryDeps,
  caller: Caller,
  { segmentIds, signalIds }: BodyOf<typeof signalEndpoints.latest>,
): Promise<ResponseOf<typeof signalEndpoints.latest>> {
  const { db, registry, signals, now } = deps;
  const segments = await getAskedSegments(db, caller, segmentIds);
  const stored = signalIds
    ? (await findAskedSeries(registry, segments, getDefinitions(signalIds), undefined)).map(({ segment, definition, question }) => ({
        segmentId: segment.segmentId,
        signalId: definition.signalId,
        series: question.series,
      }))
    : (await registry.list(segments.map(({ segmentId }) => segmentId))).map(({ segmentId, apCode, calcType, series }) => ({
        segmentId,
        signalId: `${apCode}||${calcType}`,
        series,
      }));
  const names = new Map(stored.map((one) => [one.series, one]));
  const latest = await signals.readLatest([...names.keys()]);
  const items = Array.from(latest.series, (series, index) => {
    const name = names.get(series);
    const [timeMs, value] = [latest.timesMs[index], latest.values[index]];
    return name && timeMs !== undefined && value !== undefined && !Number.isNaN(value)
      ? { segmentId: name.segmentId, signalId: signalIdSchema.parse(name.signalId), timeMs, value }
      : undefined;
  });
  return { nowMs: now(), items: items.filter((item) => item !== undefined) };
}
