import { AppError } from '@solvane/contract/errors';
import type { INGEST_CONTENT_TYPES } from '@solvane/contract/ingest';
import type { TableFile } from '../../../signals/signal-tables.ts';
import { quoteName } from '../sql-text.ts';
import type { ColumnsReader } from './columns/columns-thread.ts';
import { type BodySource, columnarForm, type LongRows, rowForm } from './long-rows.ts';
import type { SeriesReference } from './resolve-series.ts';
import { assertSeriesLimit } from './series-limit.ts';

export type TableContentType = Exclude<(typeof INGEST_CONTENT_TYPES)[number], 'application/json'>;

/** A spooled body, ready to be read by the engine. */
export interface PointBody {
  file: TableFile;
  /** Long rows of the file's table function. */
  rows(source: string, latestMs: number): LongRows;
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

const ROW_COLUMNS = ['segmentId', 'signal', 't', 'v'];
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
  const firstPlaces = firstPlacesOf(header);
  const file = (names: readonly string[]): TableFile => ({
    path,
    format: 'CSV',
    structure: names.map((name) => `${quoteName(name)} Nullable(String)`).join(', '),
    settings: { input_format_csv_allow_variable_number_of_columns: 1, input_format_csv_skip_first_lines: 1 },
  });
  const source = (from: string, latestMs: number): BodySource => ({
    source: from,
    firstLine: 2,
    timeType: 'text',
    valueType: 'text',
    latestMs,
  });
  if (isRowForm(header)) {
    const known = header.map((name, index) => (ROW_COLUMNS.includes(name) && firstPlaces.get(name) === index ? name : `c${index}`));
    return {
      file: file(known),
      rows: (from, latestMs) => rowForm(source(from, latestMs)),
      ...NO_COLUMNS,
    };
  }
  const { columns, names } = columnsOf(header);
  // Short names: a header of thousands of series would stand three times in the statement.
  const aliases = header.map((name, index) => (name === 't' ? 't' : `c${index}`));
  const cells = names.map((name) => aliases[firstPlaces.get(name) ?? -1] ?? name);
  return {
    file: file(aliases),
    rows: (from, latestMs) => columnarForm(source(from, latestMs), cells),
    columns,
    places: placesOf('csv', header),
  };
}

/** Lines are taken apart one by one, so that a broken line costs itself only. */
function openNdjson(path: string): PointBody {
  const text = (name: string): string =>
    `if(JSONType(line, '${name}') = 'String', JSONExtractString(line, '${name}'), nullIf(JSONExtractRaw(line, '${name}'), 'null'))`;
  const lines = (from: string): string =>
    `(select ${ROW_COLUMNS.map((name) => `${text(name)} as ${name}`).join(', ')}, JSONType(line) = 'Object' as is_object, _row_number from ${from} where trim(line) != '')`;
  return {
    file: { path, format: 'LineAsString', structure: 'line String' },
    rows: (from, latestMs) => rowForm({ source: lines(from), firstLine: 1, timeType: 'text', valueType: 'text', latestMs }, 'is_object'),
    ...NO_COLUMNS,
  };
}

async function openArrow(path: string, readFields: ColumnsReader['readFields']): Promise<PointBody> {
  const fields = await readFields(path);
  const names = fields.map(({ name }) => name);
  const time = fields.find(({ name }) => name === 't');
  if (!time) throw columnMissing('t');
  const valueColumns = isRowForm(names) ? ['v'] : names.filter((name) => name !== 't');
  const notNumeric = fields.filter(({ name, isNumeric }) => valueColumns.includes(name) && !isNumeric).map(({ name }) => name);
  if (notNumeric.length > 0) throw unusable('Ingest_ColumnNotNumeric', notNumeric);
  const timeType = time.isTimestamp ? 'timestamp' : time.isInteger ? 'milliseconds' : 'text';
  const types = { timestamp: "Nullable(DateTime64(3, 'UTC'))", milliseconds: 'Nullable(Int64)', text: 'Nullable(String)' };
  const source = (from: string, latestMs: number): BodySource => ({ source: from, firstLine: 0, timeType, valueType: 'number', latestMs });
  const structure = (typeOf: (name: string) => string): string =>
    names.map((name) => `${quoteName(name)} ${name === 't' ? types[timeType] : typeOf(name)}`).join(', ');
  if (isRowForm(names)) {
    const types = structure((name) => (name === 'v' ? 'Nullable(Float64)' : 'Nullable(String)'));
    return {
      file: { path, format: 'ArrowStream', structure: types },
      rows: (from, latestMs) => rowForm(source(from, latestMs)),
      ...NO_COLUMNS,
    };
  }
  const { columns, names: cells } = columnsOf(names);
  return {
    file: { path, format: 'ArrowStream', structure: structure(() => 'Nullable(Float64)') },
    rows: (from, latestMs) => columnarForm(source(from, latestMs), cells),
    columns,
    places: placesOf('arrow', names),
  };
}

const NO_COLUMNS = { columns: undefined, places: undefined } as const;

function placesOf(kind: ColumnPlaces['kind'], names: readonly string[]): ColumnPlaces {
  let columns = 0;
  return { kind, timePlace: names.indexOf('t'), columnOfPlace: Int32Array.from(names, (name) => (name === 't' ? -1 : columns++)) };
}

/** Looked up thousands of times: a search through the names each time would take a minute. */
function firstPlacesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!places.has(name)) places.set(name, index);
  return places;
}

function isRowForm(names: readonly string[]): boolean {
  return ROW_COLUMNS.every((name) => names.includes(name));
}

/** Columns named `segmentId/signal`; the signal holds no slash, a segment's name may. */
function columnsOf(names: readonly string[]): { columns: SeriesReference[]; names: string[] } {
  if (!names.includes('t')) throw columnMissing('t');
  const firstPlaces = firstPlacesOf(names);
  const repeated = new Set(names.filter((name, index) => firstPlaces.get(name) !== index));
  if (repeated.size > 0) throw unusable('Ingest_DuplicateColumn', [...repeated]);
  const series = names.filter((name) => name !== 't');
  if (series.length === 0) throw columnMissing('segmentId/signal');
  assertSeriesLimit(series.length);
  const columns = series.map((name) => {
    const slash = name.lastIndexOf('/');
    return { segmentId: name.slice(0, Math.max(0, slash)), signal: name.slice(slash + 1) };
  });
  return { columns, names: series };
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
