import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { CodeSet, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { Site } from '@solvane/contract/fleet';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { Fleet } from '../../workspace/fleet/use-fleet.ts';
import type { CodeSetSearch, Level } from './code-set-search.ts';

/** A set at a level, whose enterprise and site are known. */
export interface CodePlace {
  set: CodeSet;
  level: Level;
  /** null: of the set itself. */
  enterpriseId: EnterpriseId | null;
  siteId: SiteId | null;
  /** Names the place among changes. */
  key: string;
}

export type SetAtLevels = ResponseOf<typeof eventCodeSetEndpoints.get>;

/** What the address means; without a chosen site it is the first one. undefined: there is no set */
export function placeOf(
  { set: setId, level = 'default', enterprise, site }: CodeSetSearch,
  sets: readonly CodeSet[],
  { enterprises, selectedIds, allSites }: Pick<Fleet, 'enterprises' | 'selectedIds' | 'allSites'>,
): CodePlace | undefined {
  const set = sets.find(({ id }) => id === setId) ?? sets[0];
  if (!set) return undefined;
  const ofOwner = sitesFor(set, allSites);
  const chosenSite = level === 'site' ? (ofOwner.find(({ siteId }) => siteId === site) ?? ofOwner[0]) : undefined;
  const chosenEnterprise =
    enterprises.find(({ id }) => id === enterprise) ?? enterprises.find(({ id }) => selectedIds.includes(id)) ?? enterprises[0];
  const enterpriseId =
    level === 'default' ? null : level === 'site' ? (chosenSite?.enterpriseId ?? null) : (set.enterpriseId ?? chosenEnterprise?.id ?? null);
  // Where no level can override there is only the set itself.
  const isBare = level !== 'default' && enterpriseId === null;
  const siteId = chosenSite?.siteId ?? null;
  const place = { set, level: isBare ? ('default' as const) : level, enterpriseId, siteId };
  return { ...place, key: [set.id, enterpriseId, siteId].join('|') };
}

const SITE_TYPES = { PVPlant: 'PV', Wind: 'Wind', Battery: 'BESS' } as const;

/** Sites that can have devices of a set: of its enterprise, and of its energy type. */
export function sitesFor({ enterpriseId, energyType }: Pick<CodeSet, 'enterpriseId' | 'energyType'>, sites: readonly Site[]): Site[] {
  const own = sites.filter((site) => enterpriseId === null || site.enterpriseId === enterpriseId);
  if (energyType === 'All') return own;
  return own.filter(({ metadata }) => metadata.energyType === 'Hybrid' || metadata.energyType === SITE_TYPES[energyType]);
}

export function questionOf({ set, enterpriseId, siteId }: CodePlace): BodyOf<typeof eventCodeSetEndpoints.get> {
  return { setId: set.id, ...(enterpriseId !== null && { enterpriseId }), ...(siteId !== null && { siteId }) };
}
