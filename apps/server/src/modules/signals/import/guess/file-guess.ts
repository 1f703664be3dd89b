import type { MappingDoubt, MappingDraft, UploadedData } from '@solvane/contract/data-import';
import type { LeftOut } from './guess-signal.ts';

export interface FileGuess {
  mapping: MappingDraft;
  doubts: MappingDoubt[];
  /** Columns of numbers that are not imported, and why. */
  leftOut: LeftOut[];
  /** Columns whose names say nothing. */
  unknown: string[];
  columns: string[];
  rows: string[][];
  /** What can become a signal, with a value of it. */
  measured: UploadedData['measured'];
}
