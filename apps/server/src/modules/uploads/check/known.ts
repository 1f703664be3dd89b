import type { EnergyType } from '@solvane/contract/fleet';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import type { PowerCurveWire } from '@solvane/contract/models';
import type { RowReader } from './read-cells.ts';

export interface KnownDevice {
  segmentId: SegmentId;
  name: string;
  segmentType: string;
  siteId: SiteId;
  enterpriseId: EnterpriseId;
  zone: string;
  stepMs: number;
}

export interface KnownSite {
  siteId: SiteId;
  name: string;
  energyType: EnergyType;
}

/** What a file can be about: in the scope of its user, of what the file names. Plain data: it goes to a thread. */
export interface Known {
  devices: readonly KnownDevice[];
  sites: readonly KnownSite[];
  /** `siteId year` of budgets that exist. */
  budgetYears: readonly string[];
  /** `segmentId date` of tables of coefficients, or of ranked lists, that exist. */
  datedTables: readonly string[];
  /** Curves of the enterprises, and of the devices. */
  curves: readonly PowerCurveWire[];
  nowMs: number;
}

/** Names of the file that have to be looked up. */
export interface NamedThings {
  segmentIds: string[];
  siteIds: string[];
}

/** A device that the row names, by its id, and by its name where the row has one. */
export function readDevice(
  row: RowReader,
  known: ReadonlyMap<string, KnownDevice>,
  columns = { id: 'deviceId', name: 'deviceName' },
): KnownDevice | undefined {
  const id = row.text(columns.id);
  if (id === undefined) return undefined;
  const device = known.get(id);
  if (!device) return row.refuse('deviceUnknown', columns.id, { device: id });
  const name = row.raw(columns.name);
  if (name !== '' && name !== device.name) return row.refuse('deviceNameDiffers', columns.name, { device: id, name, known: device.name });
  return device;
}

export function readSite(row: RowReader, known: ReadonlyMap<string, KnownSite>): KnownSite | undefined {
  const id = row.text('siteId');
  if (id === undefined) return undefined;
  const site = known.get(id);
  if (!site) return row.refuse('siteUnknown', 'siteId', { site: id });
  const name = row.raw('siteName');
  if (name !== '' && name !== site.name) return row.refuse('siteNameDiffers', 'siteName', { site: id, name, known: site.name });
  return site;
}
