import { type DaySteps, stepsOf } from '../../quality/resolution.ts';
import type { SignalPlan } from '../../quality/rules.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { SiteDevice } from '../site.ts';

/**
 * In what steps the signals of a device were written on the day: those of which a rule asks whether they move.
 *
 * @param device - of the site
 * @param context - of the day
 * @returns by apCode; undefined where none of them moved
 */
export function stepsOfDay(
  device: SiteDevice,
  { site, inputs, frame }: Pick<DetectContext, 'site' | 'inputs' | 'frame'>,
): Map<string, DaySteps> | undefined {
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  let found: Map<string, DaySteps> | undefined;
  for (const { apCode, raw } of inputs.signals.get(device.id) ?? []) {
    if (!asksForMovement(site.quality.planFor(apCode, device.segmentType))) continue;
    const steps = stepsOf(raw.subarray(start, start + frame.day.count));
    if (!steps) continue;
    found ??= new Map();
    found.set(apCode, steps);
  }
  return found;
}

function asksForMovement({ tests }: SignalPlan): boolean {
  return tests.flatline !== undefined || tests.flatlineInteger !== undefined;
}
