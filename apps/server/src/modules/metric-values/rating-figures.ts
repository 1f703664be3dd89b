import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import { ratingDeviation } from '@solvane/energy/pv/power-rating-line';
import { type RatingReaders, readMeasuredRatings } from '../performance/baselines/measured-ratings.ts';
import { findConfiguredSite } from '../performance/configuration/site-configuration.ts';
import type { MetricItem } from './metric-items.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';

export interface RatingFigure {
  /** Slope of the rating line. [%] */
  prt: number;
  /** Of it from the baseline of the inverter. [%] NaN: there is no baseline */
  deviation: number;
}

export interface RatingFigures {
  /** undefined: no inverter, or too few points in steady strong light */
  find(segmentId: SegmentId, bucket: BucketKey): RatingFigure | undefined;
}

/** Each takes all intervals of an inverter over its period. */
const MOST_LINES = 500;

/**
 * Rating lines of inverters over each bucket, as the power curve widget draws them.
 *
 * @throws AppError signals.tooManyDatapoints with how many lines were asked for and how many are answered
 */
export async function readRatingFigures(deps: RatingReaders, items: readonly MetricItem[], periods: MetricPeriods): Promise<RatingFigures> {
  const devices = items.filter(({ isSite }) => !isSite);
  const requested = devices.length * periods.keys.length;
  if (requested > MOST_LINES) throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: MOST_LINES } });
  const found = new Map<string, RatingFigure>();
  for (const [siteId, ofSite] of Map.groupBy(devices, ({ segment }) => segment.siteId)) {
    const configured = await findConfiguredSite(deps.db, siteId);
    if (!configured) continue;
    const { zone, stepMs } = configured;
    const months = periods.keys.flatMap((key) => {
      const { startMs, endMs } = periods.spanOf(key, zone);
      const period = { startMs: Math.ceil(startMs / stepMs) * stepMs, endMs: Math.floor(endMs / stepMs) * stepMs };
      return period.startMs < period.endMs ? [{ key, day: null, period }] : [];
    });
    const named = ofSite.map(({ segment: { segmentId } }) => ({ segmentId, name: '', siteName: '' }));
    const body = { prtPeriod: 'months', hasCapacityTest: false } as const;
    for (const { segmentId, lines, baseline } of await readMeasuredRatings(deps, { devices: named, configured, body, months }))
      for (const [at, { slope }] of lines.entries())
        if (slope !== null)
          found.set(`${segmentId} ${months[at]?.key}`, {
            prt: 100 * slope,
            deviation: baseline ? 100 * ratingDeviation(slope, baseline.slope) : Number.NaN,
          });
  }
  return { find: (segmentId, bucket) => found.get(`${segmentId} ${bucket}`) };
}
