import { availableParallelism } from 'node:os';
import type { Deps } from '../../../deps.ts';
import type { Signals } from '../../../signals/signals.ts';
import type { BatchRunner } from './batch.ts';
import { runBatchesHere } from './batch-here.ts';
import { type BatchThreadsOptions, openBatchThreads } from './batch-threads.ts';

type ComputeDeps = Pick<Deps, 'config' | 'presence' | 'signals'>;

/** What the batches of one more thread take, with room for everything else. */
const MEMORY_TO_SPARE = 2 * 1024 ** 3;

/** Threads that compute, on all cores but one: that one answers people. Without users, and with enough memory, on all of them. */
export function openComputeThreads({ config, presence, signals }: ComputeDeps): BatchRunner {
  const cores = availableParallelism();
  const threads = Math.max(1, cores - 1);
  // Other processes neither see who is there nor answer them.
  if (config.role !== 'all') return open(signals, { threads });
  const isAlone = () => !presence.isAnybodyHere() && process.availableMemory() > MEMORY_TO_SPARE;
  return open(signals, { threads, mostThreads: () => (isAlone() ? cores : threads), isAnybodyHere: () => presence.isAnybodyHere() });
}

/** One thread beside those that compute, so that a preview never waits for history. It starts with its first request. */
export function openPreviewThread(signals: Signals): BatchRunner {
  return open(signals, { threads: 1 });
}

/** Where no thread can reach the store, the work is done here. */
function open(
  { store, registry, reach }: Signals,
  threads: Pick<BatchThreadsOptions, 'threads' | 'mostThreads' | 'isAnybodyHere'>,
): BatchRunner {
  const { register } = registry;
  return reach ? openBatchThreads({ ...threads, store: reach, register }) : runBatchesHere({ store, register });
}
