import { type BucketUnit, bucketOf, CLOCK_UNITS, isClockUnit } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';

export interface ExportParts {
  period: Period;
  /** undefined: raw points. */
  unit: BucketUnit | undefined;
  /** Of the series. */
  zones: readonly string[];
  seriesCount: number;
  /** Shortest native interval of the series. */
  intervalMs: number;
  /** About how many points a part may have; a part is no shorter than a day. */
  pointsPerPart?: number;
}

const POINTS_PER_PART = 500_000;

/** A period in parts that are read one after the other, cut where no bucket is. Buckets of several zones have no such place: then it is one part. */
export function* exportParts({
  period,
  unit,
  zones,
  seriesCount,
  intervalMs,
  pointsPerPart = POINTS_PER_PART,
}: ExportParts): Generator<Period> {
  const [zone = 'UTC', ...others] = zones;
  if (unit !== undefined && others.length > 0) return yield period;
  const lengthMs = unit === undefined ? intervalMs : isClockUnit(unit) ? CLOCK_UNITS[unit] : DAY_MS;
  const stepMs = Math.max(DAY_MS, Math.floor(pointsPerPart / seriesCount) * lengthMs);
  for (let { startMs } = period; startMs < period.endMs; ) {
    const edgeMs = unit === undefined ? startMs + stepMs : bucketOf(startMs + stepMs, isClockUnit(unit) ? 'day' : unit, zone).endMs;
    const endMs = Math.min(period.endMs, edgeMs);
    yield { startMs, endMs };
    startMs = endMs;
  }
}
