import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { FileLocation } from '@solvane/contract/fleet-import';
import { runInThread } from '../../../threads/run-in-thread.ts';
import type { YamlTask } from './read-yaml.worker.ts';
import { type FleetSource, WHOLE_FILE } from './source.ts';
import { readXlsx } from './xlsx-source.ts';
import { writeXlsx } from './xlsx-writer.ts';
import { writeYaml } from './yaml-source.ts';

/** The form follows from the file's name; JSON is read as the YAML it is. */
export async function readFleetFile(file: string): Promise<FleetSource> {
  return parseFleetFile(file, await readFile(file));
}

export async function parseFleetFile(file: string, content: Buffer): Promise<FleetSource> {
  return isWorkbook(file) ? readWorkbook(content) : readYamlFile(content.toString('utf8'));
}

export async function writeFleetFile(file: string, description: FleetDescription): Promise<void> {
  await writeFile(file, isWorkbook(file) ? await writeXlsx(description) : writeYaml(description));
}

async function readWorkbook(content: Buffer): Promise<FleetSource> {
  try {
    return await readXlsx(content);
  } catch (error) {
    return unreadable(error);
  }
}

/** A large one takes seconds, so it is read in a thread of its own, and once more for the places of what is wrong in it. */
async function readYamlFile(text: string): Promise<FleetSource> {
  try {
    const { value, issues } = await runYaml<Pick<FleetSource, 'value' | 'issues'>>({ text });
    return { value, issues, locate: (paths) => runYaml<FileLocation[]>({ text, paths }) };
  } catch (error) {
    return unreadable(error);
  }
}

const runYaml = <T>(task: YamlTask): Promise<T> =>
  runInThread<T>(new URL('./read-yaml.worker.ts', import.meta.url), { data: task, heapMb: 1_024, timeoutMs: 60_000 });

function unreadable(error: unknown): FleetSource {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    value: undefined,
    issues: [{ level: 'error', path: [], message: 'Fleet_Import_Unreadable', values: { line: 0, reason } }],
    locate: async (paths) => paths.map(() => WHOLE_FILE),
  };
}

export function isWorkbook(file: string): boolean {
  return extname(file).toLowerCase() === '.xlsx';
}
