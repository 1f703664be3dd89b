import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { backUpDatabase, databaseBackupSchema } from '../db/backup.ts';
import type { Deps } from '../deps.ts';
import { type Command, CommandError, readOnlyArgument } from './command.ts';

export const USAGE = 'npm run backup -- <folder>   copies everything into a new folder while the product goes on';

export const MANIFEST = 'solvane-backup.json';

/** Written last: a folder without it holds no whole backup. */
export const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAtMs: z.number().int(),
  database: databaseBackupSchema,
  /** `folder`: in the folder `signals` beside. `server`: where the ClickHouse server keeps its backups, under this name. */
  signals: z.object({ place: z.enum(['folder', 'server']), name: z.string() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Points first, rows after: rows that name points which came later do no harm, points without their rows would. */
export const backupCommand: Command = async (deps, args, io) => {
  const folder = resolve(io.folder, readOnlyArgument(args, USAGE));
  await makeEmptyFolder(folder);
  const createdAtMs = deps.now();
  try {
    io.status('Copying points…');
    const signals = await backUpSignals(deps, folder);
    io.status('Copying rows…');
    const database = await backUpDatabase(deps.database, join(folder, 'database'));
    const manifest: Manifest = { format: 1, version: packageJson.version, createdAtMs, database, signals };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    io.print(`Backed up ${rows} rows of ${database.tables.length} tables and all points to ${folder}.`);
    if (signals.place === 'server') io.print(`The points are with the ClickHouse server, as ${signals.name}.`);
    return 0;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty. A backup is written into a new folder.`);
}

/** The embedded engine writes below its data folder only; what it wrote is moved from there. */
async function backUpSignals({ config, signals, now }: Deps, folder: string): Promise<Manifest['signals']> {
  if (config.clickhouseUrl !== undefined) {
    const name = `solvane-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`;
    await signals.store.backUp(name);
    return { place: 'server', name };
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
  return { place: 'folder', name: 'signals' };
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await cp(from, to, { recursive: true });
  }
}
