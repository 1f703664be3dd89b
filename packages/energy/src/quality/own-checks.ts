import { flagClearSkyHigh, flagClearSkyLow } from './checks/clear-sky.ts';
import { beginningOfSteadiness, type FlatlineOptions, flagFlatline, flagFlatlineInteger } from './checks/flatline.ts';
import { flagGradient } from './checks/gradient.ts';
import { flagLowCounts, flagManual, flagMissing } from './checks/presence.ts';
import { flagAboveMax, flagBelowMin, flagHighPressure, flagLowPressure } from './checks/range.ts';
import type { TestAttributes } from './method-attributes.ts';
import { MIN_DARK_SAMPLES } from './methods.ts';
import { intervalsOf } from './rules.ts';
import { capacityOf, isPower, ofTested, type SignalRun, type SiteRun } from './signal-run.ts';

/**
 * Runs the tests that need nothing but the signal itself, on its raw values.
 *
 * @param run - signal; its flags are set in place
 * @param site - its site
 */
export function runOwnChecks(run: SignalRun, site: SiteRun): void {
  checkPresence(run);
  checkRange(run, site);
  checkMovement(run, site);
  checkSky(run, site);
}

function checkPresence({ input, device, plan: { tests }, tested, raw, flags }: SignalRun): void {
  if (tests.missing) flagMissing(raw, flags);
  if (tests.manual && input.manualInvalid) flagManual(ofTested(input.manualInvalid, tested), flags);
  if (tests.lowCounts && input.sampleCount) {
    const { expectedCount, minFraction } = tests.lowCounts.settings;
    flagLowCounts(
      ofTested(input.sampleCount, tested),
      { expectedCount: expectedCount ?? device.input.samplesPerInterval, minFraction },
      flags,
    );
  }
}

function checkRange(run: SignalRun, site: SiteRun): void {
  const { raw, device, plan, flags } = run;
  const { min, max, clampTolerance } = limitsOf(run, site);
  if (plan.tests.outOfRangeMin) flagBelowMin(raw, min, flags);
  if (plan.tests.outOfRangeMax) flagAboveMax(raw, max + clampTolerance, flags);
  const { altitude } = device.input;
  const high = plan.tests.outOfRangeBarometricPressureRatioHigh;
  const low = plan.tests.outOfRangeBarometricPressureRatioLow;
  if (high) flagHighPressure(raw, { altitude, max: high.settings.max }, flags);
  if (low) flagLowPressure(raw, { altitude, min: low.settings.min }, flags);
}

function checkMovement(run: SignalRun, site: SiteRun): void {
  const { raw, plan, flags } = run;
  const { flatline, flatlineInteger, implausibleGradient } = plan.tests;
  if (flatline) checkFlatline(flatline.settings, run, site);
  if (flatlineInteger) flagFlatlineInteger(raw, restOf(flatlineInteger.settings, run, site), flags);
  if (implausibleGradient) {
    const { maxRatePerMinute, mode } = implausibleGradient.settings;
    flagGradient(raw, { maxStep: (maxRatePerMinute ?? Number.POSITIVE_INFINITY) * site.stepMinutes, mode }, flags);
  }
}

function checkFlatline(settings: TestAttributes['flatline'], run: SignalRun, site: SiteRun): void {
  const { tolerance } = settings;
  const { input, tested, raw, flags } = run;
  const start = tolerance > 0 ? beginningOfSteadiness(input.raw, tested.start, tolerance) : tested.start;
  if (start === tested.start) {
    flagFlatline(raw, { ...restOf(settings, run, site), tolerance }, flags);
    return;
  }
  const longer = { ...run, tested: { start, end: tested.end } };
  const marks = new Int32Array(tested.end - start);
  flagFlatline(ofTested(input.raw, longer.tested), { ...restOf(settings, longer, site), tolerance }, marks);
  for (let i = 0; i < flags.length; i++) flags[i] = (flags[i] ?? 0) | (marks[i + tested.start - start] ?? 0);
}

function checkSky({ input, plan, tested, raw, flags }: SignalRun, site: SiteRun): void {
  if (input.clearSky === undefined) return;
  const columns = { irradiance: raw, clearSky: ofTested(input.clearSky, tested), elevation: ofTested(site.input.sunElevation, tested) };
  const { outOfRangeClearSkyHigh: high, outOfRangeClearSkyLow: low } = plan.tests;
  if (high) flagClearSkyHigh(columns, high.settings, flags);
  if (low) {
    const { factor, windowMinutes } = low.settings;
    const minElevation = Math.max(low.settings.minElevation, plan.nightElevation);
    flagClearSkyLow(
      columns,
      { factor, minElevation, minLength: Math.max(intervalsOf(windowMinutes, site.stepMinutes), MIN_DARK_SAMPLES) },
      flags,
    );
  }
}

export interface Limits {
  min: number;
  max: number;
  /** Values this far above the maximum are taken for it. */
  clampTolerance: number;
}

/**
 * Smallest and largest good value of a signal by its active range tests.
 *
 * @param run - signal
 * @param site - its site
 * @returns NaN where there is no limit, also where it is a share of a capacity nobody knows
 */
export function limitsOf(run: SignalRun, site: SiteRun): Limits {
  const low = run.plan.tests.outOfRangeMin?.settings;
  const high = run.plan.tests.outOfRangeMax?.settings;
  const scale = (ofCapacity: boolean | undefined) => (ofCapacity === true ? capacityOf(run, site) : 1);
  return {
    min: (low?.min ?? Number.NaN) * scale(low?.ofCapacity),
    max: (high?.max ?? Number.NaN) * scale(high?.ofCapacity),
    clampTolerance: high?.clampTolerance ?? 0,
  };
}

/** Where the signal may rest, and how long it must rest elsewhere to be marked. */
function restOf(settings: TestAttributes['flatlineInteger'], run: SignalRun, site: SiteRun): Omit<FlatlineOptions, 'tolerance'> {
  const scale = settings.ofCapacity ? capacityOf(run, site) : 1;
  return {
    minLength: Math.max(intervalsOf(settings.windowMinutes, site.stepMinutes), settings.minSamples),
    ignoreBelow: (settings.ignoreBelow ?? Number.NaN) * scale,
    ignoreAbove: (settings.ignoreAbove ?? Number.NaN) * scale,
    ignore: restingColumn(run, site),
  };
}

/** Night of what the sun drives, and power that is held down by order. */
function restingColumn({ device, plan, tested }: SignalRun, site: SiteRun): Uint8Array | undefined {
  const { energySource, curtailed } = device.input;
  const isSunny = plan.row?.measurementTypeName === 'Irradiance' || (energySource === 'PV' && isPower(plan));
  const night = isSunny ? ofTested(site.night(plan.nightElevation), tested) : undefined;
  const held = isPower(plan) && curtailed ? ofTested(curtailed, tested) : undefined;
  if (night === undefined || held === undefined) return night ?? held;
  return night.map((dark, i) => dark | (held[i] ?? 0));
}
