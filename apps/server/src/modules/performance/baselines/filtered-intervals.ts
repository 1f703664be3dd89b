import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import type { PointFilter } from '@solvane/contract/point-filters';
import { intervalGrid } from '@solvane/energy/time/interval';
import type { Caller } from '../../../http/caller.ts';
import { readNativePoints } from '../../signals/derived/read-derived.ts';
import { prepareRequest, type QueryDeps } from '../../signals/queries/prepare-request.ts';
import type { TurbineGrid } from './turbine-columns.ts';

export interface PointFiltering {
  deps: QueryDeps;
  caller: Pick<Caller, 'siteIds'> & Partial<Pick<Caller, 'userId' | 'memberships' | 'inventoryVersion'>>;
  filters: readonly PointFilter[];
}

const POWER = signalIdSchema.parse('ActivePower||Validated');

/** 1 where filters remove the power of a device, as Data Studio filters points. @throws AppError as a request of these values does */
export async function filteredIntervals(
  { deps, caller, filters }: PointFiltering,
  segmentId: SegmentId,
  { period, stepMs }: TurbineGrid,
): Promise<Uint8Array> {
  const { startMs, count } = intervalGrid(period, stepMs);
  const filtered = new Uint8Array(count);
  if (filters.length === 0) return filtered;
  const native = { resolution: 'raw', aggregation: 'default', treeAggregation: 'device' } as const;
  const request = { ...native, ...period, segmentIds: [segmentId], signalIds: [POWER], filters: [...filters] };
  const prepared = await prepareRequest(deps, caller, request);
  const { series } = await readNativePoints(deps, filters, prepared, period);
  for (const { timesMs, values } of series)
    for (const [i, timeMs] of timesMs.entries()) if (Number.isNaN(values[i])) filtered[Math.round((timeMs - startMs) / stepMs)] = 1;
  return filtered;
}
