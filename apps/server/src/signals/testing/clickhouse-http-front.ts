import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EngineError, type EngineLink } from '../engine/engine-link.ts';
import { quoted } from '../sql/literals.ts';

export interface HttpFront {
  /** In the form of CLICKHOUSE_URL, with user and password. */
  url: string;
  close(): Promise<void>;
}

/**
 * The part of ClickHouse's HTTP interface that the product uses, over an embedded engine: statements in the body, or in the address with data in
 * the body; errors as the server sends them. With it the path that a real server takes is tested where no server can be had.
 */
export async function startHttpFront(link: EngineLink): Promise<HttpFront> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-http-front-'));
  const password = randomUUID();
  const authorization = `Basic ${Buffer.from(`solvane:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://localhost');
    if (address.pathname === '/ping') return void response.end('Ok.\n');
    if (request.headers.authorization !== authorization) {
      return fail(response, 516, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
    }
    const path = join(folder, randomUUID());
    try {
      const sql = await statementOf(request, address, path);
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const { bytes, summary } = await link.run({ sql, signal: gone.signal });
      response.writeHead(200, {
        'x-clickhouse-query-id': address.searchParams.get('query_id') ?? randomUUID(),
        'x-clickhouse-summary': JSON.stringify({ read_rows: String(summary.rowsRead), read_bytes: String(summary.bytesRead) }),
      });
      response.end(bytes);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      fail(response, Number(/Code: (\d+)/.exec(error.message)?.[1] ?? 1001), error.message);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    url: `http://solvane:${password}@127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server reads the data of a statement from the body; the embedded engine reads it from a file. */
async function statementOf(request: IncomingMessage, address: URL, path: string): Promise<string> {
  const inAddress = address.searchParams.get('query');
  if (inAddress === null) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
  await pipeline(request, createWriteStream(path));
  const [, statement, format] = /^(.*)\s+format\s+(\w+)\s*$/is.exec(inAddress) ?? [];
  if (statement === undefined || format === undefined) return inAddress;
  const input = /input\('((?:[^'\\]|\\.)*)'\)/i;
  if (!input.test(statement)) {
    const [insert, settings] = statement.split(/\s+(?=settings\s)/i);
    return `${insert} from infile ${quoted(path)} ${settings ?? ''} format ${format}`;
  }
  return statement.replace(input, (_all, structure: string) => `file(${quoted(path)}, ${quoted(format)}, '${structure}')`);
}

function fail(response: ServerResponse, code: number, message: string): void {
  response.writeHead(code === 516 ? 403 : 500, {
    'x-clickhouse-exception-code': String(code),
    'content-type': 'text/plain; charset=UTF-8',
  });
  response.end(`${message}\n`);
}
