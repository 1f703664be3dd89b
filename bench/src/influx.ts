import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilReady } from './free-port.ts';

/** Where Debian puts it. */
const PROGRAM = '/usr/bin/influxd';
const LINES_PER_CALL = 200_000;

export interface BenchInflux {
  folder: string;
  pid: number | undefined;
  /** Takes lines `power,series=<number> v=<value> <time in epoch milliseconds>`; acknowledged means written to its log. */
  load(lines: readonly string[]): Promise<void>;
  /** A question in its language. @throws Error when nothing was found */
  ask(question: string): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own; undefined: not installed. */
export async function startInflux(): Promise<BenchInflux | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'solvane-bench-influx-'));
  const [address, inner] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const settings = join(folder, 'influx.conf');
  writeFileSync(settings, settingsOf({ folder, address, inner }));
  const server = spawn(PROGRAM, ['-config', settings], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const call = async (path: string, parameters: Record<string, string>, body?: string): Promise<string> => {
    const answer = await fetch(
      `http://${address}${path}?${new URLSearchParams(parameters)}`,
      body === undefined ? {} : { method: 'POST', body },
    );
    const text = await answer.text();
    if (!answer.ok || text.includes('"error"')) throw new Error(`InfluxDB answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  await untilReady('InfluxDB', () => call('/ping', {}));
  await call('/query', { q: 'create database bench' }, '');
  return {
    folder,
    pid: server.pid,
    load: async (lines) => {
      for (let first = 0; first < lines.length; first += LINES_PER_CALL)
        await call('/write', { db: 'bench', precision: 'ms' }, lines.slice(first, first + LINES_PER_CALL).join('\n'));
    },
    ask: async (question) => {
      const text = await call('/query', { db: 'bench', epoch: 'ms', q: question });
      // What was not found is not fast.
      if (!text.includes('"values"')) throw new Error(`InfluxDB found nothing: ${text.slice(0, 300)}`);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf({ folder, address, inner }: { folder: string; address: string; inner: string }): string {
  return `
reporting-disabled = true
bind-address = "${inner}"
[meta]
dir = "${folder}/meta"
[data]
dir = "${folder}/data"
wal-dir = "${folder}/wal"
query-log-enabled = false
[http]
bind-address = "${address}"
log-enabled = false
max-body-size = 0
[monitor]
store-enabled = false
`;
}
