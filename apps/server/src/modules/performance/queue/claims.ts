import { randomUUID } from 'node:crypto';
import type { SiteId } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS, type SignalCalcPeriod } from '@solvane/energy/time/interval';
import { parseIsoDate } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { dirtySiteDays, siteComputations } from '../../../db/schema/site-days.ts';
import { memoryShare } from '../../../memory.ts';
import type { Priority } from '../../recalculation/site-days.ts';
import { pickDays, type WaitingDay } from './pick-days.ts';

/** Days of one site that one worker computes now. No other worker computes that site while the lease lasts. */
export interface Claim {
  siteId: SiteId;
  token: string;
  days: readonly WaitingDay[];
}

export interface ClaimOptions {
  /** Who claims, for people who look. */
  worker: string;
  nowMs: number;
  /** What is due by then counts as due. */
  dueMs?: number;
  /** A few days that a user may look at, no history. */
  isRecentOnly?: boolean;
}

/** Longer than a batch takes; a worker that lives renews it. */
export const LEASE_MS = 60_000;
/** Values of a batch, read and computed: some 150 MB with everything made of them. Fewer on a small machine. */
const POINTS_TOGETHER = 4_000_000;
const RECENT_POINTS_TOGETHER = 500_000;
/** Series that are computed for each one that is measured, before anything is known of the site. */
const COMPUTED_PER_RAW = 6;
const ROWS_LOOKED_AT = 400;

/**
 * Takes the site whose turn it is and the days of it that are computed next. Sites that another worker holds are passed over; one whose lease ran
 * out has no owner. Index: site_computations_recent, site_computations_history.
 */
export async function claimNext(db: Db, { worker, nowMs, dueMs = nowMs, isRecentOnly = false }: ClaimOptions): Promise<Claim | undefined> {
  const token = randomUUID();
  const siteId = await claimSite(db, { token, worker, nowMs, dueMs, isRecentOnly });
  if (siteId === undefined) return undefined;
  try {
    // Asked once the site is ours: what another worker has just finished waits no more.
    const { waiting, values } = await readWaiting(db, siteId, dueMs);
    const together = Math.floor(((isRecentOnly ? RECENT_POINTS_TOGETHER : POINTS_TOGETHER) * memoryShare()) / values);
    return { siteId, token, days: pickDays(waiting, Math.max(1, together)) };
  } catch (error) {
    await releaseClaim(db, { siteId, token }, nowMs);
    throw error;
  }
}

async function claimSite(
  db: Db,
  { token, worker, nowMs, dueMs, isRecentOnly }: Required<ClaimOptions> & { token: string },
): Promise<SiteId | undefined> {
  const isHistoryDue = isRecentOnly ? sql`false` : sql`history_due_at_ms <= ${dueMs}`;
  const { rows } = await db.execute<{ site_id: SiteId }>(sql`
    update ${siteComputations} set claim = ${token}, claimed_by = ${worker}, lease_until_ms = ${nowMs + LEASE_MS}
    where site_id = (
      select site_id from ${siteComputations}
      where (recent_due_at_ms <= ${dueMs} or ${isHistoryDue}) and (lease_until_ms is null or lease_until_ms <= ${nowMs})
      order by coalesce(recent_due_at_ms <= ${dueMs}, false) desc, least(recent_due_at_ms, history_due_at_ms), site_id
      limit 1 for update skip locked
    ) returning site_id`);
  return rows[0]?.site_id;
}

interface WaitingSite {
  waiting: WaitingDay[];
  /** Of one day of the site, read and computed. */
  values: number;
}

interface WaitingRow {
  period: SignalCalcPeriod;
  raw: number;
  all_series: number;
  waiting: { day: string; mark: number; priority: Priority; reason: string; failures: number }[];
}

async function readWaiting(db: Db, siteId: SiteId, dueMs: number): Promise<WaitingSite> {
  const { rows } = await db.execute<{ [K in keyof WaitingRow]: WaitingRow[K] }>(sql`
    select sites.signal_calc_period as period, coalesce(sum(used) filter (where kind = 'raw'), 0)::int as raw, coalesce(sum(used), 0)::int as all_series,
      (select coalesce(jsonb_agg(dirty), '[]') from (
        select day, mark, priority, reason, failures from ${dirtySiteDays} where site_id = ${siteId} and due_at_ms <= ${dueMs}
        order by priority desc, case when priority > 0 then -(day - date '1970-01-01') else day - date '1970-01-01' end limit ${ROWS_LOOKED_AT}
      ) as dirty) as waiting
    from sites left join series_blocks on series_blocks.site_id = sites.id where sites.id = ${siteId} group by sites.id`);
  const [row] = rows;
  if (!row) return { waiting: [], values: 1 };
  const waiting = row.waiting.flatMap(({ day, ...rest }) => {
    const localDay = parseIsoDate(day);
    return localDay === undefined ? [] : [{ ...rest, day: localDay }];
  });
  const series = Math.max(row.all_series, row.raw * (1 + COMPUTED_PER_RAW), 1);
  return { waiting, values: series * (DAY_MS / SIGNAL_CALC_PERIODS[row.period]) };
}

/** A worker that lives keeps what it holds. */
export async function renewClaims(db: Db, tokens: readonly string[], nowMs: number): Promise<void> {
  if (tokens.length === 0) return;
  await db.execute(
    sql`update ${siteComputations} set lease_until_ms = ${nowMs + LEASE_MS} where claim = any(${sql.param([...tokens])}::uuid[])`,
  );
}

/** Gives a site back with its days as they are, to be tried again later. */
export async function releaseClaim(db: Db, { siteId, token }: Pick<Claim, 'siteId' | 'token'>, dueAtMs: number): Promise<void> {
  await db.execute(sql`
    update ${siteComputations} set claim = null, claimed_by = null, lease_until_ms = null,
      recent_due_at_ms = greatest(recent_due_at_ms, case when recent_due_at_ms is not null then ${dueAtMs}::bigint end),
      history_due_at_ms = greatest(history_due_at_ms, case when history_due_at_ms is not null then ${dueAtMs}::bigint end)
    where site_id = ${siteId} and claim = ${token}`);
}

/** Releases what a process held that is gone, where no other one can hold anything: otherwise its sites wait for the end of their leases. */
export async function releaseAllClaims(db: Db): Promise<void> {
  await db.execute(sql`update ${siteComputations} set claim = null, claimed_by = null, lease_until_ms = null where claim is not null`);
}

/** Whether the claim still holds, and holds on until the end of the transaction. */
export async function lockClaim(tx: Db, { siteId, token }: Claim): Promise<boolean> {
  const { rows } = await tx.execute<{ claim: string | null }>(
    sql`select claim from ${siteComputations} where site_id = ${siteId} for update`,
  );
  return rows[0]?.claim === token;
}

/** Ends a claim: the site's next turn follows from what still waits. */
export async function endClaim(tx: Db, { siteId }: Pick<Claim, 'siteId'>, doneDays: number): Promise<void> {
  await tx.execute(sql`
    update ${siteComputations} set claim = null, claimed_by = null, lease_until_ms = null,
      recent_due_at_ms = waiting.recent_due,
      history_due_at_ms = case when waiting.history_due is null then null else greatest(history_due_at_ms, waiting.history_due) end,
      history_since_ms = case when waiting.history_due is null then null else history_since_ms end,
      done_days = case when waiting.days = 0 then 0 else done_days + ${doneDays} end
    from (select count(*) as days, min(due_at_ms) filter (where priority > 0) as recent_due, min(due_at_ms) filter (where priority <= 0) as history_due
      from ${dirtySiteDays} where site_id = ${siteId}) as waiting
    where site_id = ${siteId}`);
}
