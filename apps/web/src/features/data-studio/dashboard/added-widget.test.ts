import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { expect, test } from 'vitest';
import { withWidget } from './added-widget.ts';

const given = (id: string, y: number, h: number, phoneOrder: number): StoredWidget => ({
  id,
  type: 'scatter',
  version: 1,
  position: { x: 0, y, w: 6, h },
  phoneOrder,
  settings: {},
});

test('a new widget stands below all others, last on the phone', () => {
  const widgets = withWidget([given('a', 0, 4, 2), given('b', 4, 6, 1)], given('studio', 0, 12, 0), { id: 'c', size: [24, 8] });
  expect(widgets.at(-1)).toMatchObject({ id: 'c', position: { x: 0, y: 10, w: 12, h: 8 }, phoneOrder: 3 });
});
