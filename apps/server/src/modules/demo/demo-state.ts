import type { Truth } from '@solvane/contract/system';
import type { Db } from '../../db/db.ts';
import { demoState } from '../../db/schema/arrivals.ts';

export interface DemoState {
  stage: 'recent' | 'history' | 'live';
  share: number;
  /** What the feed has stored; undefined: nothing yet. */
  feed: Record<string, unknown> | undefined;
  truths: readonly Truth[];
}

export async function findDemoState(db: Db): Promise<DemoState | undefined> {
  const [row] = await db.select().from(demoState);
  if (!row) return undefined;
  const { feed, truths = [] } = row.cursor as { feed?: Record<string, unknown>; truths?: Truth[] };
  return { stage: row.stage, share: row.share, feed, truths };
}

export async function saveDemoState(db: Db, { stage, share, feed, truths }: DemoState, nowMs: number): Promise<void> {
  const row = { stage, share, cursor: { feed, truths }, updatedAtMs: nowMs };
  await db.insert(demoState).values(row).onConflictDoUpdate({ target: demoState.onlyRow, set: row });
}
