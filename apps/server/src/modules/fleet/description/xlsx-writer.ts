import type { FleetDescription, SegmentDescription, SiteDescription } from '@solvane/contract/fleet-description';
import { ATTRIBUTES } from '@solvane/energy/devices/attributes';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { SHEETS, type SheetName } from './xlsx-source.ts';

export function writeXlsx(description: FleetDescription): Promise<Buffer> {
  const segments = description.sites.flatMap((site) => site.segments.map((segment) => ({ siteId: site.id, ...segment })));
  const things = [...description.sites, ...segments];
  const history = things.flatMap((thing) =>
    Object.entries(thing.metadata).flatMap(([attribute, value]) =>
      Array.isArray(value) ? value.filter(({ from }) => from !== null).map((entry) => ({ id: thing.id, attribute, ...entry })) : [],
    ),
  );
  const sheets: [SheetName, SheetData][] = [
    ['Enterprises', [SHEETS.Enterprises.map(head), ...description.enterprises.map(({ id, name }) => [id, name])]],
    ['Sites', sheetOf(SHEETS.Sites, description.sites)],
    ['Segments', sheetOf(SHEETS.Segments, segments)],
    ['History', [SHEETS.History.map(head), ...history.map(({ id, attribute, from, value }) => [id, attribute, from, value])]],
  ];
  return writeXlsxFile(
    sheets.map(([sheet, data]) => ({ sheet, data, stickyRowsCount: 1, columns: (data[0] ?? []).map(() => ({ width: 18 })) })),
  ).toBuffer();
}

function sheetOf(columns: readonly string[], things: readonly (SiteDescription | (SegmentDescription & { siteId: string }))[]): SheetData {
  const used = new Set(things.flatMap((thing) => Object.keys(thing.metadata)));
  const attributes = ATTRIBUTES.map(({ name }) => name).filter((name) => used.has(name));
  return [
    [...columns, ...attributes].map(head),
    ...things.map((thing) => [
      ...columns.map((column) => toSheetCell((thing as unknown as Record<string, unknown>)[column])),
      ...attributes.map((attribute) => {
        const value = thing.metadata[attribute];
        return toSheetCell(Array.isArray(value) ? value.find(({ from }) => from === null)?.value : value);
      }),
    ]),
  ];
}

function toSheetCell(value: unknown): string | number | boolean | null {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function head(value: string) {
  return { value, fontWeight: 'bold' as const };
}
