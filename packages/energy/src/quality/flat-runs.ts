import { either } from '@solvane/series/columns';
import {
  beginningOfSteadiness,
  eachFlatRun,
  type FlatlineOptions,
  flagFlatline,
  flagFlatlineInteger,
  steadyPart,
} from './checks/flatline.ts';
import { flagStraightLines, straightPart } from './checks/straight-line.ts';
import { QUALITY_FLAGS } from './flags.ts';
import { isHeld, type PotentialIn, potentialsOf } from './held-power.ts';
import type { TestAttributes } from './method-attributes.ts';
import { resolutionOf, stepsOf } from './resolution.ts';
import { intervalsOf } from './rules.ts';
import { capacityOf, isPower, ofTested, type SignalRun, type SiteRun, type WindowPart } from './signal-run.ts';

/** A signal that rests in coarse steps, and power of which nothing tells whether it was held, must stay so many times as long. */
const LONGER = 4;
/** Steps of this share of the range let a healthy signal rest. */
const COARSE_SHARE = 0.005;
/** How far a limit that lies between two steps may be missed. */
const STEPS_OFF = 1.5;

/**
 * Marks what does not move. Most signals always move: steps and potentials are looked at for the others only.
 *
 * @param run - signal; FLATLINE and FLATLINE_INTEGER are set in place, with SUSPECT where the value stays
 * @param site - its site
 */
export function checkFlatRuns(run: SignalRun, site: SiteRun): void {
  const { flatline, flatlineInteger } = run.plan.tests;
  if (flatline && isAnyFlat(flatline.settings, run, site)) {
    const test: FlatTest = { settings: flatline.settings, tolerance: flatline.settings.tolerance, flag: QUALITY_FLAGS.FLATLINE };
    reviewFlatRuns(test, run, site);
  }
  if (flatline && flatline.settings.lineSamples !== null) checkStraightLines(flatline.settings, flatline.settings.lineSamples, run, site);
  if (flatlineInteger && flagFlatlineInteger(run.raw, restOf(flatlineInteger.settings, run, site), run.flags) && isPower(run.plan)) {
    reviewFlatRuns({ settings: flatlineInteger.settings, tolerance: 0, flag: QUALITY_FLAGS.FLATLINE_INTEGER }, run, site);
  }
}

/** How a run is looked at once more. */
interface FlatTest {
  settings: TestAttributes['flatlineInteger'];
  tolerance: number;
  flag: number;
}

function isAnyFlat(settings: TestAttributes['flatline'], run: SignalRun, site: SiteRun): boolean {
  const { tolerance } = settings;
  const { input, tested, raw, flags } = run;
  const start = tolerance > 0 ? beginningOfSteadiness(input.raw, tested.start, tolerance) : tested.start;
  if (start === tested.start) return flagFlatline(raw, { ...restOf(settings, run, site), tolerance }, flags);
  const longer = { ...run, tested: { start, end: tested.end } };
  const marks = new Int32Array(tested.end - start);
  const isFound = flagFlatline(ofTested(input.raw, longer.tested), { ...restOf(settings, longer, site), tolerance }, marks);
  for (let i = 0; i < flags.length; i++) flags[i] = (flags[i] ?? 0) | (marks[i + tested.start - start] ?? 0);
  return isFound;
}

/** A line that touches the tested part is looked at as a whole. */
function checkStraightLines(settings: TestAttributes['flatline'], minSamples: number, run: SignalRun, site: SiteRun): void {
  const { input, tested, flags } = run;
  const part = straightPart(input.raw, tested);
  if (part.start === tested.start && part.end === tested.end) {
    const { ignoreBelow, ignore } = restOf(settings, run, site);
    flagStraightLines(run.raw, { minSamples, ignoreBelow, ignore }, flags);
    return;
  }
  const { ignoreBelow, ignore } = restOf(settings, { ...run, tested: part }, site);
  const marks = new Int32Array(part.end - part.start);
  flagStraightLines(ofTested(input.raw, part), { minSamples, ignoreBelow, ignore }, marks);
  for (let i = 0; i < flags.length; i++) flags[i] = (flags[i] ?? 0) | (marks[i + tested.start - part.start] ?? 0);
}

/** Takes the marks back and sets those that stand in the light of the signal's steps and, for power, of what it could have been. */
function reviewFlatRuns(test: FlatTest, run: SignalRun, site: SiteRun): void {
  const { input, tested, flags } = run;
  const isWhole = test.flag === QUALITY_FLAGS.FLATLINE_INTEGER;
  const part = steadyPart(input.raw, tested, isWhole ? 1 : test.tolerance);
  const { step, range } = resolutionIn(run, site);
  const rest = restOf(test.settings, { ...run, tested: part }, site);
  const options: FlatlineOptions & { isWhole: boolean } = {
    ...rest,
    isWhole,
    tolerance: test.tolerance,
    ignoreBelow: rest.ignoreBelow + STEPS_OFF * step,
    ignoreAbove: rest.ignoreAbove - STEPS_OFF * step,
  };
  const ofPower = isPower(run.plan) ? potentialsOf(run, site) : undefined;
  const longLength = Math.max(options.minLength, LONGER * intervalsOf(test.settings.windowMinutes, site.stepMinutes) + heldIntervals(site));
  if (!ofPower && step >= COARSE_SHARE * range && step > 0) options.minLength = longLength;
  for (let i = 0; i < flags.length; i++) flags[i] = (flags[i] ?? 0) & ~test.flag;
  eachFlatRun(ofTested(input.raw, part), options, (from, to) => {
    const found = { start: part.start + from, end: part.start + to };
    const bits = ofPower ? bitsOfPower(found, { test, run, potentials: ofPower, longLength }) : test.flag;
    for (let i = Math.max(found.start, tested.start); i < Math.min(found.end, tested.end); i++) {
      const k = i - tested.start;
      flags[k] = (flags[k] ?? 0) | bits;
    }
  });
}

interface PowerReview {
  test: FlatTest;
  run: SignalRun;
  potentials: readonly PotentialIn[];
  /** Intervals of a run that nothing explains. */
  longLength: number;
}

/** Power that does not move is stuck only where it could not have been held there. */
function bitsOfPower(found: WindowPart, { test, run, potentials, longLength }: PowerReview): number {
  const held = isHeld(run.input.raw, found, potentials);
  if (held !== undefined) return held ? 0 : test.flag;
  return found.end - found.start >= longLength ? test.flag | QUALITY_FLAGS.SUSPECT : 0;
}

function resolutionIn(run: SignalRun, site: SiteRun): { step: number; range: number } {
  const learned = run.device.input.resolutionOf?.(run.plan.apCode);
  if (learned) return learned;
  const steps = stepsOf(run.input.raw);
  const found = steps && resolutionOf([steps], isPower(run.plan) ? capacityOf(run, site) : Number.NaN);
  return found ?? { step: 0, range: Number.NaN };
}

/** Where the signal may rest, and how long it must rest elsewhere to be marked. */
function restOf(settings: TestAttributes['flatlineInteger'], run: SignalRun, site: SiteRun): Omit<FlatlineOptions, 'tolerance'> {
  const scale = settings.ofCapacity ? capacityOf(run, site) : 1;
  const ignoreBelow = (settings.ignoreBelow ?? Number.NaN) * scale;
  return {
    minLength: Math.max(intervalsOf(settings.windowMinutes, site.stepMinutes), settings.minSamples) + heldIntervals(site),
    ignoreBelow,
    ignoreAbove: (settings.ignoreAbove ?? Number.NaN) * scale,
    ignore: restingColumn(run, site, Number.isNaN(ignoreBelow)),
  };
}

/** A logger that sends on change repeats nothing: a value that holds is no value that rests. */
function heldIntervals({ input, stepMinutes }: SiteRun): number {
  return Math.ceil((input.maxHoldMinutes ?? 0) / stepMinutes);
}

/** Night of what the sun drives, and power that is held down by order. Power at night rests near zero: with a limit there the night says no more. */
function restingColumn({ device, plan, tested }: SignalRun, site: SiteRun, isLowUnknown: boolean): Uint8Array | undefined {
  const { energySource, curtailed } = device.input;
  const isSunny = plan.row?.measurementTypeName === 'Irradiance' || (energySource === 'PV' && isPower(plan) && isLowUnknown);
  const night = isSunny ? ofTested(site.night(plan.nightElevation), tested) : undefined;
  const held = isPower(plan) && curtailed ? ofTested(curtailed, tested) : undefined;
  if (night === undefined || held === undefined) return night ?? held;
  return either(night, held);
}
