import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { databaseBackupSchema } from '../db/backup-tables.ts';
import { CommandError } from './command.ts';

export const MANIFEST = 'solvane-backup.json';

const fileSchema = z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() });
type BackupFile = z.infer<typeof fileSchema>;

const pointTotalsSchema = z.object({ table: z.string(), rows: z.number().int(), checksum: z.string() });

/** Written last: a folder without it holds no whole backup. */
const manifestSchema = z.object({
  /** 2: rows, files and the manifest itself have checksums. */
  format: z.union([z.literal(1), z.literal(2)]),
  version: z.string(),
  createdAtMs: z.number().int(),
  database: databaseBackupSchema,
  signals: z.object({
    /** `folder`: in the folder `signals` beside. `server`: where the ClickHouse server keeps its backups, under this name. */
    place: z.enum(['folder', 'server']),
    name: z.string(),
    /** The database that was backed up. Absent: the one that is restored has the same name. */
    database: z.string().optional(),
    /** Points of each table of the backup. Absent: it was not restored to count them. */
    points: z.array(pointTotalsSchema).optional(),
  }),
  /** Every other file of the backup. */
  files: z.array(fileSchema).default([]),
});
export type Manifest = z.infer<typeof manifestSchema>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2), { mode: 0o600 });
}

/** @throws CommandError for what is no whole backup, or not as it was written */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new CommandError(`${folder} holds no whole backup: there is no ${MANIFEST}.`);
  const content = parseObject(readFileSync(file, 'utf8'));
  if (content === undefined) throw new CommandError(`The backup is damaged: ${file} is incomplete.`);
  const { sha256, ...written } = content;
  const parsed = manifestSchema.safeParse(written);
  if (!parsed.success) throw new CommandError(`${file} is not a backup that this version can read.`);
  if (parsed.data.format > 1 && sha256 !== hashOf(written))
    throw new CommandError(`The backup is damaged: ${file} was changed after the backup.`);
  return parsed.data;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** Reads every file of a backup without a manifest. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files: BackupFile[] = [];
  for (const path of paths.sort()) {
    const { size } = await stat(join(folder, path));
    files.push({ path, bytes: size, sha256: await hashFile(join(folder, path)) });
  }
  return files;
}

/** @throws CommandError that names the first file that is not as it was written */
export async function assertUnaltered(folder: string, { files }: Pick<Manifest, 'files'>): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    if (!existsSync(file)) throw new CommandError(`The backup is damaged: ${file} is missing.`);
    const { size } = await stat(file);
    if (size !== bytes) throw new CommandError(`The backup is damaged: ${file} has ${size} bytes instead of ${bytes}.`);
    if ((await hashFile(file)) !== sha256) throw new CommandError(`The backup is damaged: ${file} was changed after the backup.`);
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
