import { type EventType, LOSS_BEARING_TYPES } from '../../events/event-types.ts';
import type { TimelineSlice } from '../../events/timeline.ts';
import { eventTouches } from '../../events/timeline-columns.ts';
import { type GroupedSite, timelineFor } from '../group/group-site.ts';
import type { SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteDevice } from '../site.ts';

/** What controllers and people say a device was doing; what calculations detect comes later. Columns of shape (window.count). */
export interface ReportedState {
  /** 1 during a loss-bearing event. Absent: never. */
  stopped?: Uint8Array;
  /** 1 while it was told to produce less. Absent: never. */
  curtailed?: Uint8Array;
}

/** Below this share of the rating a setpoint holds a device down. */
const HELD_BELOW = 0.97;
const STOPPING: readonly EventType[] = LOSS_BEARING_TYPES.filter((type) => type !== 'Unknown');

/**
 * Reported state of every device, by its id: its own events, those of everything above it, and orders.
 *
 * @param tree - devices of the site
 * @param inputs - of the day
 * @param reported - timelines without detected events
 */
export function reportedStates(tree: DeviceTree, inputs: SiteDayInputs, reported: GroupedSite): Map<string, ReportedState> {
  const { grid } = inputs;
  return new Map(
    tree.devices.map((device): [string, ReportedState] => {
      const slices = timelineFor(device, reported);
      const isStopped = slices.some(({ eventType }) => STOPPING.includes(eventType));
      const curtailed = heldDown(device, tree, inputs, slices);
      return [device.id, { ...(isStopped && { stopped: eventTouches(slices, grid, STOPPING) }), ...(curtailed && { curtailed }) }];
    }),
  );
}

/** By an event, or by a setpoint of its own or of the plant. */
function heldDown(device: SiteDevice, tree: DeviceTree, inputs: SiteDayInputs, slices: readonly TimelineSlice[]): Uint8Array | undefined {
  const isOrdered = slices.some(({ eventType }) => eventType === 'Curtailment');
  let curtailed = isOrdered ? eventTouches(slices, inputs.grid, ['Curtailment']) : undefined;
  if (!tree.isGenerator(device)) return curtailed;
  const { own, plant } = tree.setpointsOf(device, inputs.signals);
  const orders = [
    { setpoint: own, rating: device.capacityAc },
    { setpoint: plant, rating: tree.controlledCapacity },
  ];
  for (const { setpoint, rating } of orders) {
    if (setpoint) curtailed = alsoBelow(setpoint, HELD_BELOW * rating, curtailed);
  }
  return curtailed;
}

/** A loop: typed arrays make a box of every number they hand to a function. */
function alsoBelow(setpoint: Float64Array, limit: number, curtailed: Uint8Array | undefined): Uint8Array | undefined {
  let held = curtailed;
  for (let i = 0; i < setpoint.length; i++) {
    if (!((setpoint[i] ?? Number.NaN) < limit)) continue;
    held ??= new Uint8Array(setpoint.length);
    held[i] = 1;
  }
  return held;
}
