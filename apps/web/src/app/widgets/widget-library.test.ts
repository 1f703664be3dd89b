import { WIDGET_TYPES } from '@solvane/contract/widgets/widget-types';
import { expect, test } from 'vitest';
import { WIDGETS } from './widget-library.ts';

test('the import of dashboards knows every type of widget that can be drawn, under its own name', async () => {
  expect(Object.keys(WIDGET_TYPES).toSorted()).toEqual(Object.keys(WIDGETS).toSorted());
  for (const [name, load] of Object.entries(WIDGETS)) expect((await load()).settings.type).toBe(name);
});
