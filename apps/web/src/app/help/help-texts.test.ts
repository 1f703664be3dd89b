import english from '@solvane/i18n/catalogs/en-US.json' with { type: 'json' };
import { expect, test } from 'vitest';

const routeFiles = import.meta.glob<string>('../../routes/*.tsx', { query: '?raw', import: 'default', eager: true });

test('every screen that is built says what it is for', () => {
  const built = Object.values(routeFiles)
    .filter((text) => text.includes("from '../features/"))
    .map((text) => /name: '([^']+)'/.exec(text)?.[1]);
  expect(built.length).toBeGreaterThan(8);
  expect(built.filter((name) => !Object.hasOwn(english, `Help_${name}`))).toEqual([]);
});
