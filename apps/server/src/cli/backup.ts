import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { backUpDatabase } from '../db/backup.ts';
import { syncTree } from '../db/restore-folder.ts';
import type { Deps } from '../deps.ts';
import { listBackupFiles, type Manifest, writeManifest } from './backup-manifest.ts';
import { type Command, CommandError, type CommandIo } from './command.ts';
import { verifyPoints, verifyRows } from './verify-backup.ts';

export const USAGE = `npm run backup -- <folder> [--verify]   copies everything into a new folder while the product goes on

  Rows are restored into a temporary database and compared, files are read back.
  --verify   restores and compares the points too: needs the time and the disk space of a restore`;

/** Points first, rows after: rows that name points which came later do no harm, points without their rows would. */
export const backupCommand: Command = async (deps, args, io) => {
  const { target, withPoints } = readArguments(args);
  const folder = resolve(io.folder, target);
  await assertFree(folder);
  // Another name until it is whole: what a killed backup leaves is not taken for one.
  const unfinished = `${folder}.unfinished-${randomUUID().slice(0, 8)}`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await writeBackup(deps, unfinished, { withPoints, io });
    await writeManifest(unfinished, manifest);
    await syncTree(unfinished);
    await moveInto(unfinished, folder);
    report(manifest, folder, io);
    return 0;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

function readArguments(args: readonly string[]): { target: string; withPoints: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { verify: { type: 'boolean', default: false } },
    });
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0) throw new CommandError(USAGE);
    return { target, withPoints: values.verify };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function assertFree(folder: string): Promise<void> {
  const content = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new CommandError(`${folder} is a file. A backup is written into a new folder.`);
    throw error;
  });
  if (content.length > 0) throw new CommandError(`${folder} is not empty. A backup is written into a new folder.`);
}

/** Another backup may have been written there meanwhile. */
async function moveInto(unfinished: string, folder: string): Promise<void> {
  await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
    await assertFree(folder);
    throw error;
  });
}

async function writeBackup(deps: Deps, folder: string, { withPoints, io }: { withPoints: boolean; io: CommandIo }): Promise<Manifest> {
  const createdAtMs = deps.now();
  if (withPoints && deps.config.clickhouseCluster !== undefined)
    throw new CommandError('Points of a ClickHouse cluster cannot be verified from here. Run the backup without --verify.');
  io.status('Copying points…');
  const before = withPoints ? await deps.signals.store.fingerprint() : [];
  const signals = await backUpSignals(deps, folder);
  const after = withPoints ? await deps.signals.store.fingerprint() : [];
  io.status('Copying rows…');
  const database = await backUpDatabase(deps.database, join(folder, 'database'));
  io.status('Reading files back…');
  const files = await listBackupFiles(folder);
  io.status('Restoring rows to compare them…');
  await verifyRows(database, folder);
  if (withPoints) {
    io.status('Restoring points to compare them…');
    const { totals, comparison } = await verifyPoints(deps, { signals, folder, before, after });
    signals.points = totals;
    const changed = comparison.changed > 0 ? ` ${comparison.changed} belong to months that changed meanwhile.` : '';
    io.print(`Verified: ${comparison.compared} rows of points are the same in the backup.${changed}`);
  }
  return { format: 2, version: packageJson.version, createdAtMs, database, signals, files };
}

function report({ database, signals }: Manifest, folder: string, io: CommandIo): void {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  io.print(`Backed up ${rows} rows of ${database.tables.length} tables and all points to ${folder}. Restored and compared: all rows.`);
  if (signals.place === 'server') io.print(`The points are with the ClickHouse server, as ${signals.name}.`);
  if (signals.points === undefined) io.print('Points were copied, not compared: use --verify to restore and compare them too.');
}

/** The embedded engine writes below its data folder only; what it wrote is moved from there. */
async function backUpSignals({ config, signals, now }: Deps, folder: string): Promise<Manifest['signals']> {
  const database = signals.store.databaseName;
  if (config.clickhouseUrl !== undefined) {
    const name = `solvane-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`;
    await signals.store.backUp(name);
    return { place: 'server', name, database };
  }
  const backups = join(config.dataFolder, 'backups');
  await mkdir(backups, { recursive: true });
  const written = join(backups, randomUUID());
  try {
    await signals.store.backUp(written);
    await move(written, join(folder, 'signals'));
  } finally {
    await rm(written, { recursive: true, force: true });
  }
  return { place: 'folder', name: 'signals', database };
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await cp(from, to, { recursive: true });
  }
}
