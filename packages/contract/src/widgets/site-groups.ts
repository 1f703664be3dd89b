import type { Site, SiteGrouping } from '../fleet.ts';

export interface SiteGroup {
  /** Of the attribute; empty: not set. */
  value: string;
  sites: Site[];
}

/** Value of an attribute that sites are grouped by. null: not set */
export function groupValue({ metadata }: Pick<Site, 'metadata'>, groupBy: SiteGrouping): string | null {
  return groupBy === 'siteTimezone' ? metadata.timezone : metadata[groupBy];
}

/** Sites by the value of an attribute, in the order of the values; those without it last. */
export function siteGroups(sites: readonly Site[], groupBy: SiteGrouping): SiteGroup[] {
  const groups = Map.groupBy(sites, (site) => groupValue(site, groupBy) ?? '');
  return [...groups]
    .map(([value, members]) => ({ value, sites: members }))
    .toSorted((a, b) => Number(a.value === '') - Number(b.value === '') || a.value.localeCompare(b.value));
}
