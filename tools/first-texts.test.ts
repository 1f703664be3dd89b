import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFirst } from '../apps/web/catalogue-parts.ts';

const root = join(import.meta.dirname, '..');
const catalogue: Record<string, string> = JSON.parse(readFileSync(join(root, 'packages/i18n/catalogs/en-US.json'), 'utf8'));

/** What the table of sites on Home may say, at whatever time of the day and whatever is missing. */
const TABLE_OF_SITES = [
  'widgets/kpi-table/site-columns.tsx',
  'widgets/kpi-table/site-cells.tsx',
  'shared/fleet/month-gaps.ts',
  'shared/fleet/power-bar.tsx',
  'shared/fleet/state-mark.tsx',
];

test.each(TABLE_OF_SITES)('Home waits for no text of other screens: %s', (file) => {
  const source = readFileSync(join(root, 'apps/web/src', file), 'utf8');
  const keys = [...source.matchAll(/'(\w+_\w+)'/g)].map(([, key = '']) => key).filter((key) => key in catalogue);
  expect(keys.filter((key) => !isFirst(key))).toEqual([]);
  expect(keys).not.toEqual([]);
});
