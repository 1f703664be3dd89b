import type { Period } from '@solvane/energy/time/local-day';
import { HOUR_MS } from '@solvane/energy/time/zone';
import { findValueOfSums } from '../../aggregation/aggregations.ts';
import type { ReadQuery, SeriesQuery } from '../../signal-reader.ts';
import type { Columns } from '../../signal-tables.ts';
import type { AccumulatorColumn } from '../../sql/accumulator.ts';
import { LONGEST_POINT_MS } from '../../sql/interval-parts.ts';
import { localClock } from '../../sql/local-clock.ts';
import { blockOf, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { DayPoints } from './day-points.ts';
import { blockDaysOf } from './look-up-points.ts';
import type { CachedSlice, SliceQuery } from './recent-slices.ts';

/** Some 15 ms of the process that serves users. More of them are worth the engine's threads. */
const MOST_POINTS = 1_000_000;

/** Days of raw points that would answer a query by hours; undefined: none could. */
export function findHourDays(query: ReadQuery): SliceQuery | undefined {
  const { resolution, series, startMs, endMs } = query;
  if (resolution !== 'hour' || !(startMs < endMs) || series.length === 0) return undefined;
  const points = series.reduce((sum, { intervalMs }) => sum + (endMs - startMs) / intervalMs, 0);
  if (points > MOST_POINTS || !series.every((seriesQuery) => findValueOfSums(seriesQuery) !== undefined)) return undefined;
  // A fleet has many series and few clocks.
  const clocks = new Map(series.map((seriesQuery) => [`${seriesQuery.zone} ${seriesQuery.intervalMs}`, seriesQuery]));
  return [...clocks.values()].every((seriesQuery) => hourShift(seriesQuery, query) !== undefined) ? blockDaysOf(query) : undefined;
}

/** How far a zone's hours begin before those of UTC; undefined: that changes within the period, or intervals cross their edges. */
function hourShift({ zone, intervalMs }: SeriesQuery, period: ReadQuery): number | undefined {
  const clock = localClock(zone, period);
  if (!clock.isAligned(intervalMs, 'hour')) return undefined;
  const [shift, ...others] = new Set(clock.spans.map(({ offsetMs }) => (offsetMs + 24 * HOUR_MS) % HOUR_MS));
  return others.length === 0 ? shift : undefined;
}

/** Hours of raw points from memory that the engine has vouched for. */
export class CachedHours {
  readonly #ofBlock: ReadonlyMap<number, readonly CachedSlice<DayPoints>[]>;

  constructor(cached: readonly CachedSlice<DayPoints>[]) {
    this.#ofBlock = Map.groupBy(cached, ({ block }) => block);
  }

  /** Whether all points last for an interval of their site each: the engine weighs others. */
  canAnswer(series: readonly SeriesQuery[]): boolean {
    return series.every(({ series: number, intervalMs }) => {
      const days = this.#ofBlock.get(blockOf(number)) ?? [];
      const slot = number % SERIES_PER_BLOCK;
      const room = days.reduce((sum, { content }) => sum + content.room(slot, ALL_TIME), 0);
      const into = { timesMs: new Float64Array(room), values: new Float64Array(room) };
      const count = days.reduce((at, { content }) => content.copy(slot, ALL_TIME, { into, at }), 0);
      return areOfIntervals(into.timesMs.subarray(0, count), intervalMs);
    });
  }

  /**
   * The rows that the engine would find, each series in one run: `series`, `bucket`, `value` and the columns wanted besides.
   *
   * @param query - as `findHourDays` has found it
   */
  read(query: ReadQuery, also: readonly AccumulatorColumn[]): Columns {
    const { series, startMs, endMs } = query;
    const rows = new HourRows(series.length * (Math.ceil((endMs - startMs) / HOUR_MS) + 1), also);
    let into = { timesMs: new Float64Array(0), values: new Float64Array(0) };
    const shifts = new Map<string, number>();
    for (const seriesQuery of series) {
      const days = this.#ofBlock.get(blockOf(seriesQuery.series)) ?? [];
      const slot = seriesQuery.series % SERIES_PER_BLOCK;
      const room = days.reduce((sum, { content }) => sum + content.room(slot, query), 0);
      if (room > into.values.length) into = { timesMs: new Float64Array(room), values: new Float64Array(room) };
      const count = days.reduce((at, { content }) => content.copy(slot, query, { into, at }), 0);
      const shiftMs = shifts.get(seriesQuery.zone) ?? hourShift(seriesQuery, query) ?? 0;
      shifts.set(seriesQuery.zone, shiftMs);
      rows.add(seriesQuery, { timesMs: into.timesMs.subarray(0, count), values: into.values }, shiftMs);
    }
    return rows.toColumns();
  }
}

const ALL_TIME: Period = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

/** Whether each point lasts for an interval of its site, as the engine would see it (sql/interval-parts.ts). */
function areOfIntervals(timesMs: Float64Array, intervalMs: number): boolean {
  const gap = (i: number) => (timesMs[i + 1] ?? Number.NaN) - (timesMs[i] ?? Number.NaN);
  const isStep = (step: number, other: number) => step <= LONGEST_POINT_MS && Math.abs(step - other) * 10 <= step;
  for (let i = 0; i < timesMs.length; i++) {
    if ((timesMs[i] ?? 0) % intervalMs !== 0) return false;
    const [since, until] = [gap(i - 1), gap(i)];
    if (since <= intervalMs || until <= intervalMs) continue;
    if (isStep(until, since) || isStep(until, gap(i + 1)) || isStep(since, gap(i - 2))) return false;
  }
  return true;
}

class HourRows {
  readonly #series: Float64Array;
  readonly #buckets: Float64Array;
  readonly #values: Float64Array;
  readonly #min: Float64Array | undefined;
  readonly #max: Float64Array | undefined;
  readonly #seconds: Float64Array | undefined;
  #count = 0;

  constructor(room: number, also: readonly AccumulatorColumn[]) {
    const column = (name: AccumulatorColumn) => (also.includes(name) ? new Float64Array(room) : undefined);
    this.#series = new Float64Array(room);
    this.#buckets = new Float64Array(room);
    this.#values = new Float64Array(room);
    this.#min = column('min');
    this.#max = column('max');
    this.#seconds = column('seconds');
  }

  /** @param points - ascending */
  add(seriesQuery: SeriesQuery, { timesMs, values }: { timesMs: Float64Array; values: Float64Array }, shiftMs: number): void {
    const value = findValueOfSums(seriesQuery);
    if (value === undefined) throw new RangeError('Hours of points do not suffice for this aggregation');
    for (let from = 0; from < timesMs.length; ) {
      const keyMs = Math.floor(((timesMs[from] ?? Number.NaN) + shiftMs) / HOUR_MS) * HOUR_MS - shiftMs;
      const sums = { count: 0, total: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
      let at = from;
      for (; at < timesMs.length && (timesMs[at] ?? Number.NaN) < keyMs + HOUR_MS; at++) {
        const own = values[at] ?? Number.NaN;
        sums.count += 1;
        sums.total += own;
        if (own < sums.min) sums.min = own;
        if (own > sums.max) sums.max = own;
      }
      from = at;
      const row = this.#count++;
      this.#series[row] = seriesQuery.series;
      this.#buckets[row] = keyMs;
      this.#values[row] = value(sums);
      if (this.#min) this.#min[row] = sums.min;
      if (this.#max) this.#max[row] = sums.max;
      if (this.#seconds) this.#seconds[row] = (sums.count * seriesQuery.intervalMs) / 1000;
    }
  }

  toColumns(): Columns {
    const columns = {
      series: this.#series,
      bucket: this.#buckets,
      value: this.#values,
      min: this.#min,
      max: this.#max,
      seconds: this.#seconds,
    };
    const named = Object.entries(columns).flatMap(([name, column]): [string, Float64Array][] =>
      // A view would keep the empty slots, too.
      column ? [[name, column.slice(0, this.#count)]] : [],
    );
    return { rowCount: this.#count, byName: new Map(named) };
  }
}
