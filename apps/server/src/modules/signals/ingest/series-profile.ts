import type { PointProfile } from '../../../signals/signal-files.ts';
import type { SeriesReference } from './resolve-series.ts';

/** What a body holds of one series. */
export interface SeriesProfile extends Omit<PointProfile, 'column' | 'segmentId' | 'signal'> {
  reference: SeriesReference;
  /** Its position among the series of the body; for columns the number of the column. */
  position: number;
}

/** @param columns - series of a body with one column each */
export function toSeriesProfiles(profiles: readonly PointProfile[], columns: readonly SeriesReference[] | undefined): SeriesProfile[] {
  return profiles.map(({ column, segmentId, signal, ...profile }, index) => {
    const position = column ?? index;
    return { ...profile, reference: columns?.[position] ?? { segmentId, signal }, position };
  });
}
