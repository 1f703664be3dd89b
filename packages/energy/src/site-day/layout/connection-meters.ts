import { isGenerator } from '../../devices/segment-types.ts';
import type { SiteDevice } from '../site.ts';
import type { DeviceTree } from './device-tree.ts';

const METERS: readonly SiteDevice['segmentType'][] = ['Meter', 'HybridMeter', 'BatteryMeter'];

/** Columns of one quantity at the grid connection of a site. NaN: not known. Absent: nothing measures it there */
export interface ConnectionColumns {
  /** Of its grid connections together. */
  pcc?: Float64Array;
  /** Of the only meter that does not stand below a generator or another meter: of two, none measures the whole site. */
  mainMeter?: Float64Array;
}

/**
 * What the meters at the grid connection of a site tell.
 *
 * @param tree - of the site
 * @param columnOf - by id; undefined: the device does not measure it
 */
export function connectionColumns(tree: DeviceTree, columnOf: (id: string) => Float64Array | undefined): ConnectionColumns {
  const columnsOf = (devices: readonly SiteDevice[]) => devices.flatMap(({ id }) => columnOf(id) ?? []);
  const connections = tree.devices.filter((device) => isConnection(device) && !isBelow(device, tree, isConnection));
  const atConnection = columnsOf(connections);
  const pcc = atConnection.length === connections.length ? sumOf(atConnection) : undefined;
  const meters = columnsOf(tree.devices.filter((device) => isMeter(device) && !isBelow(device, tree, isMeterOrGenerator)));
  const mainMeter = meters.length === 1 ? meters[0] : undefined;
  return { ...(pcc && { pcc }), ...(mainMeter && { mainMeter }) };
}

function isBelow(device: SiteDevice, { lineageOf, find }: DeviceTree, isPart: (parent: SiteDevice) => boolean): boolean {
  return lineageOf(device).some((id) => {
    const parent = id === device.id ? undefined : find(id);
    return parent !== undefined && isPart(parent);
  });
}

function isConnection({ segmentType }: SiteDevice): boolean {
  return segmentType === 'PCC';
}

function isMeter({ segmentType }: SiteDevice): boolean {
  return METERS.includes(segmentType);
}

function isMeterOrGenerator(device: SiteDevice): boolean {
  return isMeter(device) || isGenerator(device.segmentType);
}

function sumOf(columns: readonly Float64Array[]): Float64Array | undefined {
  const [first, ...others] = columns;
  if (!first || others.length === 0) return first;
  const sum = first.slice();
  for (const column of others) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? Number.NaN) + (column[i] ?? Number.NaN);
  return sum;
}
