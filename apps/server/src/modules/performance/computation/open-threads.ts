import { availableParallelism } from 'node:os';
import type { Signals } from '../../../signals/signals.ts';
import type { BatchRunner } from './batch.ts';
import { runBatchesHere } from './batch-here.ts';
import { openBatchThreads } from './batch-threads.ts';

/** Threads that compute, on all cores but one: that one answers people. */
export function openComputeThreads(signals: Signals): BatchRunner {
  return open(signals, Math.max(1, availableParallelism() - 1));
}

/** One thread beside those that compute, so that nobody who previews waits for history. It starts with its first question. */
export function openPreviewThread(signals: Signals): BatchRunner {
  return open(signals, 1);
}

/** Where no thread can reach the store, the work is done here. */
function open({ store, registry, reach }: Signals, threads: number): BatchRunner {
  const { register } = registry;
  return reach ? openBatchThreads({ threads, store: reach, register }) : runBatchesHere({ store, register });
}
