import { expect, test } from 'vitest';
import { createPresence } from './presence.ts';

test('people are here from when they ask for something until half a minute after they did so last', () => {
  let nowMs = 1_000_000;
  const presence = createPresence(() => nowMs);
  expect(presence.isAnybodyHere()).toBe(false);

  presence.note();
  nowMs += 29_000;
  expect(presence.isAnybodyHere()).toBe(true);

  presence.note();
  nowMs += 29_000;
  expect(presence.isAnybodyHere()).toBe(true);
  nowMs += 1_000;
  expect(presence.isAnybodyHere()).toBe(false);
});
