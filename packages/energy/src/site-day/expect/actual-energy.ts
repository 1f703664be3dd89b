import { scaled } from '@solvane/series/columns';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { NO_METHOD, QUALITY_METHODS } from '../../quality/methods.ts';
import { counterEnergy, counterGaps, spreadEnergy } from '../../rollup/counter.ts';
import { energyOfSampledPower } from '../../rollup/energy-from-power.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect.ts';
import type { Expectation } from './expectation.ts';

/** Net energy of a device, columns of shape (span.count). */
export interface ActualEnergy {
  /** [kWh] NaN: not known */
  values: Float64Array;
  flags: Int32Array;
  methods: Uint8Array;
  /** 1 where a register told afterwards what had gone through. */
  isSpread: Uint8Array;
}

/**
 * Stage 2b: net energy of every interval, from the register of the device where it has one, else from its mean power. What a register counted
 * while nobody read it is spread over the silence as it was expected.
 *
 * @param device - generator or meter
 * @param expectation - of a generator; absent: silence is filled evenly
 * @param context - validated signals
 */
export function actualEnergy(device: SiteDevice, expectation: Expectation | undefined, context: ExpectContext): ActualEnergy {
  const { frame, signals } = context;
  const energy = energyOfPower(device, context);
  const reported = signals.find(device.id, 'ActiveEnergy');
  if (reported) takeOver(energy, reported.values, reported);
  const exported = signals.find(device.id, 'ExportCounter')?.good;
  if (!exported) return energy;

  const { start, end } = frame.spanInWindow;
  const from = Math.max(0, start - 1);
  const rules = { ...device.counter, stepHours: frame.stepHours };
  const importedReadings = signals.find(device.id, 'ImportCounter')?.good;
  const readings = exported.subarray(from, end);
  const out = counterEnergy(readings, rules);
  const taken = importedReadings && counterEnergy(importedReadings.subarray(from, end), rules);
  const offset = start - from;
  for (let k = 0; k < out.length; k++) {
    const i = k + 1 - offset;
    const net = (out[k] ?? Number.NaN) - importOf(taken?.[k], energy.values[i] ?? Number.NaN);
    if (i < 0 || Number.isNaN(net)) continue;
    energy.values[i] = net;
    energy.flags[i] = 0;
    energy.methods[i] = QUALITY_METHODS.measured.number;
  }
  for (const { before, after, energy: counted } of counterGaps(readings, rules)) {
    if (!Number.isNaN(counted))
      fillSilence({ energy, counted, from: before + 1 - offset, to: after + 1 - offset, device, expectation, frame });
  }
  return energy;
}

/** What a device without an import register draws is known from its power only. */
function importOf(taken: number | undefined, ofPower: number): number {
  if (taken !== undefined && !Number.isNaN(taken)) return taken;
  return ofPower < 0 ? -ofPower : 0;
}

interface Silence {
  energy: ActualEnergy;
  counted: number;
  from: number;
  to: number;
  device: SiteDevice;
  expectation: Expectation | undefined;
  frame: ExpectContext['frame'];
}

/** Intervals whose power arrived keep it; the others share what is left of the count. */
function fillSilence({ energy, counted, from, to, device, expectation, frame }: Silence): void {
  const unknown: number[] = [];
  let rest = counted;
  for (let i = Math.max(0, from); i < to; i++) {
    const value = energy.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) unknown.push(i);
    else rest -= Math.max(0, value);
  }
  const parts = spreadEnergy(
    Math.max(0, rest),
    Float64Array.from(unknown, (i) => weightAt(i, device, expectation, frame.stepHours)),
  );
  for (const [k, i] of unknown.entries()) {
    energy.values[i] = parts[k] ?? Number.NaN;
    energy.flags[i] = QUALITY_FLAGS.MISSING | QUALITY_FLAGS.INTERPOLATED;
    energy.methods[i] = QUALITY_METHODS.interpolated.number;
    energy.isSpread[i] = 1;
  }
}

/** Expected energy; where nothing is expected for want of a temperature, that of the nameplate in the light of the interval. */
function weightAt(i: number, device: SiteDevice, expectation: Expectation | undefined, stepHours: number): number {
  const expected = expectation?.expected.power[i] ?? Number.NaN;
  if (!Number.isNaN(expected)) return expected * stepHours;
  const weather = expectation?.weather;
  return weather?.kind === 'solar' ? ((device.capacityDc * (weather.irradiance[i] ?? Number.NaN)) / 1000) * stepHours : Number.NaN;
}

function energyOfPower({ id, isSampled }: SiteDevice, { frame, signals }: ExpectContext): ActualEnergy {
  const power = signals.find(id, 'ActivePower');
  const { count } = frame.span;
  return {
    values: power
      ? isSampled
        ? energyOfSamples(power.values, frame)
        : scaled(power.values, frame.stepHours)
      : new Float64Array(count).fill(Number.NaN),
    flags: power ? power.flags.slice() : new Int32Array(count).fill(QUALITY_FLAGS.MISSING | QUALITY_FLAGS.NO_VALUE),
    methods: power ? power.methods.slice() : new Uint8Array(count).fill(NO_METHOD),
    isSpread: new Uint8Array(count),
  };
}

/** Known where the sample after the interval is known too, or the one after that. */
function energyOfSamples(power: Float64Array, { startsMs, span }: ExpectContext['frame']): Float64Array {
  const { energy, coveredSeconds } = energyOfSampledPower({ timesMs: startsMs, values: power }, span);
  return energy.map((kwh, i) => ((coveredSeconds[i] ?? 0) * 1000 >= span.stepMs ? kwh : Number.NaN));
}

function takeOver(energy: ActualEnergy, values: Float64Array, from: { flags: Int32Array; methods: Uint8Array }): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    energy.values[i] = value;
    energy.flags[i] = from.flags[i] ?? 0;
    energy.methods[i] = from.methods[i] ?? NO_METHOD;
  }
}
