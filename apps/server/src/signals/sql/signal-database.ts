import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { createEngineConnection, LAST_CHANGE_HEADER } from '../engine/engine-connection.ts';
import type { EngineLink } from '../engine/engine-link.ts';
import { type BlockDayRange, type ChangeQuery, type ChangeResponse, changesHeading, vouchedHeading } from '../engine/last-changes.ts';
import { releaseBuffer } from '../release-buffer.ts';
import type { Columns, FileFormat, TableFile } from '../signal-tables.ts';
import type { Lane, WorkOptions } from '../work-options.ts';
import { rethrowAsAppError } from './database-errors.ts';
import { quoted } from './literals.ts';
import { decodeNative, encodeNativeParts, type WritableColumn } from './native-format.ts';

export interface StatementOptions extends WorkOptions {
  /** Points and roll-ups that the statement may change. Default: all of them, unless it only reads. */
  changes?: readonly BlockDayRange[] | undefined;
}

export interface FileInsert extends StatementOptions {
  /** `insert into <table> (<columns>)`, then a select from the source it is given. */
  statement: (source: string) => string;
  data: TableFile | readonly WritableColumn[];
}

export interface VouchedColumns {
  columns: Columns;
  /** undefined: not known. */
  lastChange: string | undefined;
}

/** The engine, embedded or a server, seen through one client and one dialect. Every failure that concerns a user is an AppError. */
export interface SignalDatabase {
  /** Database of the store's tables. */
  readonly name: string;
  /** Cluster that the tables are spread over. */
  readonly cluster: string | undefined;
  command(sql: string, options?: StatementOptions): Promise<void>;
  select(sql: string, options?: StatementOptions): Promise<Columns>;
  /** The response, and the last change of these days before it was made, for less than asking for both. */
  selectVouched(sql: string, query: ChangeQuery, options?: StatementOptions): Promise<VouchedColumns>;
  /** The response as the engine writes it, in one of its formats. */
  read(sql: string, options: StatementOptions & { format: string }): Promise<Readable>;
  /** The response as a new file on this machine. */
  writeFile(sql: string, file: { path: string; format: string }, options?: StatementOptions): Promise<void>;
  insertFrom(insert: FileInsert): Promise<void>;
  /** Lets several statements read one file. The source has a column `_row_number` more, from 0. */
  useFile<T>(file: TableFile, work: (source: string) => Promise<T>, options?: StatementOptions): Promise<T>;
  /** Lets several statements read the rows of a select that runs once. */
  useRows<T>(sql: string, work: (source: string) => Promise<T>, options?: StatementOptions): Promise<T>;
  /** A version (as text) such that every statement of an older one has ended, one way or the other; undefined: not known. */
  findOldestStatement(): Promise<string | undefined>;
  /** Another response after every acknowledged change of the days; undefined: not known. Must be requested before what it is to vouch for is read. */
  findChange(query: ChangeQuery): Promise<ChangeResponse | undefined>;
  close(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  link: EngineLink;
  /** On the engine's machine: files wait here for the engine. */
  spoolFolder: string;
}

export const DEFAULT_DATABASE = 'solvane';

/** The engine's process on this machine. It reads files where they are. */
export function openEmbeddedDatabase({ link, spoolFolder }: EmbeddedDatabaseOptions): SignalDatabase {
  mkdirSync(spoolFolder, { recursive: true });
  const clientOf = (lane: Lane) => createClient({ log: SILENT, connection: createEngineConnection({ link, lane, spoolFolder }) });
  const clients: Record<Lane, ClickHouseClient> = {
    interactive: clientOf('interactive'),
    ingest: clientOf('ingest'),
    background: clientOf('background'),
  };
  const statements = new Statements(({ lane = 'interactive', changes }) => ({
    client: clients[lane],
    settings: {},
    heading: changes === undefined ? '' : changesHeading(changes),
  }));
  return {
    name: DEFAULT_DATABASE,
    cluster: undefined,
    command: (sql, options) => statements.command(sql, options),
    select: async (sql, options) => (await statements.select(sql, options)).columns,
    selectVouched: (sql, query, options) => statements.select(`${vouchedHeading(query)}${sql}`, options),
    read: (sql, options) => statements.read(sql, options),
    writeFile: (sql, { path, format }, options) =>
      statements.command(`insert into function file(${quoted(path)}, ${quoted(format)}) ${sql}`, { ...options, changes: [] }),
    insertFrom: async ({ statement, data, ...options }) => {
      if ('path' in data) return statements.command(statement(fileSource(data)), options);
      const path = join(spoolFolder, `${randomUUID()}.native`);
      try {
        await writeFile(path, encodeNativeParts(data), { mode: 0o600 });
        await statements.command(statement(fileSource({ path, format: 'Native', structure: structureOf(data) })), options);
      } finally {
        await rm(path, { force: true });
      }
    },
    // The engine's own _row_number is off by one behind the first block of a file with a header.
    useFile: (file, work) => work(`(select *, rowNumberInAllBlocks() as _row_number from ${fileSource(file)} ${settingsOf(file)})`),
    useRows: async (sql, work, options) => {
      const path = join(spoolFolder, `${randomUUID()}.rows`);
      try {
        // Unlike the engine's own format, it tells its columns also when there is no row.
        const source = `file(${quoted(path)}, 'ArrowStream')`;
        await statements.command(`insert into function ${source} ${sql} settings max_threads = ${availableParallelism()}`, {
          ...options,
          changes: [],
        });
        return await work(source);
      } finally {
        await rm(path, { force: true });
      }
    },
    findOldestStatement: async () => (await link.hello().catch(rethrowAsAppError)).startedAt,
    findChange: (query) => link.findChange(query),
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.close()));
    },
  };
}

export interface ServerDatabaseOptions {
  /** CLICKHOUSE_URL, with user and password; its path names the database. */
  url: string;
  cluster?: string | undefined;
}

/** A ClickHouse server, or a cluster behind one address. Files are sent to it. */
export function openServerDatabase({ url, cluster }: ServerDatabaseOptions): SignalDatabase {
  const address = new URL(url);
  const name = address.pathname.replaceAll('/', '') || DEFAULT_DATABASE;
  address.pathname = '';
  const client = createClient({
    url: address,
    // Names are qualified in every statement; the store's own database may not exist yet.
    database: 'default',
    log: SILENT,
    request_timeout: MAX_SECONDS.background * 1000,
    max_open_connections: 20,
    max_response_headers_size: 256 * 1024,
  });
  const statements = new Statements(({ lane = 'interactive' }) => ({
    client,
    settings: { ...SERVER_SETTINGS, max_execution_time: MAX_SECONDS[lane] },
    heading: '',
  }));
  return {
    name,
    cluster,
    command: (sql, options) => statements.command(sql, options),
    select: async (sql, options) => (await statements.select(sql, options)).columns,
    selectVouched: (sql, _query, options) => statements.select(sql, options),
    read: (sql, options) => statements.read(sql, options),
    writeFile: async (sql, { path, format }, options) => {
      await pipeline(await statements.read(sql, { ...options, format }), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
        rethrowAsAppError,
      );
    },
    insertFrom: ({ statement, data, ...options }) => {
      const { body, format, structure } = bodyOf(data);
      return statements.send(`${statement(`input(${quoted(structure)})`)} format ${format}`, body, options);
    },
    useFile: async (file, work, options) => {
      // A server cannot see our files, so what several statements read is sent once, into a table that lives as long as the work.
      const table = newStagingTable(name);
      await statements.command(
        `create table ${table} (${file.structure}, _row_number UInt64 default rowNumberInAllBlocks()) engine = MergeTree order by tuple()`,
        options,
      );
      try {
        await statements.send(
          `insert into ${table} (* except(_row_number)) ${settingsOf(file)} format ${file.format}`,
          createReadStream(file.path),
          options,
        );
        return await work(table);
      } finally {
        await statements.command(`drop table if exists ${table} sync`);
      }
    },
    useRows: async (sql, work, options) => {
      const table = newStagingTable(name);
      try {
        await statements.command(`create table ${table} engine = MergeTree order by tuple() as ${sql}`, options);
        return await work(table);
      } finally {
        await statements.command(`drop table if exists ${table} sync`);
      }
    },
    findOldestStatement: () => Promise.resolve(undefined),
    // Others may write to a server without passing through us.
    findChange: () => Promise.resolve(undefined),
    close: () => client.close(),
  };
}

function newStagingTable(database: string): string {
  return `${database}.staging_${randomUUID().replaceAll('-', '')}`;
}

/** The caller handles failures; logged by the client too they would be in the log twice. */
const SILENT = { level: ClickHouseLogLevel.OFF };

const MAX_SECONDS: Record<Lane, number> = { interactive: 60, ingest: 600, background: 3_600 };

const SERVER_SETTINGS = {
  async_insert: 0,
  // A response is complete before its first byte is sent: an error in the middle is an error, not a shorter response.
  wait_end_of_query: 1,
  // Acknowledged means written on the shard, not queued for it.
  distributed_foreground_insert: 1,
  mutations_sync: '1',
  // A load balancer must not take a long insert for a dead one.
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '10000',
  max_query_size: String(64 * 1024 * 1024),
  max_partitions_per_insert_block: 0,
  session_timezone: 'UTC',
} as const;

type Settings = Record<string, string | number>;

interface Route {
  client: ClickHouseClient;
  settings: Settings;
  /** Stands before the statement. */
  heading: string;
}

/** The few ways in which statements are sent, over whichever client serves a lane. */
class Statements {
  readonly #route: (options: StatementOptions) => Route;

  constructor(route: (options: StatementOptions) => Route) {
    this.#route = route;
  }

  async command(sql: string, options: StatementOptions = {}): Promise<void> {
    const { client, settings, heading } = this.#route(options);
    await client.command({ query: `${heading}${sql}`, clickhouse_settings: settings, ...abortOf(options) }).catch(rethrowAsAppError);
  }

  async select(sql: string, options: StatementOptions = {}): Promise<VouchedColumns> {
    const chunks: Buffer[] = [];
    const { stream, response_headers: headers } = await this.#execute(sql, { ...options, format: 'Native' });
    try {
      for await (const chunk of stream) chunks.push(chunk);
    } catch (error) {
      rethrowAsAppError(error);
    }
    const [first] = chunks;
    const bytes = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
    const columns = decodeNative(bytes);
    releaseBuffer(bytes);
    const lastChange = headers[LAST_CHANGE_HEADER];
    return { columns, lastChange: typeof lastChange === 'string' ? lastChange : undefined };
  }

  async read(sql: string, options: StatementOptions & { format: string }): Promise<Readable> {
    return (await this.#execute(sql, options)).stream;
  }

  async #execute(sql: string, { format, ...options }: StatementOptions & { format: string }) {
    const { client, settings } = this.#route(options);
    return client.exec({ query: `${sql} format ${format}`, clickhouse_settings: settings, ...abortOf(options) }).catch(rethrowAsAppError);
  }

  async send(sql: string, body: Readable, options: StatementOptions = {}): Promise<void> {
    const { client, settings } = this.#route(options);
    const { stream } = await client
      .exec({ query: sql, values: body, clickhouse_settings: settings, ...abortOf(options) })
      .catch(rethrowAsAppError);
    stream.resume();
  }
}

function abortOf({ signal }: StatementOptions): { abort_signal?: AbortSignal } {
  return signal === undefined ? {} : { abort_signal: signal };
}

/** Rows leave a file in one stream, in its order: by default they are dealt out to threads, and their numbers with them. */
const IN_FILE_ORDER = { parallelize_output_from_storages: 0, input_format_parquet_preserve_order: 1 } as const;

function settingsOf({ settings = {} }: TableFile): string {
  const list = Object.entries({ ...IN_FILE_ORDER, ...settings }).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : quoted(value)}`,
  );
  return `settings ${list.join(', ')}`;
}

function fileSource({ path, format, structure }: TableFile): string {
  return `file(${quoted(path)}, ${quoted(format)}, ${quoted(structure)})`;
}

function structureOf(columns: readonly WritableColumn[]): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
}

function bodyOf(data: TableFile | readonly WritableColumn[]): { body: Readable; format: FileFormat; structure: string } {
  if ('path' in data) return { body: createReadStream(data.path), format: data.format, structure: data.structure };
  return { body: Readable.from(encodeNativeParts(data)), format: 'Native', structure: structureOf(data) };
}
