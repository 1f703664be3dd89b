import type { SegmentMetadata } from '@solvane/contract/fleet';
import { siteMetadataSchema } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import { ATTRIBUTES, type AttributeDefinition, isRequiredFor } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';

export interface MetadataDevice {
  segmentId: SegmentId;
  name: string;
  type: string;
  /** Above it, from the site down. */
  path: string;
  siteSegmentId: SegmentId;
}

export interface MetadataRow extends MetadataDevice {
  values: ReadonlyMap<string, SegmentMetadata['attributes'][number]>;
}

export function toMetadataRows(devices: readonly MetadataDevice[], items: readonly SegmentMetadata[]): MetadataRow[] {
  const bySegment = new Map(items.map((item) => [item.segmentId, item]));
  return devices.map((device) => ({
    ...device,
    values: new Map(bySegment.get(device.segmentId)?.attributes.map((attribute) => [attribute.name, attribute])),
  }));
}

/** Attributes to show: all that any of the devices can have, or only those that have a value somewhere or need one. */
export function metadataColumns(
  rows: readonly MetadataRow[],
  { showAll, search, nameOf }: { showAll: boolean; search: string; nameOf: (name: string) => string },
): AttributeDefinition[] {
  const wanted = search.trim().toLowerCase();
  return ATTRIBUTES.filter((attribute) => {
    const takers = rows.filter(({ type }) => takesAttribute(attribute, type));
    if (takers.length === 0) return false;
    if (wanted !== '' && !`${nameOf(attribute.name)} ${attribute.name}`.toLowerCase().includes(wanted)) return false;
    return (
      showAll || wanted !== '' || takers.some((row) => storedValue(row, attribute.name) !== null || needsAttribute(attribute, row.type))
    );
  });
}

export function takesAttribute({ segmentTypes }: AttributeDefinition, type: string): boolean {
  return isSegmentType(type) && segmentTypes.includes(type);
}

export function needsAttribute(attribute: AttributeDefinition, type: string): boolean {
  return isSegmentType(type) && isRequiredFor(attribute, type);
}

export function storedValue(row: MetadataRow | undefined, attribute: string): AttributeValue | null {
  return row?.values.get(attribute)?.value ?? null;
}

/** When the attribute was changed last; null: never. */
export function lastChangeMs(row: MetadataRow | undefined, attribute: string): number | null {
  const times = row?.values.get(attribute)?.history.map(({ changedAtMs }) => changedAtMs) ?? [];
  return times.length === 0 ? null : Math.max(...times);
}

/** Fields of the site itself hold since ever: they take no date. */
export function isDated(attribute: string, type: string): boolean {
  return type !== 'Site' || !Object.hasOwn(siteMetadataSchema.shape, attribute);
}
