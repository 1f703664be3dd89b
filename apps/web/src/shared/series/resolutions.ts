import { RESOLUTIONS, type Resolution } from '@solvane/contract/signal-resolutions';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Length of the buckets of a resolution; calendar ones by their usual length. null: each series at its own interval. */
export const BUCKET_MS: Record<Resolution, number | null> = {
  raw: null,
  auto: null,
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.4375 * DAY_MS,
  quarter: 91.3125 * DAY_MS,
  year: 365.25 * DAY_MS,
};

/** The resolution with the name of the native intervals, where all lines have the same; `raw` where they have not. */
export function resolutionOf(lines: readonly { stepMs: number }[]): Resolution {
  const steps = new Set(lines.map(({ stepMs }) => stepMs));
  const [step] = steps;
  return (steps.size === 1 && RESOLUTIONS.find((resolution) => BUCKET_MS[resolution] === step)) || 'raw';
}
