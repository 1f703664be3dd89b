import { expect, test } from 'vitest';
import { z } from 'zod';
import { TELL_MISSING, toIssues } from './issues.ts';

test('what is missing is told from what is of another type, and the input stays out of the error', () => {
  const { error } = z
    .object({ name: z.string(), ids: z.string() })
    .safeParse({ ids: Array.from({ length: 10_000 }, () => 0) }, TELL_MISSING);
  if (!error) throw new Error('accepted');
  expect(toIssues(error).map(({ path, message }) => [path, message])).toEqual([
    [['name'], 'Common_Validation_Required'],
    [['ids'], 'Common_Validation_Invalid'],
  ]);
  expect(error.message.length).toBeLessThan(1_000);
});
