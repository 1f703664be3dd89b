import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';

/** Each series of a body is looked up, registered and answered for: what names a new one per point is a mistake. */
export function assertSeriesLimit(series: number): void {
  if (series > LIMITS.ingestSeries) throw tooManySeries();
}

export function tooManySeries(): AppError {
  return new AppError('ingest.tooManySeries', { values: { allowed: LIMITS.ingestSeries } });
}
