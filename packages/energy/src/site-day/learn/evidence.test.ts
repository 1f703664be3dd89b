import { expect, test } from 'vitest';
import { type DeviceEvidence, keepEvidence, type SiteDayEvidence, tellsMore } from './evidence.ts';

const line = (slope: number) => new Map([['other', { count: 2, meanX: 0, meanY: 0, xx: 1, xy: slope, yy: 1 }]]);
const rating = (xx: number) => ({ pointCount: 1, xx, xy: xx });

function evidence(devices: Record<string, Partial<DeviceEvidence>>, rain = 0): SiteDayEvidence {
  const own = Object.entries(devices).map(([id, each]): [string, DeviceEvidence] => [
    id,
    { satellite: new Map(), references: new Map(), ...each },
  ]);
  return { day: 1, rain, devices: new Map(own) };
}

test('what a day showed when it closed stays, but for its rating; what was not needed then is added', () => {
  const closed = evidence({ a: { cell: { light: 1, warmth: 2 }, lines: new Map([['T', line(1)]]), rating: rating(5) } }, 3);
  const fresh = evidence({
    a: {
      cell: { light: 9, warmth: 9 },
      lines: new Map([
        ['T', line(2)],
        ['G', line(3)],
      ]),
      rating: rating(7),
    },
    b: { cell: { light: 4, warmth: 4 }, histories: new Map([['T', { startMs: 0, values: Float64Array.of(1) }]]) },
  });
  const kept = keepEvidence(closed, fresh);
  expect(kept.rain).toBe(3);
  expect(kept.devices.get('a')).toMatchObject({ cell: { light: 1, warmth: 2 }, rating: rating(7) });
  expect([...(kept.devices.get('a')?.lines ?? [])].map(([apCode, own]) => [apCode, own.get('other')?.xy])).toEqual([
    ['T', 1],
    ['G', 3],
  ]);
  expect([kept.devices.get('b')?.cell, kept.devices.get('b')?.histories?.size]).toEqual([undefined, 1]);
  expect(keepEvidence(closed, evidence({ a: {} })).devices.get('a')?.rating).toBeUndefined();
  expect([...keepEvidence(closed, evidence({ c: { cell: { light: 1, warmth: 1 } } })).devices.keys()]).toEqual(['a']);
});

test('evidence tells more where it has what rules look back for and the other has not', () => {
  const lines = new Map([['T', line(1)]]);
  const without = evidence({ a: {} });
  expect(tellsMore(evidence({ a: { lines } }), without)).toBe(true);
  expect(tellsMore(evidence({ b: { histories: new Map([['T', { startMs: 0, values: Float64Array.of(1) }]]) } }), without)).toBe(true);
  expect(tellsMore(evidence({ a: { lines } }), evidence({ a: { lines } }))).toBe(false);
  expect(tellsMore(without, evidence({ a: { lines } }))).toBe(false);
});
