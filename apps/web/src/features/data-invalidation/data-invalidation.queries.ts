import type { SegmentId } from '@solvane/contract/ids';
import { signalIdSchema } from '@solvane/contract/ids';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { seriesKeys } from '../../shared/series/series.queries.ts';

export const invalidationKeys = { all: ['invalidations'] } as const;

interface Shown {
  segmentIds: readonly SegmentId[];
  apCodes: readonly string[];
  startMs: number;
  endMs: number;
}

const CALC_TYPES = ['Raw', 'Validated', 'QualityFlag'] as const;

/** Values as they arrived and as they are validated. */
export function validationQuery({ segmentIds, apCodes, startMs, endMs }: Shown) {
  const signalIds = apCodes.flatMap((apCode) => CALC_TYPES.map((calcType) => signalIdSchema.parse(`${apCode}||${calcType}`)));
  return queryOptions({
    queryKey: [...seriesKeys.values, 'validation', { segmentIds, apCodes, startMs, endMs }],
    queryFn: ({ signal }) =>
      call(signalEndpoints.values, { body: { segmentIds: [...segmentIds], signalIds, startMs, endMs, resolution: 'raw' }, signal }),
    placeholderData: keepPreviousData,
    enabled: segmentIds.length > 0 && apCodes.length > 0,
  });
}

/** What users invalidated and restored of devices in a period. */
export function invalidationsQuery({ segmentIds, startMs, endMs }: Omit<Shown, 'apCodes'>) {
  return queryOptions({
    queryKey: [...invalidationKeys.all, { segmentIds, startMs, endMs }],
    queryFn: ({ signal }) => call(invalidationEndpoints.search, { body: { segmentIds: [...segmentIds], startMs, endMs }, signal }),
    enabled: segmentIds.length > 0,
  });
}
