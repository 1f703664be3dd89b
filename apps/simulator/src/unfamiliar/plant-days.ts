import type { RawEvent } from '@solvane/energy/events/raw-events';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { ReportedSignal, SiteDayInputs } from '@solvane/energy/site-day/inputs';
import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { dayBounds, type LocalDay } from '@solvane/energy/time/local-day';
import type { AveragedPlant } from './averaged-plant.ts';

const MARGIN_DAYS = 2;

export interface PlantDaysOptions extends AveragedPlant {
  site: SiteConfiguration;
  /** Ascending, one after the other. */
  days: readonly LocalDay[];
  events: readonly RawEvent[];
}

/** Days one after the other as the server computes them: each learns from those before it and sees the events found in them. */
export function computePlantDays({ site, days, grid, signals, events }: PlantDaysOptions): SiteDayOutputs[] {
  const evidence: SiteDayEvidence[] = [];
  const detected: RawEvent[] = [];
  return days.map((day) => {
    const inputs = inputsOf({ site, grid, signals, events: [...events, ...detected] }, day);
    const outputs = computeSiteDay(site, day, inputs, evidence.length === 0 ? EMPTY_MEMORY : learnSite(site, day, evidence));
    evidence.push(outputs.evidence);
    detected.push(...outputs.detected);
    return outputs;
  });
}

/** What is known around one day. */
export function inputsOf({ site, grid, signals, events }: Omit<PlantDaysOptions, 'days'>, day: LocalDay): SiteDayInputs {
  const window = windowOf(site, day, grid.stepMs);
  const from = (window.startMs - grid.startMs) / grid.stepMs;
  const windowEndMs = window.startMs + window.count * window.stepMs;
  const cut = (signal: ReportedSignal): ReportedSignal => ({ ...signal, raw: part(signal.raw, from, window.count) });
  return {
    grid: window,
    horizonMs: Math.min(windowEndMs, grid.startMs + grid.count * grid.stepMs),
    beginMs: grid.startMs,
    signals: new Map([...signals].map(([id, ofDevice]) => [id, ofDevice.map(cut)])),
    rawEvents: events.filter(({ startMs, endMs }) => startMs < windowEndMs && (endMs ?? Number.POSITIVE_INFINITY) > window.startMs),
    overlays: new Map(),
  };
}

function windowOf({ zone }: SiteConfiguration, day: LocalDay, stepMs: number): AveragedPlant['grid'] {
  const toStep = (instantMs: number) => Math.ceil(instantMs / stepMs) * stepMs;
  const startMs = toStep(dayBounds(day - MARGIN_DAYS, zone).startMs);
  return { startMs, stepMs, count: (toStep(dayBounds(day + MARGIN_DAYS, zone).endMs) - startMs) / stepMs };
}

/** Beyond the ends of what is known there is nothing. */
function part(values: Float64Array, from: number, count: number): Float64Array {
  if (from >= 0 && from + count <= values.length) return values.subarray(from, from + count);
  const out = new Float64Array(count).fill(Number.NaN);
  for (let i = Math.max(0, -from); i < count && from + i < values.length; i++) out[i] = values[from + i] ?? Number.NaN;
  return out;
}
