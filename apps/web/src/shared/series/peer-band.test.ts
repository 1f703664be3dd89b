import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { peerBand } from './peer-band.ts';

const T = Date.UTC(2026, 5, 24, 9);

function given(name: string, values: readonly number[], fromMs = T) {
  const timesMs = Float64Array.from(values, (_, index) => fromMs + index * 600_000);
  return {
    segmentId: segmentIdSchema.parse(name),
    signalId: 'ActivePower||Validated',
    timesMs,
    values: Float64Array.from(values),
  } as never;
}

function rated(ratings: Readonly<Record<string, number>>, ratedPowerKw = 1_000) {
  return {
    ratedPowerKw,
    devices: Object.entries(ratings).map(([name, kw]) => ({ segmentId: segmentIdSchema.parse(name), ratedPowerKw: kw })),
  };
}

test('the band is what the others made at the rating of this device, without the outermost tenth on either side', () => {
  const loads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1];
  const series = loads.map((load, index) => given(`INV-${index}`, [load * 500 * (1 + (index % 2))]));
  const ratings = Object.fromEntries(loads.map((_, index) => [`INV-${index}`, 500 * (1 + (index % 2))]));
  const { timesMs, low, high } = peerBand({ series }, rated(ratings));
  expect([...timesMs]).toEqual([T]);
  expect(low[0]).toBeCloseTo(200, 9);
  expect(high[0]).toBeCloseTo(1_000, 9);
});

test('where fewer than three have a value there is no band, and a device that is not a peer does not count', () => {
  const series = [
    given('INV-1', [100, 100]),
    given('INV-2', [200, Number.NaN]),
    given('INV-3', [300], T),
    given('METER', [9_000, 9_000]),
    given('INV-4', [400, 400]),
  ];
  const { timesMs, low, high } = peerBand({ series }, rated({ 'INV-1': 1_000, 'INV-2': 1_000, 'INV-3': 1_000, 'INV-4': 1_000 }));
  expect([...timesMs]).toEqual([T, T + 600_000]);
  expect(low[0]).toBeCloseTo(130, 9);
  expect(high[0]).toBeCloseTo(370, 9);
  expect([low[1], high[1]]).toEqual([Number.NaN, Number.NaN]);
});
