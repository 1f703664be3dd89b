import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { expect, test } from 'vitest';
import { evidenceFromJson, evidenceToJson } from './evidence-text.ts';

const SUMS = {
  own: Float64Array.of(1.1, 2),
  reference: Float64Array.of(3, Number.NaN),
  pairs: Float64Array.of(-0, Number.POSITIVE_INFINITY),
};
const EVIDENCE: SiteDayEvidence = {
  day: 20_000,
  rain: Number.NaN,
  devices: new Map([
    [
      't1',
      {
        satellite: new Map([['IrradianceGHI', { own: 1, satellite: 2, count: 3 }]]),
        references: new Map([['t2', { windSpeed: SUMS, power: { ...SUMS, own: Float64Array.of(7) } }]]),
        capacities: [1.5, 2.5],
      },
    ],
    ['t2', { satellite: new Map(), references: new Map(), powerAtWind: { cells: new Float64Array(0), hours: Float64Array.of(0.1) } }],
  ]),
};

test('evidence comes back from text as it was found, to the last bit', () => {
  expect(evidenceFromJson(JSON.parse(evidenceToJson(EVIDENCE)))).toEqual(EVIDENCE);
});

test('columns that come back share one piece of memory and nothing of each other', () => {
  const { devices } = evidenceFromJson(JSON.parse(evidenceToJson(EVIDENCE)));
  const columns = [...devices.values()].flatMap(({ references, powerAtWind }) => [
    ...[...references.values()].flatMap(({ windSpeed, power }) => [...Object.values(windSpeed), ...Object.values(power)]),
    ...Object.values(powerAtWind ?? {}),
  ]);

  expect(new Set(columns.map(({ buffer }) => buffer)).size).toBe(1);
  expect(columns.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(columns[0]?.buffer.byteLength);
});

test('text that is no evidence is refused', () => {
  expect(() => evidenceFromJson({ day: 1 })).toThrow(RangeError);
  expect(() => evidenceFromJson(null)).toThrow(RangeError);
});
