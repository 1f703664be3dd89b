import type { SegmentMetadata } from '@solvane/contract/fleet';
import { siteMetadataSchema } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import { ATTRIBUTES, type AttributeDefinition, isRequiredFor } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';

export interface GridDevice {
  segmentId: SegmentId;
  name: string;
  type: string;
  /** Above it, from the site down. */
  path: string;
  siteSegmentId: SegmentId;
}

export interface GridRow extends GridDevice {
  values: ReadonlyMap<string, SegmentMetadata['attributes'][number]>;
}

export interface CellPlace {
  row: number;
  column: number;
}

export interface CellRange {
  from: CellPlace;
  to: CellPlace;
}

export function toGridRows(devices: readonly GridDevice[], items: readonly SegmentMetadata[]): GridRow[] {
  const bySegment = new Map(items.map((item) => [item.segmentId, item]));
  return devices.map((device) => ({
    ...device,
    values: new Map(bySegment.get(device.segmentId)?.attributes.map((attribute) => [attribute.name, attribute])),
  }));
}

/** Attributes to show: all that any of the devices can have, or only those that have a value somewhere or need one. */
export function gridColumns(
  rows: readonly GridRow[],
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

export function storedValue(row: GridRow | undefined, attribute: string): AttributeValue | null {
  return row?.values.get(attribute)?.value ?? null;
}

/** Fields of the site itself hold since ever: they take no date. */
export function isDated(attribute: string, type: string): boolean {
  return type !== 'Site' || !Object.hasOwn(siteMetadataSchema.shape, attribute);
}

/** Cells of a range, row by row, whichever corner it was begun at. */
export function cellsOf({ from, to }: CellRange): CellPlace[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
  const cells: CellPlace[] = [];
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) cells.push({ row, column });
  return cells;
}

/** Rows and columns of a spreadsheet's clipboard: tabs between cells, quotes around those with line breaks or quotes in them. */
export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\t') {
      if (cell.lastIndex === text.length) rows.at(-1)?.push('');
    } else if (cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/** What a spreadsheet takes. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');
}

/** Which cells a pasted block writes: one value fills the whole range, a block is laid down from its first cell; the rest lies outside. */
export function pasteTargets(
  block: readonly (readonly string[])[],
  range: CellRange,
  size: { rows: number; columns: number },
): { writes: (CellPlace & { text: string })[]; outside: number } {
  const cells = cellsOf(range);
  const single = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (single !== undefined) return { writes: cells.map((cell) => ({ ...cell, text: single })), outside: 0 };
  const first = cells[0];
  if (!first) return { writes: [], outside: 0 };
  const all = block.flatMap((line, row) => line.map((text, column) => ({ row: first.row + row, column: first.column + column, text })));
  const writes = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  return { writes, outside: all.length - writes.length };
}

/** The uppermost value of each column of a range, for all cells below it. */
export function fillTargets(range: CellRange): { from: CellPlace; to: CellPlace }[] {
  const cells = cellsOf(range);
  const top = cells[0]?.row ?? 0;
  return cells.filter(({ row }) => row > top).map((to) => ({ from: { row: top, column: to.column }, to }));
}
