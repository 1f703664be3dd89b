import { expect, test } from 'vitest';
import { readYaml } from './yaml-source.ts';

test.each([
  ['an alias of nothing', 'a: [*nothing]\n'],
  ['aliases of aliases', Array.from({ length: 12 }, (_, at) => `a${at}: &a${at} [${Array(10).fill(at ? `*a${at - 1}` : 'x')}]\n`).join('')],
])('%s is a problem of the file', (_name, text) => {
  expect(readYaml(text)).toMatchObject({ value: undefined, issues: [{ message: 'Fleet_Import_Unreadable' }] });
});
