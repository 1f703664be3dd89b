import type { SignalDatabase } from '../../sql/signal-database.ts';

export interface OpenTable {
  database: Pick<SignalDatabase, 'select'>;
  /** SQL of the open file. */
  source: string;
}

export const BACKGROUND = { lane: 'background' } as const;
