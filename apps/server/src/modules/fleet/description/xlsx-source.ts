import type { Issue } from '@solvane/contract/errors';
import { findAttribute } from '@solvane/energy/devices/attributes';
import type { CellValue, Row } from 'read-excel-file/node';
import { readWorkbook } from '../../../workbooks/read-workbook.ts';
import type { FleetSource, Path } from './source.ts';

/**
 * One workbook: `Enterprises`, `Sites` and `Segments` with one thing per row and its attributes as further columns, and `History` with the values of
 * attributes that hold from a date on.
 */
export const SHEETS = {
  Enterprises: ['id', 'name'],
  Sites: [
    'id',
    'name',
    'enterpriseId',
    'contractorEnterpriseIds',
    'visibilityState',
    'timezone',
    'latitude',
    'longitude',
    'signalCalcPeriod',
    'country',
    'plantOperator',
    'portfolio',
    'energyType',
    'operatingRegion',
  ],
  Segments: ['siteId', 'id', 'name', 'type', 'parentId', 'disabled'],
  History: ['id', 'attribute', 'from', 'value'],
} as const;
export type SheetName = keyof typeof SHEETS;

interface SheetRow {
  cells: Record<string, Cell>;
  at: CellPlace;
}
type Cell = string | number | boolean;
interface CellPlace {
  sheet: string;
  row: number;
  columns: Map<string, string>;
}

/** @throws when the file is no workbook at all */
export async function readXlsx(file: Buffer): Promise<FleetSource> {
  const issues: Issue[] = [];
  const found = new Map((await readWorkbook(file)).map(({ sheet, data }) => [sheet.trim().toLowerCase(), { sheet, data }]));
  const rowsOf = (name: SheetName): SheetRow[] => {
    const sheet = found.get(name.toLowerCase());
    return sheet
      ? readRows(sheet.sheet, { data: sheet.data, columns: SHEETS[name], takesAttributes: name === 'Sites' || name === 'Segments', issues })
      : [];
  };
  const [enterprises, siteRows, segmentRows, history] = [rowsOf('Enterprises'), rowsOf('Sites'), rowsOf('Segments'), rowsOf('History')];
  if (siteRows.length === 0 && enterprises.length === 0)
    issues.push({
      level: 'error',
      path: [],
      message: 'Fleet_Import_SheetMissing',
      values: { sheet: 'Sites', found: [...found.keys()].join(', ') },
    });

  const places = new Map<string, CellPlace>();
  const place = (path: Path, row: SheetRow) => places.set(key(path), row.at);
  const datedById = Map.groupBy(history, (row) => String(row.cells.id ?? ''));
  const metadataOf = (row: SheetRow, columns: readonly string[], path: Path) => {
    const own = Object.entries(row.cells).filter(([name]) => !columns.includes(name));
    const dated = Map.groupBy(datedById.get(String(row.cells.id)) ?? [], ({ cells }) => String(cells.attribute ?? ''));
    datedById.delete(String(row.cells.id));
    return Object.fromEntries([
      ...own,
      ...[...dated].map(([attribute, entries]) => {
        const since = row.cells[attribute];
        const list = entries.map(({ cells }) => ({ from: cells.from ?? null, value: cells.value ?? null }));
        for (const [index, entry] of entries.entries())
          place([...path, 'metadata', attribute, index + (since === undefined ? 0 : 1)], entry);
        return [attribute, since === undefined ? list : [{ from: null, value: since }, ...list]];
      }),
    ]);
  };

  const siteIndexById = new Map(siteRows.map((row, index) => [String(row.cells.id), index]));
  const segmentsBySite = siteRows.map((): Record<string, unknown>[] => []);
  for (const row of segmentRows) {
    const siteIndex = siteIndexById.get(String(row.cells.siteId));
    const segments = siteIndex === undefined ? undefined : segmentsBySite[siteIndex];
    if (siteIndex === undefined || !segments) {
      issues.push(atRow(row, 'siteId', { message: 'Fleet_Import_UnknownSite', values: { siteId: String(row.cells.siteId ?? '') } }));
      continue;
    }
    const path = ['sites', siteIndex, 'segments', segments.length];
    place(path, row);
    segments.push({ ...pick(row, ['id', 'name', 'type', 'parentId', 'disabled']), metadata: metadataOf(row, SHEETS.Segments, path) });
  }
  const sites = siteRows.map((row, index) => {
    place(['sites', index], row);
    const contractors = row.cells.contractorEnterpriseIds;
    return {
      ...pick(row, SHEETS.Sites),
      ...(contractors === undefined
        ? {}
        : {
            contractorEnterpriseIds: String(contractors)
              .split(/[,;]/)
              .map((id) => id.trim())
              .filter(Boolean),
          }),
      metadata: metadataOf(row, SHEETS.Sites, ['sites', index]),
      segments: segmentsBySite[index],
    };
  });
  for (const rows of datedById.values())
    for (const row of rows)
      issues.push(atRow(row, 'id', { message: 'Fleet_Import_UnknownSegment', values: { id: String(row.cells.id ?? '') } }));
  for (const [index, row] of enterprises.entries()) place(['enterprises', index], row);

  return {
    value: { version: 1, enterprises: enterprises.map((row) => pick(row, SHEETS.Enterprises)), sites },
    issues,
    locate: async (paths) => paths.map((path) => ({ location: locate(places, path) })),
  };
}

function readRows(
  sheet: string,
  {
    data,
    columns,
    takesAttributes,
    issues,
  }: { data: readonly Row[]; columns: readonly string[]; takesAttributes: boolean; issues: Issue[] },
): SheetRow[] {
  const names = (data[0] ?? []).map((cell, index) => {
    const text = cell === null ? '' : String(cell).trim();
    const name = columns.find((column) => column.toLowerCase() === text.toLowerCase()) ?? text;
    if (name !== '' && !columns.includes(name) && !(takesAttributes && findAttribute(name)))
      issues.push({
        level: 'error',
        path: [`${sheet}!${letter(index)}1`],
        message: 'Fleet_Import_UnknownColumn',
        values: { column: text },
      });
    return name;
  });
  const letters = new Map(names.map((name, index) => [name, letter(index)]));
  return data.slice(1).flatMap((row, index) => {
    const cells = Object.fromEntries(
      names.flatMap((name, column) => {
        const cell = toCell(row[column], name);
        return name === '' || cell === undefined ? [] : [[name, cell]];
      }),
    );
    return Object.keys(cells).length === 0 ? [] : [{ cells, at: { sheet, row: index + 2, columns: letters } }];
  });
}

/** Spreadsheets guess types: an id of digits becomes a number, a date a moment, TRUE a word. */
function toCell(cell: CellValue | null | undefined, column: string): Cell | undefined {
  if (cell === null || cell === undefined) return undefined;
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'string') {
    const text = cell.trim();
    if (column === 'disabled' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
    return text === '' ? undefined : text;
  }
  return typeof cell === 'number' && TEXT_COLUMNS.has(column) ? String(cell) : (cell as number | boolean);
}

const NUMBER_COLUMNS = ['latitude', 'longitude', 'value', 'disabled'];
const TEXT_COLUMNS: ReadonlySet<string> = new Set(
  Object.values(SHEETS)
    .flat()
    .filter((column) => !NUMBER_COLUMNS.includes(column)),
);

function pick(row: SheetRow, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.flatMap((column) => (row.cells[column] === undefined ? [] : [[column, row.cells[column]]])));
}

function atRow(row: SheetRow, column: string, issue: Pick<Issue, 'message' | 'values'>): Issue {
  return { level: 'error', path: [cellName(row.at, column)], ...issue };
}

function locate(places: Map<string, CellPlace>, path: Path): string {
  for (let length = path.length; length > 0; length--) {
    const at = places.get(key(path.slice(0, length)));
    if (at)
      return cellName(
        at,
        path.slice(length).findLast((part) => typeof part === 'string' && at.columns.has(part)),
      );
  }
  return path.join('.');
}

function cellName({ sheet, row, columns }: CellPlace, column: string | number | undefined): string {
  const found = columns.get(String(column));
  return found === undefined ? `${sheet}!${row}:${row}` : `${sheet}!${found}${row}`;
}

function key(path: Path): string {
  return JSON.stringify(path);
}

function letter(index: number): string {
  return (index >= 26 ? letter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}
