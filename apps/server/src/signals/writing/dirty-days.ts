import type { LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { BlockDayRange } from '../engine/last-changes.ts';
import type { TouchedSeries } from '../selected-points.ts';
import { LONGEST_POINT_MS } from '../sql/interval-parts.ts';
import { blockOf, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Days of blocks that a statement declares as changed one by one; with more of them, all cached responses are remade. */
const MAX_LISTED = 50_000;

/** Days (of UTC) on which roll-ups of a block of series differ, or may differ, from its points. */
export class BlockDays {
  readonly #days = new Map<number, Set<LocalDay>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(block: number, day: LocalDay): void {
    const days = this.#days.get(block) ?? new Set();
    if (days.size === 0) this.#days.set(block, days);
    if (days.has(day)) return;
    days.add(day);
    this.#size += 1;
  }

  filter(isWanted: (block: number, day: LocalDay) => boolean): BlockDays {
    const some = new BlockDays();
    for (const { block, day } of this.entries()) if (isWanted(block, day)) some.add(block, day);
    return some;
  }

  /** undefined: more than is worth listing. */
  ranges(): BlockDayRange[] | undefined {
    if (this.#size > MAX_LISTED) return undefined;
    const ranges: BlockDayRange[] = [];
    for (const [block, days] of this.#days) {
      for (const day of Float64Array.from(days).sort()) {
        const before = ranges.at(-1);
        if (before?.block === block && before.last === day - 1) before.last = day;
        else ranges.push({ block, first: day, last: day });
      }
    }
    return ranges;
  }

  *entries(): Generator<{ block: number; day: LocalDay }> {
    for (const [block, days] of this.#days) for (const day of days) yield { block, day };
  }
}

/** Columns of raw points, whose rows mostly follow each other in series and time. How long a point lasts, its neighbours decide. */
export function blockDaysOfPoints(into: BlockDays, series: Uint32Array, timesMs: Float64Array): BlockDays {
  let [lastBlock, fromMs, toMs] = [-1, Number.NaN, Number.NaN];
  for (let i = 0; i < series.length; i++) {
    const block = blockOf(series[i] ?? 0);
    const timeMs = timesMs[i] ?? 0;
    if (block === lastBlock && timeMs >= fromMs && timeMs < toMs) continue;
    const [first, last] = [Math.floor((timeMs - LONGEST_POINT_MS) / DAY_MS), Math.floor((timeMs + LONGEST_POINT_MS) / DAY_MS)];
    for (let day = first; day <= last; day++) into.add(block, day);
    // The same days are touched by what lies so far from midnight, too.
    lastBlock = block;
    [fromMs, toMs] = first === last ? [first * DAY_MS + LONGEST_POINT_MS, (first + 1) * DAY_MS - LONGEST_POINT_MS] : [timeMs, timeMs];
  }
  return into;
}

export function blockDaysOfTouched(touched: readonly TouchedSeries[]): BlockDays {
  const blockDays = new BlockDays();
  for (const { series, firstMs, lastMs } of touched) {
    const [first, last] = [firstMs - LONGEST_POINT_MS, lastMs + LONGEST_POINT_MS];
    for (let day = Math.floor(first / DAY_MS); day <= Math.floor(last / DAY_MS); day++) blockDays.add(blockOf(series), day);
  }
  return blockDays;
}

/** `opened`: points may be about to change. `marked`: they have changed. `rolled`: roll-ups answer for changes up to a version. */
export type DirtyFlag = 'opened' | 'marked' | 'rolled';

/**
 * Notes down, durably, what will have to be rolled up. A write opens its days before it touches points and flags them dirty afterwards: the flag is younger than
 * any roll-up that was computed before the points were there, and a day left open by a crash is taken for changed.
 */
export async function writeDirtyDays(
  database: SignalDatabase,
  { blockDays, kind, version }: { blockDays: BlockDays; kind: DirtyFlag; version?: string },
  options: StatementOptions = {},
): Promise<void> {
  const entries = [...blockDays.entries()];
  if (entries.length === 0) return;
  await database.insertFrom({
    ...options,
    changes: blockDays.ranges(),
    statement: (source) =>
      `insert into ${database.name}.dirty_day (block, day, ${kind}) select block, day, ${version === undefined ? VERSION_NOW : `toUInt64(${version})`} from ${source}`,
    data: [
      { name: 'block', type: 'UInt32', values: entries.map(({ block }) => block) },
      { name: 'day', type: 'Date32', values: entries.map(({ day }) => day) },
    ],
  });
}
