import { expect, test } from 'vitest';
import {
  cardColumns,
  columnsSchema,
  DEFAULT_COLUMNS,
  isClipped,
  moveColumn,
  pinColumn,
  placeColumns,
  resizeColumn,
  toggleColumn,
} from './columns.ts';

const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ');

test('a column that is chosen stands at its usual place, and one of them always stays', () => {
  expect(ids(toggleColumn(DEFAULT_COLUMNS, 'priority'))).toBe(
    'type start device code category priority duration lostEnergy revenueLoss acknowledged',
  );
  const [type] = DEFAULT_COLUMNS;
  expect(toggleColumn(type ? [type] : [], 'type')).toHaveLength(1);
  expect(ids(toggleColumn(DEFAULT_COLUMNS, 'code'))).not.toContain('code');
});

test('columns move, not beyond the ends, and pinned ones stay in front', () => {
  expect(ids(moveColumn(DEFAULT_COLUMNS, 'code', -2))).toMatch(/^type code start/);
  expect(ids(moveColumn(DEFAULT_COLUMNS, 'type', -3))).toBe(ids(DEFAULT_COLUMNS));
  const pinned = pinColumn(DEFAULT_COLUMNS, 'device', true);
  expect(ids(pinned)).toMatch(/^device type start/);
  expect(ids(moveColumn(pinned, 'device', 3))).toMatch(/^device /);
});

test('what is left of the room goes to names, unless the user set their width', () => {
  const widths = (columns: typeof DEFAULT_COLUMNS) => placeColumns(columns, { room: 1_200, left: 36 });
  const total = (columns: typeof DEFAULT_COLUMNS) => widths(columns).reduce((sum, { width }) => sum + width, 36);
  expect(total(DEFAULT_COLUMNS)).toBeCloseTo(1_200);
  const drawn = resizeColumn(DEFAULT_COLUMNS, 'device', 300);
  expect(widths(drawn).find(({ id }) => id === 'device')?.width).toBe(300);
  expect(total(drawn)).toBeCloseTo(1_200);
  expect(resizeColumn(DEFAULT_COLUMNS, 'code', 2)[3]?.width).toBe(24);
});

test('the usual columns give way to a narrow room, chosen ones are never taken away', () => {
  expect(ids(placeColumns(DEFAULT_COLUMNS, { room: 600, left: 36 }))).toBe('type start device duration lostEnergy acknowledged');
  expect(placeColumns([...DEFAULT_COLUMNS], { room: 600, left: 36 })).toHaveLength(DEFAULT_COLUMNS.length);
});

test('pinned columns know where they stay', () => {
  const placed = placeColumns(pinColumn(pinColumn(DEFAULT_COLUMNS, 'type', true), 'start', true), { room: 0, left: 36 });
  expect(placed.slice(0, 3).map(({ pinnedAt }) => pinnedAt)).toEqual([36, 66, null]);
});

test('columns of an older or broken view are put in order', () => {
  const of = (id: string, isPinned = false) => ({ id, width: null, isPinned });
  expect(ids(columnsSchema.parse([of('type'), of('code', true), of('type')]))).toBe('code type');
  expect(columnsSchema.safeParse([of('colour')]).success).toBe(false);
});

test('a name may be too long for its column, a number only in one that was made narrower', () => {
  const at = (id: 'device' | 'lostEnergy', width: number) => ({ id, width, pinnedAt: null, figure: undefined });
  expect([at('device', 400), at('lostEnergy', 98), at('lostEnergy', 60)].map(isClipped)).toEqual([true, false, true]);
});

test('a card names device, category and state, with the loss, its cost and the duration, or the first three numbers that were chosen', () => {
  expect(cardColumns(DEFAULT_COLUMNS.filter(({ id }) => id === 'end')).map(({ id }) => id)).toEqual([
    'type',
    'device',
    'category',
    'start',
    'acknowledged',
  ]);
  const figures = (columns: typeof DEFAULT_COLUMNS) =>
    cardColumns(columns)
      .flatMap(({ id, figure }) => (figure === undefined ? [] : [`${figure} ${id}`]))
      .sort();
  expect(figures(DEFAULT_COLUMNS)).toEqual(['1 lostEnergy', '2 revenueLoss', '3 duration']);
  expect(figures(moveColumn(toggleColumn(DEFAULT_COLUMNS, 'lostEnergy'), 'revenueLoss', -1))).toEqual(['1 revenueLoss', '2 duration']);
  expect(figures(DEFAULT_COLUMNS.filter(({ id }) => id === 'device'))).toEqual([]);
});

test('the usual columns give way to a narrow room as far as devices can still be told apart, chosen ones scroll', () => {
  const widthOf = (columns: typeof DEFAULT_COLUMNS, room: number) =>
    placeColumns(columns, { room, left: 36 }).reduce((sum, { width }) => sum + width, 36);
  expect(widthOf(DEFAULT_COLUMNS, 520)).toBe(520);
  expect(widthOf(DEFAULT_COLUMNS, 300)).toBeGreaterThan(300);
  expect(widthOf([...DEFAULT_COLUMNS], 520)).toBeGreaterThan(520);
});
