import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { NO_METHOD, QUALITY_METHODS } from '../../quality/methods.ts';
import type { SignalQuality } from '../../quality/site.ts';
import { countedEnergy, largestEnergy, registerStep } from '../../rollup/counter.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import { ofSpan, type SiteFrame } from '../layout/frame.ts';
import { largestPower } from '../layout/largest-power.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import type { ValidatedSignals } from './validated-signals.ts';

/** A generator that makes this share of its rating is seen by its register once that moved it by one step. */
const SEEN_SHARE = 0.05;

/**
 * Mean power of generators that send a register or energies and no power, as their increments tell it: stops, peers and availability read it like a
 * measured one. It is not among the signals of the devices, so that it is not taken for one that arrived.
 *
 * @param signals - validated
 * @param context - site and frame of the day
 */
export function withRegisterPower(
  signals: ValidatedSignals,
  { site, tree, frame }: { site: SiteConfiguration; tree: DeviceTree; frame: SiteFrame },
): ValidatedSignals {
  const known = new Map<string, ReadonlyMap<string, SignalQuality>>();
  for (const device of tree.generators) {
    const ofDevice = signals.signalsOf(device.id);
    if (ofDevice.has('ActivePower')) continue;
    const power = powerOfEnergies(device, ofDevice, { site, frame });
    if (power) known.set(device.id, new Map([...ofDevice, ['ActivePower', derivedSignal(power, frame)]]));
  }
  if (known.size === 0) return signals;
  const signalsOf = (deviceId: string) => known.get(deviceId) ?? signals.signalsOf(deviceId);
  return { ...signals, signalsOf, find: (deviceId, apCode) => signalsOf(deviceId ?? '').get(apCode) };
}

/** @returns shape (window.count). [kW] undefined: the device sends no energy either */
function powerOfEnergies(
  device: SiteDevice,
  signals: ReadonlyMap<string, SignalQuality>,
  { site, frame }: { site: SiteConfiguration; frame: SiteFrame },
): Float64Array | undefined {
  const rules = { ...device.counter, stepHours: frame.stepHours, maxPower: largestPower(device, site.devices) };
  const intervals = signals.get('ActiveEnergy')?.good;
  const register = signals.get('ExportCounter')?.good;
  const readings = intervals ?? register;
  if (!readings) return undefined;
  const energy = intervals ?? endingWith(countedEnergy(readings, rules).energy);
  const rating = device.capacityAc;
  const step = registerStep(readings, largestEnergy(rules, 1 / rules.stepHours));
  const unseen = rating > 0 ? Math.ceil(step / (SEEN_SHARE * rating * frame.stepHours) - 1e-9) : 1;
  return powerOf(energy, unseen, frame.stepHours);
}

/** What a register counts up to a reading belongs to the interval the reading ends. */
function endingWith(counted: Float64Array): Float64Array {
  const energy = new Float64Array(counted.length + 1).fill(Number.NaN);
  energy.set(counted, 1);
  return energy;
}

/**
 * Power of energies that come in steps: a step is made over as many intervals as the smallest power of interest takes for it, and what a register
 * has not counted yet is not known.
 *
 * @param energy - shape (n). [kWh]
 * @param unseen - intervals that such a power takes to move the register by one step
 * @returns shape (n). [kW]
 */
function powerOf(energy: Float64Array, unseen: number, stepHours: number): Float64Array {
  const power = new Float64Array(energy.length);
  for (let i = 0; i < power.length; i++) power[i] = (energy[i] ?? Number.NaN) / stepHours;
  if (unseen <= 1) return power;
  for (let start = 0; start < energy.length; ) {
    let end = start;
    while (end < energy.length && energy[end] === 0) end++;
    const counted = energy[end] ?? Number.NaN;
    if (end > start) {
      const isShort = end - start <= 2 * unseen;
      power.fill(Number.NaN, start, isShort ? end : start + unseen);
      const first = isShort ? start : end - unseen;
      power.fill(counted / ((end - first + 1) * stepHours), first, Math.min(power.length, end + 1));
    }
    start = end + 1;
  }
  return power;
}

function derivedSignal(power: Float64Array, frame: SiteFrame): SignalQuality {
  const values = ofSpan(power, frame);
  const isMissing = (i: number) => Number.isNaN(values[i]);
  return {
    apCode: 'ActivePower',
    values,
    flags: Int32Array.from(values, (_, i) => (isMissing(i) ? QUALITY_FLAGS.MISSING | QUALITY_FLAGS.NO_VALUE : 0)),
    methods: Uint8Array.from(values, (_, i) => (isMissing(i) ? NO_METHOD : QUALITY_METHODS.measured.number)),
    marks: 0,
    isFlawless: false,
    good: power,
  };
}
