import { metadataEndpoints } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Typed metadata of devices, with what held before. */
export function metadataQuery(segmentIds: readonly SegmentId[]) {
  return queryOptions({
    queryKey: ['metadata', 'read', segmentIds],
    queryFn: ({ signal }) => call(metadataEndpoints.read, { body: { segmentIds: [...segmentIds] }, signal }),
  });
}
