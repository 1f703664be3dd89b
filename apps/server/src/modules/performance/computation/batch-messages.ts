import type { SeriesKey } from '../../../signals/series-registry.ts';
import type { BatchResult, BatchTask, Comparison, ComparisonTask, PreviewedSignal, PreviewTask } from './batch.ts';

/** What a thread that computes is told. */
export type BatchOrder =
  | { type: 'run'; id: number; task: BatchTask }
  | { type: 'preview'; id: number; task: PreviewTask }
  | { type: 'compare'; id: number; task: ComparisonTask }
  | { type: 'registered'; id: number; numbers: number[] }
  | { type: 'refused'; id: number; message: string };

/** What it says. The registry of series stands in PostgreSQL, which only the main thread knows. */
export type BatchMessage =
  | { type: 'register'; id: number; keys: SeriesKey[] }
  | { type: 'done'; id: number; result: BatchResult }
  | { type: 'previewed'; id: number; signals: PreviewedSignal[] }
  | { type: 'compared'; id: number; comparison: Comparison }
  /** `code`: the stores' own refusal, as in the table of errors. */
  | { type: 'failed'; id: number; message: string; code: string | undefined };
