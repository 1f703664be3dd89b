import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { CommandError } from './command.ts';
import type { Terminal } from './terminal.ts';
import { type DataSet, findDataSets } from './verify/data-set.ts';
import { withProduct } from './verify/product.ts';
import { findRecipe } from './verify/recipe.ts';
import { describeReport, writeReport } from './verify/report.ts';
import { type SetReport, verifySet } from './verify/verify-set.ts';

export const USAGE = `npm run verify -- <folder> [--set <name>]... [--out <file.md>]

Imports measured data with known answers into a product of its own, computes them and compares the results. The folder holds data files, expected.json
and verify.yaml (docs/verify.md), or one such folder per set. The table is written to docs/validation.md, or to the file of --out.`;

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'validation.md');

/** @returns exit code: 1 where something differs */
export async function verify(config: Config, args: readonly string[], terminal: Pick<Terminal, 'print' | 'status'>): Promise<number> {
  try {
    const { folder, names, out } = readOptions(args);
    if (!existsSync(folder)) {
      terminal.print(`Skipped: there is no folder ${folder}.`);
      return 0;
    }
    const sets = findDataSets(folder).filter(({ name }) => names.length === 0 || names.includes(name));
    if (sets.length === 0)
      throw new CommandError(
        `${folder} holds no expected.json, nor does a folder in it${names.length > 0 ? ` named ${names.join(', ')}` : ''}.`,
      );
    const reports = await verifyAll(config, sets, terminal);
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, writeReport(reports, { date: new Date().toISOString().slice(0, 10) }));
    terminal.print(`Written to ${out}`);
    return reports.some(({ rows }) => rows.some(({ verdict }) => verdict === 'differs' || verdict === 'error')) ? 1 : 0;
  } catch (error) {
    terminal.print(error instanceof CommandError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

async function verifyAll(config: Config, sets: readonly DataSet[], terminal: Pick<Terminal, 'print' | 'status'>): Promise<SetReport[]> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'solvane-mapping-'));
  try {
    return await withProduct(config, async (product) => {
      const reports: SetReport[] = [];
      for (const set of sets) {
        terminal.status(`${set.name} ...`);
        const report = await verifySet(product, set, await findRecipe(set), ownFolder);
        for (const line of describeReport(report)) terminal.print(line);
        reports.push(report);
      }
      return reports;
    });
  } finally {
    await rm(ownFolder, { recursive: true, force: true });
  }
}

function readOptions(args: readonly string[]): { folder: string; names: string[]; out: string } {
  const parsed = parse(args);
  const [folder, ...rest] = parsed.positionals;
  if (parsed.values.help || folder === undefined || rest.length > 0) throw new CommandError(USAGE);
  return { folder: resolve(folder), names: parsed.values.set ?? [], out: resolve(parsed.values.out ?? DOCUMENT) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { set: { type: 'string', multiple: true }, out: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
  } catch (cause) {
    throw new CommandError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`);
  }
}
