import { randomUUID } from 'node:crypto';
import {
  type Dashboard,
  type DashboardId,
  type DashboardShare,
  type dashboardEndpoints,
  dashboardIdSchema,
} from '@solvane/contract/dashboards';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { EnterpriseId } from '@solvane/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { memberships, roles } from '../../db/schema/access.ts';
import {
  type DashboardRow,
  dashboardHomes,
  dashboardShares,
  dashboards,
  dashboardVisits,
  enterpriseHomes,
  type ShareRow,
} from '../../db/schema/dashboards.ts';
import { enterprises } from '../../db/schema/fleet.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { audit } from '../access/audit.ts';
import { assertEnterprise, problem, refuse } from '../configuration/configuration-checks.ts';
import { findBuiltIn } from './built-in-dashboards.ts';
import { withOwnImages } from './dashboard-images.ts';
import { deviceProblems, toNewest, widgetProblems } from './dashboard-problems.ts';
import { dashboardAbilities } from './dashboards.policy.ts';
import { type FullRow, findFullRow, getDashboard } from './dashboards.queries.ts';
import { revisionOf } from './dashboards.wire.ts';
import { findInScope, type NamingContent, namedDevices, withHidden } from './named-devices.ts';

export type DashboardDeps = Pick<Deps, 'db' | 'now'>;

/** What a new dashboard begins with. */
export interface NewDashboard extends Pick<Dashboard, 'title' | 'description' | 'tags' | 'template' | 'widgets' | 'defaults'> {
  enterpriseId: EnterpriseId;
  templateId: DashboardId | null;
}

const EMPTY = {
  description: '',
  tags: [],
  template: null,
  templateId: null,
  widgets: [],
  defaults: {
    period: { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true },
    devices: 'all',
    energyTypes: [],
    refreshMinutes: 5,
    groupBy: 'none',
  },
} satisfies Omit<NewDashboard, 'title' | 'enterpriseId'>;

/** Only what the caller sees is copied. */
export async function createDashboard(
  { db, now }: DashboardDeps,
  caller: Caller,
  { enterpriseId, title, source }: BodyOf<typeof dashboardEndpoints.create>,
): Promise<Dashboard> {
  if (source.kind !== 'copy' && !caller.can('EditDashboards')) throw new AppError('access.forbidden');
  if (source.kind === 'empty') return storeDashboard({ db, now }, caller, { ...EMPTY, enterpriseId, title });
  const original = await getDashboard(db, caller, source.dashboardId);
  const { description, tags, defaults } = original;
  if (source.kind === 'template' && original.template === null)
    throw new AppError('dashboards.generationFailed', { issues: [problem('Dashboard_Problem_NoTemplate', ['source', 'dashboardId'])] });
  const content =
    source.kind === 'copy'
      ? { widgets: original.widgets, template: original.template, templateId: null }
      : { widgets: [], template: null, templateId: original.dashboardId };
  return storeDashboard({ db, now }, caller, { enterpriseId, title, description, tags, defaults, ...content });
}

/** @throws AppError resource.notFound unless the caller reads dashboards in the enterprise */
export async function storeDashboard({ db, now }: DashboardDeps, caller: Caller, created: NewDashboard): Promise<Dashboard> {
  const { template, ...content } = created;
  assertEnterprise(caller, 'ReadDashboard', created.enterpriseId);
  if ((await db.$count(enterprises, eq(enterprises.id, created.enterpriseId))) === 0) throw new AppError('resource.notFound');
  const id = dashboardIdSchema.parse(randomUUID());
  const widgets = await withOwnImages(db, caller, content.widgets.map(toNewest));
  await db.transaction(async (tx) => {
    await tx.insert(dashboards).values({
      ...content,
      id,
      widgets,
      ownerId: caller.userId,
      templateEnergyTypes: template?.energyTypes ?? null,
      createdAtMs: now(),
      updatedBy: caller.name,
      updatedAtMs: now(),
    });
    await record(tx, { caller, now }, { verb: 'create', row: { id, ...created } });
  });
  return getDashboard(db, caller, id);
}

export async function saveDashboard(
  { db, now }: DashboardDeps,
  caller: Caller,
  { dashboardId, seenRevision, widgets, template, title, description, tags, defaults }: BodyOf<typeof dashboardEndpoints.save>,
): Promise<Dashboard> {
  await db.transaction(async (tx) => {
    const { row, can } = await lock(tx, caller, dashboardId);
    if (!can.edit) throw new AppError('access.forbidden');
    assertSeen(row, seenRevision);
    const edited = { widgets: widgets ?? row.widgets, defaults };
    const content = await checkedContent(tx, caller, { edited, stored: row });
    // A template has widgets of its own, or what follows it would follow two.
    const follows = widgets === null && row.templateId !== null && template === null;
    await tx
      .update(dashboards)
      .set({
        title,
        description,
        tags: [...new Set(tags)],
        defaults: content.defaults,
        widgets: follows ? [] : await withOwnImages(tx, caller, content.widgets.map(toNewest)),
        templateId: follows ? row.templateId : null,
        templateEnergyTypes: template?.energyTypes ?? null,
        updatedBy: caller.name,
        updatedAtMs: now(),
      })
      .where(eq(dashboards.id, dashboardId));
    if (template === null) await detachFollowers(tx, row, row.widgets);
    await record(tx, { caller, now }, { verb: 'save', row: { ...row, title } });
  });
  return getDashboard(db, caller, dashboardId);
}

/** What the editor sent, with the devices that were there before and that the editor does not see. */
async function checkedContent(
  tx: Db,
  caller: Caller,
  { edited, stored }: { edited: NamingContent; stored: NamingContent },
): Promise<NamingContent> {
  const named = namedDevices(edited).union(namedDevices(stored));
  const visible = await findInScope(tx, caller.scopeFor('ReadDashboard'), named);
  const before = namedDevices(stored);
  refuse([...widgetProblems(edited.widgets, ['widgets']), ...deviceProblems(edited, (id) => visible.has(id) || before.has(id))]);
  return withHidden(edited, stored, visible);
}

/** What was made from a template that is one no more keeps what it showed. */
async function detachFollowers(tx: Db, { id }: Pick<DashboardRow, 'id'>, widgets: DashboardRow['widgets']): Promise<void> {
  await tx.update(dashboards).set({ widgets, templateId: null }).where(eq(dashboards.templateId, id));
}

export async function removeDashboard(
  { db, now }: DashboardDeps,
  caller: Caller,
  { dashboardId, seenRevision }: BodyOf<typeof dashboardEndpoints.remove>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    const { row, can } = await lock(tx, caller, dashboardId);
    if (!can.remove) throw new AppError('access.forbidden');
    assertSeen(row, seenRevision);
    await detachFollowers(tx, row, row.widgets);
    await tx.delete(dashboardVisits).where(eq(dashboardVisits.dashboardId, dashboardId));
    await tx.delete(dashboardHomes).where(eq(dashboardHomes.dashboardId, dashboardId));
    await tx.delete(enterpriseHomes).where(eq(enterpriseHomes.dashboardId, dashboardId));
    await tx.delete(dashboards).where(eq(dashboards.id, dashboardId));
    await record(tx, { caller, now }, { verb: 'remove', row });
    return {};
  });
}

export async function shareDashboard(
  { db, now }: DashboardDeps,
  caller: Caller,
  { dashboardId, shares }: BodyOf<typeof dashboardEndpoints.share>,
): Promise<Dashboard> {
  await db.transaction(async (tx) => {
    const { row, can, shares: before } = await lock(tx, caller, dashboardId);
    if (!can.share) throw new AppError('access.forbidden');
    const wanted = shares.map((share) => ({ kind: share.kind, subjectId: subjectOf(share), access: share.access, dashboardId }));
    refuse(await shareProblems(tx, caller, { row, wanted, before }));
    await tx.delete(dashboardShares).where(eq(dashboardShares.dashboardId, dashboardId));
    const distinct = [...new Map(wanted.map((share) => [keyOf(share), share])).values()];
    if (distinct.length > 0) await tx.insert(dashboardShares).values(distinct);
    await record(tx, { caller, now }, { verb: 'share', row, details: { shares: distinct.length } });
  });
  return getDashboard(db, caller, dashboardId);
}

function subjectOf(share: DashboardShare): string {
  if (share.kind === 'user') return share.userId;
  return share.kind === 'role' ? share.roleId : share.enterpriseId;
}

function keyOf({ kind, subjectId }: Pick<ShareRow, 'kind' | 'subjectId'>): string {
  return `${kind} ${subjectId}`;
}

/** Users and roles of the enterprise of the dashboard, and enterprises of the caller. What it is shared with already may stay. */
async function shareProblems(
  tx: Db,
  caller: Caller,
  { row: { enterpriseId }, wanted, before }: { row: DashboardRow; wanted: readonly ShareRow[]; before: readonly ShareRow[] },
): Promise<Issue[]> {
  const members = await tx.select().from(memberships).where(eq(memberships.enterpriseId, enterpriseId));
  const allRoles = await tx.select({ id: roles.id }).from(roles);
  const own = caller.isProvider ? await tx.select({ id: enterprises.id }).from(enterprises) : [];
  const known = new Set([
    ...before.map(keyOf),
    ...members.map(({ userId }) => keyOf({ kind: 'user', subjectId: userId })),
    ...allRoles.map(({ id }) => keyOf({ kind: 'role', subjectId: id })),
    ...[enterpriseId, ...caller.memberships.map((each) => each.enterpriseId), ...own.map(({ id }) => id)].map((subjectId) =>
      keyOf({ kind: 'enterprise', subjectId }),
    ),
  ]);
  return wanted.flatMap((share, index) =>
    known.has(keyOf(share)) ? [] : [problem(`Dashboard_Problem_Share_${share.kind}`, ['shares', index])],
  );
}

/** Recorded for the list of the user. */
export async function recordOpened(db: Db, caller: Caller, dashboardId: DashboardId, nowMs: number): Promise<void> {
  await db
    .insert(dashboardVisits)
    .values({ userId: caller.userId, dashboardId, openedAtMs: nowMs })
    .onConflictDoUpdate({ target: [dashboardVisits.userId, dashboardVisits.dashboardId], set: { openedAtMs: nowMs } });
}

export async function setFavorite(
  db: Db,
  caller: Caller,
  { dashboardId, isFavorite }: BodyOf<typeof dashboardEndpoints.setFavorite>,
): Promise<Record<string, never>> {
  await getDashboard(db, caller, dashboardId);
  await db
    .insert(dashboardVisits)
    .values({ userId: caller.userId, dashboardId, isFavorite })
    .onConflictDoUpdate({ target: [dashboardVisits.userId, dashboardVisits.dashboardId], set: { isFavorite } });
  return {};
}

export async function setHome(db: Db, caller: Caller, dashboardId: DashboardId | null): Promise<Record<string, never>> {
  if (dashboardId === null) await db.delete(dashboardHomes).where(eq(dashboardHomes.userId, caller.userId));
  else {
    await getDashboard(db, caller, dashboardId);
    await db
      .insert(dashboardHomes)
      .values({ userId: caller.userId, dashboardId })
      .onConflictDoUpdate({ target: dashboardHomes.userId, set: { dashboardId } });
  }
  return {};
}

/** A dashboard of users has to be shared with the enterprise: a default that its users may not open would be none. */
export async function setEnterpriseHome(
  { db, now }: DashboardDeps,
  caller: Caller,
  { enterpriseId, dashboardId }: BodyOf<typeof dashboardEndpoints.setEnterpriseHome>,
): Promise<Record<string, never>> {
  assertEnterprise(caller, 'ManageEnterpriseDefaults', enterpriseId);
  if ((await db.$count(enterprises, eq(enterprises.id, enterpriseId))) === 0) throw new AppError('resource.notFound');
  return db.transaction(async (tx) => {
    if (dashboardId === null) await tx.delete(enterpriseHomes).where(eq(enterpriseHomes.enterpriseId, enterpriseId));
    else {
      await getDashboard(tx, caller, dashboardId);
      const isOfEnterprise = and(
        eq(dashboardShares.dashboardId, dashboardId),
        eq(dashboardShares.kind, 'enterprise'),
        eq(dashboardShares.subjectId, enterpriseId),
      );
      if (!findBuiltIn(dashboardId) && (await tx.$count(dashboardShares, isOfEnterprise)) === 0)
        refuse([problem('Dashboard_Problem_HomeNotShared', ['dashboardId'])]);
      const row = { enterpriseId, dashboardId, updatedBy: caller.name, updatedAtMs: now() };
      await tx.insert(enterpriseHomes).values(row).onConflictDoUpdate({ target: enterpriseHomes.enterpriseId, set: row });
    }
    await audit(tx, { actor: caller, nowMs: now() }, [
      { action: 'enterprise.setHome', entityType: 'enterprise', entityId: enterpriseId, enterpriseId, details: { dashboardId } },
    ]);
    return {};
  });
}

/** Holds a dashboard until the transaction ends. @throws AppError dashboards.notFound; access.forbidden for those that come with the product */
async function lock(
  tx: Db,
  caller: Caller,
  dashboardId: DashboardId,
): Promise<{ row: FullRow; shares: ShareRow[]; can: Dashboard['can'] }> {
  if (findBuiltIn(dashboardId)) throw new AppError('access.forbidden');
  await tx.execute(sql`select from ${dashboards} where ${dashboards.id} = ${dashboardId} for update`);
  const row = await findFullRow(tx, caller, dashboardId);
  if (!row) throw new AppError('dashboards.notFound');
  const shares = await tx.select().from(dashboardShares).where(eq(dashboardShares.dashboardId, dashboardId));
  return { row, shares, can: dashboardAbilities(caller, row, shares) };
}

function assertSeen(row: DashboardRow, seen: string | undefined): void {
  const { id, changedBy, changedAtMs } = revisionOf(row);
  if (seen === undefined || seen === id) return;
  throw new AppError('dashboards.changed', { values: { changedBy: changedBy ?? '', changedAtMs: changedAtMs ?? 0 } });
}

interface Recorded {
  verb: string;
  row: Pick<DashboardRow, 'id' | 'title' | 'enterpriseId'>;
  details?: Record<string, unknown>;
}

async function record(tx: Db, { caller, now }: { caller: Caller; now: () => number }, { verb, row, details }: Recorded): Promise<void> {
  const { id, title, enterpriseId } = row;
  await audit(tx, { actor: caller, nowMs: now() }, [
    { action: `dashboard.${verb}`, entityType: 'dashboard', entityId: id, enterpriseId, details: { title, ...details } },
  ]);
}
