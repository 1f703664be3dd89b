import type { DetectContext } from '../detect/detect-context.ts';
import type { SolarWeather } from '../expect/expectation.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DaylightLoads } from '../memory.ts';

/** Shorter intervals are averaged up to this: what is kept stays small. */
const SHORTEST_STEP_MS = 600_000;

/**
 * Loads of an inverter from sunrise to sunset, on a day without events on which no irradiance is measured.
 *
 * @param losses - of the inverter
 * @param weather - of the inverter
 * @param context - everything known of the day
 * @returns undefined: irradiance is measured, something held the inverter down, or its power is not known
 */
export function daylightLoads(
  { device, disturbed }: DeviceLosses,
  { irradiance }: SolarWeather,
  { frame, signals, states }: DetectContext,
): DaylightLoads | undefined {
  const good = signals.find(device.id, 'ActivePower')?.good;
  if (!good || !(device.capacityAc > 0)) return undefined;
  const { start, end } = frame.dayInSpan;
  for (let i = start; i < end; i++) if (!Number.isNaN(irradiance[i])) return undefined;
  if (disturbed.includes(1)) return undefined;
  const { curtailed } = states.get(device.id) ?? {};
  const offset = frame.spanInWindow.start;
  const isLight = (i: number) => (frame.sunElevation[offset + i] ?? Number.NaN) > 0;
  let [first, last] = [start, end];
  while (first < last && !isLight(first)) first++;
  while (last > first && !isLight(last - 1)) last--;
  if (first === last || curtailed?.subarray(offset + first, offset + last).includes(1)) return undefined;
  const parts = Math.max(1, Math.ceil(SHORTEST_STEP_MS / frame.span.stepMs));
  const loads = new Float64Array(Math.floor((last - first) / parts));
  for (let k = 0; k < loads.length; k++) {
    let sum = 0;
    for (let part = 0; part < parts; part++) sum += good[offset + first + k * parts + part] ?? Number.NaN;
    loads[k] = Math.round((1000 * sum) / (parts * device.capacityAc));
  }
  const startMs = frame.span.startMs + first * frame.span.stepMs;
  return loads.every(Number.isNaN) ? undefined : { startMs, stepMs: parts * frame.span.stepMs, loads };
}
