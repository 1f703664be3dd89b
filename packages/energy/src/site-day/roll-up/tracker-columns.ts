import { combine } from '@solvane/series/combine';
import { trackerRotation } from '../../pv/tracker.ts';
import { signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';
import type { DerivedColumn } from '../outputs.ts';
import type { SiteDevice } from '../site.ts';

/** Nearer to the horizon a tracker's place says little. [°] */
const LOWEST_SUN = 5;

/**
 * How far every tracker is from where the sun wants it.
 *
 * @param context - everything known of the day
 * @returns columns of trackers that report their angle. [°] NaN while the sun is below 5°
 */
export function trackerColumns(context: DetectContext): DerivedColumn[] {
  const { signals, frame } = context;
  const targets = new Map<string, Float64Array>();
  return context.tree.devices.flatMap((device): DerivedColumn[] => {
    const angle = signals.find(device.id, 'TrackerAngle')?.values;
    const plane = angle && planeAbove(device, context);
    if (!angle || plane?.kind !== 'tracker') return [];
    const key = JSON.stringify(plane);
    const target = targets.get(key) ?? targetOfDay(plane, context);
    targets.set(key, target);
    const values = combine(ofDay(angle, frame), target, (is, wanted) => Math.abs(is - wanted));
    return [{ deviceId: device.id, signalId: signalIdOf('TrackerDeviation', 'Calculated'), values }];
  });
}

/** Its own plane, or of what it turns the modules of. */
function planeAbove(device: SiteDevice, { tree }: DetectContext): SiteDevice['plane'] {
  return tree.lineageOf(device).flatMap((id) => tree.find(id)?.plane ?? [])[0];
}

/** At the middle of each interval. */
function targetOfDay(plane: Extract<NonNullable<SiteDevice['plane']>, { kind: 'tracker' }>, { frame }: DetectContext): Float64Array {
  const { sky, spanInWindow, dayInSpan, day, sunElevation } = frame;
  const rotation = trackerRotation(sky.sun, plane);
  const from = spanInWindow.start + dayInSpan.start;
  const middle = Math.floor(sky.partsPerInterval / 2);
  return Float64Array.from({ length: day.count }, (_, i) =>
    (sunElevation[from + i] ?? Number.NaN) > LOWEST_SUN ? (rotation[(from + i) * sky.partsPerInterval + middle] ?? Number.NaN) : Number.NaN,
  );
}
