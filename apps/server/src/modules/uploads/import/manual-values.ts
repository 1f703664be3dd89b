import type { UploadFinding } from '@solvane/contract/uploads/uploads';
import type { SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import type { SignalWriter } from '../../../signals/signal-writer.ts';
import type { ManualSeries } from '../check/check-manual-data.ts';

interface ManualStore {
  store: Pick<SignalReader, 'readPoints'> & Pick<SignalWriter, 'writeRaw'>;
  registry: Pick<SeriesRegistry, 'list' | 'register'>;
}

const CALC_TYPE = 'ManualOverride';
const POINTS_PER_WRITE = 100_000;

/** For each signal of a device: how many of its values stand already and get another one. */
export async function findReplacedValues({ store, registry }: ManualStore, series: readonly ManualSeries[]): Promise<UploadFinding[]> {
  const known = await registry.list([...new Set(series.map(({ segmentId }) => segmentId))]);
  const found: UploadFinding[] = [];
  for (const { segmentId, apCode, timesMs } of series) {
    const stored = known.find((each) => each.segmentId === segmentId && each.apCode === apCode && each.calcType === CALC_TYPE);
    const [startMs, lastMs] = [timesMs[0], timesMs.at(-1)];
    if (!stored || startMs === undefined || lastMs === undefined) continue;
    const points = await store.readPoints({ kind: 'raw', series: [stored.series], startMs, endMs: lastMs + 1 }, { lane: 'background' });
    const times = new Set(timesMs);
    const rows = points.timesMs.reduce((count, timeMs) => (times.has(timeMs) ? count + 1 : count), 0);
    const values = { device: segmentId, signal: apCode };
    if (rows > 0) found.push({ code: 'valueReplaced', level: 'warning', sheet: 'Manual data', row: null, column: 'value', rows, values });
  }
  return found;
}

/** Writes values that users entered; of two for one time the last one counts. */
export async function writeManualValues({ store, registry }: ManualStore, series: readonly ManualSeries[]): Promise<void> {
  const keys = series.map(({ siteId, segmentId, apCode }) => ({ siteId, segmentId, apCode, calcType: CALC_TYPE }));
  const numbers = await registry.register(keys);
  const count = series.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
  const points = { series: new Uint32Array(count), timesMs: new Float64Array(count), values: new Float64Array(count) };
  let at = 0;
  for (const [index, { timesMs, values }] of series.entries()) {
    points.series.fill(numbers[index] ?? 0, at, at + timesMs.length);
    points.timesMs.set(timesMs, at);
    points.values.set(values, at);
    at += timesMs.length;
  }
  for (let from = 0; from < count; from += POINTS_PER_WRITE) {
    const to = Math.min(count, from + POINTS_PER_WRITE);
    await store.writeRaw({
      series: points.series.slice(from, to),
      timesMs: points.timesMs.slice(from, to),
      values: points.values.slice(from, to),
    });
  }
}
