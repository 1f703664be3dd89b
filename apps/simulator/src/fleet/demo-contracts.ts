import type { DemoContract } from '@solvane/contract/demo-worker';
import { DEMO_ENTERPRISES } from './demo-sites.ts';
import type { SitePlan } from './site-plan.ts';

/** Guaranteed technical availability by time. [%] */
const GUARANTEED = { PV: 98, Wind: 96, BESS: 96, Hybrid: 96.5 } as const;
const NAMES = { PV: 'Solar', Wind: 'Wind', BESS: 'Storage', Hybrid: 'Hybrid' } as const;

/** One service contract for each enterprise and energy type, with the sites it covers. */
export function demoContracts(plans: readonly SitePlan[]): DemoContract[] {
  const groups = Map.groupBy(plans, ({ enterpriseId, energyType }) => `${enterpriseId} ${energyType}`);
  return [...groups.values()].flatMap((sites): DemoContract[] => {
    const [first] = sites;
    if (!first) return [];
    const { enterpriseId, energyType } = first;
    const owner = DEMO_ENTERPRISES.find(({ id }) => id === enterpriseId)?.name ?? enterpriseId;
    return [
      {
        enterpriseId,
        name: `${owner} ${NAMES[energyType]} O&M`,
        energyType,
        siteIds: sites.map(({ id }) => id),
        guaranteedPercent: GUARANTEED[energyType],
      },
    ];
  });
}
