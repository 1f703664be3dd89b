import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilReady } from './free-port.ts';

/** Where Debian puts it. */
const PROGRAM = '/usr/bin/victoria-metrics';

export interface BenchVictoriaMetrics {
  folder: string;
  pid: number | undefined;
  /** Takes rows of `series,time in epoch milliseconds,value` of a metric, by default `power`; resolves when they can be asked for. */
  load(rows: string, metric?: string): Promise<void>;
  ask(path: string, question: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own; undefined: not installed. */
export async function startVictoriaMetrics(): Promise<BenchVictoriaMetrics | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'solvane-bench-vm-'));
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(PROGRAM, [`-storageDataPath=${folder}`, `-httpListenAddr=${address}`, '-retentionPeriod=100y'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const call = async (path: string, parameters: Record<string, string>, body?: string): Promise<string> => {
    const answer = await fetch(
      `http://${address}${path}?${new URLSearchParams(parameters)}`,
      body === undefined ? {} : { method: 'POST', body },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`VictoriaMetrics answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  await untilReady('VictoriaMetrics', () => call('/health', {}));
  return {
    folder,
    pid: server.pid,
    load: async (rows, metric = 'power') => {
      await call('/api/v1/import/csv', { format: `1:label:series,2:time:unix_ms,3:metric:${metric}` }, rows);
      await call('/internal/force_flush', {});
    },
    ask: async (path, question) => {
      const text = await call(path, { nocache: '1', ...question });
      // What was not found is not fast.
      if (!/"value/.test(text)) throw new Error(`VictoriaMetrics found nothing: ${text.slice(0, 300)}`);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
