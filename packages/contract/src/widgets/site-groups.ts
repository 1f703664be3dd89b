import type { Site, SiteGrouping } from '../fleet.ts';
import { attributeOf } from './widget-devices.ts';

export interface SiteGroup {
  /** Of the attribute; empty: not set. */
  value: string;
  sites: Site[];
}

/** Sites by the value of an attribute, in the order of the values; those without it last. */
export function siteGroups(sites: readonly Site[], groupBy: SiteGrouping): SiteGroup[] {
  const groups = Map.groupBy(sites, (site) => attributeOf(site, groupBy) ?? '');
  return [...groups]
    .map(([value, members]) => ({ value, sites: members }))
    .toSorted((a, b) => Number(a.value === '') - Number(b.value === '') || a.value.localeCompare(b.value));
}
