import type { BatchRunner } from './batch.ts';
import { compareBatch } from './compare-batch.ts';
import { type BatchDeps, computeBatch } from './compute-batch.ts';
import { previewBatch } from './preview-batch.ts';

/** Computes in the calling thread: for commands and tests. */
export function runBatchesHere(deps: BatchDeps): BatchRunner {
  return {
    places: 1,
    recentPlaces: 0,
    run: (task) => computeBatch(deps, task),
    preview: (task) => previewBatch(deps.store, task),
    compare: (task) => compareBatch(deps.store, task),
    close: () => Promise.resolve(),
  };
}
