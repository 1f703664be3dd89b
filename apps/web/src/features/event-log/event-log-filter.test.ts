import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { allTypesFilter, nextSort, PRIMARY_TYPES, sortOf, toEventFilter, toggleType } from './event-log-filter.ts';

const period = { startMs: 1_000, endMs: 2_000 };
const scope = { siteIds: null, segmentIds: [], period };

test('secondary types are off by default', () => {
  expect(toEventFilter({}, scope).types).toEqual(PRIMARY_TYPES);
  expect(PRIMARY_TYPES).not.toContain('Warning');
  expect(toggleType({}, 'Warning')).toEqual([...PRIMARY_TYPES, 'Warning']);
});

test('the last type that is shown stays', () => {
  expect(toggleType({ types: ['Downtime'] }, 'Downtime')).toEqual(['Downtime']);
});

test('types stand in the order of how much they decide, however they were switched on', () => {
  expect(toggleType({ types: ['Unknown'] }, 'Downtime')).toEqual(['Downtime', 'Unknown']);
});

test('chosen devices narrow more than the sites they stand on', () => {
  const siteIds = [siteIdSchema.parse('S01')];
  const segmentIds = [segmentIdSchema.parse('wt-1')];
  expect(toEventFilter({}, { ...scope, siteIds, segmentIds })).toMatchObject({ segmentIds, ...period });
  expect(toEventFilter({}, { ...scope, siteIds, segmentIds })).not.toHaveProperty('siteIds');
  expect(toEventFilter({}, { ...scope, siteIds })).toMatchObject({ siteIds });
  expect(toEventFilter({}, scope)).not.toHaveProperty('siteIds');
});

test('the counts on the chips are of every type, for the same words', () => {
  const filter = allTypesFilter({ q: ' lost>10 ', types: ['Downtime'] }, scope);
  expect(filter).toMatchObject({ query: 'lost>10' });
  expect(filter).not.toHaveProperty('types');
});

test('the log opens with what needs attention; a column head reverses its own order, and starts from the useful end', () => {
  expect(sortOf({})).toEqual({ by: 'attention', direction: 'desc' });
  expect(nextSort(sortOf({}), 'lostEnergy')).toEqual({ by: 'lostEnergy', direction: 'desc' });
  expect(nextSort({ by: 'lostEnergy', direction: 'desc' }, 'lostEnergy')).toEqual({ by: 'lostEnergy', direction: 'asc' });
  expect(nextSort(sortOf({}), 'device')).toEqual({ by: 'device', direction: 'asc' });
});
