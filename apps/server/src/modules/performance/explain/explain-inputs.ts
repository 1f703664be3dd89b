import { type SegmentId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import type { Db } from '../../../db/db.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import type { ComputedPoint, Explanation } from '../../signals/queries/explain-point.ts';

export interface ExplainDeps {
  db: Db;
  store: Pick<SignalReader, 'readPoints'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

/** Signals of segments that a value is made of. */
export interface InputQuery {
  segmentIds: readonly SegmentId[];
  signalIds: readonly string[];
}

/** More values than these are not read on one screen. */
export const INPUTS_SHOWN = 20;

/** Segments that the inputs of a device come from: itself first. */
export function inputSegments(device: SiteDevice, siteSegmentId: SegmentId | undefined): SegmentId[] {
  const ids = [device.id, device.irradianceSensorId, device.primaryWeatherStationId, device.secondaryWeatherStationId, siteSegmentId];
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [segmentIdSchema.parse(id)])))];
}

/** Values in a period, by signal, then segment, then time. */
export async function readInputs(
  { store, registry }: ExplainDeps,
  { segmentIds, signalIds }: InputQuery,
  period: { startMs: number; endMs: number },
): Promise<Explanation['inputs']> {
  const stored = await registry.list(segmentIds);
  const wanted = stored.filter(({ apCode, calcType }) => signalIds.includes(`${apCode}||${calcType}`));
  const found: Explanation['inputs'] = [];
  for (const kind of ['raw', 'validated', 'derived'] as const) {
    const ofKind = new Map(wanted.filter(({ calcType }) => pointKindOf(calcType) === kind).map((each) => [each.series, each]));
    if (ofKind.size === 0) continue;
    const points = await store.readPoints({ kind, series: [...ofKind.keys()], ...period });
    points.series.forEach((series, i) => {
      const name = ofKind.get(series);
      const [timeMs, value] = [points.timesMs[i], points.values[i]];
      if (!name || timeMs === undefined || value === undefined || Number.isNaN(value)) return;
      found.push({ segmentId: name.segmentId, signalId: signalIdSchema.parse(`${name.apCode}||${name.calcType}`), timeMs, value });
    });
  }
  return found.sort(
    (a, b) =>
      signalIds.indexOf(a.signalId) - signalIds.indexOf(b.signalId) ||
      segmentIds.indexOf(a.segmentId) - segmentIds.indexOf(b.segmentId) ||
      a.timeMs - b.timeMs,
  );
}

/** Values that went into one interval: of several segments that have the same signal the first counts, unless it is all that is asked for. */
export async function readInputsAt(
  deps: ExplainDeps,
  { timeMs, intervalMs }: Pick<ComputedPoint, 'timeMs' | 'intervalMs'>,
  query: InputQuery,
): Promise<Explanation['inputs']> {
  const inOrder = await readInputs(deps, query, { startMs: timeMs, endMs: timeMs + intervalMs });
  const first = query.signalIds.length === 1 ? inOrder : inOrder.filter((each, i) => inOrder[i - 1]?.signalId !== each.signalId);
  return first.slice(0, INPUTS_SHOWN);
}
