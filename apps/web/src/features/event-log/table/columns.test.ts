import { expect, test } from 'vitest';
import { cardSlots, columnsSchema, DEFAULT_COLUMNS, moveColumn, pinColumn, resizeColumn, toggleColumn } from './columns.ts';

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

test('columns of an older or broken view are put in order', () => {
  const of = (id: string, isPinned = false) => ({ id, width: null, isPinned });
  expect(ids(columnsSchema.parse([of('type'), of('code', true), of('type')]))).toBe('code type');
  expect(columnsSchema.safeParse([of('colour')]).success).toBe(false);
});

test('a card names device, category and state, with the loss, its cost and the duration, or the first three numbers that were chosen', () => {
  const numbers = (columns: typeof DEFAULT_COLUMNS) =>
    [...cardSlots(columns)].flatMap(([id, slot]) => (['value', 'meta', 'figure'].includes(slot) ? [`${slot} ${id}`] : []));
  expect([...cardSlots(DEFAULT_COLUMNS.filter(({ id }) => id === 'end')).keys()]).toEqual([
    'type',
    'device',
    'category',
    'start',
    'acknowledged',
  ]);
  expect(numbers(DEFAULT_COLUMNS)).toEqual(['value lostEnergy', 'meta revenueLoss', 'figure duration']);
  const swapped = moveColumn(toggleColumn(DEFAULT_COLUMNS, 'lostEnergy'), 'revenueLoss', -1);
  expect(numbers(swapped)).toEqual(['value revenueLoss', 'meta duration']);
});

test('a width that the user sets stays within bounds', () => {
  expect(resizeColumn(DEFAULT_COLUMNS, 'code', 2)[3]?.width).toBe(24);
  expect(resizeColumn(DEFAULT_COLUMNS, 'code', null)[3]?.width).toBeNull();
});
