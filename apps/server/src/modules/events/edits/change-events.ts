import type { Issue } from '@solvane/contract/errors';
import type { ChangedEvents } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import type { Db } from '../../../db/db.ts';
import { type Author, type EventDeps, showEvents } from './perform-edit.ts';

export interface Reasoned {
  reason: string;
}

/** One transaction, and the events as they are after it. */
export async function changeEvents(
  deps: EventDeps,
  caller: Author,
  work: (tx: Db, issues: Issue[]) => Promise<string[]>,
): Promise<ChangedEvents> {
  const issues: Issue[] = [];
  const ids = await deps.db.transaction((tx) => work(tx, issues));
  const items: Event[] = await showEvents(deps.db, caller, ids);
  return { items, issues };
}
