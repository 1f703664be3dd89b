import { expect, test } from 'vitest';
import { DEFAULT_COLUMNS, resizeColumn } from '../table/columns.ts';
import { isSameView, OWN_CONTENT, parseView, toViewContent } from './view-content.ts';

test('a view comes back as it was saved', () => {
  const view = { search: { q: 'ack:no', group: 'site' as const }, columns: resizeColumn(DEFAULT_COLUMNS, 'device', 300) };
  const back = parseView(JSON.parse(JSON.stringify(toViewContent(view))));
  expect(back).toEqual(view);
  expect(isSameView(back, view)).toBe(true);
});

test('the usual columns stay the usual ones, so that they still give way to a narrow room', () => {
  expect(parseView(toViewContent({ search: {}, columns: DEFAULT_COLUMNS })).columns).toBe(DEFAULT_COLUMNS);
});

test('which view it was belongs to the address, not to the view', () => {
  const search = { q: 'x', view: '0198c0de-0000-4000-8000-000000000001' };
  expect(toViewContent({ search, columns: DEFAULT_COLUMNS })).toEqual({ version: 1, search: { q: 'x' } });
  expect(isSameView({ search, columns: DEFAULT_COLUMNS }, { search: { q: 'x', types: undefined }, columns: DEFAULT_COLUMNS })).toBe(true);
});

test('a view that cannot be read is the log as it is by itself', () => {
  expect([parseView(null), parseView({ version: 'new' })]).toEqual([OWN_CONTENT, OWN_CONTENT]);
  expect(parseView({ version: 2, search: { q: 'x', group: 'colour' }, columns: [{ id: 'nonsense' }] })).toEqual({
    search: { q: 'x' },
    columns: DEFAULT_COLUMNS,
  });
});
