import { EngineSupervisor } from '../engine/engine-supervisor.ts';

// A process of its own for tests that kill a supervisor.
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const supervisor = new EngineSupervisor({ dataFolder: process.argv[2] ?? '', log });
await supervisor.start();
process.send?.(supervisor.status.pid);
