import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import type { Invalidation, InvalidPeriods, invalidationEndpoints } from '@solvane/contract/invalidations';
import { type InvalidationEntry, invalidPeriods, signalKey } from '@solvane/energy/quality/invalidation';
import type { Period } from '@solvane/energy/time/local-day';
import { and, asc, eq, getTableColumns, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { dataInvalidations } from '../../../db/schema/data-invalidations.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';

/** Newest commands that are listed. */
const MOST_LISTED = 500;

type Row = typeof dataInvalidations.$inferSelect & { segmentName: string };

/** What users invalidated or restored of devices in a period, and what holds now. Devices out of scope have nothing. */
export async function searchInvalidations(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  { segmentIds, startMs, endMs }: BodyOf<typeof invalidationEndpoints.search>,
): Promise<ResponseOf<typeof invalidationEndpoints.search>> {
  const rows = await db
    .select({ ...getTableColumns(dataInvalidations), segmentName: segments.name })
    .from(dataInvalidations)
    .innerJoin(segments, eq(segments.id, dataInvalidations.segmentId))
    .where(
      and(
        isOneOf(dataInvalidations.segmentId, segmentIds),
        isOneOf(dataInvalidations.siteId, caller.siteIds),
        lt(dataInvalidations.startMs, endMs),
        gt(dataInvalidations.endMs, startMs),
      ),
    )
    .orderBy(asc(dataInvalidations.sequence));
  const items = [...Map.groupBy(rows, ({ changeId }) => changeId).values()].map(toInvalidation);
  return { items: items.reverse().slice(0, MOST_LISTED), invalid: invalidNow(rows) };
}

/** What counts of a period, by device and signal, in the order in which it was entered. */
export async function loadInvalidations(
  db: Db,
  siteId: SiteId,
  { startMs, endMs }: Period,
): Promise<ReadonlyMap<string, readonly InvalidationEntry[]>> {
  const rows = await db
    .select({
      segmentId: dataInvalidations.segmentId,
      apCode: dataInvalidations.apCode,
      startMs: dataInvalidations.startMs,
      endMs: dataInvalidations.endMs,
      isInvalid: dataInvalidations.isInvalid,
    })
    .from(dataInvalidations)
    .where(
      and(
        eq(dataInvalidations.siteId, siteId),
        lt(dataInvalidations.startMs, endMs),
        gt(dataInvalidations.endMs, startMs),
        isNull(dataInvalidations.undoneAtMs),
      ),
    )
    .orderBy(asc(dataInvalidations.sequence));
  const entries = new Map<string, InvalidationEntry[]>();
  for (const { segmentId, apCode, ...entry } of rows) {
    const key = signalKey(segmentId, apCode);
    entries.set(key, [...(entries.get(key) ?? []), entry]);
  }
  return entries;
}

function toInvalidation(rows: readonly Row[]): Invalidation {
  const [row] = rows;
  if (!row) throw new RangeError('A command has at least one row');
  const { changeId, startMs, endMs, isInvalid, reason, author, atMs } = row;
  const undone = rows.find(({ undoneAtMs }) => undoneAtMs !== null);
  return {
    ...{ id: changeId, startMs, endMs, reason, author, atMs },
    action: isInvalid ? 'invalidate' : 'restore',
    segments: [
      ...new Map(rows.map(({ siteId, segmentId, segmentName }) => [segmentId, { siteId, segmentId, segmentName }] as const)).values(),
    ],
    apCodes: [...new Set(rows.map(({ apCode }) => apCode))],
    undone: undone ? { by: undone.undoneBy ?? '', atMs: undone.undoneAtMs ?? 0 } : null,
  };
}

function invalidNow(rows: readonly Row[]): InvalidPeriods[] {
  const holding = rows.filter(({ undoneAtMs }) => undoneAtMs === null);
  return [...Map.groupBy(holding, ({ segmentId, apCode }) => signalKey(segmentId, apCode)).values()].flatMap((entries) => {
    const [first] = entries;
    const periods = invalidPeriods(entries);
    return first && periods.length > 0 ? [{ segmentId: first.segmentId, apCode: first.apCode, periods }] : [];
  });
}
