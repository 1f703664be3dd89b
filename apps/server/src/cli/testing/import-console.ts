import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openPlant, type Plant } from '../../modules/signals/testing/plant.ts';
import { execute } from '../command.ts';
import { importCommand } from '../import.ts';

export interface ImportConsole {
  plant: Plant;
  /** Where relative paths start; removed with the test. */
  folder: string;
  run(...args: string[]): Promise<{ code: number; text: string }>;
  /** Writes the mapping and one file, and imports that. */
  load(mapping: string, file: string | Buffer, options?: { name?: string; args?: string[] }): Promise<{ code: number; text: string }>;
  /** The terminal that the next runs are typed at; aborted, it has gone away. */
  terminal: AbortController;
}

export async function openConsole(): Promise<ImportConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const plant = await openPlant();
  const opened: ImportConsole = {
    plant,
    folder,
    terminal: new AbortController(),
    run: async (...args) => {
      const printed: string[] = [];
      const io = {
        folder,
        print: (line: string) => printed.push(line),
        status: () => undefined,
        ask: async () => '',
        signal: opened.terminal.signal,
      };
      const code = await execute(importCommand, plant.deps, args, io);
      return { code, text: printed.join('\n') };
    },
    load: async (mapping, file, { name = 'data.csv', args = [] } = {}) => {
      await writeFile(join(folder, 'map.yaml'), mapping);
      await writeFile(join(folder, name), file);
      return opened.run('map.yaml', name, ...args);
    },
  };
  return opened;
}

export const ONE_DEVICE = `version: 1
time: { column: time, zone: Europe/Stockholm, stamp: start, interval: PT10M }
device: { segmentId: inv-1 }
signals: [{ column: power, signal: ActivePower }]
`;
