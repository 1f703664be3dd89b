import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { degradation } from './degradation.ts';
import { performanceLossRate } from './performance-loss-rate.ts';
import { soiling } from './soiling.ts';

const reference = referenceData('pv_rdtools_reference');
const DAY_MS = 86_400_000;

describe.skipIf(reference.isAbsent)(`long-term methods agree with RdTools${reference.note}`, () => {
  test('degradation of five years', () => {
    const table = reference.table('degradation_daily_5y.csv');
    const days = Float64Array.from(table.texts('date'), (date) => Date.parse(date) / DAY_MS);
    const found = degradation({ days, index: table.numbers('normalized') });
    if (found.kind !== 'rate') throw new Error('five years are enough');
    expect(differences(found.rate, (reference.expected('yoy') as [number])[0], { absolute: 0.02 })).toEqual([]);
    expect(differences(found.rate, reference.expected('true_rate') as number, { absolute: 0.05 })).toEqual([]);
    expect(found.low).toBeLessThan(found.rate);
    expect(found.high).toBeGreaterThan(found.rate);
  });

  test('performance loss rate of the same years without weights', () => {
    const table = reference.table('degradation_daily_5y.csv');
    const days = Float64Array.from(table.texts('date'), (date) => Date.parse(date) / DAY_MS);
    const found = performanceLossRate({ days, index: table.numbers('normalized') });
    expect(differences(found?.rate, reference.expected('ols') as number, { absolute: 0.002 })).toEqual([]);
  });

  test('soiling rates of three intervals', () => {
    const table = reference.table('soiling_daily_75d.csv');
    const found = soiling({ index: table.numbers('normalized_energy'), insolation: table.numbers('insolation') });
    const slopes = found.intervals.filter(({ isSoiling }) => isSoiling).map(({ slope }) => slope);
    expect(differences(slopes, reference.expected('srr_rates') as number[], { absolute: 0.0001 })).toEqual([]);
  });
});
