import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClickHouseClientConfigOptions, parseError } from '@clickhouse/client';
import type { Lane } from '../work-options.ts';
import { EngineError, type EngineLink, type StatementResponse } from './engine-link.ts';

/** What `createClient` takes in place of its HTTP connection. */
type Connection = NonNullable<ClickHouseClientConfigOptions['connection']>;
type QueryParams = Parameters<Connection['query']>[0];
type InsertParams = Parameters<Connection['insert']>[0];
type ExecParams = Parameters<Connection['exec']>[0];
type ExecResult = Awaited<ReturnType<Connection['exec']>>;
type Summary = NonNullable<ExecResult['summary']>;

/** A statement's response has it where it was requested (see last-changes.ts). */
export const LAST_CHANGE_HEADER = 'x-solvane-last-change';

export interface EngineConnectionOptions {
  link: EngineLink;
  lane: Lane;
  /** Where bodies of inserts wait for the engine, which reads files much faster than statements. */
  spoolFolder: string;
}

/** Lets the ordinary ClickHouse client speak to the engine's socket. */
export function createEngineConnection({ link, lane, spoolFolder }: EngineConnectionOptions): Connection {
  async function run(sql: string, params: QueryParams): Promise<ExecResult> {
    refuseUnsupported(params);
    const response = await link.run({ sql, lane, signal: params.abort_signal }).catch(rethrowAsClientError);
    return {
      stream: toStream(response.bytes),
      query_id: params.query_id ?? randomUUID(),
      response_headers: response.summary.lastChange === undefined ? {} : { [LAST_CHANGE_HEADER]: response.summary.lastChange },
      http_status_code: 200,
      summary: toSummary(response),
    };
  }

  async function runWithBody(params: QueryParams, body: string | Readable): Promise<ExecResult> {
    const path = join(spoolFolder, `${randomUUID()}.body`);
    try {
      await pipeline(typeof body === 'string' ? Readable.from([body]) : body, createWriteStream(path, { mode: 0o600 }));
      return await run(fromFile(params.query, path), params);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    query: (params) => run(params.query, params),
    command: (params) => run(params.query, params),
    exec: (params: ExecParams) => (params.values === undefined ? run(params.query, params) : runWithBody(params, params.values)),
    insert: (params: InsertParams) => runWithBody(params, params.values),
    ping: async () => {
      try {
        await link.run({ sql: 'select 1', lane });
        return { success: true };
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
      }
    },
    // The link serves several clients; who made it closes it.
    close: () => Promise.resolve(),
  };
}

const INSERT_WITH_BODY = /^(\s*insert\s+into\s.+?)\s+format\s+(\w+)\s*$/is;

function fromFile(sql: string, path: string): string {
  const [, insert, format] = INSERT_WITH_BODY.exec(sql) ?? [];
  if (insert === undefined) throw new RangeError('Only INSERT ... FORMAT takes a body');
  return `${insert} from infile '${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}' format ${format}`;
}

/** Settings and parameters of the client would need statements of their own here; ours stand in the SQL, where every driver reads them. */
function refuseUnsupported({ clickhouse_settings: settings = {}, query_params: parameters = {} }: QueryParams): void {
  const names = [...Object.keys(settings), ...Object.keys(parameters)];
  if (names.length > 0) throw new RangeError(`Write ${names.join(', ')} into the statement`);
}

function rethrowAsClientError(error: unknown): never {
  throw error instanceof EngineError ? parseError(error) : error;
}

function toStream(bytes: Buffer): Readable {
  const stream = new Readable({
    read() {
      this.push(bytes.byteLength > 0 ? bytes : null);
      if (bytes.byteLength > 0) this.push(null);
    },
  });
  // The client destroys a stream it does not want with an error, which may have no listener yet.
  stream.on('error', () => undefined);
  return stream;
}

function toSummary({ summary: { rowsRead, bytesRead, elapsedSeconds } }: StatementResponse): Summary {
  return {
    read_rows: String(rowsRead),
    read_bytes: String(bytesRead),
    written_rows: '0',
    written_bytes: '0',
    result_rows: '0',
    result_bytes: '0',
    total_rows_to_read: '0',
    elapsed_ns: String(Math.round(elapsedSeconds * 1e9)),
  };
}
