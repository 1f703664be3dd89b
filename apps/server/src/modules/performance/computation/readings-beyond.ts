import type { RegisterReading } from '@solvane/energy/site-day/inputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import { releaseBuffers } from '../../../signals/release-buffer.ts';
import type { RegisteredSeries } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import type { PointColumns } from '../../../signals/signal-writer.ts';
import { type GridColumns, isRegister, type ReadingsBeyond } from './raw-columns.ts';

const DAY_MS = 86_400_000;
/** How far from the columns readings are looked for, step by step: most registers are read again after a night. [days] */
const REACHES = [1, 4, 16, 90];

export interface BeyondOptions {
  columns: GridColumns;
  whole: IntervalGrid;
  /** First point of the site. */
  beginMs: number | undefined;
  nowMs: number;
}

/**
 * The last reading before the columns and the first one behind them, of registers whose columns have none at that end: what was counted in a gap
 * longer than a batch shows at its other side only.
 */
export async function readingsBeyond(
  store: Pick<SignalReader, 'readPoints'>,
  stored: readonly RegisteredSeries[],
  { columns, whole, beginMs = Number.NEGATIVE_INFINITY, nowMs }: BeyondOptions,
): Promise<ReadingsBeyond> {
  const endMs = whole.startMs + whole.count * whole.stepMs;
  const registers = stored.filter(isRegister).map(({ series }) => series);
  const missingAt = (position: number) => registers.filter((series) => Number.isNaN(columns.get(series)?.[position] ?? Number.NaN));
  const find = async (series: readonly number[], isBefore: boolean): Promise<Map<number, RegisterReading>> => {
    const found = new Map<number, RegisterReading>();
    let searched = 0;
    for (const reach of REACHES) {
      const left = series.filter((each) => !found.has(each));
      const [startMs, stopMs] = isBefore
        ? [Math.max(beginMs, whole.startMs - reach * DAY_MS), whole.startMs - searched * DAY_MS]
        : [endMs + searched * DAY_MS, Math.min(nowMs, endMs + reach * DAY_MS)];
      if (left.length === 0 || !(startMs < stopMs)) break;
      const points = await store.readPoints({ kind: 'raw', series: left, startMs, endMs: stopMs }, { lane: 'background' });
      addNearest(found, points, { whole, isBefore });
      releaseBuffers(Object.values(points));
      searched = reach;
    }
    return found;
  };
  return { before: await find(missingAt(0), true), after: await find(missingAt(whole.count - 1), false) };
}

/** Of each series the point nearest to the columns. */
function addNearest(
  found: Map<number, RegisterReading>,
  { series, timesMs, values }: PointColumns,
  { whole, isBefore }: { whole: IntervalGrid; isBefore: boolean },
): void {
  const times = new Map<number, number>();
  for (let i = 0; i < series.length; i++) {
    const [number, timeMs] = [series[i] ?? -1, timesMs[i] ?? Number.NaN];
    const known = times.get(number);
    if (known !== undefined && (isBefore ? timeMs <= known : timeMs >= known)) continue;
    times.set(number, timeMs);
    found.set(number, { position: Math.floor((timeMs - whole.startMs) / whole.stepMs), value: values[i] ?? Number.NaN });
  }
}
