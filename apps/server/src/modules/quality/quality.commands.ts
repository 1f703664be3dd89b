import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { Issue } from '@solvane/contract/errors';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { QualityContent, qualityEndpoints } from '@solvane/contract/quality';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { findConfigurationProblems, type QualityConfiguration } from '@solvane/energy/quality/configuration';
import { type DateSpan, spansOverlap } from '@solvane/energy/time/validity';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from '../../db/schema/quality.ts';
import type { Caller } from '../../http/caller.ts';
import type { AuditEntry } from '../access/audit.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnSites, problem, refuse } from '../configuration/configuration-checks.ts';
import { spanText, toDateSpan } from '../configuration/date-spans.ts';
import { assertRevision } from '../configuration/revision.ts';
import { toValidFrom } from '../fleet/fleet-state.ts';
import { getConfigurationRow, qualityRevision, readAssignments, readVersions, toContent } from './quality.queries.ts';

const REASON = 'quality';

export async function createQualityConfiguration(
  deps: ConfigureDeps,
  caller: Caller,
  { enterpriseId, name, description, content }: BodyOf<typeof qualityEndpoints.create>,
): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'PageDataQuality', enterpriseId);
  return changeConfiguration(deps, { caller, reason: REASON }, async (tx) => {
    const id = randomUUID();
    refuse([...(await nameProblems(tx, { enterpriseId, name, id })), ...contentProblems(content)]);
    const saved = { updatedBy: caller.name, updatedAtMs: deps.now() };
    await tx.insert(qualityConfigurations).values({ id, enterpriseId, name, description, ...saved });
    await addVersion(tx, { configurationId: id, version: 1, content, caller, nowMs: deps.now() });
    return { result: { id }, touched: [], entries: [entry('create', id, enterpriseId, { name })] };
  });
}

/** Days from the new version's first on are recalculated at every site that follows it then. */
export async function saveQualityConfiguration(
  deps: ConfigureDeps,
  caller: Caller,
  { configurationId, name, description, effectiveFrom, content, seenRevision, note }: BodyOf<typeof qualityEndpoints.save>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: REASON }, async (tx) => {
    const row = await getConfigurationRow(tx, caller, configurationId, 'PageDataQuality');
    const { enterpriseId } = row;
    const versions = await readVersions(tx, configurationId);
    assertRevision(seenRevision, qualityRevision(row, versions));
    refuse([...(await nameProblems(tx, { enterpriseId, name, id: configurationId })), ...contentProblems(content)]);
    const latest = versions.at(-1);
    const version = (latest?.version ?? 0) + 1;
    const nowMs = deps.now();
    // Another name makes no other rules.
    const isSame =
      latest !== undefined && latest.effectiveFrom === toValidFrom(effectiveFrom) && isDeepStrictEqual(toContent(latest.content), content);
    if (!isSame) await addVersion(tx, { configurationId, version, effectiveFrom, content, note, caller, nowMs });
    await tx
      .update(qualityConfigurations)
      .set({ name, description, updatedBy: caller.name, updatedAtMs: nowMs })
      .where(eq(qualityConfigurations.id, configurationId));
    const from = toValidFrom(effectiveFrom);
    const touched = (isSame ? [] : await readAssignments(tx, configurationId))
      .filter(({ validTo }) => from < validTo)
      .map(({ siteId, validFrom, validTo }) => ({ siteIds: [siteId], validFrom: validFrom > from ? validFrom : from, validTo }));
    return { result: {}, touched, entries: [entry('save', configurationId, enterpriseId, { name, version, effectiveFrom })] };
  });
}

export async function removeQualityConfiguration(
  deps: ConfigureDeps,
  caller: Caller,
  { configurationId, seenRevision }: BodyOf<typeof qualityEndpoints.remove>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: REASON }, async (tx) => {
    const row = await getConfigurationRow(tx, caller, configurationId, 'PageDataQuality');
    const { enterpriseId, name } = row;
    assertRevision(seenRevision, qualityRevision(row, await readVersions(tx, configurationId)));
    const assignments = await readAssignments(tx, configurationId);
    const where = [...new Set(assignments.map(({ siteName }) => siteName))].join(', ');
    refuse(where === '' ? [] : [problem('Configuration_Problem_InUse', ['configurationId'], { name, where })]);
    await tx.delete(qualityConfigurations).where(eq(qualityConfigurations.id, configurationId));
    return { result: {}, touched: [], entries: [entry('remove', configurationId, enterpriseId, { name })] };
  });
}

/** A site follows one configuration at a time. With `move` what it followed ends where this begins, and goes on where this ends. */
export async function assignQualityConfiguration(
  deps: ConfigureDeps,
  caller: Caller,
  { configurationId, siteIds, move, ...wanted }: BodyOf<typeof qualityEndpoints.assign>,
): Promise<ConfigurationSaved> {
  const span = toDateSpan(wanted);
  refuse(span.validFrom < span.validTo ? [] : [problem('Common_Validation_PeriodEmpty', ['validTo'])]);
  return changeConfiguration(deps, { caller, reason: REASON }, async (tx) => {
    const { enterpriseId } = await getConfigurationRow(tx, caller, configurationId, 'PageDataQuality');
    const { names, issues } = await findOwnSites(tx, { caller, enterpriseId, siteIds });
    const others = (await assignmentsOf(tx, siteIds)).filter((other) => spansOverlap(other, span));
    if (!move) {
      for (const other of others) {
        const site = names.get(other.siteId);
        if (site === undefined || other.configurationId === configurationId) continue;
        const values = { site, name: other.name, period: spanText(other) };
        issues.push(problem('Configuration_Problem_SiteLinked', ['siteIds', siteIds.indexOf(other.siteId)], values));
      }
    }
    refuse(issues);
    for (const other of others) await cutAssignment(tx, other, span);
    const ids = [...names.keys()];
    await tx.insert(qualitySites).values(ids.map((siteId) => ({ siteId, configurationId, ...span })));
    const entries = ids.map((siteId) => entry('assign', configurationId, enterpriseId, { ...wanted, move }, siteId));
    return { result: {}, touched: [{ siteIds: ids, ...span }], entries };
  });
}

export async function unassignQualityConfiguration(
  deps: ConfigureDeps,
  caller: Caller,
  { configurationId, siteIds }: BodyOf<typeof qualityEndpoints.unassign>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: REASON }, async (tx) => {
    const { enterpriseId } = await getConfigurationRow(tx, caller, configurationId, 'PageDataQuality');
    const { names, issues } = await findOwnSites(tx, { caller, enterpriseId, siteIds });
    refuse(issues);
    const own = and(eq(qualitySites.configurationId, configurationId), isOneOf(qualitySites.siteId, names.keys()));
    const removed = await tx.delete(qualitySites).where(own).returning();
    const touched = removed.map(({ siteId, validFrom, validTo }): Touched => ({ siteIds: [siteId], validFrom, validTo }));
    const entries = removed.map(({ siteId, validFrom, validTo }) =>
      entry('unassign', configurationId, enterpriseId, { validFrom, validTo }, siteId),
    );
    return { result: {}, touched, entries };
  });
}

interface Assignment extends DateSpan {
  siteId: SiteId;
  configurationId: string;
  name: string;
}

async function assignmentsOf(tx: Db, siteIds: readonly SiteId[]): Promise<Assignment[]> {
  return tx
    .select({
      siteId: qualitySites.siteId,
      configurationId: qualitySites.configurationId,
      validFrom: qualitySites.validFrom,
      validTo: qualitySites.validTo,
      name: qualityConfigurations.name,
    })
    .from(qualitySites)
    .innerJoin(qualityConfigurations, eq(qualityConfigurations.id, qualitySites.configurationId))
    .where(isOneOf(qualitySites.siteId, siteIds));
}

/** Leaves of an assignment what lies before and after a span. */
async function cutAssignment(tx: Db, { siteId, configurationId, validFrom, validTo }: Assignment, span: DateSpan): Promise<void> {
  await tx.delete(qualitySites).where(and(eq(qualitySites.siteId, siteId), eq(qualitySites.validFrom, validFrom)));
  const rest = [
    { validFrom, validTo: span.validFrom },
    { validFrom: span.validTo, validTo },
  ].filter((part) => part.validFrom < part.validTo);
  if (rest.length > 0) await tx.insert(qualitySites).values(rest.map((part) => ({ siteId, configurationId, ...part })));
}

async function nameProblems(
  tx: Db,
  { enterpriseId, name, id }: { enterpriseId: EnterpriseId; name: string; id: string },
): Promise<Issue[]> {
  const { id: column, enterpriseId: owner, name: known } = qualityConfigurations;
  const [taken] = await tx
    .select({ id: column })
    .from(qualityConfigurations)
    .where(and(eq(owner, enterpriseId), ne(column, id), sql`lower(${known}) = lower(${name})`));
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

/** Everything that keeps rules from being used. */
export function contentProblems(content: QualityContent): Issue[] {
  return findConfigurationProblems(asConfiguration(content)).map(({ kind, apCode, method = '', attribute = '' }) =>
    problem(`QualityConfiguration_Problem_${kind}`, ['content', 'signals', content.signals.findIndex((each) => each.apCode === apCode)], {
      apCode,
      method,
      attribute,
    }),
  );
}

/** The check names every method and setting that is not one, so what passes it is a configuration. */
export function asConfiguration(content: QualityContent): QualityConfiguration {
  return content as unknown as QualityConfiguration;
}

async function addVersion(
  tx: Db,
  {
    configurationId,
    version,
    effectiveFrom = null,
    content,
    note = '',
    caller,
    nowMs,
  }: {
    configurationId: string;
    version: number;
    effectiveFrom?: string | null;
    content: QualityContent;
    note?: string | undefined;
    caller: Caller;
    nowMs: number;
  },
): Promise<void> {
  await tx.insert(qualityVersions).values({
    configurationId,
    version,
    effectiveFrom: toValidFrom(effectiveFrom),
    content: asConfiguration(content),
    note,
    savedBy: caller.name,
    savedAtMs: nowMs,
  });
}

function entry(verb: string, id: string, enterpriseId: EnterpriseId, details: Record<string, unknown>, siteId?: SiteId): AuditEntry {
  return {
    action: `qualityConfiguration.${verb}`,
    entityType: 'qualityConfiguration',
    entityId: id,
    enterpriseId,
    siteId: siteId ?? null,
    details,
  };
}
