import { AppError } from '@solvane/contract/errors';
import type { INGEST_CONTENT_TYPES } from '@solvane/contract/ingest';
import { type LatestTimes, POINT_ROW_COLUMNS, type PointTable } from '../../../signals/signal-files.ts';
import type { ColumnsReader } from './columns/columns-thread.ts';
import type { SeriesReference } from './resolve-series.ts';
import { assertSeriesLimit } from './series-limit.ts';

export type TableContentType = Exclude<(typeof INGEST_CONTENT_TYPES)[number], 'application/json'>;

/** A spooled body, ready to be read by the engine. */
export interface PointBody {
  /** The body as a table of points. */
  table(latest: LatestTimes): PointTable;
  path: string;
  /** The series of a body with one column each; undefined: rows name their series. */
  columns: SeriesReference[] | undefined;
  /** Where those columns stand. */
  places: ColumnPlaces | undefined;
}

export interface ColumnPlaces {
  kind: 'csv' | 'arrow';
  timePlace: number;
  /** Column per place; -1 where none is. */
  columnOfPlace: Int32Array;
}

const MAX_ISSUES = 20;

/** @throws AppError when the body is not of its type, or has not the columns of either form */
export function openPointBody(
  path: string,
  contentType: TableContentType,
  { readHeader, readFields }: Pick<ColumnsReader, 'readHeader' | 'readFields'>,
): Promise<PointBody> {
  if (contentType === 'text/csv') return openCsv(path, readHeader);
  if (contentType === 'application/x-ndjson') return Promise.resolve(openNdjson(path));
  return openArrow(path, readFields);
}

async function openCsv(path: string, readHeader: ColumnsReader['readHeader']): Promise<PointBody> {
  const header = await readHeader(path);
  const isRows = isRowForm(header);
  return {
    path,
    table: (latest) => ({ path, ...latest, format: 'csv', header, layout: isRows ? 'rows' : 'columns' }),
    ...(isRows ? NO_COLUMNS : { columns: columnsOf(header), places: placesOf('csv', header) }),
  };
}

function openNdjson(path: string): PointBody {
  return { path, table: (latest) => ({ path, ...latest, format: 'jsonLines' }), ...NO_COLUMNS };
}

async function openArrow(path: string, readFields: ColumnsReader['readFields']): Promise<PointBody> {
  const fields = await readFields(path);
  const names = fields.map(({ name }) => name);
  const time = fields.find(({ name }) => name === 't');
  if (!time) throw columnMissing('t');
  const isRows = isRowForm(names);
  const holdsValues = (name: string): boolean => (isRows ? name === 'v' : name !== 't');
  const notNumeric = fields.filter(({ name, isNumeric }) => holdsValues(name) && !isNumeric).map(({ name }) => name);
  if (notNumeric.length > 0) throw unusable('Ingest_ColumnNotNumeric', notNumeric);
  const timeType = time.isTimestamp ? 'timestamp' : time.isInteger ? 'milliseconds' : 'text';
  return {
    path,
    table: (latest) => ({ path, ...latest, format: 'arrow', header: names, layout: isRows ? 'rows' : 'columns', timeType }),
    ...(isRows ? NO_COLUMNS : { columns: columnsOf(names), places: placesOf('arrow', names) }),
  };
}

const NO_COLUMNS = { columns: undefined, places: undefined } as const;

function placesOf(kind: ColumnPlaces['kind'], names: readonly string[]): ColumnPlaces {
  let columns = 0;
  return { kind, timePlace: names.indexOf('t'), columnOfPlace: Int32Array.from(names, (name) => (name === 't' ? -1 : columns++)) };
}

function isRowForm(names: readonly string[]): boolean {
  return POINT_ROW_COLUMNS.every((name) => names.includes(name));
}

/** Columns named `segmentId/signal`; the signal holds no slash, a segment's name may. */
function columnsOf(names: readonly string[]): SeriesReference[] {
  if (!names.includes('t')) throw columnMissing('t');
  const seen = new Set<string>();
  const repeated = new Set(names.filter((name) => seen.size === seen.add(name).size));
  if (repeated.size > 0) throw unusable('Ingest_DuplicateColumn', [...repeated]);
  const series = names.filter((name) => name !== 't');
  if (series.length === 0) throw columnMissing('segmentId/signal');
  assertSeriesLimit(series.length);
  return series.map((name) => {
    const slash = name.lastIndexOf('/');
    return { segmentId: name.slice(0, Math.max(0, slash)), signal: name.slice(slash + 1) };
  });
}

function columnMissing(column: string): AppError {
  return unusable('Ingest_ColumnMissing', [column]);
}

function unusable(message: string, columns: readonly string[]): AppError {
  return new AppError('request.invalid', {
    issues: columns
      .slice(0, MAX_ISSUES)
      .map((column) => ({ level: 'error', path: ['body'], message, values: { column: column.slice(0, 200) } })),
  });
}
