import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { QualityContent, QualityDifference, QualitySummary, qualityEndpoints, SignalUse } from '@solvane/contract/quality';
import type { Revision } from '@solvane/contract/validity';
import { addQualitySums } from '@solvane/energy/site-day/roll-up/quality-sums';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { versionOn } from '@solvane/energy/time/validity';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from '../../db/schema/quality.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { fromDateSpan } from '../configuration/date-spans.ts';
import { toRevision } from '../configuration/revision.ts';
import { toDate } from '../fleet/fleet-state.ts';

type ConfigurationRow = typeof qualityConfigurations.$inferSelect;
type VersionRow = typeof qualityVersions.$inferSelect;

const DAY_MS = 86_400_000;

/** Configurations of the caller's enterprises by name. */
export async function listQualityConfigurations(db: Db, caller: Caller, nowMs: number): Promise<QualitySummary[]> {
  const rows = await db
    .select()
    .from(qualityConfigurations)
    .where(isOfEnterprises(qualityConfigurations.enterpriseId, enterprisesWith(caller, 'ReadDataQualityVee')))
    .orderBy(sql`lower(${qualityConfigurations.name})`, asc(qualityConfigurations.id));
  const summaries: QualitySummary[] = [];
  for (const row of rows) summaries.push(await toSummary(db, { caller, row, versions: await readVersions(db, row.id), nowMs }));
  return summaries;
}

/** @throws AppError resource.notFound */
export async function readQualityUsage(
  db: Db,
  caller: Caller,
  { configurationId, nowMs }: BodyOf<typeof qualityEndpoints.usage> & { nowMs: number },
): Promise<SignalUse[]> {
  const row = await getConfigurationRow(db, caller, configurationId);
  return readUse(db, sitesSeen(caller, await readAssignments(db, row.id), nowMs), nowMs);
}

/** @throws AppError resource.notFound */
export async function getQualityConfiguration(
  db: Db,
  caller: Caller,
  { configurationId, version, nowMs }: BodyOf<typeof qualityEndpoints.get> & { nowMs: number },
): Promise<ResponseOf<typeof qualityEndpoints.get>> {
  const row = await getConfigurationRow(db, caller, configurationId);
  const versions = await readVersions(db, configurationId);
  const shown = versions.find((each) => each.version === (version ?? versions.at(-1)?.version));
  if (!shown) throw new AppError('resource.notFound');
  return {
    ...(await toSummary(db, { caller, row, versions, nowMs })),
    version: shown.version,
    content: toContent(shown.content),
    versions: versions.map((each) => ({
      version: each.version,
      effectiveFrom: toDate(each.effectiveFrom),
      note: each.note,
      savedBy: each.savedBy,
      savedAtMs: each.savedAtMs,
    })),
  };
}

/** @throws AppError resource.notFound */
export async function compareQualityVersions(
  db: Db,
  caller: Caller,
  { configurationId, before, after }: BodyOf<typeof qualityEndpoints.compare>,
): Promise<QualityDifference[]> {
  await getConfigurationRow(db, caller, configurationId);
  const versions = await readVersions(db, configurationId);
  const [left, right] = [before, after].map((wanted) => versions.find(({ version }) => version === wanted));
  if (!left || !right) throw new AppError('resource.notFound');
  return differences(toContent(left.content), toContent(right.content));
}

/** @throws AppError resource.notFound when it is not one of the caller's enterprises */
export async function getConfigurationRow(
  db: Db,
  caller: Caller,
  configurationId: string,
  permission: 'ReadDataQualityVee' | 'PageDataQuality' = 'ReadDataQualityVee',
): Promise<ConfigurationRow> {
  const [row] = await db
    .select()
    .from(qualityConfigurations)
    .where(
      and(
        eq(qualityConfigurations.id, configurationId),
        isOfEnterprises(qualityConfigurations.enterpriseId, enterprisesWith(caller, permission)),
      ),
    );
  if (!row) throw new AppError('resource.notFound');
  return row;
}

/** In the order they were saved. */
export async function readVersions(db: Db, configurationId: string): Promise<VersionRow[]> {
  return db
    .select()
    .from(qualityVersions)
    .where(eq(qualityVersions.configurationId, configurationId))
    .orderBy(asc(qualityVersions.version));
}

/** Every site that follows a configuration, seen or not. */
export async function readAssignments(db: Db, configurationId: string) {
  return db
    .select({ siteId: qualitySites.siteId, siteName: sites.name, validFrom: qualitySites.validFrom, validTo: qualitySites.validTo })
    .from(qualitySites)
    .innerJoin(sites, eq(sites.id, qualitySites.siteId))
    .where(eq(qualitySites.configurationId, configurationId))
    .orderBy(sql`lower(${sites.name})`, asc(qualitySites.validFrom));
}

async function toSummary(
  db: Db,
  { caller, row, versions, nowMs }: { caller: Caller; row: ConfigurationRow; versions: readonly VersionRow[]; nowMs: number },
): Promise<QualitySummary> {
  const assignments = await readAssignments(db, row.id);
  const isSeen = (siteId: SiteId) => caller.siteIds.has(siteId);
  const today = versionOn(versions, toIsoDate(Math.floor(nowMs / DAY_MS)));
  const use = await readUse(db, sitesSeen(caller, assignments, nowMs), nowMs);
  const sum = (of: (each: SignalUse) => number): number => use.reduce((total, each) => total + of(each), 0);
  const expected = sum((each) => each.expected);
  const apCodes = [...new Set(today?.content.signals.map(({ apCode }) => apCode))];
  return {
    id: row.id,
    enterpriseId: row.enterpriseId,
    name: row.name,
    description: row.description,
    sites: assignments
      .filter(({ siteId }) => isSeen(siteId))
      .map(({ siteId, siteName, ...span }) => ({ siteId, siteName, ...fromDateSpan(span) })),
    signalCount: apCodes.length,
    apCodes,
    touchedShare: expected > 0 ? sum((each) => each.touched) / expected : null,
    revision: qualityRevision(row, versions),
    can: { edit: enterprisesWith(caller, 'PageDataQuality')?.has(row.enterpriseId) ?? true },
    updatedBy: row.updatedBy,
    updatedAtMs: row.updatedAtMs,
  };
}

/** Of name, description and the newest version. */
export function qualityRevision(row: ConfigurationRow, versions: readonly VersionRow[]): Revision {
  const latest = versions.at(-1);
  const content = latest && { ...toContent(latest.content), effectiveFrom: latest.effectiveFrom };
  return toRevision({ name: row.name, description: row.description, content }, row);
}

const USE_DAYS = 30;

/** Sites that follow a configuration today, of those the caller sees. */
function sitesSeen(caller: Caller, assignments: Awaited<ReturnType<typeof readAssignments>>, nowMs: number): SiteId[] {
  const today = toIsoDate(Math.floor(nowMs / DAY_MS));
  const current = assignments.filter((each) => caller.siteIds.has(each.siteId) && each.validFrom <= today && today < each.validTo);
  return [...new Set(current.map(({ siteId }) => siteId))];
}

/** Index: the primary key of site_days. */
async function readUse(db: Db, siteIds: readonly SiteId[], nowMs: number): Promise<SignalUse[]> {
  if (siteIds.length === 0) return [];
  const rows = await db
    .select({ quality: siteDays.quality })
    .from(siteDays)
    .where(and(isOneOf(siteDays.siteId, siteIds), gte(siteDays.day, toIsoDate(Math.floor(nowMs / DAY_MS) - USE_DAYS))));
  const days = rows.flatMap(({ quality }) => quality ?? []);
  if (days.length === 0) return [];
  return addQualitySums(days).signals.map(({ apCode, segmentType, expected, touched, byBit }) => ({
    ...{ apCode, segmentType, expected, touched },
    byBit: Object.fromEntries(Object.entries(byBit).map(([bit, intervals]) => [bit, intervals ?? 0])),
  }));
}

/** The engine's form is read only; the wire's is not. */
export function toContent({ signals }: VersionRow['content']): QualityContent {
  return {
    signals: signals.map(({ apCode, segmentTypes, external, internal }) => ({
      apCode,
      segmentTypes: [...segmentTypes],
      external: external.map(toEntry),
      internal: internal.map(toEntry),
    })),
  };
}

function toEntry(
  entry: VersionRow['content']['signals'][number]['external' | 'internal'][number],
): QualityContent['signals'][number]['external'][number] {
  const attributes: Record<string, unknown> = { ...entry.attributes };
  const { method, order, state, quality, cascade } = entry;
  return {
    method,
    order,
    state,
    quality,
    cascade,
    attributes: attributes as QualityContent['signals'][number]['external'][number]['attributes'],
  };
}

type Signal = QualityContent['signals'][number];

function differences(before: QualityContent, after: QualityContent): QualityDifference[] {
  const keyOf = ({ apCode, segmentTypes }: Signal) => JSON.stringify([apCode, [...segmentTypes].sort()]);
  const [left, right] = [before, after].map(({ signals }) => new Map(signals.map((signal) => [keyOf(signal), signal])));
  return [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])].flatMap((key): QualityDifference[] => {
    const [was, is] = [left?.get(key), right?.get(key)];
    const signal = is ?? was;
    if (!signal) return [];
    const of = { apCode: signal.apCode, segmentTypes: signal.segmentTypes };
    if (!was || !is) return [{ ...of, method: null, kind: was ? 'removed' : 'added' }];
    const methods = (each: Signal) => new Map([...each.external, ...each.internal].map((entry) => [entry.method, JSON.stringify(entry)]));
    const [old, now] = [methods(was), methods(is)];
    return [...new Set([...old.keys(), ...now.keys()])]
      .filter((method) => old.get(method) !== now.get(method))
      .map((method) => ({ ...of, method, kind: !old.has(method) ? 'added' : now.has(method) ? 'changed' : 'removed' }));
  });
}
