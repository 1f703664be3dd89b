import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { createDeps, type Deps, startDeps, stopDeps } from '../deps.ts';
import { createGiven } from '../testing/given.ts';
import { backupCommand } from './backup.ts';
import { execute } from './command.ts';
import { restore } from './restore.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newConfig(): Config {
  return readConfig({ SOLVANE_DATA: join(temporaryFolder(), 'data'), SOLVANE_LOG_LEVEL: 'silent', SOLVANE_DEMO: 'off' });
}

async function startProduct(config: Config): Promise<Deps> {
  const deps = createDeps(config);
  await startDeps(deps);
  onTestFinished(async () => {
    if (running.delete(deps)) await stopDeps(deps);
  });
  running.add(deps);
  return deps;
}

const running = new Set<Deps>();

async function stop(deps: Deps): Promise<void> {
  running.delete(deps);
  await stopDeps(deps);
}

async function run(deps: Deps, folder: string): Promise<{ code: number; text: string }> {
  const printed: string[] = [];
  const io = {
    folder: '/',
    print: (line: string) => printed.push(line),
    status: () => undefined,
    ask: async () => '',
    signal: new AbortController().signal,
  };
  return { code: await execute(backupCommand, deps, [folder], io), text: printed.join('\n') };
}

const START_MS = Date.UTC(2026, 5, 1);

/** A site with a device and a hundred points of it. */
async function fill({ db, signals, now }: Deps): Promise<number> {
  const given = createGiven(db, now);
  const site = await given.site({ id: 'S1', enterpriseId: 'solvind' });
  const device = await given.segment({ siteId: site.id, id: 'S1-INV1' });
  const [series = 0] = await signals.registry.register([{ siteId: site.id, segmentId: device.id, apCode: 'ActivePower', calcType: 'Raw' }]);
  const times = Array.from({ length: 100 }, (_, index) => START_MS + index * 600_000);
  await signals.store.writeRaw({
    series: Uint32Array.from(times, () => series),
    timesMs: Float64Array.from(times),
    values: Float64Array.from(times, (_time, index) => index / 3),
  });
  return series;
}

async function pointsOf({ signals }: Deps, series: number): Promise<number> {
  return signals.store.countPoints({
    series: [{ series, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'avg' }],
    startMs: START_MS,
    endMs: START_MS + 86_400_000,
  });
}

test('what was backed up while the product ran is there again in an empty folder, rows and points', { timeout: 480_000 }, async () => {
  const config = newConfig();
  const deps = await startProduct(config);
  const series = await fill(deps);
  const folder = join(temporaryFolder(), 'backup');
  expect(await run(deps, folder)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Backed up \d+ rows of \d+ tables and all points to /),
  });
  // Later changes are not in it, and the product goes on.
  await deps.db.execute(sql`insert into enterprises (id, name, created_at_ms) values ('later', 'Later', 1)`);
  expect(readdirSync(join(config.dataFolder, 'backups'))).toEqual([]);
  await stop(deps);

  const empty = newConfig();
  const printed: string[] = [];
  expect(await restore(empty, [folder], { print: (line) => printed.push(line) }), printed.join('\n')).toBe(0);
  const restored = await startProduct(empty);
  expect((await restored.db.execute(sql`select id from enterprises`)).rows).toEqual([{ id: 'solvind' }]);
  expect((await restored.db.execute(sql`select id, site_id from segments where level = 1`)).rows).toEqual([
    { id: 'S1-INV1', site_id: 'S1' },
  ]);
  expect(await pointsOf(restored, series)).toBe(100);
  // A number that was given is never given to another site's signal, whose points would lie among those of the first.
  const given = createGiven(restored.db, restored.now);
  const other = await given.site({ id: 'S2', enterpriseId: 'solvind' });
  const [next] = await restored.signals.registry.register([
    { siteId: other.id, segmentId: other.segmentId, apCode: 'ActivePower', calcType: 'Raw' },
  ]);
  expect(next).toBeGreaterThan(series);
  expect(await pointsOf(restored, next ?? 0)).toBe(0);
});

test('a backup goes into a new folder, and a restore into an empty one', { timeout: 480_000 }, async () => {
  const config = newConfig();
  const deps = await startProduct(config);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mine.txt'), 'keep');
  expect(await run(deps, folder)).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') });
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const backup = join(folder, 'backup');
  await run(deps, backup);
  expect(await restore(config, [backup], { print })).toBe(1);
  expect(await restore(newConfig(), [folder], { print })).toBe(1);
  expect(printed).toEqual([expect.stringContaining('exists already'), expect.stringContaining('holds no whole backup')]);
});
