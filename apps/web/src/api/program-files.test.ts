import { expect, test } from 'vitest';
import { isOutage } from '../shared/states/outage.ts';
import { watchProgramFiles } from './program-files.ts';

test('a screen whose file cannot be loaded waits for the server, and the router does not reload the page', () => {
  watchProgramFiles();
  const error = new TypeError('Failed to fetch dynamically imported module: http://solvane.test/assets/event-log.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  // The router knows it by the beginning of its message.
  expect(error.message).toMatch(/^A file of the program is missing: Failed to fetch/);
  expect(isOutage(error)).toBe(true);
  expect(isOutage(new TypeError('x is undefined'))).toBe(false);
});
