import { scaled } from '@solvane/series/columns';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { NO_METHOD, QUALITY_METHODS } from '../../quality/methods.ts';
import { catchUps, countedEnergy, gapsAtEnds, largestEnergy, spreadEnergy } from '../../rollup/counter.ts';
import { energyOfSampledPower } from '../../rollup/energy-from-power.ts';
import { largestPower } from '../layout/largest-power.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';
import type { Expectation } from './expectation.ts';

/** Net energy of a device, columns of shape (span.count). */
export interface ActualEnergy {
  /** [kWh] NaN: not known */
  values: Float64Array;
  flags: Int32Array;
  methods: Uint8Array;
  /** 1 where a register showed afterwards what had gone through. */
  isSpread: Uint8Array;
}

/**
 * Stage 2b: net energy of every interval, from the register of the device where it has one, else from its mean power. What a register counted
 * while it was not read is spread over the gap as it was expected, and so is a catch-up in a column of interval energies.
 *
 * @param device - generator or meter
 * @param expectation - of a generator; absent: a gap is filled evenly
 * @param context - validated signals
 */
export function actualEnergy(device: SiteDevice, expectation: Expectation | undefined, context: ExpectContext): ActualEnergy {
  const { frame, signals, site, inputs } = context;
  const energy = energyOfPower(device, context);
  const gap = { energy, device, expectation, frame };
  const rules = { ...device.counter, stepHours: frame.stepHours, maxPower: largestPower(device, site.devices) };
  const reported = signals.find(device.id, 'ActiveEnergy');
  if (reported) {
    takeOver(energy, reported.values, reported);
    const raw = inputs.signals.get(device.id)?.find(({ apCode }) => apCode === 'ActiveEnergy')?.raw;
    for (const catchUp of raw ? catchUps(raw, largestEnergy(rules)) : []) fillGap(catchUp, gap);
  }
  const exported = signals.find(device.id, 'ExportCounter')?.good;
  if (!exported) return energy;

  const imported = signals.find(device.id, 'ImportCounter')?.good;
  rules.maxPower ??= highestPower(signals.find(device.id, 'ActivePower')?.good);
  const out = countedEnergy(exported, rules);
  const taken = imported && countedEnergy(imported, rules);
  const { start } = frame.spanInWindow;
  for (let i = 0; i < energy.values.length; i++) {
    const counted = out.energy[start + i - 1] ?? Number.NaN;
    const net = counted - importOf(taken?.energy[start + i - 1], energy.values[i] ?? Number.NaN);
    if (!Number.isNaN(net)) {
      energy.values[i] = net;
      energy.flags[i] = 0;
      energy.methods[i] = QUALITY_METHODS.measured.number;
    } else if (out.suspect[start + i - 1] === 1) energy.flags[i] = (energy.flags[i] ?? 0) | QUALITY_FLAGS.SUSPECT;
  }
  const ends = (apCode: string, readings: Float64Array) => {
    const reported = inputs.signals.get(device.id)?.find((signal) => signal.apCode === apCode);
    return gapsAtEnds(readings, { before: reported?.readingBefore, after: reported?.readingAfter }, rules);
  };
  const drawnGaps = imported && taken ? [...taken.gaps, ...ends('ImportCounter', imported)] : [];
  for (const { before, after, energy: counted } of [...out.gaps, ...ends('ExportCounter', exported)]) {
    const drawn = drawnGaps.find((other) => other.before === before && other.after === after)?.energy ?? 0;
    for (const part of partsOfGap({ counted, drawn, from: before + 1, to: after + 1 }, frame)) fillGap(part, gap);
  }
  return energy;
}

/** A gap that every day it touches can see whole is spread as a whole. [h] */
const SEEN_BY_ALL = 48;

/** Of a longer gap each day has its share by time: each of its days is computed alone, and together they have to have it all. */
function partsOfGap(gap: EnergyOfGap, { stepHours, spanInWindow, dayInSpan }: ExpectContext['frame']): EnergyOfGap[] {
  const length = gap.to - gap.from;
  if (length * stepHours <= SEEN_BY_ALL) return [gap];
  const day = { start: spanInWindow.start + dayInSpan.start, end: spanInWindow.start + dayInSpan.end };
  const edges = [gap.from, day.start, day.end, gap.to].map((edge) => Math.min(gap.to, Math.max(gap.from, edge)));
  return edges.slice(1).flatMap((to, i) => {
    const from = edges[i] ?? gap.to;
    const share = (to - from) / length;
    return to > from ? [{ counted: gap.counted * share, drawn: gap.drawn * share, from, to }] : [];
  });
}

/** Highest power of the window, where it is known for most of it: what a register without a rating can count. [kW] */
function highestPower(power: Float64Array | undefined): number | undefined {
  let known = 0;
  let highest = 0;
  for (const kw of power ?? []) {
    if (Number.isNaN(kw)) continue;
    known += 1;
    highest = Math.max(highest, Math.abs(kw));
  }
  return power && highest > 0 && known >= MOSTLY_KNOWN * power.length ? highest : undefined;
}

const MOSTLY_KNOWN = 0.9;

/** What a device without an import register draws is known from its power only. */
function importOf(taken: number | undefined, ofPower: number): number {
  if (taken !== undefined && !Number.isNaN(taken)) return taken;
  return ofPower < 0 ? -ofPower : 0;
}

/** Energy that is known for several intervals together: positions of the window. */
interface EnergyOfGap {
  counted: number;
  /** What flowed the other way meanwhile. [kWh] */
  drawn: number;
  from: number;
  to: number;
}

interface GapTarget {
  energy: ActualEnergy;
  device: SiteDevice;
  expectation: Expectation | undefined;
  frame: ExpectContext['frame'];
}

/** Intervals whose power arrived keep it; the others share what is left of the count. */
function fillGap({ counted, drawn, from, to }: EnergyOfGap, { energy, device, expectation, frame }: GapTarget): void {
  const { start, end } = frame.spanInWindow;
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  if (first >= last) return;
  const unknown: number[] = [];
  // Nothing is expected of intervals beyond the span: they take their share by time.
  let rest = (counted * (last - first)) / (to - from);
  for (let i = first - start; i < last - start; i++) {
    const value = energy.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) unknown.push(i);
    else rest -= Math.max(0, value);
  }
  const parts = spreadEnergy(
    Math.max(0, rest),
    Float64Array.from(unknown, (i) => weightAt(i, device, expectation, frame.stepHours)),
  );
  for (const [k, i] of unknown.entries()) {
    energy.values[i] = (parts[k] ?? Number.NaN) - drawn / (to - from);
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
