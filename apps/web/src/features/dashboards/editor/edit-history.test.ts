import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { expect, test } from 'vitest';
import { changed, redone, undone } from './edit-history.ts';

const of = (id: string): readonly StoredWidget[] => [
  { id, type: 'text', version: 1, position: { x: 0, y: 0, w: 1, h: 1 }, phoneOrder: 1, settings: {} },
];
const [A, B, C] = [of('a'), of('b'), of('c')];

test('steps are undone and redone in their order, and a new step forgets what was undone', () => {
  const two = changed(changed({ past: [], present: A, future: [] }, B), C);
  expect(undone(two).present).toBe(B);
  expect(undone(undone(two)).present).toBe(A);
  expect(undone(undone(undone(two))).present).toBe(A);
  expect(redone(undone(two)).present).toBe(C);
  expect(redone(redone(undone(undone(two)))).present).toBe(C);
  expect(changed(undone(two), A).future).toEqual([]);
});

test('what changes nothing is no step', () => {
  const one = changed({ past: [], present: A, future: [] }, A);
  expect(one.past).toEqual([]);
});
