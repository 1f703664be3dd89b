import { columnSpace } from '@solvane/series/columns';
import { candidatesOf } from './candidates.ts';
import { QUALITY_FLAGS } from './flags.ts';
import { type Limits, limitsOf } from './limits.ts';
import { MANUAL_OVERRIDE, NO_METHOD, QUALITY_METHODS } from './methods.ts';
import { runOwnChecks } from './own-checks.ts';
import { hasPeerChecks, runPeerChecks } from './peer-checks.ts';
import type { PlannedSource, QualityRules } from './rules.ts';
import { type SignalRun, type SiteRun, startSite } from './signal-run.ts';
import type { DeviceQuality, QualitySite, SignalQuality } from './site.ts';

/**
 * Validates and completes all signals of a site.
 *
 * Three phases, each finished for all signals before the next begins: tests of a signal by itself, tests against its peers, then values from
 * the first source that has an acceptable one. Sources see only measured values that stood all tests, so neither the order of devices nor
 * an earlier run plays a part: the same input gives the same result.
 *
 * @param site - columns of all enabled devices over a window around the intervals asked for
 * @param rules - the configuration, compiled
 * @returns per device and signal, in the order of the input
 * @throws RangeError when a column has another length than the window
 */
export function validateSite(site: QualitySite, rules: QualityRules): DeviceQuality[] {
  const run = startSite(site, rules);
  for (const group of run.groups.values()) {
    for (const signal of group) {
      runOwnChecks(signal, run);
      keepGood(signal, run);
    }
  }
  const compared = [...run.groups.values()].filter(hasPeerChecks);
  for (const group of compared) runPeerChecks(group, run);
  for (const group of compared) for (const signal of group) keepGood(signal, run);
  return fillDevices(run);
}

/** Drops what was rejected. The raw column is shared as long as there is nothing to drop. */
function keepGood(run: SignalRun, site: SiteRun): void {
  const { flags, raw, input, plan, tested } = run;
  endAtStops(run);
  run.marks = bitsOf(flags);
  const { max, clampTolerance } = limitsOf(run, site);
  const isClamped = clampTolerance > 0;
  if (!isClamped && (run.marks & plan.rejectMask) === 0) {
    run.good = input.raw;
    return;
  }
  // What does not move and is only suspect stays.
  const ofSuspects = plan.rejectMask & ~STILL;
  let good: Float64Array | undefined;
  for (let i = 0; i < flags.length; i++) {
    const bits = flags[i] ?? 0;
    if (bits === 0 && !isClamped) continue;
    const isRejected = (bits & ((bits & QUALITY_FLAGS.SUSPECT) === 0 ? plan.rejectMask : ofSuspects)) !== 0;
    if (!isRejected && !isClamped) continue;
    const value = raw[i] ?? Number.NaN;
    if (Number.isNaN(value) || (!isRejected && value <= max)) continue;
    good ??= input.raw.slice();
    good[tested.start + i] = isRejected ? Number.NaN : max;
  }
  run.good = good ?? input.raw;
}

const STILL = QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.FLATLINE_INTEGER;

/** Every bit that is set somewhere: nearly all signals stand all of their tests. */
function bitsOf(flags: Int32Array): number {
  let bits = 0;
  for (let i = 0; i < flags.length; i++) bits |= flags[i] ?? 0;
  return bits;
}

/** Undoes the results of tests after one that ends the testing. */
function endAtStops({ flags, plan: { stops } }: SignalRun): void {
  if (stops.length === 0) return;
  for (let i = 0; i < flags.length; i++) {
    const bits = flags[i] ?? 0;
    if (bits === 0) continue;
    const stop = stops.find(({ flag }) => (bits & flag) !== 0);
    if (stop !== undefined) flags[i] = bits & (stop.keep | QUALITY_FLAGS.SUSPECT);
  }
}

/** The columns of all results lie behind each other in one piece of memory: thousands of small ones take longer than filling them. */
function fillDevices(site: SiteRun): DeviceQuality[] {
  const { start, end } = site.input.core;
  const length = end - start;
  const signalCount = site.devices.reduce((sum, { signals }) => sum + signals.size, 0);
  const values = emptyColumns(length);
  const methods = new Uint8Array(signalCount * length).fill(NO_METHOD);
  const room = new Int32Array(length);
  let next = 0;
  return site.devices.map((device) => ({
    id: device.input.id,
    signals: [...device.signals.values()].map((run) => {
      const [from, to] = [next, next + length];
      next = to;
      const result: SignalQuality = {
        apCode: run.plan.apCode,
        values: NO_VALUES,
        // No test comes after this, so the bits of the core go on where they are.
        flags: run.flags.subarray(start - run.tested.start, end - run.tested.start),
        methods: methods.subarray(from, to),
        marks: run.marks,
        isFlawless: false,
        good: run.good,
        ...referenceOf(run, site),
      };
      const complete = completeColumn(run, site);
      if (complete) {
        result.values = complete;
        result.isFlawless = run.marks === 0;
        result.methods.fill(MEASURED);
        if (run.plan.suspectMask !== 0) markSuspects(result, run.plan.suspectMask);
        return result;
      }
      result.values = values();
      fillSignal({ run, site, result, pending: room });
      return result;
    }),
  }));
}

/** What its reference devices measure is of interest beside its own values, not only in the place of missing ones. */
function referenceOf(run: SignalRun, site: SiteRun): Pick<SignalQuality, 'reference'> {
  const source = run.plan.referenceDevice;
  if (!source) return {};
  const { start, end } = site.input.core;
  const at = Int32Array.from({ length: end - start }, (_, i) => start + i);
  return { reference: candidatesOf(source, { run, site, at }).values };
}

const NO_VALUES = new Float64Array(0);
const MEASURED = QUALITY_METHODS.measured.number;

/** Of many columns few have gaps: there is room for as many as turn out to be needed. */
function emptyColumns(length: number): () => Float64Array {
  const together = 64;
  let next = columnSpace(0, length);
  let left = 0;
  return () => {
    if (left === 0) {
      next = columnSpace(together, length);
      left = together;
    }
    left -= 1;
    return next().fill(Number.NaN);
  };
}

/** Where every interval was measured and stood its tests, what is good is the value: shared, as nothing writes into values after this. */
function completeColumn({ good, input, plan }: SignalRun, { input: { core } }: SiteRun): Float64Array | undefined {
  if (input.override !== undefined || plan.sources[0]?.method !== 'measured') return undefined;
  for (let i = core.start; i < core.end; i++) if (Number.isNaN(good[i])) return undefined;
  return good.subarray(core.start, core.end);
}

function fillSignal(filling: Filling): void {
  const { run, site, result } = filling;
  const { start } = site.input.core;
  let pending = takeOverrides(filling);
  for (const source of run.plan.sources) {
    if (pending.length === 0) break;
    pending =
      source.method === 'measured'
        ? fillMeasured(source.number, { run, site, result, pending })
        : fillFrom(source, { run, site, result, pending });
    if (!source.cascade) break;
  }
  for (const i of pending) {
    const k = i - start;
    result.flags[k] = (result.flags[k] ?? 0) | QUALITY_FLAGS.NO_VALUE;
  }
}

/** Values entered by hand stand without any test. Returns the intervals that have none. */
function takeOverrides({ run, site, result, pending }: Filling): Int32Array {
  const { core } = site.input;
  const { override } = run.input;
  if (override === undefined) {
    for (let i = core.start; i < core.end; i++) pending[i - core.start] = i;
    return pending;
  }
  let count = 0;
  for (let i = core.start; i < core.end; i++) {
    const value = override[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      pending[count++] = i;
      continue;
    }
    const k = i - core.start;
    result.values[k] = value;
    result.flags[k] = QUALITY_FLAGS.MANUAL_VALUE;
    result.methods[k] = MANUAL_OVERRIDE;
  }
  return firstOf(pending, count);
}

interface Filling {
  run: SignalRun;
  site: SiteRun;
  result: SignalQuality;
  /** Intervals without a value so far, ascending. */
  pending: Int32Array;
}

/** The way nearly every value goes: what stood its tests is the value. Returns the intervals that are still without one. */
function fillMeasured(number: number, { run, site, result, pending }: Filling): Int32Array {
  const { good, plan } = run;
  const { start } = site.input.core;
  const { values, flags, methods } = result;
  let left = 0;
  if (pending.length === values.length) {
    // Nothing has a value yet: all of it is taken over.
    for (let k = 0; k < values.length; k++) {
      const value = good[k + start] ?? Number.NaN;
      values[k] = value;
      if (Number.isNaN(value)) pending[left++] = k + start;
      else methods[k] = number;
    }
    if (plan.suspectMask !== 0) markSuspects(result, plan.suspectMask);
    return firstOf(pending, left);
  }
  for (let m = 0; m < pending.length; m++) {
    const i = pending[m] ?? 0;
    const value = good[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      pending[left++] = i;
      continue;
    }
    const k = i - start;
    values[k] = value;
    methods[k] = number;
    if (((flags[k] ?? 0) & plan.suspectMask) !== 0) flags[k] = (flags[k] ?? 0) | QUALITY_FLAGS.SUSPECT;
  }
  return firstOf(pending, left);
}

const NONE = new Int32Array(0);

function firstOf(pending: Int32Array, count: number): Int32Array {
  if (count === 0) return NONE;
  return count === pending.length ? pending : pending.subarray(0, count);
}

function markSuspects({ values, flags }: SignalQuality, mask: number): void {
  for (let k = 0; k < values.length; k++) {
    const bits = flags[k] ?? 0;
    if ((bits & mask) !== 0 && !Number.isNaN(values[k])) flags[k] = bits | QUALITY_FLAGS.SUSPECT;
  }
}

/** Takes the pending intervals over in place, and returns those that are still without a value. */
function fillFrom(source: PlannedSource, { run, site, result, pending }: Filling): Int32Array {
  const { start } = site.input.core;
  const isMeasured = source.method === 'windTurbineValid';
  const isOnlyGaps = source.method === 'nightTimeCorrectedValue' && source.settings.applyTo === 'missingOnly';
  const at = isOnlyGaps ? gapsAmong(pending, run.good) : pending;
  if (at.length === 0) return pending;
  const { values, suspect } = candidatesOf(source, { run, site, at });
  const limits = isMeasured ? undefined : limitsOf(run, site);
  const suspectMask = isMeasured ? run.plan.suspectMask : 0;
  let asked = 0;
  let left = 0;
  for (let p = 0; p < pending.length; p++) {
    const i = pending[p] ?? 0;
    const m = at[asked] === i ? asked++ : -1;
    const value = m < 0 ? Number.NaN : acceptable(values[m] ?? Number.NaN, limits);
    if (Number.isNaN(value)) {
      pending[left++] = i;
      continue;
    }
    const k = i - start;
    const bits = result.flags[k] ?? 0;
    const isSuspect = (bits & suspectMask) !== 0 || suspect?.[m] === 1;
    result.values[k] = value;
    result.flags[k] = bits | source.flag | (isSuspect ? QUALITY_FLAGS.SUSPECT : 0);
    result.methods[k] = source.number;
  }
  return firstOf(pending, left);
}

function gapsAmong(pending: Int32Array, good: Float64Array): Int32Array {
  const gaps = new Int32Array(pending.length);
  let count = 0;
  for (let p = 0; p < pending.length; p++) {
    const i = pending[p] ?? 0;
    if (Number.isNaN(good[i])) gaps[count++] = i;
  }
  return firstOf(gaps, count);
}

/** A measured value has stood its tests already; any other must lie within the limits. NaN limits are none. */
function acceptable(value: number, limits: Limits | undefined): number {
  if (limits === undefined) return value;
  if (!Number.isFinite(value) || value < limits.min || value > limits.max + limits.clampTolerance) return Number.NaN;
  return value > limits.max ? limits.max : value;
}
