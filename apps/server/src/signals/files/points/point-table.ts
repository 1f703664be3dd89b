import { type LatestTimes, POINT_ROW_COLUMNS, type PointTable } from '../../signal-files.ts';
import type { TableFile } from '../../signal-tables.ts';
import { quotedName } from '../../sql/literals.ts';
import { columnarForm, type PointRows, rowForm } from './point-rows.ts';

/** A body as the engine reads it. */
export interface EngineTable {
  file: TableFile;
  /** @param source - SQL of the open file */
  rows(source: string): PointRows;
}

type Csv = Extract<PointTable, { format: 'csv' }>;
type Arrow = Extract<PointTable, { format: 'arrow' }>;

export function engineTableOf(table: PointTable): EngineTable {
  if (table.format === 'jsonLines') return jsonLines(table);
  return table.format === 'csv' ? csv(table) : arrow(table);
}

function csv({ path, latestMs, foreseenMs, header, layout }: Csv): EngineTable {
  const first = firstPositionsOf(header);
  // Short names: a header of thousands of series would stand three times in the statement.
  const aliases = header.map((name, index) => {
    const isOwn = layout === 'columns' ? name === 't' : POINT_ROW_COLUMNS.includes(name) && first.get(name) === index;
    return isOwn ? name : `c${index}`;
  });
  const names = header.filter((name) => name !== 't');
  const cells = names.map((name) => aliases[first.get(name) ?? -1] ?? name);
  return {
    file: {
      path,
      format: 'CSV',
      structure: aliases.map((name) => `${quotedName(name)} Nullable(String)`).join(', '),
      settings: { input_format_csv_allow_variable_number_of_columns: 1, input_format_csv_skip_first_lines: 1 },
    },
    rows: (source) => {
      const body = { source, firstLine: 2, timeType: 'text', valueType: 'text', latestMs, foreseenMs } as const;
      return layout === 'columns' ? columnarForm(body, { cells, names }) : rowForm(body);
    },
  };
}

/** Lines are taken apart one by one, so that a broken line costs itself only. */
function jsonLines({ path, latestMs, foreseenMs }: Pick<PointTable, 'path' | keyof LatestTimes>): EngineTable {
  const text = (name: string): string =>
    `if(JSONType(line, '${name}') = 'String', JSONExtractString(line, '${name}'), nullIf(JSONExtractRaw(line, '${name}'), 'null'))`;
  const lines = (source: string): string =>
    `(select ${POINT_ROW_COLUMNS.map((name) => `${text(name)} as ${name}`).join(', ')}, JSONType(line) = 'Object' as is_object, _row_number from ${source} where trim(line) != '')`;
  return {
    file: { path, format: 'LineAsString', structure: 'line String' },
    rows: (source) =>
      rowForm({ source: lines(source), firstLine: 1, timeType: 'text', valueType: 'text', latestMs, foreseenMs }, 'is_object'),
  };
}

const TIME_TYPES = { timestamp: "Nullable(DateTime64(3, 'UTC'))", milliseconds: 'Nullable(Int64)', text: 'Nullable(String)' };

function arrow({ path, latestMs, foreseenMs, header, layout, timeType }: Arrow): EngineTable {
  const typeOf = (name: string): string => {
    if (name === 't') return TIME_TYPES[timeType];
    return layout === 'columns' || name === 'v' ? 'Nullable(Float64)' : 'Nullable(String)';
  };
  const cells = header.filter((name) => name !== 't');
  return {
    file: { path, format: 'ArrowStream', structure: header.map((name) => `${quotedName(name)} ${typeOf(name)}`).join(', ') },
    rows: (source) => {
      const body = { source, firstLine: 0, timeType, valueType: 'number', latestMs, foreseenMs } as const;
      return layout === 'columns' ? columnarForm(body, { cells, names: cells }) : rowForm(body);
    },
  };
}

/** Looked up thousands of times: a search through the names each time would take a minute. */
function firstPositionsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!positions.has(name)) positions.set(name, index);
  return positions;
}
