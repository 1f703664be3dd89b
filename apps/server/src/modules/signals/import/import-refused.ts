import type { RejectReason } from '@solvane/contract/ingest';
import { UnreadableFile } from '../../../signals/unreadable-file.ts';

/** Why a file cannot be imported at all, in words for the user who chose the file. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  /** Columns that cannot become what the mapping says. */
  readonly misfits: readonly Misfit[];

  constructor(message: string, misfits: readonly Misfit[] = []) {
    super(message);
    this.misfits = misfits;
  }
}

export interface Misfit {
  column: string;
  segmentId: string;
  signal: string;
  reason: RejectReason;
}

/** What the engine cannot read is not of the stated format. */
export function refuseUnreadable(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ImportRefused(`${path} cannot be read as the mapping says: ${error.message}`);
  };
}
