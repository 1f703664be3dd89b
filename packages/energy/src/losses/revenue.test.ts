import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { CALENDAR_TARIFF_SIZE, revenueOf, revenueSums, tariffPrices } from './revenue.ts';
import { meterClosure, siteQuality } from './site-quality.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('revenue', () => {
  test('is energy times price', () => {
    expect(revenueOf(column(40, 600), column(62.5, 45))).toEqual(column(2.5, 27));
  });

  test('without a price is unknown, not nothing', () => {
    expect(revenueOf(column(40, 0), column(_, _))).toEqual(column(_, 0));
  });

  test('saved at negative prices is shown apart', () => {
    expect(revenueSums(column(2.5, -1, 4, _))).toEqual({ lost: 6.5, avoided: -1, unpriced: 1 });
  });
});

describe('tariff', () => {
  const zone = 'Europe/Stockholm';
  const at = (text: string) => Date.parse(text);

  test('holds from its first instant until a later one does', () => {
    const tariffs = [
      { validFromMs: at('2025-01-01T00:00:00Z'), price: { kind: 'fixed', price: 50 } as const },
      { validFromMs: at('2025-07-01T00:00:00Z'), price: { kind: 'fixed', price: 60 } as const },
    ];
    const starts = column(at('2024-12-31T23:50:00Z'), at('2025-06-30T23:50:00Z'), at('2025-07-01T00:00:00Z'));
    expect(tariffPrices(tariffs, starts, zone)).toEqual(column(_, 50, 60));
  });

  test('by the calendar follows the local clock', () => {
    const prices = new Float64Array(CALENDAR_TARIFF_SIZE).fill(40);
    // Mondays in July, 8 to 9 in the morning.
    prices[(6 * 7 + 0) * 24 + 8] = 90;
    const tariffs = [{ validFromMs: 0, price: { kind: 'calendar', prices } as const }];
    const starts = column(at('2025-07-07T05:50:00Z'), at('2025-07-07T06:00:00Z'), at('2025-07-07T07:00:00Z'), at('2025-07-08T06:00:00Z'));
    expect(tariffPrices(tariffs, starts, zone)).toEqual(column(40, 90, 40, 40));
  });

  test('by market follows its series', () => {
    const price = { kind: 'series', timesMs: column(1000, 2000, 3000), prices: column(10, _, 30) } as const;
    expect(tariffPrices([{ validFromMs: 0, price }], column(999, 1000, 1999, 2500, 9999), zone)).toEqual(column(_, 10, 10, _, 30));
  });
});

describe('site quality', () => {
  const shares = { completeness: 0.97, measured: 0.96, sensorHealth: 0.98, metadata: 1, mapped: 0.93 };

  test('weighs all that makes data trustworthy', () => {
    const closure = meterClosure(1000, 988, 0);
    expect(differences(closure, 0.76)).toEqual([]);
    expect(differences(siteQuality({ ...shares, closure }), 93.6, printed(2))).toEqual([]);
  });

  test('leaves out parts a site does not have', () => {
    expect(differences(siteQuality({ ...shares, closure: _ }), (100 * (93.6 - 15 * 0.76)) / 85)).toEqual([]);
    expect(siteQuality({ completeness: _, measured: _, sensorHealth: _, metadata: _, mapped: _, closure: _ })).toBeNaN();
  });

  test('expects the usual loss between devices and meter', () => {
    expect(meterClosure(1000, 980, 0.02)).toBe(1);
    expect(meterClosure(1000, 900, 0.02)).toBe(0);
    expect(meterClosure(0, 0, 0.02)).toBeNaN();
  });
});
