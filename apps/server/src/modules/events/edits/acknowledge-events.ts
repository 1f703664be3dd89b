import type { ChangedEvents, SeenEvent } from '@solvane/contract/event-commands';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { EditAction, GroupEventRow } from '../../../db/schema/events.ts';
import { changeEvents, type Reasoned } from './change-events.ts';
import { spanOf, withMembers } from './event-rows.ts';
import { type Author, claimEvents, type EventDeps, type NewEntry, performEdit } from './perform-edit.ts';

/** Acknowledges events, or withdraws the acknowledgement. Recalculates nothing. */
export async function acknowledgeEvents(
  deps: EventDeps,
  caller: Author,
  { events, reason, is }: Reasoned & { events: readonly SeenEvent[]; is: boolean },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const rows = await withMembers(tx, await claimEvents(tx, caller, events, { changesTime: false }));
    return acknowledgeRows(tx, deps, caller, { rows, reason, is });
  });
}

/** Those that are already as wanted stay untouched. */
export async function acknowledgeRows(
  tx: Db,
  deps: EventDeps,
  caller: Author,
  { rows, reason, is }: { rows: readonly GroupEventRow[]; reason: string; is: boolean },
): Promise<string[]> {
  const action: EditAction = is ? 'acknowledge' : 'unacknowledge';
  const changed = rows.filter((row) => (row.acknowledgedAtMs !== null) !== is);
  const ids = changed.map(({ id }) => id);
  if (ids.length === 0) return rows.map(({ id }) => id);
  await performEdit(tx, deps, caller, {
    action,
    reason,
    entries: changed.map((row): NewEntry => ({ ...spanOf(row), kind: action, content: {}, eventId: row.id })),
    eventIds: ids,
    alsoDo: async () => setAcknowledged(tx, ids, is ? { atMs: deps.now(), author: caller.name } : undefined, deps.now()),
  });
  return rows.map(({ id }) => id);
}

export async function setAcknowledged(
  tx: Db,
  ids: readonly string[],
  by: { atMs: number; author: string } | undefined,
  nowMs: number,
): Promise<void> {
  await tx.execute(sql`
    update group_events set acknowledged_at_ms = ${by?.atMs ?? null}::bigint, acknowledged_by = ${by?.author ?? null}::text,
      version = version + 1, updated_at_ms = ${nowMs}
    where id = any(${sql.param([...ids])}::uuid[])`);
}
