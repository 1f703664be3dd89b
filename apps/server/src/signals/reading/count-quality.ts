import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import type { Period } from '@solvane/energy/time/local-day';
import type { QualityCounts } from '../signal-reader.ts';
import { ESTIMATED_BITS } from '../sql/accumulator.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Bits that say what was wrong with a measured value. */
const REASON_BITS = Array.from({ length: 15 }, (_, bit) => bit);
const ALL_REASONS = 2 ** REASON_BITS.length - 1;

/** Points of validated series in a period by what validation made of them. */
export async function countQuality(
  database: SignalDatabase,
  { series, ...period }: Period & { series: readonly number[] },
  options: StatementOptions = {},
): Promise<QualityCounts[]> {
  if (series.length === 0) return [];
  const source = pointSource({ database: database.name, kind: 'validated', columns: ['flags'] });
  // A night value stands for a sound one, too: it replaced a value only where a rule objected to that.
  const isReplaced =
    `(bitAnd(${source.flags}, ${ESTIMATED_BITS}) != 0 or ` +
    `(bitAnd(${source.flags}, ${QUALITY_FLAGS.NIGHT_VALUE}) != 0 and bitAnd(${source.flags}, ${ALL_REASONS}) != 0))`;
  const isMeasured = `not isNaN(${source.value}) and not ${isReplaced}`;
  const columns = [
    'count() as points',
    `countIf(not isNaN(${source.value})) as with_value`,
    `countIf(not isNaN(${source.value}) and bitAnd(${source.flags}, ${ESTIMATED_BITS}) != 0) as estimated`,
    `countIf(bitAnd(${source.flags}, 1) = 0) as received`,
    `countIf(bitAnd(${source.flags}, 1) = 0 and ${isMeasured}) as valid`,
    ...REASON_BITS.map((bit) => `countIf(bitAnd(${source.flags}, ${2 ** bit}) != 0 and not (${isMeasured})) as bit_${bit}`),
  ];
  const response = await database.select(
    `select series, ${columns.join(', ')} from ${source.from} where ${isOneOf('series', series)} and ${isInPeriods('validated', source, [period])} group by series`,
    options,
  );
  const column = (name: string) => numbersOf(response, name);
  const [received, valid, withValue, estimated] = ['received', 'valid', 'with_value', 'estimated'].map(column);
  const bits = REASON_BITS.map((bit) => column(`bit_${bit}`));
  return [...column('series')].map((number, i) => ({
    series: number,
    received: received?.[i] ?? 0,
    valid: valid?.[i] ?? 0,
    withValue: withValue?.[i] ?? 0,
    estimated: estimated?.[i] ?? 0,
    removedBy: bits.map((counts) => counts[i] ?? 0),
  }));
}
