import type { SiteId } from '@solvane/contract/ids';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import { localDayOf } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import { findConfiguredSite } from './site-configuration.ts';

/** What the codes of each device of a site mean at an instant, exactly as its computation reads them. */
export async function readEventCodes(db: Db, siteId: SiteId, atMs: number): Promise<(segmentId: string) => EventCodes | undefined> {
  const configured = await findConfiguredSite(db, siteId);
  if (!configured) return () => undefined;
  const { devices } = configured.setupOn(localDayOf(atMs, configured.zone)).site;
  const codes = new Map(devices.map((device) => [device.id, device.codes]));
  return (segmentId) => codes.get(segmentId);
}
