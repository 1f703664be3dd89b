import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

test('every protection in SECURITY.md names tests that exist', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| threat'));
  expect(rows.length).toBeGreaterThan(20);
  const named = rows.map((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path = '']) => path));
  expect(rows.filter((_row, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, 'apps/server/src', path)))).toEqual([]);
});
