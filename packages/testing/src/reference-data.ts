import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Measured data and published results of others. They are not part of the project: tests on them are skipped where they are absent. */
export interface ReferenceData {
  isAbsent: boolean;
  /** Ends the title of a suite: empty, or why it is skipped. */
  note: string;
  /** A CSV file, plain or gzipped, read when asked for. */
  table(file: string): ReferenceTable;
  /** Value of one check of the data set's expected.json. */
  expected(id: string): unknown;
}

export interface ReferenceTable {
  rowCount: number;
  /** Empty cells and words are NaN. */
  numbers(column: string): Float64Array;
  texts(column: string): string[];
}

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Folder with one folder per data set: SOLVANE_REFERENCE_DATA, else beside the repository. */
export function referenceDataFolder(): string {
  return process.env.SOLVANE_REFERENCE_DATA ?? join(projectRoot, '..', 'shared', 'data');
}

/** Use as `describe.skipIf(data.isAbsent)('title' + data.note, …)` and read tables inside the tests. */
export function referenceData(dataset: string): ReferenceData {
  const folder = join(referenceDataFolder(), dataset);
  const isAbsent = !existsSync(folder);
  return {
    isAbsent,
    note: isAbsent ? ` (skipped: no data set ${dataset}; set SOLVANE_REFERENCE_DATA to its parent folder)` : '',
    table: (file) => parseTable(readText(join(folder, file))),
    expected: (id) => {
      const { checks } = JSON.parse(readText(join(folder, 'expected.json'))) as { checks: { id: string; value: unknown }[] };
      const check = checks.find((each) => each.id === `${dataset}.${id}`);
      if (!check) throw new Error(`no check ${id} in ${dataset}`);
      return check.value;
    },
  };
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function parseTable(text: string): ReferenceTable {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const [header = [], ...rows] = lines.map(splitLine);
  const indexOf = (column: string) => {
    const index = header.indexOf(column);
    if (index < 0) throw new Error(`no column ${column}; there are ${header.join(', ')}`);
    return index;
  };
  return {
    rowCount: rows.length,
    texts: (column) => {
      const index = indexOf(column);
      return rows.map((row) => row[index] ?? '');
    },
    numbers: (column) => {
      const index = indexOf(column);
      return Float64Array.from(rows, (row) => (row[index] ? Number(row[index]) : Number.NaN));
    },
  };
}

function splitLine(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
