import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import { DAY_MS } from '@solvane/energy/time/zone';
import { faultsIn, type InjectedFault } from './faults.ts';
import { demoFleetDescription } from './fleet/demo-fleet.ts';
import { demoSites } from './fleet/demo-sites.ts';
import { EVENT_CODE_LISTS, type EventCodeList } from './fleet/event-codes.ts';

/** Everything about the demo that is not a measurement, as plain data. */
export interface DemoDescription {
  fleet: FleetDescriptionInput;
  eventCodes: readonly EventCodeList[];
  faults: InjectedFault[];
}

/** The faults reach from 14 months back to a year ahead, so that a description serves a server for a year. */
export function describeDemo({ demo, nowMs }: { demo: 'on' | 'small'; nowMs: number }): DemoDescription {
  return {
    fleet: demoFleetDescription(demo),
    eventCodes: EVENT_CODE_LISTS,
    faults: faultsIn({
      startMs: nowMs - 430 * DAY_MS,
      endMs: nowMs + 366 * DAY_MS,
      clock: { kind: 'calendarYear' },
      siteIds: demoSites(demo).map(({ id }) => id),
    }),
  };
}
