import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import type { demoEndpoints } from '@solvane/contract/system';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { findDemoState, listDemoFaults, NOTHING_FED } from './demo-state.ts';

type DemoDeps = Pick<Deps, 'db' | 'config'>;

/** Faults that the demo put into the data of sites in scope. */
export async function readDemoFaults(
  { db, config }: DemoDeps,
  { siteIds }: Pick<Caller, 'siteIds'>,
): Promise<ResponseOf<typeof demoEndpoints.faults>['items']> {
  const faults = config.demo === 'off' ? [] : await listDemoFaults(db);
  return faults.filter(({ siteId }) => siteIds.has(siteId as SiteId));
}

/** How much of the demo's data is loaded. */
export async function readDemoProgress({ db, config: { demo } }: DemoDeps): Promise<ResponseOf<typeof demoEndpoints.progress>> {
  if (demo === 'off') return { demo, stage: 'off', share: 0 };
  const { stage, share } = (await findDemoState(db)) ?? NOTHING_FED;
  return { demo, stage, share };
}
