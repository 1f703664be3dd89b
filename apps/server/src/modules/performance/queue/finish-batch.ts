import { MEMORY_VERSION } from '@solvane/energy/site-day/memory';
import { unitStart } from '@solvane/energy/time/bucket';
import { dayBounds, type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { MessageBus } from '../../../db/message-bus.ts';
import { dirtySiteDays, ruleRemovals, siteDays, siteMonthSums } from '../../../db/schema/site-days.ts';
import { announceSiteChange } from '../../../jobs/announce.ts';
import { reportRecalculations } from '../../recalculation/recalculations.ts';
import { markDays, PRIORITY } from '../../recalculation/site-days.ts';
import type { BatchResult, BatchTask, ComputedDay, FailedDay } from '../computation/batch.ts';
import { evidenceToJson } from '../evidence/evidence-text.ts';
import { endBaselines } from './baselines.ts';
import { type Claim, endClaim, lockClaim } from './claims.ts';
import type { WaitingDay } from './pick-days.ts';

/** Stores what modules make of computed events and losses, in the transaction that ends the batch. */
export type StoreEvents = (tx: Db, task: BatchTask, computed: readonly ComputedDay[]) => Promise<void>;

export interface FinishDeps {
  db: Db;
  bus: MessageBus;
  now: () => number;
  storeEvents: StoreEvents;
}

const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 60 * 60_000;
const LONGEST_ERROR = 500;
/** As far as any rule looks back. */
const MEMORY_DAYS = 365;

/**
 * Ends a batch whose points are stored: what it leaves behind, the days that are done, and the news, all or nothing.
 *
 * @returns false: the claim was lost meanwhile. Its days are marked again, because it is unknown whose points came last.
 */
export async function finishBatch(
  deps: FinishDeps,
  claim: Claim,
  { task, result }: { task: BatchTask; result: BatchResult },
): Promise<boolean> {
  const { db, bus, now, storeEvents } = deps;
  const { siteId } = claim;
  return db.transaction(async (tx) => {
    if (!(await lockClaim(tx, claim))) {
      await markAgain(tx, claim, now());
      return false;
    }
    const { computed, failed } = result;
    await storeDays(tx, task, computed, now());
    await forgetMonths(tx, task, computed);
    await storeRemovals(tx, task, computed);
    const told = withoutSilent(task, computed);
    await endBaselines(tx, told, { baselines: result.baselines, nowMs: now() });
    await storeEvents(tx, task, computed);
    await deleteDone(tx, claim, computed);
    await markFailed(tx, claim, failed, now());
    if (told.newDays.length > 0 && told.newDays.length === told.days.length) await markLearners(tx, task, now());
    await markListeners(tx, task, { telling: result.telling, nowMs: now() });
    await markSilentDays(tx, task, now());
    await endClaim(tx, claim, computed.length);
    await reportRecalculations(tx, siteId, now());
    const [first, last] = [computed[0], computed.at(-1)];
    if (first && last) {
      const period = { fromMs: dayBounds(first.day, task.zone).startMs, toMs: dayBounds(last.day, task.zone).endMs };
      await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'results', ...period });
    }
    return true;
  });
}

/** Days on which nothing arrived teach others nothing. */
function withoutSilent(
  task: BatchTask,
  computed: readonly ComputedDay[],
): Pick<BatchTask, 'siteId' | 'days' | 'newDays' | 'obsoleteBaselines'> {
  const silent = new Set(computed.flatMap(({ day, isSilent }) => (isSilent ? [day] : [])));
  const isTold = (day: LocalDay) => !silent.has(day);
  return { ...task, days: task.days.filter(isTold), newDays: task.newDays.filter(isTold) };
}

async function markAgain(tx: Db, { siteId, days }: Claim, nowMs: number): Promise<void> {
  await markDays(
    tx,
    days.map(({ day, priority }) => ({ siteId, day, priority, dueAtMs: nowMs })),
    { reason: 'arrival', nowMs },
  );
}

async function storeDays(tx: Db, { siteId }: BatchTask, computed: readonly ComputedDay[], nowMs: number): Promise<void> {
  if (computed.length === 0) return;
  const column = <T>(of: (day: ComputedDay) => T) => sql.param(computed.map(of));
  await tx.execute(sql`
    insert into ${siteDays} (site_id, day, computed_at_ms, horizon_ms, configuration_hash, learned_from, is_silent, detected, evidence, memory_version,
      walk, ledger, availability, quality, account, expectation_gaps, dark_silences)
    select ${siteId}, day, ${nowMs}::bigint, horizon_ms, hash, learned_from, is_silent, detected::jsonb, evidence::jsonb, ${MEMORY_VERSION},
      walk::jsonb, ledger::jsonb, availability::jsonb, quality::jsonb, account::jsonb, expectation_gaps::jsonb, dark_silences::jsonb
    from unnest(${column(({ day }) => toIsoDate(day))}::date[], ${column(({ horizonMs }) => horizonMs)}::bigint[],
      ${column(({ configurationHash }) => configurationHash)}::text[],
      ${column(({ learnedFrom }) => (learnedFrom === undefined ? null : toIsoDate(learnedFrom)))}::date[],
      ${column(({ isSilent }) => isSilent)}::boolean[],
      ${column(({ detected }) => JSON.stringify(detected))}::text[], ${column(({ evidence }) => evidenceToJson(evidence))}::text[],
      ${column(({ walk }) => JSON.stringify(walk))}::text[],
      ${column(({ ledger }) => (ledger === undefined ? null : JSON.stringify(ledger)))}::text[],
      ${column(({ availability }) => JSON.stringify(availability))}::text[],
      ${column(({ quality }) => (quality === undefined ? null : JSON.stringify(quality)))}::text[],
      ${column(({ account }) => JSON.stringify(account))}::text[],
      ${column(({ expectationGaps }) => JSON.stringify(expectationGaps))}::text[],
      ${column(({ darkSilences }) => JSON.stringify(darkSilences))}::text[])
      as computed (day, horizon_ms, hash, learned_from, is_silent, detected, evidence, walk, ledger, availability, quality, account, expectation_gaps,
      dark_silences)
    on conflict (site_id, day) do update set version = site_days.version + 1, computed_at_ms = excluded.computed_at_ms,
      horizon_ms = excluded.horizon_ms, configuration_hash = excluded.configuration_hash, learned_from = excluded.learned_from, is_silent = excluded.is_silent,
      detected = excluded.detected, walk = excluded.walk, ledger = excluded.ledger, availability = excluded.availability, quality = excluded.quality,
      account = excluded.account,
      expectation_gaps = excluded.expectation_gaps, dark_silences = excluded.dark_silences, evidence = excluded.evidence, memory_version = excluded.memory_version`);
}

/** What was added up of these months does not hold any more; a reader that is adding up sees it by the stamp. Index: the primary key. */
async function forgetMonths(tx: Db, { siteId }: BatchTask, computed: readonly ComputedDay[]): Promise<void> {
  if (computed.length === 0) return;
  const months = [...new Set(computed.map(({ day }) => toIsoDate(unitStart(day, 'month'))))].sort();
  await tx
    .insert(siteMonthSums)
    .values(months.map((month) => ({ siteId, month, stamp: 1 })))
    .onConflictDoUpdate({
      target: [siteMonthSums.siteId, siteMonthSums.month],
      set: { stamp: sql`${siteMonthSums.stamp} + 1`, sums: null },
    });
}

/** A device that was taken away meanwhile needs no warning. Index: the primary key. */
async function storeRemovals(tx: Db, { siteId }: BatchTask, computed: readonly ComputedDay[]): Promise<void> {
  if (computed.length === 0) return;
  const days = sql.param(computed.map(({ day }) => toIsoDate(day)));
  await tx.execute(sql`delete from ${ruleRemovals} where site_id = ${siteId} and day = any(${days}::date[])`);
  const rows = computed.flatMap(({ day, removals }) => removals.map((each) => ({ ...each, date: toIsoDate(day) })));
  if (rows.length === 0) return;
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await tx.execute(sql`
    insert into ${ruleRemovals} (site_id, day, segment_id, ap_code, method, removed, points)
    select ${siteId}, day, segment_id, ap_code, method, removed, points
    from unnest(${column(({ date }) => date)}::date[], ${column(({ deviceId }) => deviceId)}::text[], ${column(({ apCode }) => apCode)}::text[],
      ${column(({ method }) => method)}::text[], ${column(({ removed }) => removed)}::int[], ${column(({ points }) => points)}::int[])
      as found (day, segment_id, ap_code, method, removed, points)
    where exists (select from segments where segments.id = found.segment_id)`);
}

/** A day that was marked again meanwhile stays. */
async function deleteDone(tx: Db, claim: Claim, computed: readonly ComputedDay[]): Promise<void> {
  const done = new Set(computed.map(({ day }) => day));
  const rows = claim.days.filter(({ day }) => done.has(day));
  await tx.execute(sql`
    delete from ${dirtySiteDays} using unnest(${dates(rows)}::date[], ${sql.param(rows.map(({ mark }) => mark))}::bigint[]) as done (day, mark)
    where dirty_site_days.site_id = ${claim.siteId} and dirty_site_days.day = done.day and dirty_site_days.mark = done.mark`);
}

/** Marks days as failed; each is tried again by itself, later each time. */
export async function markFailed(tx: Db, claim: Claim, failed: readonly FailedDay[], nowMs: number): Promise<void> {
  if (failed.length === 0) return;
  const messages = new Map(failed.map(({ day, message }) => [day, message]));
  const rows = claim.days.filter(({ day }) => messages.has(day));
  const retryAtMs = ({ failures }: WaitingDay) => nowMs + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 20));
  await tx.execute(sql`
    update ${dirtySiteDays} set failures = failures + 1, error = failed.message, due_at_ms = failed.retry_at_ms
    from unnest(${dates(rows)}::date[], ${sql.param(rows.map(({ mark }) => mark))}::bigint[],
      ${sql.param(rows.map(({ day }) => (messages.get(day) ?? '').slice(0, LONGEST_ERROR).replaceAll('\0', '\uFFFD')))}::text[],
      ${sql.param(rows.map(retryAtMs))}::bigint[]) as failed (day, mark, message, retry_at_ms)
    where dirty_site_days.site_id = ${claim.siteId} and dirty_site_days.day = failed.day and dirty_site_days.mark = failed.mark`);
}

/** Days that were computed knowing nothing of these, although these come before: they are computed once more when nothing else waits. */
async function markLearners(tx: Db, { siteId, days }: BatchTask, nowMs: number): Promise<void> {
  const [first, last] = [days[0] ?? Number.NaN, days.at(-1) ?? Number.NaN];
  const { rows } = await tx.execute<{ day: string }>(sql`
    select day::text as day from ${siteDays} where site_id = ${siteId} and day > ${toIsoDate(last)} and day <= ${toIsoDate(last + MEMORY_DAYS)}
      and (learned_from is null or learned_from > ${toIsoDate(first)})`);
  await markDays(
    tx,
    rows.map(({ day }) => ({ siteId, day: Date.parse(day) / 86_400_000, priority: PRIORITY.learning, dueAtMs: nowMs })),
    { reason: 'learning', nowMs },
  );
}

/** A plant that sent nothing for longer was not in operation. */
const LONGEST_SILENCE_DAYS = 366;

/**
 * Days between computed ones that nothing ever came for: that nothing came is news, and one event from its first day to its last. More may still
 * come, so everything else is computed first.
 */
async function markSilentDays(tx: Db, { siteId, days }: BatchTask, nowMs: number): Promise<void> {
  const [first, last] = [days[0] ?? Number.NaN, days.at(-1) ?? Number.NaN];
  const { rows } = await tx.execute<{ day: string }>(sql`
    with beside as (
      select (select max(day) from ${siteDays} where site_id = ${siteId} and day < ${toIsoDate(first)}) as before,
        (select min(day) from ${siteDays} where site_id = ${siteId} and day > ${toIsoDate(last)}) as behind)
    select day::date::text as day from beside cross join lateral (
      select generate_series(before + 1, ${toIsoDate(first)}::date - 1, interval '1 day') as day
      where ${toIsoDate(first)}::date - before <= ${LONGEST_SILENCE_DAYS}
      union all select generate_series(${toIsoDate(last)}::date + 1, behind - 1, interval '1 day')
      where behind - ${toIsoDate(last)}::date <= ${LONGEST_SILENCE_DAYS}) as silent
    where not exists (select from ${dirtySiteDays} where dirty_site_days.site_id = ${siteId} and dirty_site_days.day = silent.day::date)`);
  await markDays(
    tx,
    rows.map(({ day }) => ({ siteId, day: Date.parse(day) / 86_400_000, priority: PRIORITY.learning, dueAtMs: nowMs })),
    { reason: 'clock', nowMs },
  );
}

/** As far as rules look back for lines between devices and for the same time of day. */
const LISTENING_DAYS = 30;

/** Days soon after those that now tell more: they were computed first, not knowing it. Those that wait anyway will know. */
async function markListeners(
  tx: Db,
  { siteId, days }: BatchTask,
  { telling, nowMs }: { telling: readonly LocalDay[]; nowMs: number },
): Promise<void> {
  const [first, last] = [telling[0], telling.at(-1)];
  if (first === undefined || last === undefined) return;
  const { rows } = await tx.execute<{ day: string }>(sql`
    select day::text as day from ${siteDays} where site_id = ${siteId} and day > ${toIsoDate(first)} and day <= ${toIsoDate(last + LISTENING_DAYS)}
      and not day = any(${sql.param(days.map(toIsoDate))}::date[])
      and not exists (select from ${dirtySiteDays} where dirty_site_days.site_id = ${siteDays}.site_id and dirty_site_days.day = ${siteDays}.day)`);
  await markDays(
    tx,
    rows.map(({ day }) => ({ siteId, day: Date.parse(day) / 86_400_000, priority: PRIORITY.learning, dueAtMs: nowMs })),
    { reason: 'learning', nowMs },
  );
}

function dates(rows: readonly WaitingDay[]) {
  return sql.param(rows.map(({ day }) => toIsoDate(day)));
}
