import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { EngineError, EngineLink } from './engine-link.ts';
import { EngineSupervisor } from './engine-supervisor.ts';
import { LANES } from './lanes.ts';
import { engineSocketPath } from './socket-path.ts';

/** A machine that runs other tests beside takes its time. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 10 });

const SLOW = 'select sum(sin(number)) from numbers(100000000000)';

describe('the engine process', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = await startTestEngine({ memoryBytes: 600_000_000 });
    await run('create database plant');
    await run(
      'create table plant.points (n UInt64) engine = MergeTree order by n settings fsync_after_insert = 1, fsync_part_directory = 1',
    );
  });
  afterAll(() => engine.close());

  async function run(sql: string, link = engine.link): Promise<string> {
    const { bytes } = await link.run({ sql });
    return bytes.toString().trim();
  }

  test('answers several clients side by side, each with its own responses', async () => {
    const links = Array.from({ length: 4 }, () => new EngineLink({ socketPath: engine.supervisor.socketPath }));
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => run(`select ${n}, repeat('x', ${n * 500})`, links[n % links.length])),
    );
    expect(responses.every((response, n) => response === `${n}\t${'x'.repeat(n * 500)}`.trim())).toBe(true);
    await Promise.all(links.map((link) => link.close()));
  });

  test('refuses a wrong statement in its own words and goes on', async () => {
    await expect(run('select nonsense')).rejects.toThrow(EngineError);
    await expect(run('select nonsense')).rejects.toThrow(/Code: 47/);
    expect(await run('select 1')).toBe('1');
  });

  test('answers while slow work fills the background lane', async () => {
    const stop = new AbortController();
    const slow = Array.from({ length: LANES.background.sessions + 2 }, () =>
      engine.link.run({ sql: SLOW, lane: 'background', signal: stop.signal }).catch((error: unknown) => error),
    );
    const inTheEngine = `select count() from system.processes where query like '%sin(number)%' and query not like '%processes%'`;
    await eventually(async () => expect(await run(inTheEngine)).toBe(String(LANES.background.sessions)));
    stop.abort();
    await Promise.all(slow);
    await eventually(async () => expect(await run(inTheEngine)).toBe('0'));
  });

  test('a cancelled statement is stopped in the engine', async () => {
    const stop = new AbortController();
    const response = engine.link.run({ sql: SLOW, signal: stop.signal });
    const isRunning = () => run(`select count() from system.processes where query like '%sin(number)%' and query not like '%processes%'`);
    await eventually(async () => expect(await isRunning()).toBe('1'));
    stop.abort();
    await expect(response).rejects.toThrow('aborted');
    await eventually(async () => expect(await isRunning()).toBe('0'));
  });

  test('a client that goes away leaves no work behind', async () => {
    const link = new EngineLink({ socketPath: engine.supervisor.socketPath });
    const response = link.run({ sql: SLOW });
    const isRunning = () => run(`select count() from system.processes where query like '%sin(number)%' and query not like '%processes%'`);
    await eventually(async () => expect(await isRunning()).toBe('1'));
    await link.close();
    await expect(response).rejects.toMatchObject({ code: 'signals.unavailable' });
    await eventually(async () => expect(await isRunning()).toBe('0'));
  });

  test('a client that speaks another protocol is turned away, the others notice nothing', async () => {
    const stranger = createConnection(engine.supervisor.socketPath);
    const closed = once(stranger, 'close');
    stranger.on('error', () => undefined);
    stranger.resume();
    stranger.write('GET / HTTP/1.1\r\nHost: engine\r\n\r\n');
    await closed;
    expect(await run('select 1')).toBe('1');
  });

  test('memory has a limit: a statement that wants more fails alone', async () => {
    await expect(run('select count() from (select groupArray(number) from numbers(2000000000) group by number % 7)')).rejects.toThrow(
      /Code: 241/,
    );
    expect(await run('select 1')).toBe('1');
  });

  test('a crash costs the statements in flight, which say so; the next ones wait for the new engine', async () => {
    const crashes = engine.supervisor.status.crashes;
    const inFlight = run(SLOW);
    await eventually(async () => expect(await run(`select count() from system.processes`)).toBe('2'));
    process.kill(Number(engine.supervisor.status.pid), 'SIGKILL');
    await expect(inFlight).rejects.toMatchObject({ code: 'signals.unavailable' });
    expect(await run('select 1')).toBe('1');
    expect(engine.supervisor.status).toMatchObject({ state: 'ready', crashes: crashes + 1 });
    expect(engine.messages).toContain('The signal engine crashed');
  });

  test('what was acknowledged is there after a kill in the middle of inserts', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    async function insertUntilKilled(): Promise<void> {
      for (;;) {
        const n = next++;
        try {
          await run(`insert into plant.points select ${n}`);
          acknowledged.push(n);
        } catch {
          return;
        }
      }
    }
    const writers = [insertUntilKilled(), insertUntilKilled(), insertUntilKilled()];
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(50));
    process.kill(Number(engine.supervisor.status.pid), 'SIGKILL');
    await Promise.all(writers);
    const kept = new Set((await run('select n from plant.points')).split('\n').map(Number));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  });

  test('a second engine on the same folder is refused, and says why', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const second = new EngineSupervisor({ dataFolder: engine.dataFolder, log, lockTimeoutMs: 200 });
    await expect(second.start()).rejects.toThrow(/already running/);
    expect(await run('select 1')).toBe('1');
  });
});

test('an engine whose supervisor was killed lets go of the folder', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-orphan-'));
  const parent = fork(join(import.meta.dirname, '..', 'testing', 'engine-parent.ts'), [dataFolder], { execArgv: [] });
  await once(parent, 'message');
  parent.kill('SIGKILL');
  const engine = await startTestEngine({ dataFolder });
  expect((await engine.link.run({ sql: 'select 7' })).bytes.toString()).toBe('7\n');
  await engine.close();
  rmSync(dataFolder, { recursive: true });
});

test('closing waits for running statements', async () => {
  const engine = await startTestEngine();
  const response = engine.link.run({ sql: `select count() from numbers(40000000) where sin(number) > 2` });
  await eventually(async () => {
    const { bytes } = await engine.link.run({ sql: 'select count() from system.processes' });
    expect(bytes.toString()).toBe('2\n');
  });
  const closed = engine.supervisor.close();
  expect((await response).bytes.toString()).toBe('0\n');
  await closed;
  await engine.close();
});

test('a data folder with a long path gets a socket all the same, the same one for every process', async () => {
  const base = mkdtempSync(join(tmpdir(), 'solvane-long-'));
  const dataFolder = join(base, 'x'.repeat(120));
  mkdirSync(dataFolder);
  expect(Buffer.byteLength(engineSocketPath(dataFolder))).toBeLessThanOrEqual(103);
  expect(engineSocketPath(dataFolder)).toBe(engineSocketPath(dataFolder));
  expect(engineSocketPath(base)).toBe(join(base, 'engine.sock'));
  const engine = await startTestEngine({ dataFolder });
  expect((await engine.link.run({ sql: 'select 7' })).bytes.toString()).toBe('7\n');
  await engine.close();
  rmSync(base, { recursive: true });
});

test('who starts before the engine waits for it longer than a statement would', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-late-'));
  const link = new EngineLink({ socketPath: engineSocketPath(dataFolder), timeoutMs: 1 });
  const hello = link.hello(60_000);
  const engine = await startTestEngine({ dataFolder });
  expect((await hello).pid).toBe(engine.supervisor.status.pid);
  await link.close();
  await engine.close();
  rmSync(dataFolder, { recursive: true });
});

test('without an engine a statement fails clearly after its timeout', async () => {
  const link = new EngineLink({ socketPath: join(tmpdir(), 'solvane-absent.sock'), timeoutMs: 50 });
  await expect(link.run({ sql: 'select 1' })).rejects.toMatchObject({ code: 'signals.unavailable' });
});
