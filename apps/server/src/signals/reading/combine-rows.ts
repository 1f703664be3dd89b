import { findTreeDefinition, type Term, type TreeDefinition } from '../aggregation/tree-aggregations.ts';
import type { GroupMember, GroupQuery } from '../signal-reader.ts';
import type { Columns } from '../signal-tables.ts';
import { numbersOf } from '../sql/native-format.ts';
import { secondsByBucket } from './bucket-look-up.ts';
import type { CachedRows } from './recent/look-up-days.ts';

/** A slot for each group and day: beyond this many they are worth the engine. */
const MAX_SLOTS = 2_000_000;

/**
 * Groups of rows from memory, as the engine would combine them: `g`, `bucket`, `combined` and `present`, in this order.
 *
 * @returns undefined: the engine combines them
 */
export function combineRows(cached: readonly CachedRows[], query: GroupQuery): Columns | undefined {
  const { treeAggregation, members } = query;
  const definition = findTreeDefinition(treeAggregation);
  const ofSeries = new Map(members.map((member) => [member.series, member]));
  const slots = findSlots(cached, members);
  // A series that is a member twice is left to the engine.
  if (definition === undefined || ofSeries.size < members.length || slots.count > MAX_SLOTS) return undefined;
  const { terms, fold, form } = definition;
  const sums = terms.map(() => new Float64Array(slots.count).fill(START[fold]));
  const present = new Float64Array(slots.count);
  const isFilled = new Uint8Array(slots.count);
  for (const one of cached) {
    const { slot, capacity } = slotRows(one, { query, ofSeries, slots, isFilled });
    foldInto(present, { slot, numbers: capacity, fold: 'sum' });
    terms.forEach((term, n) => {
      foldInto(sums[n] ?? present, { slot, numbers: numbersOfTerm(term, one.rows, capacity), fold });
    });
  }
  const [first = present, second, third] = sums;
  const filled = Float64Array.from(isFilled.keys()).filter((at) => isFilled[at] === 1);
  const byName = new Map([
    ['g', filled.map((at) => Math.floor(at / slots.perGroup))],
    ['bucket', filled.map((at) => slots.first + (at % slots.perGroup))],
    ['combined', filled.map((at) => form.of(first[at] ?? Number.NaN, second?.[at] ?? Number.NaN, third?.[at] ?? Number.NaN))],
    ['present', filled.map((at) => present[at] ?? Number.NaN)],
  ]);
  return { rowCount: filled.length, byName };
}

const START = { sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY } as const;

/** Buckets of a group follow each other, those of the next group follow. */
interface Slots {
  first: number;
  perGroup: number;
  count: number;
}

function findSlots(cached: readonly CachedRows[], members: readonly GroupMember[]): Slots {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { rows } of cached) {
    const buckets = numbersOf(rows, 'bucket');
    // Walking through an array of numbers makes an object of each.
    for (let row = 0; row < buckets.length; row++) {
      const bucket = buckets[row] ?? Number.NaN;
      if (bucket < first) first = bucket;
      if (bucket > last) last = bucket;
    }
  }
  const groupCount = members.reduce((most, { group }) => Math.max(most, group + 1), 0);
  const perGroup = Math.max(0, last - first + 1);
  return { first, perGroup, count: groupCount * perGroup };
}

interface SlotQuery {
  query: GroupQuery;
  ofSeries: ReadonlyMap<number, GroupMember>;
  slots: Slots;
  isFilled: Uint8Array;
}

/** Where each row belongs, -1 for one that counts as missing, and the capacity of its device. */
function slotRows(
  { seriesClass, rows }: CachedRows,
  { query, ofSeries, slots, isFilled }: SlotQuery,
): { slot: Int32Array; capacity: Float64Array } {
  const [series, buckets, values] = [numbersOf(rows, 'series'), numbersOf(rows, 'bucket'), numbersOf(rows, 'value')];
  const isWhole = wholeness({ seriesClass, rows }, { query, slots });
  const slot = new Int32Array(series.length).fill(-1);
  const capacity = new Float64Array(series.length);
  let member: GroupMember | undefined;
  for (let row = 0; row < series.length; row++) {
    // Rows of a series follow each other.
    if (member?.series !== series[row]) member = ofSeries.get(series[row] ?? Number.NaN);
    if (member === undefined || Number.isNaN(values[row] ?? Number.NaN) || !isWhole(row)) continue;
    const at = member.group * slots.perGroup + (buckets[row] ?? Number.NaN) - slots.first;
    slot[row] = at;
    isFilled[at] = 1;
    capacity[row] = member.capacity;
  }
  return { slot, capacity };
}

function wholeness(
  { seriesClass: { seriesQuery }, rows }: CachedRows,
  { query, slots }: Pick<SlotQuery, 'query' | 'slots'>,
): (row: number) => boolean {
  const { minCompleteness, resolution, startMs, endMs, horizonMs } = query;
  if (!(minCompleteness > 0)) return () => true;
  const [seconds, expected, buckets] = [numbersOf(rows, 'seconds'), numbersOf(rows, 'expected'), numbersOf(rows, 'bucket')];
  const inCalendar = new Float64Array(slots.perGroup);
  for (const [bucket, ofBucket] of secondsByBucket({ unit: resolution, zone: seriesQuery.zone, startMs, endMs, horizonMs }))
    inCalendar[bucket - slots.first] = ofBucket;
  return (row) => {
    const own = expected[row] ?? 0;
    return (seconds[row] ?? 0) >= minCompleteness * (own > 0 ? own : (inCalendar[(buckets[row] ?? 0) - slots.first] ?? 0));
  };
}

function numbersOfTerm(term: Term, rows: Columns, capacity: Float64Array): Float64Array {
  if (term === 'one') return new Float64Array(rows.rowCount).fill(1);
  if (term === 'capacity') return capacity;
  if (term === 'weightedByCapacity') return numbersOf(rows, 'value').map((value, row) => value * (capacity[row] ?? Number.NaN));
  return numbersOf(rows, term);
}

function foldInto(
  sums: Float64Array,
  { slot, numbers, fold }: { slot: Int32Array; numbers: Float64Array; fold: TreeDefinition['fold'] },
): void {
  for (let row = 0; row < slot.length; row++) {
    const at = slot[row] ?? -1;
    if (at < 0) continue;
    const before = sums[at] ?? Number.NaN;
    const own = numbers[row] ?? Number.NaN;
    if (fold === 'sum') sums[at] = before + own;
    else if (fold === 'min' ? own < before : own > before) sums[at] = own;
  }
}
