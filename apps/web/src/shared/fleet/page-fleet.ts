import type { Site, SiteStatus } from '@solvane/contract/fleet';
import type { FleetResult } from '@solvane/contract/site-results';
import { type FleetMonth, fleetMonth } from './fleet-month.ts';
import { type FleetNow, fleetNow } from './fleet-now.ts';

/** The sites that a page shows, as they are now. */
export function pageFleet(sites: readonly Site[], status: { items: readonly SiteStatus[]; nowMs: number }): FleetNow {
  return fleetNow({ sites, statuses: status.items, nowMs: status.nowMs });
}

/** What the month of the sites that a page shows came to; without results every figure is missing. */
export function pageMonth(sites: readonly Site[], month: { items: readonly FleetResult[] } | undefined): FleetMonth {
  const shown = new Set<string>(sites.map(({ siteId }) => siteId));
  return fleetMonth(month?.items.filter(({ siteId }) => shown.has(siteId)) ?? []);
}
