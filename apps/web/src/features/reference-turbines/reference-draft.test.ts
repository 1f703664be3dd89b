import { segmentIdSchema } from '@solvane/contract/ids';
import type { ReferenceRow, SiteTurbine } from '@solvane/contract/models';
import { expect, test } from 'vitest';
import { changedRows, laterDays, neighboursOf, referencesOn, withReference } from './reference-draft.ts';

const id = (text: string) => segmentIdSchema.parse(text);
const turbine = (name: string, latitude: number | null = null): SiteTurbine => ({
  segmentId: id(name),
  name,
  latitude,
  longitude: latitude === null ? null : 15,
});
const row = (name: string, effectiveFrom: string | null, ...references: string[]): ReferenceRow => ({
  segmentId: id(name),
  effectiveFrom,
  references: references.map((segmentId, index) => ({ segmentId: id(segmentId), rank: index + 1 })),
});
const TURBINES = [turbine('A', 57), turbine('B', 57.01), turbine('C', 57.004), turbine('D')];

test('on a day the list that began last holds, an empty one too', () => {
  const rows = [row('A', '2026-03-01', 'C', 'B'), row('A', null, 'B'), row('B', '2026-03-01'), row('B', null, 'A')];
  const on = (day: string) => referencesOn({ rows, turbines: TURBINES }, day).map(({ ranked }) => ranked.replace('\n', ' '));
  expect(on('2026-02-28')).toEqual(['B', 'A', '', '']);
  expect(on('2026-03-01')).toEqual(['C B', '', '', '']);
  expect(laterDays({ rows }, '2026-02-28')).toEqual(['2026-03-01']);
  expect(laterDays({ rows }, '2026-03-01')).toEqual([]);
});

test('a rank that is emptied leaves no gap, and only turbines that changed are saved', () => {
  const before = referencesOn({ rows: [row('A', null, 'B', 'C')], turbines: TURBINES }, '2026-01-01');
  const items = before.map((each) => (each.id === 'A' ? { ...each, ranked: withReference(each.ranked, 0, '') } : each));
  expect(changedRows(items, before, '2026-04-01')).toEqual([row('A', '2026-04-01', 'C')]);
  expect(withReference('B', 1, 'D')).toBe('B\nD');
  expect(changedRows(before, before, '2026-04-01')).toEqual([]);
});

test('the nearest turbine stands first, one without a place last and without a distance', () => {
  const [a] = TURBINES;
  const neighbours = a ? neighboursOf(a, TURBINES) : [];
  expect(neighbours.map(({ name }) => name)).toEqual(['C', 'B', 'D']);
  expect(neighbours[0]?.distanceKm).toBeCloseTo(0.4448, 3);
  expect(neighbours[2]?.distanceKm).toBeNull();
});
