import { expect, test } from 'vitest';
import { eventLogSearchSchema } from './event-log-search.ts';

test('what cannot be read in an address is left out', () => {
  expect(eventLogSearchSchema.parse({ q: 5, types: ['Nonsense'], sort: 'colour', direction: 'up' })).toEqual({});
});
