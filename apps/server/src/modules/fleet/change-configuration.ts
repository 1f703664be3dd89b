import { AppError, type Issue } from '@solvane/contract/errors';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { dayStart, parseIsoDate } from '@solvane/energy/time/local-day';
import type { DateSpan } from '@solvane/energy/time/validity';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { SINCE_EVER, segments, sites } from '../../db/schema/fleet.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith } from '../../http/enterprise-scope.ts';
import { type AuditEntry, audit } from '../access/audit.ts';
import type { ConfigurationReason, OnConfigurationChanged } from '../recalculation/configuration-changes.ts';
import { beginRecomputation } from '../recalculation/recomputations.ts';
import { isOneOf } from './sites.queries.ts';

export interface ConfigureDeps extends Pick<Deps, 'db' | 'now'> {
  onConfigurationChanged: OnConfigurationChanged;
}

/** Sites and the days, or the instants, on which something holds differently for them. */
export type Touched = { siteIds: Iterable<SiteId> } & (DateSpan | { startMs: number; endMs: number });

export interface Outcome<T extends object> {
  result: T;
  touched: readonly Touched[];
  entries: readonly AuditEntry[];
  warnings?: readonly Issue[];
}

/**
 * Saves a configuration: one at a time over the whole installation, so that what was checked still holds when it is written; with its record, and with
 * word to whoever computes, in one transaction.
 */
export async function changeConfiguration<T extends object>(
  { db, now, onConfigurationChanged }: ConfigureDeps,
  { caller, reason }: { caller: Caller; reason: ConfigurationReason },
  work: (tx: Db) => Promise<Outcome<T>>,
): Promise<T & ConfigurationSaved> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CONFIGURATION_LOCK}::bigint)`);
    const { result, touched, entries, warnings = [] } = await work(tx);
    await audit(tx, { actor: caller, nowMs: now() }, entries);
    const changes: ConfigurationSaved['changes'] = [];
    const markedFromMs = now();
    const touchedInstants = await inInstants(tx, touched);
    for (const { siteIds, startMs, endMs } of touchedInstants) {
      await onConfigurationChanged(tx, { siteIds, startMs, endMs, reason });
      const seen = siteIds.filter((siteId) => caller.visibleSiteIds.has(siteId));
      if (seen.length > 0) changes.push({ siteIds: seen, startMs: finiteOrNull(startMs), endMs: finiteOrNull(endMs) });
    }
    const recomputed = touchedInstants.flatMap(({ siteIds }) => siteIds);
    await beginRecomputation(tx, { userId: caller.userId, reason, siteIds: recomputed, markedFromMs, markedUntilMs: now() });
    return { ...result, changes, warnings: [...warnings] };
  });
}

/** Any number; the same in every process. */
const CONFIGURATION_LOCK = 7_351_240_312;

/** @throws AppError with all of them, when there are any */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new AppError('request.invalid', { issues });
}

export function problem(message: string, path: Issue['path'], values: NonNullable<Issue['values']> = {}): Issue {
  return { level: 'error', path, message, values };
}

/** @throws AppError resource.notFound unless the caller holds the permission in the enterprise */
export function assertEnterprise(caller: Caller, permission: PermissionName, enterpriseId: EnterpriseId | null): void {
  const enterpriseIds = enterprisesWith(caller, permission);
  if (enterpriseIds && (enterpriseId === null || !enterpriseIds.has(enterpriseId))) throw new AppError('resource.notFound');
}

/** Sites of an enterprise that the caller may change, by id; for each other one a problem that names it. */
export async function findOwnSites(
  tx: Db,
  { caller, enterpriseId, siteIds }: { caller: Caller; enterpriseId: EnterpriseId; siteIds: readonly SiteId[] },
): Promise<{ names: Map<SiteId, string>; issues: Issue[] }> {
  const rows = await tx
    .select({ id: sites.id, name: sites.name, enterpriseId: sites.enterpriseId })
    .from(sites)
    .where(
      isOneOf(
        sites.id,
        siteIds.filter((siteId) => caller.siteIds.has(siteId)),
      ),
    );
  const own = new Map(rows.filter((row) => row.enterpriseId === enterpriseId).map(({ id, name }) => [id, name]));
  const issues = siteIds.flatMap((siteId, index): Issue[] => {
    if (own.has(siteId)) return [];
    const foreign = rows.find(({ id }) => id === siteId);
    const path = ['siteIds', index];
    return [
      foreign
        ? problem('Configuration_Problem_SiteOfOther', path, { site: foreign.name })
        : problem('Configuration_Problem_SiteUnknown', path, { site: siteId }),
    ];
  });
  return { names: own, issues };
}

/** Devices that the caller may change, with their sites; for each other one a problem that names it. */
export async function findOwnDevices(
  tx: Db,
  { siteIds, segmentIds, path }: { siteIds: ReadonlySet<SiteId>; segmentIds: readonly SegmentId[]; path: (index: number) => Issue['path'] },
): Promise<{ siteOf: Map<SegmentId, SiteId>; issues: Issue[] }> {
  const rows = await tx.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, segmentIds));
  const siteOf = new Map(rows.flatMap(({ id, siteId }) => (siteIds.has(siteId) ? [[id, siteId] as const] : [])));
  const issues = segmentIds.flatMap((segmentId, index) =>
    siteOf.has(segmentId) ? [] : [problem('Configuration_Problem_DeviceUnknown', path(index), { device: segmentId })],
  );
  return { siteOf, issues };
}

export function toDateSpan({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): DateSpan {
  return { validFrom: validFrom ?? SINCE_EVER, validTo: validTo ?? FOR_EVER };
}

export function fromDateSpan({ validFrom, validTo }: DateSpan): { validFrom: string | null; validTo: string | null } {
  return { validFrom: validFrom === SINCE_EVER ? null : validFrom, validTo: validTo === FOR_EVER ? null : validTo };
}

/** A span as messages show it. */
export function spanText(span: DateSpan): string {
  const { validFrom, validTo } = fromDateSpan(span);
  return `${validFrom ?? '…'} – ${validTo ?? '…'}`;
}

interface TouchedInstants {
  siteIds: SiteId[];
  startMs: number;
  endMs: number;
}

/** Days are local days of each site: sites of one zone share a change. */
async function inInstants(tx: Db, touched: readonly Touched[]): Promise<TouchedInstants[]> {
  const ids = new Set(touched.flatMap(({ siteIds }) => [...siteIds]));
  if (ids.size === 0) return [];
  const rows = await tx.select({ id: sites.id, timezone: sites.timezone }).from(sites).where(isOneOf(sites.id, ids));
  const zones = new Map(rows.map(({ id, timezone }) => [id, timezone ?? 'UTC']));
  return touched.flatMap((each): TouchedInstants[] => {
    const known = [...new Set(each.siteIds)].filter((siteId) => zones.has(siteId));
    if (known.length === 0) return [];
    if ('startMs' in each) return [{ siteIds: known, startMs: each.startMs, endMs: each.endMs }];
    const byZone = Map.groupBy(known, (siteId) => zones.get(siteId) ?? 'UTC');
    return [...byZone].map(([zone, siteIds]) => ({
      siteIds,
      startMs: instantOf(each.validFrom, zone, Number.NEGATIVE_INFINITY),
      endMs: instantOf(each.validTo, zone, Number.POSITIVE_INFINITY),
    }));
  });
}

function instantOf(date: string, zone: string, unlimited: number): number {
  const day = date === SINCE_EVER || date === FOR_EVER ? undefined : parseIsoDate(date);
  return day === undefined ? unlimited : dayStart(day, zone);
}

function finiteOrNull(instantMs: number): number | null {
  return Number.isFinite(instantMs) ? instantMs : null;
}
