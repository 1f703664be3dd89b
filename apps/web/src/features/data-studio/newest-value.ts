import type { Period, TimeSeriesLine } from '@solvane/charts/options/time-series';

export interface NewestValue {
  /** End of the interval of the newest value. */
  endMs: number;
  stepMs: number;
}

/** Newest value of any line; null: no line has one. */
export function newestOf(lines: readonly TimeSeriesLine[]): NewestValue | null {
  let newest: NewestValue | null = null;
  for (const { timesMs, values, stepMs, stroke } of lines) {
    const index = values.findLastIndex((value) => !Number.isNaN(value));
    const endMs = (timesMs[index] ?? Number.NEGATIVE_INFINITY) + stepMs;
    if (stroke === 'series' && endMs > (newest?.endMs ?? Number.NEGATIVE_INFINITY)) newest = { endMs, stepMs };
  }
  return newest;
}

const TRANSPORT_MS = 10 * 60_000;

/** How late the newest value is, where the period runs up to now and more than two intervals are missing; null: it is not late. */
export function staleAgeMs({ newest, domain, nowMs }: { newest: NewestValue | null; domain: Period; nowMs: number }): number | null {
  if (newest === null || nowMs < domain.startMs || nowMs > domain.endMs + newest.stepMs) return null;
  const ageMs = nowMs - newest.endMs;
  return ageMs > 2 * newest.stepMs + TRANSPORT_MS ? ageMs : null;
}
