import { AppError, type Issue } from '@solvane/contract/errors';
import type { ChangedEvents, SeenEvent } from '@solvane/contract/event-commands';
import type { EventId, SegmentId } from '@solvane/contract/ids';
import { mergeEvents } from '@solvane/energy/events/merge';
import type { RawEvent } from '@solvane/energy/events/raw-events';
import { bulkSplitProblem, rawEndProblem, reviewSegments, splitEvent } from '@solvane/energy/events/split';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { type EditAction, type GroupEventRow, groupEvents } from '../../../db/schema/events.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import { RAW_MARGIN_MS } from '../details/raw-events.queries.ts';
import { loadRawEvents } from '../grouping/event-inputs.ts';
import { readSite } from '../grouping/regroup.ts';
import { changeEvents, type Reasoned } from './change-events.ts';
import { Classifications, type RequestedClassification } from './event-classification.ts';
import { assignment, beforeOf, classificationOf, isoOf, othersOn, spanOf, withMembers, zonesOf } from './event-rows.ts';
import { type Author, assertOpen, claimEvents, type EventDeps, type NewEntry, performEdit } from './perform-edit.ts';

export async function categorizeEvents(
  deps: EventDeps,
  caller: Author,
  { events, reason, ...wanted }: Reasoned & RequestedClassification & { events: readonly SeenEvent[] },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const rows = await claimEvents(tx, caller, events);
    return applyClassification(tx, deps, caller, { rows, wanted, reason, action: 'categorize' });
  });
}

/** Classifies the whole time of events; an event on a parent stands for its members. */
export async function applyClassification(
  tx: Db,
  deps: EventDeps,
  caller: Author,
  { rows, wanted, reason, action }: Reasoned & { rows: readonly GroupEventRow[]; wanted: RequestedClassification; action: EditAction },
): Promise<string[]> {
  const classifications = new Classifications(tx, deps.readCodes);
  const all = await withMembers(tx, rows);
  const placed = await Promise.all(
    all.map(async (row) => ({
      row,
      classification: await classifications.changed({ ...row, atMs: row.startMs }, wanted, classificationOf(row)),
    })),
  );
  const shown = placed.filter(({ row }) => row.isPromoted);
  const entries: NewEntry[] = [];
  for (const { row, classification } of placed) if (!row.isPromoted) entries.push(await assignment(tx, row, row, classification));
  const ids = await performEdit(tx, deps, caller, {
    action,
    reason,
    entries,
    eventIds: rows.map(({ id }) => id),
    alsoDo: async () => {
      for (const { row, classification } of shown)
        await tx
          .update(groupEvents)
          .set({ ...classification, version: row.version + 1, updatedAtMs: deps.now() })
          .where(eq(groupEvents.id, row.id));
    },
  });
  const asked = new Set(rows.map(({ id }) => id));
  return rows.some(({ isPromoted }) => isPromoted) ? ids.filter((id) => asked.has(id)) : ids;
}

export async function splitEvents(
  deps: EventDeps,
  caller: Author,
  { events, timesMs, reason }: Reasoned & { events: readonly SeenEvent[]; timesMs: readonly number[] },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const rows = await claimEvents(tx, caller, events);
    await assertSplittable(tx, rows, timesMs);
    return splitRows(tx, deps, caller, { rows, timesMs, reason });
  });
}

/** @throws AppError events.splitRejected when several events lie in several zones or share no such instant */
export async function assertSplittable(tx: Db, rows: readonly GroupEventRow[], timesMs: readonly number[]): Promise<void> {
  if (rows.length < 2) return;
  const zones = await zonesOf(tx, rows);
  const zoned = rows.map((row) => ({ startMs: row.startMs, endMs: row.endMs, zone: zones.get(row.siteId) ?? 'UTC' }));
  for (const timeMs of timesMs) {
    const why = bulkSplitProblem(zoned, timeMs);
    if (why) throw new AppError('events.splitRejected', { values: { why } });
  }
}

export async function splitRows(
  tx: Db,
  deps: EventDeps,
  caller: Author,
  { rows, timesMs, reason }: Reasoned & { rows: readonly GroupEventRow[]; timesMs: readonly number[] },
): Promise<string[]> {
  for (const row of rows) {
    const split = splitEvent(row, timesMs);
    if (!split.ok) throw new AppError('events.splitRejected', { values: { why: split.problem } });
  }
  const all = await withMembers(tx, rows);
  const entries: NewEntry[] = [];
  for (const row of all.filter(({ isPromoted }) => !isPromoted)) {
    const inside = timesMs.filter((timeMs) => timeMs > row.startMs && timeMs < row.endMs);
    const split = splitEvent(row, inside);
    if (!split.ok) continue;
    for (const segment of split.segments) entries.push(await assignment(tx, row, segment, classificationOf(row)));
  }
  return performEdit(tx, deps, caller, { action: 'split', reason, entries, eventIds: rows.map(({ id }) => id) });
}

export interface RequestedSegment extends RequestedClassification {
  startMs: number;
  /** null: where the event ends; an open one grows until its command arrives. */
  endMs: number | null;
}

/** Boundaries moved, or parts with another classification. Overlaps are refused; gaps are reported first, and left when the caller accepts them. */
export async function setSegments(
  deps: EventDeps,
  caller: Author,
  {
    event,
    segments: asked,
    acceptsGaps,
    reason,
  }: Reasoned & { event: SeenEvent; segments: readonly RequestedSegment[]; acceptsGaps: boolean },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx, issues) => {
    const [row] = await claimEvents(tx, caller, [event]);
    if (!row) throw new AppError('events.notFound');
    const wanted = asked.map((segment) => ({ ...segment, endMs: segment.endMs ?? row.endMs }));
    await assertOpen(
      tx,
      caller,
      wanted.map(({ startMs }) => ({ siteId: row.siteId, startMs })),
    );
    const review = reviewSegments(wanted, row, await othersOn(tx, row, wanted));
    const errors = segmentErrors(review, wanted, deps.now());
    if (errors.length > 0) throw new AppError('events.segmentsRejected', { issues: errors });
    for (const gap of review.gaps)
      issues.push({ level: 'warning', path: ['segments'], message: 'EventLog_Segments_Gap', values: isoOf(gap) });
    if (issues.length > 0 && !acceptsGaps) return [row.id];
    const classifications = new Classifications(tx, deps.readCodes);
    const entries: NewEntry[] = review.gaps.map((gap) => ({
      ...spanOf(row),
      ...gap,
      kind: 'void',
      content: { before: beforeOf(row) },
      eventId: row.id,
    }));
    for (const segment of wanted) {
      const classification = await classifications.changed({ ...row, atMs: segment.startMs }, segment, classificationOf(row));
      entries.push(await assignment(tx, row, segment, classification));
    }
    return performEdit(tx, deps, caller, { action: wanted.length > 1 ? 'split' : 'boundaries', reason, entries, eventIds: [row.id] });
  });
}

function segmentErrors(review: ReturnType<typeof reviewSegments>, wanted: readonly { endMs: number }[], nowMs: number): Issue[] {
  const error =
    (message: string) =>
    (i: number): Issue => ({ level: 'error', path: ['segments', i], message });
  return [
    ...review.overlaps.map(({ second }) => error('EventLog_Segments_Overlap')(second)),
    ...review.onOtherEvents.map(error('EventLog_Segments_OnOther')),
    ...review.empty.map(error('EventLog_Segments_Empty')),
    ...wanted.flatMap(({ endMs }, i) => (endMs > nowMs ? [error('EventLog_Segments_InFuture')(i)] : [])),
  ];
}

export async function mergeEventGroup(
  deps: EventDeps,
  caller: Author,
  { events, reason }: Reasoned & { events: readonly SeenEvent[] },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const rows = await claimEvents(tx, caller, events);
    const [first] = rows;
    if (!first) throw new AppError('events.notFound');
    const toMerge = (row: GroupEventRow) => ({ ...row, deviceId: row.segmentId });
    if (rows.some(({ isPromoted }) => isPromoted)) throw new AppError('events.mergeRejected', { values: { why: 'differentDevices' } });
    const span = { startMs: Math.min(...rows.map((row) => row.startMs)), endMs: Math.max(...rows.map((row) => row.endMs)) };
    const beside = await othersOn(tx, { ...first, id: '00000000-0000-0000-0000-000000000000' }, [span]);
    const result = mergeEvents(rows.map(toMerge), beside.map(toMerge));
    if (!result.ok) throw new AppError('events.mergeRejected', { values: { why: result.problem } });
    const { startMs, endMs, deviceId: _, ...classification } = result.merged;
    const last = rows.reduce((latest, row) => (row.endMs > latest.endMs ? row : latest));
    const entry = await assignment(tx, { ...last, id: first.id, startMs }, { startMs, endMs }, classification);
    return performEdit(tx, deps, caller, { action: 'merge', reason, entries: [{ ...entry, kind: 'join' }], eventIds: [] });
  });
}

export interface CodeOutcome extends ChangedEvents {
  succeeded: number;
  failed: { eventId: EventId; message: string }[];
}

/** Each event by itself: what cannot be changed does not keep the others from it. */
export async function assignCode(
  deps: EventDeps,
  caller: Author,
  { events, code, reason }: Reasoned & { events: readonly SeenEvent[]; code: string },
): Promise<CodeOutcome> {
  const outcome: CodeOutcome = { items: [], issues: [], succeeded: 0, failed: [] };
  for (const seen of events) {
    try {
      const { items } = await changeEvents(deps, caller, async (tx) => {
        const rows = await claimEvents(tx, caller, [seen]);
        return applyClassification(tx, deps, caller, { rows, wanted: { code }, reason, action: 'assignCode' });
      });
      outcome.items.push(...items);
      outcome.succeeded += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.failed.push({ eventId: seen.eventId, message: error.code });
    }
  }
  return outcome;
}

export async function setRawEnd(
  deps: EventDeps,
  caller: Author,
  { event, rawEventId, endMs, reason }: Reasoned & { event: SeenEvent; rawEventId: string; endMs: number },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const [row] = await claimEvents(tx, caller, [event]);
    if (!row) throw new AppError('events.notFound');
    const { zone, horizonMs } = await readSite(tx, row.siteId, deps);
    const raw = await getRawEvent(tx, row, { rawEventId, zone });
    // What a computation found it finds again, with its own end.
    if (raw.source === 'Detected') throw new AppError('events.rawEndNotAllowed');
    const problem = rawEndProblem(raw.startMs, endMs, deps.now());
    if (problem) throw new AppError(problem === 'beforeStart' ? 'events.rawEndBeforeStart' : 'events.rawEndInFuture');
    const lastMs = Math.max(endMs, raw.endMs ?? horizonMs, raw.startMs + 1);
    const entry: NewEntry = {
      kind: 'rawEnd',
      siteId: row.siteId,
      segmentId: raw.deviceId as SegmentId,
      startMs: raw.startMs,
      endMs: lastMs,
      content: { rawId: rawEventId, newEndMs: endMs, oldEndMs: raw.endMs },
      eventId: row.id,
    };
    return performEdit(tx, deps, caller, { action: 'rawEnd', reason, entries: [entry], eventIds: [row.id] });
  });
}

export interface RequestedEvent extends RequestedClassification, Reasoned {
  segmentIds: readonly SegmentId[];
  startMs: number;
  /** null: still open. */
  endMs: number | null;
  code: string;
}

/** @throws AppError events.createRejected for several zones, the future, no time or time of another event; resource.notFound */
export async function createEvents(deps: EventDeps, caller: Author, wanted: RequestedEvent): Promise<ChangedEvents> {
  const { startMs, segmentIds, reason } = wanted;
  const isOpen = wanted.endMs === null;
  const endMs = wanted.endMs ?? deps.now();
  return changeEvents(deps, caller, async (tx) => {
    const devices = await tx
      .select({ segmentId: segments.id, siteId: segments.siteId, name: segments.name, zone: sites.timezone })
      .from(segments)
      .innerJoin(sites, eq(sites.id, segments.siteId))
      .where(and(isOneOf(segments.id, segmentIds), isOneOf(segments.siteId, caller.siteIds)));
    if (devices.length < new Set(segmentIds).size) throw new AppError('resource.notFound');
    const rejected = (why: string, device = '') => new AppError('events.createRejected', { values: { why, device } });
    if (new Set(devices.map(({ zone }) => zone)).size > 1) throw rejected('differentZones');
    if (Math.max(startMs, endMs) > deps.now()) throw rejected('inFuture');
    if (endMs <= startMs) throw rejected('empty');
    await assertOpen(
      tx,
      caller,
      devices.map(({ siteId }) => ({ siteId, startMs })),
    );
    const classifications = new Classifications(tx, deps.readCodes);
    const entries: NewEntry[] = [];
    for (const { segmentId, siteId, name } of devices) {
      if ((await othersOn(tx, { segmentId, isPromoted: false, id: NO_EVENT }, [{ startMs, endMs }])).length > 0)
        throw rejected('overlap', name);
      const classification = await classifications.changed({ siteId, segmentId, atMs: startMs }, wanted, undefined);
      const place = { siteId, segmentId, startMs, endMs };
      entries.push(
        { ...place, kind: 'manual', content: { code: wanted.code, ...(isOpen && { isOpen }) } },
        { ...place, kind: 'assign', content: { ...classification, ...(isOpen && { follows: { code: wanted.code, startMs } }) } },
      );
    }
    return performEdit(tx, deps, caller, { action: 'create', reason, entries, eventIds: [] });
  });
}

export async function removeEvents(
  deps: EventDeps,
  caller: Author,
  { events, reason }: Reasoned & { events: readonly SeenEvent[] },
): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const all = await withMembers(tx, await claimEvents(tx, caller, events));
    const entries: NewEntry[] = [];
    for (const row of all.filter(({ isPromoted }) => !isPromoted)) {
      const entry = await assignment(tx, row, row, classificationOf(row));
      entries.push({ ...entry, kind: 'void', content: { before: beforeOf(row) } });
    }
    return performEdit(tx, deps, caller, { action: 'delete', reason, entries, eventIds: [] });
  });
}

const NO_EVENT = '00000000-0000-0000-0000-000000000000';

/** One of the raw events of an event, or of those it stands for. @throws AppError events.rawNotFound */
async function getRawEvent(tx: Db, row: GroupEventRow, { rawEventId, zone }: { rawEventId: string; zone: string }): Promise<RawEvent> {
  const period = { startMs: row.startMs - RAW_MARGIN_MS, endMs: row.endMs + RAW_MARGIN_MS };
  const members = row.isPromoted ? await withMembers(tx, [row]) : [row];
  const isPartOfIt = members.some(({ rawEventIds }) => rawEventIds.includes(rawEventId));
  const raw = isPartOfIt ? (await loadRawEvents(tx, row.siteId, period, zone)).find(({ id }) => id === rawEventId) : undefined;
  if (!raw) throw new AppError('events.rawNotFound');
  return raw;
}
