import type { SiteId } from '@solvane/contract/ids';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import { localDayOf } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import { type CodeChange, loadEventCodes } from '../../event-codes/mapping/site-event-codes.ts';
import { readFleetState } from '../../fleet/fleet-state.ts';
import { codesOfDevice } from './load-models.ts';
import { metadataOn } from './metadata-on.ts';
import { lineages } from './site-configuration.ts';
import { modelDevices } from './site-devices.ts';

/** All that decides which code set a device uses: an edit of an event waits for no more of the configuration than this. */
const DECIDING = ['manufacturer', 'model', 'decommissioningDate'] as const;

/**
 * What the codes of each device of a site mean at an instant, exactly as its computation reads them.
 *
 * @param change - for previews
 */
export async function readEventCodes(
  db: Db,
  siteId: SiteId,
  atMs: number,
  change?: CodeChange,
): Promise<(segmentId: string) => EventCodes | undefined> {
  const state = await readFleetState(db, [siteId], DECIDING);
  const site = state.sites.get(siteId);
  if (!site) return () => undefined;
  const zone = site.timezone ?? 'UTC';
  const day = localDayOf(atMs, zone);
  const metadata = metadataOn(state.metadata, lineages(state, site), day);
  const devices = modelDevices({ site, zone, day, segments: [...state.segments.values()], metadata });
  const codes = await loadEventCodes(db, siteId, change);
  const codesByDevice = new Map(devices.map((device) => [device.id, codesOfDevice(codes, device)]));
  return (segmentId) => codesByDevice.get(segmentId);
}
