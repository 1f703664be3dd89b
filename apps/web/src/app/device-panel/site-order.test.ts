import type { Site, SiteStatus } from '@solvane/contract/fleet';
import { expect, test } from 'vitest';
import { byAttention } from './site-order.ts';

const site = (siteId: string) => ({ siteId, name: siteId }) as unknown as Site;
const status = (siteId: string, lostKwhPerHour: number | null, openEvents: number | null) =>
  ({ siteId, lostKwhPerHour, openEvents }) as unknown as SiteStatus;

test('sites that cost most come first, then those with open events, the rest by name', () => {
  const sites = ['Alta', 'Bora', 'Cala', 'Dora', 'Etna'].map(site);
  const statuses = [status('Bora', 12, 1), status('Cala', null, 3), status('Dora', 900, 1), status('Etna', null, null)];
  expect(byAttention(sites, statuses).map(({ siteId }) => String(siteId))).toEqual(['Dora', 'Bora', 'Cala', 'Alta', 'Etna']);
  expect(byAttention(sites, []).map(({ siteId }) => String(siteId))).toEqual(['Alta', 'Bora', 'Cala', 'Dora', 'Etna']);
});
