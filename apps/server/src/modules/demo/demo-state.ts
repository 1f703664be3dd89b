import type { DemoEventCodeList } from '@solvane/contract/demo-worker';
import type { InjectedFault } from '@solvane/contract/system';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { demoState } from '../../db/schema/arrivals.ts';

/** How far the demo is. */
export interface DemoState {
  stage: 'recent' | 'history' | 'live';
  share: number;
  /** What the feed has stored, in its own words; empty: nothing yet. */
  feed: Record<string, unknown>;
}

/** What the demo says of itself. */
export interface DemoDescription {
  faults: readonly InjectedFault[];
  eventCodes: readonly DemoEventCodeList[];
  historyFromMs: number;
}

export const NOTHING_FED: DemoState = { stage: 'recent', share: 0, feed: {} };

/** undefined: the demo was never on. */
export async function findDemoState(db: Db): Promise<DemoState | undefined> {
  const [row] = await db.select({ stage: demoState.stage, share: demoState.share, feed: demoState.cursor }).from(demoState);
  return row;
}

export async function saveDemoState(db: Db, { stage, share, feed }: DemoState, nowMs: number): Promise<void> {
  const row = { stage, share, cursor: feed, updatedAtMs: nowMs };
  await db.insert(demoState).values(row).onConflictDoUpdate({ target: demoState.onlyRow, set: row });
}

/** Injected faults that the data show, from where they begin; none: the demo was never on. */
export async function listDemoFaults(db: Db): Promise<readonly InjectedFault[]> {
  const { faults = [], historyFromMs = Number.NEGATIVE_INFINITY } = await findDescription(db);
  return faults
    .filter(({ endMs }) => endMs === null || endMs > historyFromMs)
    .map((fault) => ({ ...fault, startMs: Math.max(fault.startMs, historyFromMs) }));
}

/** The code lists of the demo's manufacturers; none: the demo was never on. */
export async function listDemoEventCodes(db: Db): Promise<readonly DemoEventCodeList[]> {
  return (await findDescription(db)).eventCodes ?? [];
}

/** The state must be there. What is not given stays. */
export async function saveDemoDescription(db: Db, description: Partial<DemoDescription>): Promise<void> {
  await db.update(demoState).set({ description: sql`${demoState.description} || ${JSON.stringify(description)}::jsonb` });
}

async function findDescription(db: Db): Promise<Partial<DemoDescription>> {
  const [row] = await db.select({ description: demoState.description }).from(demoState);
  return row?.description ?? {};
}
