import { flagGradient } from './checks/gradient.ts';
import { QUALITY_FLAGS } from './flags.ts';
import { type PotentialIn, potentialsOf } from './held-power.ts';
import { capacityOf, isPower, type SignalRun, type SiteRun } from './signal-run.ts';

/** Below this load power swings with every gust and cloud. */
const LEAST_LOAD = 0.2;
/** Neighbours further apart, as a share of their mean, are a ramp: the shade of a mast passes over modules at the same hour of many days. */
const FURTHEST_APART = 0.6;
/** How far, as a share of the tolerance, the neighbours of a spike must agree with each other about the potential. */
const AGREEMENT = 0.4;

/**
 * Marks values that change faster than the quantity can. Clouds and gusts make power jump: a spike of power counts where its potential did not jump
 * with it.
 *
 * @param run - signal; GRADIENT is set in place
 * @param site - its site
 */
export function checkGradient(run: SignalRun, site: SiteRun): void {
  const test = run.plan.tests.implausibleGradient;
  if (!test) return;
  const { maxRatePerMinute, mode, ofCapacity, potentialTol } = test.settings;
  const scale = ofCapacity ? capacityOf(run, site) : 1;
  const maxStep = (maxRatePerMinute ?? Number.POSITIVE_INFINITY) * scale * site.stepMinutes;
  if (potentialTol === null || !isPower(run.plan)) flagGradient(run.raw, { maxStep, mode }, run.flags);
  else flagUnexplainedSpikes(run, site, { maxStep, tolerance: potentialTol });
}

function flagUnexplainedSpikes(run: SignalRun, site: SiteRun, { maxStep, tolerance }: { maxStep: number; tolerance: number }): void {
  const { raw, flags, tested } = run;
  const least = LEAST_LOAD * capacityOf(run, site);
  let potentials: PotentialIn[] | undefined;
  let before = raw[0] ?? Number.NaN;
  let value = raw[1] ?? Number.NaN;
  for (let i = 1; i + 1 < raw.length; i++) {
    const after = raw[i + 1] ?? Number.NaN;
    // Nearly all values fail the first comparison.
    if (Math.abs(value - before) > maxStep && Math.abs(after - value) > maxStep && (value - before) * (after - value) < 0) {
      const mean = (before + after) / 2;
      if (mean > least && Math.abs(value / mean - 1) > tolerance && Math.abs(after - before) < FURTHEST_APART * mean) {
        potentials ??= potentialsOf(run, site);
        const isMarked = isUnexplained([before, value, after], potentials, { at: tested.start + i, tolerance });
        if (isMarked) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.GRADIENT;
      }
    }
    before = value;
    value = after;
  }
}

/** Its neighbours use their potential alike, and it does not. The first potential that is known at all three decides. */
function isUnexplained(
  power: readonly [number, number, number],
  potentials: readonly PotentialIn[],
  { at, tolerance }: { at: number; tolerance: number },
): boolean {
  for (const potentialIn of potentials) {
    const possible = potentialIn({ start: at - 1, end: at + 2 });
    const [before, used, after] = [0, 1, 2].map((k) => (power[k] ?? Number.NaN) / (possible[k] ?? Number.NaN));
    if (before === undefined || used === undefined || after === undefined || !Number.isFinite(before + used + after)) continue;
    return Math.abs(before / after - 1) < AGREEMENT * tolerance && Math.abs((2 * used) / (before + after) - 1) > tolerance;
  }
  return false;
}
