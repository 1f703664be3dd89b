import { expect, test } from 'vitest';
import type { Site } from '../fleet.ts';
import { siteGroups } from './site-groups.ts';

test('sites stand together by an attribute, those without it last', () => {
  const site = (name: string, country: string | null, timezone: string) => ({ name, metadata: { country, timezone } }) as unknown as Site;
  const sites = [
    site('Alma', null, 'UTC'),
    site('Norr', 'SE', 'Europe/Stockholm'),
    site('Guadal', 'ES', 'Europe/Madrid'),
    site('Malar', 'SE', 'UTC'),
  ];
  const names = (groupBy: 'country' | 'siteTimezone') =>
    siteGroups(sites, groupBy).map(({ value, sites: own }) => [value, ...own.map(({ name }) => name)]);
  expect(names('country')).toEqual([
    ['ES', 'Guadal'],
    ['SE', 'Norr', 'Malar'],
    ['', 'Alma'],
  ]);
  expect(names('siteTimezone').map(([value]) => value)).toEqual(['Europe/Madrid', 'Europe/Stockholm', 'UTC']);
});
