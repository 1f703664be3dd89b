import type { Readable } from 'node:stream';
import type { CsvToParquet, ExportQuery, ReadQuery } from '../signal-reader.ts';
import { quoted, quotedName } from '../sql/literals.ts';
import { localClock } from '../sql/local-clock.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { isReduced } from './point-sql.ts';
import { selectsByPosition } from './positioned-select.ts';

/** The response to a query as Arrow IPC, written by the engine. */
export async function readAsArrow(database: SignalDatabase, query: ReadQuery, options: StatementOptions = {}): Promise<Readable> {
  const hasExtremes = query.withExtremes || isReduced(query);
  const hasCompleteness = query.withCompleteness && query.resolution !== 'raw';
  const columns = [
    'toUInt32(position) as series',
    `fromUnixTimestamp64Milli(ms, 'UTC') as time`,
    nullable('value'),
    hasExtremes ? nullable('min') : missing('min'),
    hasExtremes ? nullable('max') : missing('max'),
    hasCompleteness ? nullable('completeness') : missing('completeness'),
  ];
  const rows = (await selectsByPosition(database, query, options)).map(({ sql }) => sql);
  return database.read(
    `select ${columns.join(', ')} from (${rows.join(' union all ') || NO_ROWS}) order by series, time settings output_format_arrow_compression_method = 'none'`,
    { ...options, format: 'ArrowStream' },
  );
}

/** A file with the response, as long or wide as the engine's disk has room for. */
export async function exportToFile(
  database: SignalDatabase,
  path: string,
  { labels, labelNames, format, layout, ...query }: ExportQuery,
  options: StatementOptions = {},
): Promise<void> {
  const parts = await selectsByPosition(database, query, options);
  const rows = parts.map(({ sql, zone }) => `select position, ms, ${localClock(zone, query).isoText('ms')} as time, value from (${sql})`);
  const all = rows.join(' union all ') || `select position, ms, '' as time, value from (${NO_ROWS})`;
  await database.writeFile(
    layout === 'long' ? longRows(all, labels, labelNames) : wideRows(all, labels),
    { path, format },
    { lane: 'background', ...options },
  );
}

/** The same rows in another format, in their order. */
export async function csvToParquet(
  database: SignalDatabase,
  { csvPath, path, columns }: CsvToParquet,
  options: StatementOptions = {},
): Promise<void> {
  const structure = columns.map(({ type }, n) => `c${n} ${type === 'text' ? 'String' : 'Nullable(Float64)'}`).join(', ');
  // The names of the header may be any text: columns are taken by their position.
  const file = { path: csvPath, format: 'CSVWithNames' as const, structure, settings: { input_format_with_names_use_header: 0 } };
  await database.useFile(
    file,
    (source) => {
      const named = columns.map(({ name }, n) => `c${n} as ${quotedName(name)}`).join(', ');
      return database.writeFile(
        `select ${named} from ${source} order by _row_number`,
        { path, format: 'Parquet' },
        { lane: 'background', ...options },
      );
    },
    options,
  );
}

/** A query for no series has a response, too. */
const NO_ROWS = 'select toUInt32(0) as position, toInt64(0) as ms, 0. as value, nan as min, nan as max, nan as completeness where 0';

type Labels = ExportQuery['labels'];

function longRows(rows: string, labels: Labels, labelNames: readonly string[]): string {
  const columns = labelNames.map((name, n) => `${textList(labels.map((texts) => texts[n] ?? ''))}[position + 1] as ${quotedName(name)}`);
  return `select ${[...columns, 'time', 'value'].join(', ')} from (${rows}) order by position, ms`;
}

function wideRows(rows: string, labels: Labels): string {
  const columns = labels.map((texts, n) => `anyOrNullIf(value, position = ${n}) as ${quotedName(texts.join(' '))}`);
  return `select ${['time', ...columns].join(', ')} from (${rows}) group by ms, time order by ms, time`;
}

function textList(texts: readonly string[]): string {
  return `CAST([${texts.map(quoted).join(',')}], 'Array(String)')`;
}

function nullable(column: string): string {
  return `if(isNaN(${column}), null, ${column}) as ${column}`;
}

function missing(column: string): string {
  return `CAST(null, 'Nullable(Float64)') as ${column}`;
}
