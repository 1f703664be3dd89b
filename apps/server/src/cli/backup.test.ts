import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { beginRestore, finishRestore, proveRestore } from '../db/restore-folder.ts';
import { createDeps, type Deps, startDeps, stopDeps } from '../deps.ts';
import { createGiven } from '../testing/given.ts';
import { backupCommand } from './backup.ts';
import { readManifest, writeManifest } from './backup-manifest.ts';
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

async function run(deps: Deps, folder: string, ...options: string[]): Promise<{ code: number; text: string }> {
  const printed: string[] = [];
  const io = {
    folder: '/',
    print: (line: string) => printed.push(line),
    status: () => undefined,
    ask: async () => '',
    signal: new AbortController().signal,
  };
  return { code: await execute(backupCommand, deps, [folder, ...options], io), text: printed.join('\n') };
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
  const { code, text } = await run(deps, folder, '--verify');
  expect(code, text).toBe(0);
  expect(text).toMatch(/^Verified: 100 rows of points are the same in the backup\.\nBacked up \d+ rows of \d+ tables and all points to /);
  expect(readdirSync(join(folder, '..'))).toEqual(['backup']);
  expect(readdirSync(folder).sort()).toEqual(['database', 'signals', 'solvane-backup.json']);
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

/** Changes a file and gives back what puts it right again. */
function damaged(name: string, change: (path: string) => void): (backup: string) => () => void {
  return (backup) => {
    const path = join(backup, name);
    const content = readFileSync(path);
    change(path);
    return () => writeFileSync(path, content);
  };
}

const cut = (path: string): void => truncateSync(path, readFileSync(path).length - 1);
const flipABit = (path: string): void => {
  const content = readFileSync(path);
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, content);
};
const DAMAGES: [(backup: string) => () => void, RegExp][] = [
  [damaged('database/enterprises.ndjson.gz', cut), /damaged: .*enterprises.ndjson.gz has \d+ bytes instead of \d+/],
  [damaged('database/enterprises.ndjson.gz', flipABit), /damaged: .*enterprises.ndjson.gz was changed/],
  [damaged('database/enterprises.ndjson.gz', rmSync), /damaged: .*enterprises.ndjson.gz is missing/],
  [damaged('signals/.backup', flipABit), /damaged: .*signals.\.backup was changed/],
  [damaged('solvane-backup.json', cut), /damaged: .*solvane-backup.json is incomplete/],
  [
    damaged('solvane-backup.json', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace(/"rows": \d+/, '"rows": 77'))),
    /damaged: .*solvane-backup.json was changed/,
  ],
];

test('a restore that fails in the middle leaves a folder that does not start, and can be repeated', { timeout: 480_000 }, async () => {
  const deps = await startProduct(newConfig());
  const series = await fill(deps);
  const backup = join(temporaryFolder(), 'backup');
  expect(await run(deps, backup)).toMatchObject({ code: 0 });
  await stop(deps);
  // A backup whose files are whole and whose rows cannot be: a site of an enterprise that is not there.
  const manifest = readManifest(backup);
  const broken = join(temporaryFolder(), 'broken');
  cpSync(backup, broken, { recursive: true });
  const tables = manifest.database.tables.map((table) => (table.name === 'enterprises' ? { ...table, rows: 0, checksum: '0' } : table));
  writeFileSync(join(broken, 'database', 'enterprises.ndjson.gz'), gzipSync(''));
  await writeManifest(broken, { ...manifest, database: { ...manifest.database, tables }, files: [] });

  const config = newConfig();
  const printed: string[] = [];
  expect(await restore(config, [broken], { print: (line) => printed.push(line) })).toBe(1);
  expect(printed).toEqual([expect.stringContaining('violates foreign key'), expect.stringContaining('does not start on')]);
  expect(() => createDeps(config)).toThrow('did not finish, so there is nothing to start');
  expect(readdirSync(join(config.dataFolder, 'restoring'))).toEqual([]);

  expect(await restore(config, [backup], { print: (line) => printed.push(line) }), printed.join('\n')).toBe(0);
  const restored = await startProduct(config);
  expect(await pointsOf(restored, series)).toBe(100);
});

test('a restore that is killed after all is proven is finished by the next start', async () => {
  const { dataFolder } = newConfig();
  mkdirSync(dataFolder, { recursive: true });
  const staging = beginRestore(dataFolder);
  for (const store of ['postgres', 'signals']) mkdirSync(join(staging, store));
  expect(() => finishRestore(dataFolder)).toThrow('did not finish');
  await proveRestore(dataFolder);
  // Killed between the two moves.
  renameSync(join(staging, 'postgres'), join(dataFolder, 'postgres'));
  finishRestore(dataFolder);
  expect(readdirSync(dataFolder).sort()).toEqual(['postgres', 'signals']);
  finishRestore(dataFolder);
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
  const other = newConfig();
  for (const [damage, reason] of DAMAGES) {
    const undo = damage(backup);
    const printed: string[] = [];
    expect(await restore(other, [backup], { print: (line) => printed.push(line) }), String(reason)).toBe(1);
    expect(printed).toEqual([expect.stringMatching(reason)]);
    expect(existsSync(other.dataFolder)).toBe(false);
    undo();
  }
  expect(await restore(config, [backup], { print })).toBe(1);
  expect(await restore(newConfig(), [folder], { print })).toBe(1);
  expect(printed).toEqual([expect.stringContaining('exists already'), expect.stringContaining('holds no whole backup')]);
});
