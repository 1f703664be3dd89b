import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedWidget, arrangedWidgets, duplicatedWidget, movedWidget, removedWidget, resizedWidget } from './layout.ts';

function widget(id: string, x: number, y: number, w: number, h: number): StoredWidget {
  return { id, type: 'text', version: 1, position: { x, y, w, h }, phoneOrder: 1, settings: {} };
}

const placesOf = (widgets: readonly StoredWidget[]) =>
  Object.fromEntries(widgets.map(({ id, position: { x, y, w, h } }) => [id, [x, y, w, h]]));

/** a b over c. */
const THREE = [widget('a', 0, 0, 6, 4), widget('b', 6, 0, 6, 4), widget('c', 0, 4, 12, 5)];

test('a widget changes its place with the one above or below it', () => {
  expect(placesOf(movedWidget(THREE, 'c', 'up'))).toEqual({ c: [0, 0, 12, 5], a: [0, 5, 6, 4], b: [6, 5, 6, 4] });
  expect(placesOf(movedWidget(THREE, 'a', 'down'))).toEqual({ b: [6, 0, 6, 4], c: [0, 4, 12, 5], a: [0, 9, 6, 4] });
  expect(movedWidget(THREE, 'a', 'up')).toBe(THREE);
  expect(movedWidget(THREE, 'c', 'down')).toBe(THREE);
});

test('a widget moves by a column, and what stands there gives way', () => {
  expect(placesOf(movedWidget(THREE, 'b', 'left'))).toEqual({ b: [5, 0, 6, 4], a: [0, 4, 6, 4], c: [0, 8, 12, 5] });
  expect(movedWidget(THREE, 'a', 'left')).toBe(THREE);
  expect(movedWidget(THREE, 'b', 'right')).toBe(THREE);
});

test('a widget grows within the grid, and not below its least size', () => {
  expect(placesOf(resizedWidget(THREE, 'c', 'down', [2, 2]))).toMatchObject({ c: [0, 4, 12, 6] });
  expect(resizedWidget(THREE, 'c', 'right', [2, 2])).toBe(THREE);
  expect(placesOf(resizedWidget(THREE, 'a', 'left', [2, 2]))).toMatchObject({ a: [0, 0, 5, 4] });
  expect(resizedWidget(THREE, 'a', 'left', [6, 2])).toBe(THREE);
  // One that is smaller already stays as it is.
  expect(resizedWidget(THREE, 'a', 'up', [2, 9])).toBe(THREE);
});

test('a new widget stands beside the last one where it fits, else below', () => {
  const added = { id: 'd', type: 'text', version: 1, settings: {} };
  expect(placesOf(addedWidget([], { ...added, size: [4, 3] }))).toEqual({ d: [0, 0, 4, 3] });
  expect(placesOf(addedWidget([widget('a', 0, 0, 4, 3)], { ...added, size: [4, 3] }))).toMatchObject({ d: [4, 0, 4, 3] });
  expect(placesOf(addedWidget(THREE, { ...added, size: [4, 3] }))).toMatchObject({ d: [0, 9, 4, 3] });
});

test('a copy stands below the widget, and a gap closes', () => {
  expect(placesOf(duplicatedWidget(THREE, 'a', 'e'))).toMatchObject({ a: [0, 0, 6, 4], e: [0, 4, 6, 4], c: [0, 8, 12, 5] });
  expect(placesOf(removedWidget(THREE, 'c'))).toEqual({ a: [0, 0, 6, 4], b: [6, 0, 6, 4] });
  expect(placesOf(removedWidget([THREE[0] as StoredWidget, widget('z', 0, 4, 3, 2)], 'a'))).toEqual({ z: [0, 0, 3, 2] });
});

test('positions are taken over as they were dragged to', () => {
  const layout = [
    { i: 'c', x: 0, y: 0, w: 12, h: 5 },
    { i: 'a', x: 0, y: 5, w: 6, h: 4 },
    { i: 'b', x: 6, y: 5, w: 6, h: 4 },
  ];
  expect(placesOf(arrangedWidgets(THREE, layout))).toEqual({ c: [0, 0, 12, 5], a: [0, 5, 6, 4], b: [6, 5, 6, 4] });
  const same = THREE.map(({ id, position }) => ({ i: id, ...position }));
  expect(arrangedWidgets(THREE, same)).toBe(THREE);
});

test('whatever is done, no widget overlaps another or leaves the grid', () => {
  const step = fc.tuple(
    fc.constantFrom('move', 'resize', 'add', 'duplicate', 'remove'),
    fc.nat(9),
    fc.constantFrom('left', 'right', 'up', 'down'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let widgets: readonly StoredWidget[] = THREE;
      for (const [index, [action, at, direction]] of steps.entries()) {
        const id = widgets[at % Math.max(1, widgets.length)]?.id ?? '';
        if (action === 'move') widgets = movedWidget(widgets, id, direction);
        if (action === 'resize') widgets = resizedWidget(widgets, id, direction, [2, 2]);
        if (action === 'add')
          widgets = addedWidget(widgets, { id: `n${index}`, type: 'text', version: 1, settings: {}, size: [1 + at, 3] });
        if (action === 'duplicate' && id) widgets = duplicatedWidget(widgets, id, `d${index}`);
        if (action === 'remove' && widgets.length > 1) widgets = removedWidget(widgets, id);
      }
      const taken = new Set<string>();
      for (const {
        position: { x, y, w, h },
      } of widgets) {
        expect([x, y, w, h].every((number) => Number.isInteger(number) && number >= 0) && x + w <= 12).toBe(true);
        for (let column = x; column < x + w; column++)
          for (let row = y; row < y + h; row++) {
            expect(taken.has(`${column} ${row}`)).toBe(false);
            taken.add(`${column} ${row}`);
          }
      }
    }),
  );
});
