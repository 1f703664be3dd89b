import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { FleetSource } from './source.ts';
import { readXlsx } from './xlsx-source.ts';
import { writeXlsx } from './xlsx-writer.ts';
import { readYaml, writeYaml } from './yaml-source.ts';

/** The form follows from the file's name; JSON is read as the YAML it is. */
export async function readFleetFile(file: string): Promise<FleetSource> {
  return parseFleetFile(file, await readFile(file));
}

export async function parseFleetFile(file: string, content: Buffer): Promise<FleetSource> {
  return isWorkbook(file) ? readWorkbook(content) : readYaml(content.toString('utf8'));
}

export async function writeFleetFile(file: string, description: FleetDescription): Promise<void> {
  await writeFile(file, isWorkbook(file) ? await writeXlsx(description) : writeYaml(description));
}

async function readWorkbook(content: Buffer): Promise<FleetSource> {
  try {
    return await readXlsx(content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      value: undefined,
      issues: [{ level: 'error', path: [], message: 'Fleet_Import_Unreadable', values: { line: 0, reason } }],
      locate: () => 'file',
    };
  }
}

function isWorkbook(file: string): boolean {
  return extname(file).toLowerCase() === '.xlsx';
}
