import { parentPort, workerData } from 'node:worker_threads';
import type { Path } from './source.ts';
import { readYaml } from './yaml-source.ts';

export interface YamlTask {
  text: string;
  /** Of the values that are looked for; undefined: the whole text is read. */
  paths?: readonly Path[];
}

const { text, paths } = workerData as YamlTask;
const { value, issues, locate } = readYaml(text);
parentPort?.postMessage(paths === undefined ? { value, issues } : paths.map(locate));
