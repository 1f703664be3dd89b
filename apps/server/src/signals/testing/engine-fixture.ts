import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineLink } from '../engine/engine-link.ts';
import { type EngineLog, EngineSupervisor, type SupervisorOptions } from '../engine/engine-supervisor.ts';

export interface EngineFixture {
  dataFolder: string;
  supervisor: EngineSupervisor;
  link: EngineLink;
  /** Messages of the supervisor, in order. */
  messages: string[];
  close(): Promise<void>;
}

/** An engine of its own in a temporary folder, removed with it. */
export async function startTestEngine(options: Partial<SupervisorOptions> = {}): Promise<EngineFixture> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'solvane-engine-')));
  const messages: string[] = [];
  const supervisor = new EngineSupervisor({ memoryBytes: 2 * 1024 ** 3, ...options, dataFolder, log: collectingLog(messages) });
  await supervisor.start();
  const link = new EngineLink({ socketPath: supervisor.socketPath });
  return {
    dataFolder,
    supervisor,
    link,
    messages,
    close: async () => {
      await link.close();
      await supervisor.close();
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function collectingLog(messages: string[]): EngineLog {
  const add = (_detail: object, message: string) => void messages.push(message);
  return { info: add, warn: add, error: add };
}
