import type { SeriesKey } from '../../../signals/series-registry.ts';
import type { BatchResult, BatchTask } from './batch.ts';

/** How a thread reaches the signal store by itself: through it go all points, and none through the main thread. */
export interface ThreadStore {
  spoolFolder: string;
  /** undefined: the engine at the socket. */
  serverUrl: string | undefined;
  cluster: string | undefined;
  socketPath: string;
}

/** What a thread that computes is told. */
export type BatchOrder =
  | { type: 'run'; id: number; task: BatchTask }
  | { type: 'registered'; id: number; numbers: number[] }
  | { type: 'refused'; id: number; message: string };

/** What it says. The registry of series stands in PostgreSQL, which only the main thread knows. */
export type BatchMessage =
  | { type: 'register'; id: number; keys: SeriesKey[] }
  | { type: 'done'; id: number; result: BatchResult }
  /** `code`: the stores' own refusal, as in the table of errors. */
  | { type: 'failed'; id: number; message: string; code: string | undefined };
