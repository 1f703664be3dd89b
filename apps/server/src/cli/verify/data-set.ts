import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { CommandError } from '../command.ts';
import { parseTable, type Table } from './table.ts';

const EXPECTED_FILE = 'expected.json';

const toleranceSchema = z.object({
  /** Allowed difference, in the unit of the check. */
  abs: z.number().nonnegative().optional(),
  /** Allowed difference as a share of the expected value. */
  rel: z.number().nonnegative().optional(),
  exact: z.boolean().optional(),
  /** Of instants. */
  seconds: z.number().nonnegative().optional(),
  /** The value itself must not be larger. */
  max: z.number().optional(),
});
export type Tolerance = z.infer<typeof toleranceSchema>;

const checkSchema = z.object({
  id: z.string().min(1),
  what: z.string().default(''),
  /** A number, a text, or lists and records of these. */
  value: z.json(),
  unit: z.string().default(''),
  tolerance: toleranceSchema.default({}),
  kind: z.string().default(''),
  source: z.string().default(''),
});
export type ExpectedCheck = z.infer<typeof checkSchema>;

/** A folder with data files and the answers that are known of them. */
export interface DataSet {
  name: string;
  folder: string;
  checks: readonly ExpectedCheck[];
  has(file: string): boolean;
  text(file: string): string;
  /** A CSV file, plain or gzipped; kept for the next caller. */
  table(file: string): Table;
}

/** Folders with an expected.json: the folder itself, or those inside it, by name. */
export function findDataSets(folder: string): DataSet[] {
  if (existsSync(join(folder, EXPECTED_FILE))) return [openDataSet(folder)];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, EXPECTED_FILE)))
    .map(({ name }) => name)
    .sort()
    .map((name) => openDataSet(join(folder, name)));
}

function openDataSet(folder: string): DataSet {
  const name = basename(folder);
  const tables = new Map<string, Table>();
  return {
    name,
    folder,
    checks: readChecks(join(folder, EXPECTED_FILE)),
    text: (file) => readText(join(folder, file)),
    has: (file) => existsSync(join(folder, file)),
    table: (file) => {
      const known = tables.get(file) ?? parseTable(readText(join(folder, file)));
      tables.set(file, known);
      return known;
    },
  };
}

function readChecks(path: string): ExpectedCheck[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new CommandError(`${path} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const parsed = z.object({ checks: z.array(checkSchema) }).safeParse(content);
  if (parsed.success) return parsed.data.checks;
  throw new CommandError(`${path} has problems:\n${z.prettifyError(parsed.error)}`);
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
