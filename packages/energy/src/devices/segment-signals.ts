import { type CatalogueRow, SIGNAL_CATALOGUE } from '../signals/catalogue.ts';
import { getSegmentType, SEGMENT_TYPES, type SegmentType } from './segment-types.ts';

const rowsByType = new Map<SegmentType, readonly CatalogueRow[]>(
  SEGMENT_TYPES.map((type) => [type, SIGNAL_CATALOGUE.filter((row) => belongs(type, row))]),
);
const apCodesByType = new Map<SegmentType, ReadonlySet<string>>(
  [...rowsByType].map(([type, rows]) => [type, new Set(rows.map((row) => row.apCode))]),
);

/**
 * The quantities segments of a type can have, in catalogue order.
 *
 * @param type - a segment type
 */
export function signalsOfSegmentType(type: SegmentType): readonly CatalogueRow[] {
  return rowsByType.get(type) ?? [];
}

/**
 * Whether segments of a type can have a quantity.
 *
 * @param type - a segment type
 * @param apCode - case-sensitive; unknown quantities belong to no type
 */
export function hasSignal(type: SegmentType, apCode: string): boolean {
  return apCodesByType.get(type)?.has(apCode) ?? false;
}

function belongs(type: SegmentType, row: CatalogueRow): boolean {
  const { codes, energyTypes, isGenerator } = getSegmentType(type);
  if (!row.energyTypes.some((source) => energyTypes.includes(source))) return false;
  return row.devices.some((code) => code === 'ANY' || codes.includes(code) || (code === 'GEN' && isGenerator));
}
