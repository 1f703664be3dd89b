import type { DemoBudget, DemoContract } from '@solvane/contract/demo-worker';
import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import { civilDate, localDayOf } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { faultsIn, type InjectedFault } from './faults.ts';
import { demoBudget } from './fleet/demo-budgets.ts';
import { demoContracts } from './fleet/demo-contracts.ts';
import { demoFleetDescription } from './fleet/demo-fleet.ts';
import { demoSites } from './fleet/demo-sites.ts';
import { EVENT_CODE_LISTS, type EventCodeList } from './fleet/event-codes.ts';

/** Everything about the demo that is not a measurement, as plain data. */
export interface DemoDescription {
  fleet: FleetDescriptionInput;
  eventCodes: readonly EventCodeList[];
  faults: InjectedFault[];
  budgets: DemoBudget[];
  contracts: DemoContract[];
}

/** Budgets of the years that the history and the year ahead touch. The faults reach from 14 months back to a year ahead, so that a description serves a server for a year. */
export function describeDemo({ demo, nowMs }: { demo: 'on' | 'small'; nowMs: number }): DemoDescription {
  const plans = demoSites(demo);
  const { year } = civilDate(localDayOf(nowMs, 'UTC'));
  const years = [year - 2, year - 1, year, year + 1];
  return {
    fleet: demoFleetDescription(demo),
    eventCodes: EVENT_CODE_LISTS,
    faults: faultsIn({
      startMs: nowMs - 430 * DAY_MS,
      endMs: nowMs + 366 * DAY_MS,
      clock: { kind: 'calendarYear' },
      siteIds: plans.map(({ id }) => id),
    }),
    budgets: plans.map((plan) => ({ siteId: plan.id, rows: demoBudget(plan, years) })),
    contracts: demoContracts(plans),
  };
}
