import type { SegmentId } from '@solvane/contract/ids';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import type { SeriesQuery } from '../../signals/signal-reader.ts';
import type { RequestedSegment } from '../signals/queries/signal-directory.ts';
import type { DeviceStateDeps, StateScope } from './read-device-states.ts';
import type { StateSite } from './state-devices.ts';

/** The tree of a site with the series of each of its segments. */
export interface SiteSegments {
  site: StateSite;
  segments: ReadonlyMap<SegmentId, RequestedSegment>;
  zone: string;
  stepMs: number;
}

export async function readSiteSegments(
  { findSites, directory }: Pick<DeviceStateDeps, 'findSites' | 'directory'>,
  scope: StateScope,
  siteIds: readonly StateSite['siteId'][],
): Promise<SiteSegments[]> {
  const sites = await findSites(scope, siteIds);
  const ids = sites.flatMap((site) => site.segments.map(({ segmentId }) => segmentId));
  const segments = await directory.findSegments(scope.inventoryVersion, ids);
  return sites.map((site) => {
    const { zone = 'UTC', intervalMs: stepMs = 600_000 } = segments.get(site.segmentId) ?? {};
    return { site, segments, zone, stepMs };
  });
}

const KINDS = { Validated: 'validated', Raw: 'raw', Calculated: 'derived', ExternalWeather: 'raw', Satellite: 'raw' } as const;
export type ReadCalcType = keyof typeof KINDS;

/** Series of a quantity of a segment: the first of the calculation types that it has. */
export function findSeries(
  segment: RequestedSegment | undefined,
  apCode: string,
  calcTypes: readonly ReadCalcType[],
): (SeriesQuery & { segmentId: SegmentId }) | undefined {
  for (const calcType of calcTypes) {
    const found = segment?.series.get(`${apCode}||${calcType}`);
    if (segment && found)
      return {
        segmentId: segment.segmentId,
        series: found.series,
        kind: KINDS[calcType],
        zone: segment.zone,
        intervalMs: segment.intervalMs,
        aggregation: 'avg',
      };
  }
  return undefined;
}

/** Whether a value of an interval can stand for now. */
export function isOfNow(atMs: number, { nowMs, stepMs }: { nowMs: number; stepMs: number }): boolean {
  return nowMs - (atMs + stepMs) <= silentAfterMs(stepMs);
}
