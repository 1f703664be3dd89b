import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ImportMapping, importMappingSchema } from '@solvane/contract/import-mapping';
import { parse } from 'yaml';
import type { Deps } from '../deps.ts';
import { guessFile } from '../modules/signals/import/guess/guess-file.ts';
import { writeMapping } from '../modules/signals/import/guess/write-mapping.ts';
import { type FileImport, importFile, segmentsOf } from '../modules/signals/import/import-file.ts';
import { deleteFinished, isFinished, recordFinished } from '../modules/signals/import/import-progress.ts';
import { inTurns } from '../modules/signals/import/in-turns.ts';
import { identifyFile } from '../modules/signals/import/source-file.ts';
import { findAllWritableSegments } from '../modules/signals/ingest/writable-segments.ts';
import { CommandError, type CommandIo } from './command.ts';

export const USAGE = `npm run import -- --guess <file>
npm run import -- <mapping.yaml> <files...> [--dry-run] [--again]

  --guess    prints a first mapping for a file (CSV, XLSX, Parquet; also .gz) with every doubt marked. Write it to a file and answer
             each line with DOUBT: "likely" can stay as it is if you agree, "open" has to be filled in
  --dry-run  says what would be imported and what is wrong, and writes nothing
  --again    also imports files that were finished before; without it an interrupted import goes on where it stopped

The mapping says how a file becomes signals of devices: docs/import.md.`;

/** Reads files of measured data into the store by a mapping. */
export async function importCommand(deps: Deps, args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseCommandLine(args);
  if (values.guess) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandError(`--guess needs one file.\n\n${USAGE}`);
    return guess(deps, resolve(io.folder, file), io);
  }
  const [mappingPath, ...files] = positionals.map((path) => resolve(io.folder, path));
  if (mappingPath === undefined || files.length === 0) throw new CommandError(USAGE);
  const mappingText = await readFile(mappingPath, 'utf8').catch(() => {
    throw new CommandError(`${mappingPath} cannot be read`);
  });
  const mapping = readMapping(mappingText);
  const segments = await findAllWritableSegments(deps.db, segmentsOf(mapping));
  const dryRun = values['dry-run'];
  let isComplete = true;
  let finishedMs = performance.now();
  // Reading a file and writing one keep a core busy each.
  await inTurns([...new Set(files)], async (path, turn) => {
    assertGoesOn(io);
    const run = { mappingText, file: await identifyFile(path) };
    const name = basename(path);
    if (values.again && !dryRun) await deleteFinished(deps.db, run);
    else if (!dryRun && (await isFinished(deps.db, run))) {
      await turn();
      io.print(`${name}: imported before (--again imports it once more)`);
      return;
    }
    io.status(`${progressBar(files.indexOf(path) / files.length)} ${name}`);
    const { db, bus, now, signals } = deps;
    const report = await importFile(
      { db, bus, now, signals: signals.store, registry: signals.registry },
      { path, mapping, segments, dryRun, signal: io.signal, onRead: turn },
    ).catch((error: unknown) => {
      assertGoesOn(io);
      throw error;
    });
    if (!dryRun) await recordFinished(deps.db, { ...run, rows: report.rows, nowMs: deps.now() });
    // What the run took longer because of this file: reading it overlapped with the one before.
    const seconds = (performance.now() - finishedMs) / 1000;
    finishedMs = performance.now();
    for (const line of describe(name, report, { dryRun, seconds })) io.print(line);
    isComplete &&= report.problems.length === 0;
  });
  io.print(isComplete ? 'Done.' : 'Done, without the rows listed above.');
  return 0;
}

function assertGoesOn({ signal }: CommandIo): void {
  if (signal.aborted) throw new CommandError('Stopped. The same command again goes on with the files that are not finished.');
}

async function guess({ signals }: Deps, path: string, io: CommandIo): Promise<number> {
  await identifyFile(path);
  io.print(writeMapping(await guessFile(signals.store, path)).trimEnd());
  return 0;
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        again: { type: 'boolean', default: false },
        guess: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new CommandError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`);
  }
}

function readMapping(text: string): ImportMapping {
  let content: unknown;
  try {
    content = parse(text);
  } catch (cause) {
    throw new CommandError(`The mapping is no YAML: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const parsed = importMappingSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    `The mapping has problems:\n${parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(all)'}: ${message}`).join('\n')}`,
  );
}

function describe(
  name: string,
  { rows, points, events, firstMs, lastMs, problems, series }: FileImport,
  { dryRun, seconds }: { dryRun: boolean; seconds: number },
): string[] {
  const count = (value: number): string => value.toLocaleString('en-US');
  const period =
    firstMs === null || lastMs === null ? 'no usable time' : `${new Date(firstMs).toISOString()} to ${new Date(lastMs).toISOString()}`;
  const done = dryRun ? 'would import' : 'imported';
  return [
    `${name}: ${count(rows)} rows, ${done} ${count(points)} points of ${series.length} series${events > 0 ? ` and ${count(events)} events` : ''}, ${period}, ${seconds.toFixed(1)} s`,
    ...(dryRun ? series.map((one) => `  ${one.segmentId} ${one.signal}: ${count(one.points)} points`) : []),
    ...problems.map(
      ({ what, count: times, lines }) =>
        `  ${what}: ${count(times)}${lines.length > 0 ? `, line ${lines.join(', ')}${times > lines.length ? ', ...' : ''}` : ''}`,
    ),
  ];
}

function progressBar(share: number): string {
  const filled = Math.round(share * 20);
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}]`;
}
