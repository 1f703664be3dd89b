import { segmentIdSchema } from '@solvane/contract/ids';
import type { CoefficientWire } from '@solvane/contract/models';
import { expect, test } from 'vitest';
import { changesOf, effectiveDays, problemOf, tablesOn, withFit } from './coefficient-draft.ts';

const id = (text: string) => segmentIdSchema.parse(text);
const DEVICES = ['site', 'inv-1'].map((name) => ({ segmentId: id(name), name, isWind: false }));
const table = (device: string, effectiveFrom: string, coefficient: number): CoefficientWire[] =>
  Array.from({ length: 12 }, (_, i) => ({
    ...{ segmentId: id(device), effectiveFrom, month: i + 1, coefficient },
    ...{ degradationPerYear: 0.005, minIrradiance: 20, acLimit: null },
  }));
const ROWS = [...table('site', '2024-01-01', 0.8), ...table('site', '2026-03-01', 0.9)];

test('on a day the table that began last holds, and its days are the versions', () => {
  const [before, after] = ['2026-02-28', '2026-03-01'].map((day) => tablesOn({ rows: ROWS }, DEVICES, day));
  expect(before?.map(({ k1, since, degradation }) => [k1, since, degradation])).toEqual([
    [0.8, '2024-01-01', 0.5],
    [null, null, null],
  ]);
  expect(after?.[0]).toMatchObject({ k12: 0.9, since: '2026-03-01' });
  expect(effectiveDays({ rows: ROWS })).toEqual(['2024-01-01', '2026-03-01']);
});

test('a changed table is saved whole from the day on; one that is emptied on its own day is removed', () => {
  const day = '2026-03-01';
  const before = tablesOn({ rows: ROWS }, DEVICES, day);
  const changed = before.map((each) => (each.id === 'site' ? { ...each, k3: 0.85 } : each));
  const { rows, remove } = changesOf(changed, before, day);
  expect(rows).toHaveLength(12);
  expect(rows[2]).toEqual({ ...ROWS[14], coefficient: 0.85 });
  expect(remove).toEqual([]);
  const [none] = tablesOn({ rows: [] }, DEVICES, day);
  const emptied = before.map((each) => (each.id === 'site' && none ? { ...none, since: each.since } : each));
  expect(changesOf(emptied, before, day)).toEqual({ rows: [], remove: [{ segmentId: 'site', effectiveFrom: day }] });
  expect(emptied[0] && problemOf(emptied[0], 'k1', day)).toBeUndefined();
  expect(emptied[0] && problemOf(emptied[0], 'k1', '2026-04-01')).toBe('cannotClear');
});

test('twelve months within bounds are needed', () => {
  const [site] = tablesOn({ rows: ROWS }, DEVICES, '2026-03-01');
  if (!site) throw new Error('no table');
  expect(problemOf({ ...site, k4: null }, 'k4', '2026-03-01')).toBe('monthMissing');
  expect(problemOf({ ...site, k4: 1.3 }, 'k4', '2026-03-01')).toBe('outOfRange');
  expect(problemOf({ ...site, degradation: 6 }, 'degradation', '2026-03-01')).toBe('outOfRange');
  expect(problemOf({ ...site, acLimit: 'x' }, 'acLimit', '2026-03-01')).toBe('notANumber');
  expect(problemOf({ ...site, acLimit: null }, 'acLimit', '2026-03-01')).toBeUndefined();
});

test('an accepted fit fills the months it knows and leaves the rest', () => {
  const [site] = tablesOn({ rows: ROWS }, DEVICES, '2026-03-01');
  if (!site) throw new Error('no table');
  const months = [
    { month: 1, coefficient: 0.87654321, hours: 40, isOfWholePeriod: false },
    { month: 2, coefficient: null, hours: 0, isOfWholePeriod: true },
  ];
  expect(withFit(site, { months }, 0)).toMatchObject({ k1: 0.8765, k2: 0.9, degradation: 0.5 });
  expect(withFit(site, { months }, 0.7).degradation).toBe(0.7);
});
