import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import type { Caller } from '../../../http/caller.ts';
import type { RequestedSegment, SignalDirectory } from './signal-directory.ts';

/** Who asks: what they may see, and the version of the inventory they came with. */
export type SignalCaller = Pick<Caller, 'siteIds'> & Partial<Pick<Caller, 'inventoryVersion'>>;

/**
 * The named segments in the order of the request.
 *
 * @throws AppError resource.notFound when one of them is out of scope, exactly as if it did not exist
 */
export async function getRequestedSegments(
  directory: SignalDirectory,
  { siteIds, inventoryVersion }: SignalCaller,
  segmentIds: readonly SegmentId[],
): Promise<RequestedSegment[]> {
  const distinct = [...new Set(segmentIds)];
  const found = await directory.findSegments(inventoryVersion, distinct);
  return distinct.map((segmentId) => {
    const segment = found.get(segmentId);
    if (!segment || !siteIds.has(segment.siteId)) throw new AppError('resource.notFound');
    return segment;
  });
}
