import type { Site, SiteStatus } from '@solvane/contract/fleet';

export const SITE_ORDERS = ['name', 'attention'] as const;
export type SiteOrder = (typeof SITE_ORDERS)[number];

/** Sites that cost most per hour first, then those with most open events; the rest stays by name, as it came. */
export function byAttention(sites: readonly Site[], statuses: readonly SiteStatus[]): Site[] {
  const byId = new Map(statuses.map((status) => [status.siteId, status]));
  const lost = ({ siteId }: Site): number => byId.get(siteId)?.lostKwhPerHour ?? 0;
  const open = ({ siteId }: Site): number => byId.get(siteId)?.openEvents ?? 0;
  return sites.toSorted((left, right) => lost(right) - lost(left) || open(right) - open(left));
}
