import type { RawEvent } from '../../events/raw-events.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import { ofDay } from '../layout/frame.ts';
import type { SiteDevice } from '../site.ts';

/**
 * Intervals in which a stop of a generator could have been found neither by codes nor by a rule.
 *
 * @param expectation - of the generator
 * @param context - everything known of the day
 * @returns 1 where none could, shape (day.count); undefined: nowhere
 */
export function unmonitoredIntervals({ device, isStopVisible }: Expectation, context: DetectContext): Uint8Array | undefined {
  const visible = ofDay(isStopVisible, context.frame);
  if (!visible.includes(0) || reportsCodes(device, context)) return undefined;
  return visible.map((isVisible) => 1 - isVisible);
}

/**
 * Devices of which a controller reported events: those of people and of detection do not show that one does.
 *
 * @param rawEvents - around the day
 */
export function reportingDevices(rawEvents: readonly RawEvent[]): ReadonlySet<string> {
  return new Set(rawEvents.filter(({ source }) => source === 'Scada' || source === 'Imported').map(({ deviceId }) => deviceId));
}

/** A log of the site covers every generator of a kind, also one that had no event yet. */
function reportsCodes({ id, energySource }: SiteDevice, context: DetectContext): boolean {
  const { tree, signals, memory, reporting } = context;
  if (signals.find(id, 'OperatingState')) return true;
  return tree.generators.some(
    (other) => other.energySource === energySource && (memory.devices.get(other.id)?.reportsCodes || reporting.has(other.id)),
  );
}
