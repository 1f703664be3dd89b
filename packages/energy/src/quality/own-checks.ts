import { flagClearSkyHigh, flagClearSkyLow } from './checks/clear-sky.ts';
import { flagLowCounts, flagManual, flagMissing } from './checks/presence.ts';
import { flagAboveMax, flagBelowMin, flagHighPressure, flagLowPressure } from './checks/range.ts';
import { checkFlatRuns } from './flat-runs.ts';
import { checkGradient } from './gradient-check.ts';
import { limitsOf } from './limits.ts';
import { MIN_DARK_SAMPLES } from './methods.ts';
import { intervalsOf } from './rules.ts';
import { ofTested, type SignalRun, type SiteRun } from './signal-run.ts';

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
  checkFlatRuns(run, site);
  checkGradient(run, site);
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
