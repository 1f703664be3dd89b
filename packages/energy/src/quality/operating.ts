import { RUNNING } from '../signals/operating-state.ts';
import { QUALITY_METHODS } from './methods.ts';
import type { WindowPart } from './signal-run.ts';
import type { QualityDevice } from './site.ts';

/** Share of the rating above which a turbine is known to turn. */
export const DEFAULT_MIN_POWER = QUALITY_METHODS.windTurbineValid.attributes.minPowerFraction.default;

/** A turbine with what stood all tests of its signals. */
export interface OperatingDevice {
  input: Pick<QualityDevice, 'capacityAc' | 'stopped'>;
  signals: ReadonlyMap<string, { good: Float64Array }>;
}

/**
 * Intervals in which a turbine is known to turn: it makes power, nothing loss-bearing is on record, and its controller, where it says
 * anything, says running.
 *
 * @param device - turbine, all tests done
 * @param part - intervals of the window that are asked for
 * @param minPowerFraction - smallest power as a share of the rating
 * @returns 1 where it turns, shape (n), 0 outside of the part; shape (0) where its power is not measured
 */
export function operatingColumn(device: OperatingDevice, part: WindowPart, minPowerFraction = DEFAULT_MIN_POWER): Uint8Array {
  const { capacityAc, stopped } = device.input;
  const power = device.signals.get('ActivePower')?.good ?? new Float64Array(0);
  const state = device.signals.get('OperatingState')?.good;
  const threshold = minPowerFraction * capacityAc;
  const operating = new Uint8Array(power.length);
  for (let i = part.start; i < Math.min(part.end, power.length); i++) {
    if (!((power[i] ?? Number.NaN) > threshold) || stopped?.[i] === 1) continue;
    const stated = state === undefined ? Number.NaN : (state[i] ?? Number.NaN);
    if (Number.isNaN(stated) || stated === RUNNING) operating[i] = 1;
  }
  return operating;
}
