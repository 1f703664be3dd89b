import type { LocalDay } from '@solvane/energy/time/local-day';
import { localDaysIn, type Period } from '@solvane/energy/time/local-day';
import { at } from '../columns/column.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import { type DemoDevice, deviceId, devicesOf } from '../fleet/demo-devices.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { type DemoWorld, powerDayOf } from '../plant/demo-world.ts';
import { generatorsOf, type SitePowerDay } from '../plant/site-power.ts';
import { outageEvents } from './outage-events.ts';
import { type DemoEvent, rawEvent } from './raw-event.ts';
import { runsOf } from './runs.ts';
import { nightEvents, undocumentedEvents, warningEvents, windLimitEvents } from './status-events.ts';

/** No event of the demo lasts longer. [days] */
const LONGEST_EVENT = 5;

/** Every code the controllers of a site raise on a local day, by rising start. An event belongs to the day it starts, however long it lasts. */
export function eventsStartingOn(world: DemoWorld, plan: SitePlan, day: LocalDay): DemoEvent[] {
  const power = powerDayOf(world, plan, day);
  const { noise, frame } = power;
  const generators = generatorsOf(power).map(({ device }) => device);
  const inverters = generators.filter(({ kind }) => kind === 'inverter');
  const outages = outageEvents({ plan, noise, frame, clock: world.clock, generators });
  const events = [
    ...outages,
    ...orderEvents(power),
    ...deratingEvents(power, generators),
    ...codesOfFaults(power, devicesOf(plan)),
    ...nightEvents({ plan, noise, frame }, inverters),
    ...windLimitEvents(frame, power.turbines),
    ...warningEvents({ noise, frame }, generators),
    ...undocumentedEvents({ plan, noise, frame }, devicesOf(plan)),
  ];
  return events
    .filter(({ startMs }) => startMs >= frame.startMs && startMs < frame.endMs)
    .filter((event) => !isUnheard(power, event))
    .sort((a, b) => a.startMs - b.startMs || a.segmentId.localeCompare(b.segmentId) || a.code.localeCompare(b.code));
}

/** Events of a site that overlap a period, by rising start. */
export function eventsIn(world: DemoWorld, plan: SitePlan, { startMs, endMs }: Period): DemoEvent[] {
  const days = localDaysIn({ startMs, endMs }, plan.timezone);
  const first = days[0];
  if (first === undefined) return [];
  const before = Array.from({ length: LONGEST_EVENT }, (_, i) => first - LONGEST_EVENT + i);
  return [...before, ...days]
    .flatMap((day) => eventsStartingOn(world, plan, day))
    .filter((event) => event.startMs < endMs && event.endMs > startMs);
}

/** Orders to the plant, raised by its controller. */
function orderEvents({ plan, frame, faults, price }: SitePowerDay): DemoEvent[] {
  const controller = deviceId(plan, 'controller', 1);
  return [
    ...ofKind(faults, 'curtailment').flatMap(({ effect, window }) =>
      runsOf(frame, (i) => isActive(window, frame.faultDay, at(frame.localHours, i))).map((run) => rawEvent(controller, effect.code, run)),
    ),
    ...ofKind(faults, 'marketCurtailment').flatMap(({ effect }) =>
      frame.weekday >= 6 ? runsOf(frame, (i) => at(price, i) < 0).map((run) => rawEvent(controller, effect.code, run)) : [],
    ),
  ];
}

function deratingEvents({ frame, faults, ambient }: SitePowerDay, generators: readonly DemoDevice[]): DemoEvent[] {
  return generators.flatMap(({ id }) =>
    ofKind(faults, 'heatDerating', id).flatMap(({ effect, window }) =>
      runsOf(frame, (i) => at(ambient, i) > effect.above && isActive(window, frame.faultDay, at(frame.localHours, i))).map((run) =>
        rawEvent(id, effect.code, run),
      ),
    ),
  );
}

/** Codes that devices send for as long as a fault acts on them. */
function codesOfFaults({ frame, faults }: SitePowerDay, devices: readonly DemoDevice[]): DemoEvent[] {
  return devices.flatMap(({ id }) =>
    [...ofKind(faults, 'powerFactor', id), ...ofKind(faults, 'undocumentedCode', id)].flatMap(({ effect: { code }, window }) =>
      code === undefined
        ? []
        : runsOf(frame, (i) => isActive(window, frame.faultDay, at(frame.localHours, i))).map((run) => rawEvent(id, code, run)),
    ),
  );
}

/** While its line is down a device is silent. */
function isUnheard({ frame, faults }: SitePowerDay, { segmentId, startMs }: DemoEvent): boolean {
  const hour = at(frame.localHours, Math.floor(((startMs - frame.startMs) / (frame.endMs - frame.startMs)) * frame.length));
  return ofKind(faults, 'communicationLoss', segmentId).some(({ window }) => isActive(window, frame.faultDay, hour));
}
