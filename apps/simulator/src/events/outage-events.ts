import { type DayFrame, type FaultClock, faultDayOf } from '../calendar/day-frame.ts';
import { faultsOn, ofKind, windowPeriod } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { deviceSeed, type SiteNoise } from '../noise/channels.ts';
import { uniformNoise } from '../noise/hash-noise.ts';
import { type DemoEvent, rawEvent } from './raw-event.ts';

const MINUTE_MS = 60_000;
const WARNING_BEFORE_MS = 20 * MINUTE_MS;

/**
 * Codes of outages that raise something on a day, as controllers send them: a Warning 20 minutes before that stays a while, the stop itself, and
 * a second Downtime code that starts inside and is taken back two to four minutes late.
 */
export function outageEvents({
  plan,
  noise,
  frame,
  clock,
  generators,
}: {
  plan: SitePlan;
  noise: SiteNoise;
  frame: DayFrame;
  clock: FaultClock;
  generators: readonly DemoDevice[];
}): DemoEvent[] {
  const events: DemoEvent[] = [];
  // The warning of a stop at midnight belongs to the day before.
  for (const day of [frame.day, frame.day + 1]) {
    for (const { fault, effect, window } of ofKind(faultsOn(plan, { day, clock }), 'outage')) {
      if (window.fromDay !== faultDayOf(day, clock) || !effect.codes) continue;
      const { startMs, endMs } = windowPeriod(window, { dayZero: day - window.fromDay, timezone: plan.timezone });
      if (endMs === null) continue;
      const devices = generators.filter(({ id }) => fault.deviceIds === undefined || fault.deviceIds.includes(id));
      for (const { id, deviceNo } of devices) {
        const chance = (index: number) => uniformNoise(deviceSeed(noise, deviceNo, 'codeDelay'), day * 4 + index);
        // Alone a device is exact; many devices never notice the same thing in the same second.
        const delayMs = devices.length > 1 ? Math.floor(40 * chance(0)) * 1000 : 0;
        const lateMs = (2 + 2 * chance(1)) * MINUTE_MS;
        const insideMs = (10 + 20 * chance(2)) * MINUTE_MS;
        const warningMs = (1 + 8 * chance(3)) * MINUTE_MS;
        const { main, second, warning } = effect.codes;
        events.push(
          rawEvent(id, warning, { startMs: startMs - WARNING_BEFORE_MS, endMs: startMs + warningMs }),
          rawEvent(id, main, { startMs: startMs + delayMs, endMs }),
          ...(second === undefined ? [] : [rawEvent(id, second, { startMs: startMs + insideMs, endMs: endMs + lateMs })]),
        );
      }
    }
  }
  return events;
}
