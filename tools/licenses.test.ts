import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findForbiddenLicenses } from './licenses.ts';

test('every dependency has a licence that the product can be delivered with', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
  expect(findForbiddenLicenses(lock)).toEqual([]);
});

test('a licence that is not allowed, or none, is found', () => {
  const packages = {
    '': { license: 'Apache-2.0' },
    'node_modules/@solvane/energy': { link: true },
    'node_modules/free': { license: '(MIT OR GPL-3.0-only)', optionalDependencies: { 'free-linux': '1.0.0' } },
    'node_modules/free-linux': {},
    'node_modules/both': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/a/node_modules/copyleft': { license: 'AGPL-3.0-only' },
    'node_modules/axe-core': { license: 'GPL-3.0-only' },
    'node_modules/silent': {},
  };
  expect(findForbiddenLicenses({ packages })).toEqual([
    'both MIT AND GPL-3.0-only',
    'copyleft AGPL-3.0-only',
    'axe-core GPL-3.0-only',
    'silent states no licence',
  ]);
});
