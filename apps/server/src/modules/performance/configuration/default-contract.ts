import { standardSheet } from '@solvane/energy/availability/availability-sheets';
import { defaultOverdesignMethod } from '@solvane/energy/availability/overdesign';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import type { AvailabilityView, SiteContract } from '@solvane/energy/site-day/site';
import type { InstalledPower } from '../../contracts/site-contracts.ts';

const VIEWS = ['Total', 'Technical', 'Operational'] as const;
const BASES = ['time', 'production'] as const;

/** How availability is counted at a site without a contract: the informative views of IEC 61400-26-1. */
export function defaultContract({ installed, limitAtGenerators }: InstalledPower): SiteContract {
  return {
    categories: DEFAULT_CATEGORY_SETS.All,
    views: VIEWS.flatMap((name) =>
      BASES.map((basis): AvailabilityView => {
        const sheet = (isSolar: boolean) => standardSheet({ view: name, basis, isSolar });
        return { name, basis, sheets: { PV: sheet(true), Wind: sheet(false), BESS: sheet(false) } };
      }),
    ),
    primaryProductionView: 'Technical',
    overdesign: defaultOverdesignMethod(installed, limitAtGenerators),
    excludesEstimated: false,
  };
}
