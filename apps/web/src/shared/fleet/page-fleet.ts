import type { Site, SiteStatus } from '@solvane/contract/fleet';
import type { FleetResult } from '@solvane/contract/site-results';
import type { WidgetState } from '../widgets/widget-state.ts';
import { type FleetMonth, fleetMonth, type MonthFigures } from './fleet-month.ts';
import { type FleetNow, fleetNow } from './fleet-now.ts';
import { lastOf } from './last-of.ts';

interface FleetStatus {
  items: readonly SiteStatus[];
  nowMs: number;
}

/** The sites that a page shows, as they are now. Widgets that show the same sites share one object. */
export const pageFleet = lastOf((sites: readonly Site[], status: FleetStatus): FleetNow => {
  return fleetNow({ sites, statuses: status.items, nowMs: status.nowMs });
});

/** What the month of the sites that a page shows came to; without results every figure is missing. */
export const pageMonth = lastOf((sites: readonly Site[], month: { items: readonly FleetResult[] } | undefined): FleetMonth => {
  const shown = new Set<string>(sites.map(({ siteId }) => siteId));
  return fleetMonth(month?.items.filter(({ siteId }) => shown.has(siteId)) ?? []);
});

/** What the power of a fleet lacks: sites without it, or all of them late. */
export function fleetState({ sites, stale }: Pick<FleetNow, 'sites' | 'stale'>): WidgetState {
  const ages = stale.flatMap(({ age }) => age.ageMs ?? []);
  if (sites.length > 0 && ages.length === sites.length) return { staleMs: Math.min(...ages) };
  const missing = sites.filter(({ powerKw }) => powerKw === null).map(({ site }) => site.name);
  return { partial: { have: sites.length - missing.length, of: sites.length, missing } };
}

/** What the month of a fleet lacks: days that are not calculated, or devices without data. */
export function monthState({ missingDays, gaps: { devices } }: Pick<MonthFigures, 'missingDays' | 'gaps'>): WidgetState {
  return { missingDays, partial: devices ? { have: devices.known, of: devices.count, missing: [] } : undefined };
}
