import type { Dashboard, DashboardDocument, DashboardId, ListedDashboard } from '@solvane/contract/dashboards';
import { DASHBOARD_DOCUMENT_VERSION, type dashboardEndpoints } from '@solvane/contract/dashboards';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { memberships, roles, users } from '../../db/schema/access.ts';
import {
  dashboardHomes,
  dashboardShares,
  dashboards,
  dashboardVisits,
  enterpriseHomes,
  type ShareRow,
} from '../../db/schema/dashboards.ts';
import { enterprises } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { assertEnterprise } from '../configuration/configuration-checks.ts';
import { BUILT_IN_DASHBOARDS, BUILT_IN_HOME, findBuiltIn } from './built-in-dashboards.ts';
import { dashboardAbilities, isShown, type ReadBy } from './dashboards.policy.ts';
import { builtInToDashboard, builtInToListed, revisionOf, type ShownRow, toDashboard, toListed } from './dashboards.wire.ts';
import { findInScope, namedDevices, withoutHidden } from './named-devices.ts';

/** A stored dashboard with what its template gives it. */
export interface FullRow extends ShownRow {
  widgets: StoredWidget[];
}

/** All that the caller may open, those opened last first, then by title. */
export async function searchDashboards(
  db: Db,
  caller: Caller,
  { search, groups, tag, onlyFavorites }: BodyOf<typeof dashboardEndpoints.search>,
): Promise<ResponseOf<typeof dashboardEndpoints.search>> {
  const all = await listShown(db, caller);
  const wanted = search.trim().toLocaleLowerCase();
  const found = all.filter(
    (each) =>
      (!groups || groups.includes(each.group)) &&
      (tag === undefined || each.tags.includes(tag)) &&
      (!onlyFavorites || each.isFavorite) &&
      [each.title, each.description, each.owner?.name ?? '', ...each.tags].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
  found.sort((a, b) => (b.openedAtMs ?? 0) - (a.openedAtMs ?? 0) || a.title.localeCompare(b.title));
  return {
    items: found.slice(0, LIMITS.listedDashboards),
    total: found.length,
    tags: [...new Set(all.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b)),
  };
}

async function listShown(db: Db, caller: Caller): Promise<ListedDashboard[]> {
  const rows = await selectShown(db, caller, 'ReadDashboard', undefined);
  const shares = await sharesOf(
    db,
    rows.map(({ id }) => id),
  );
  const templates = await widgetsOfTemplates(db, rows);
  const stored = rows.map((row) => toListed(caller, { ...row, widgets: widgetsOf(row, templates) }, shares.get(row.id) ?? []));
  const visits = await visitsOfBuiltIns(db, caller);
  return [...stored, ...builtInsFor(caller).map((builtIn) => builtInToListed(caller, builtIn, visits(builtIn.dashboardId)))];
}

function builtInsFor(caller: Caller) {
  return BUILT_IN_DASHBOARDS.filter(({ permission }) => permission === undefined || caller.can(permission));
}

/** As the caller may see it. @throws AppError dashboards.notFound */
export async function getDashboard(db: Db, caller: Caller, dashboardId: DashboardId): Promise<Dashboard> {
  const dashboard = await findDashboard(db, caller, { dashboardId, readBy: 'ReadDashboard', scope: caller.scopeFor('ReadDashboard') });
  if (!dashboard) throw new AppError('dashboards.notFound');
  return dashboard;
}

interface Wanted {
  dashboardId: DashboardId;
  readBy: ReadBy;
  /** Sites whose devices are not hidden. */
  scope: ReadonlySet<SiteId>;
}

async function findDashboard(db: Db, caller: Caller, { dashboardId, readBy, scope }: Wanted): Promise<Dashboard | undefined> {
  const builtIn = findBuiltIn(dashboardId);
  if (builtIn) {
    if (builtIn.permission !== undefined && !caller.can(builtIn.permission)) return undefined;
    return builtInToDashboard(caller, builtIn, (await visitsOfBuiltIns(db, caller))(dashboardId));
  }
  const row = await findFullRow(db, caller, dashboardId, readBy);
  if (!row) return undefined;
  const shares = (await sharesOf(db, [dashboardId])).get(dashboardId) ?? [];
  const named = namedDevices(row);
  const visible = await findInScope(db, scope, named);
  const { share } = dashboardAbilities(caller, row, shares);
  return {
    ...toDashboard(caller, withoutHidden(row, visible), shares),
    // Of all that is stored: it is compared with what a save replaces.
    revision: revisionOf(row),
    sharedWith: share ? await nameShares(db, shares) : [],
    hiddenDevices: named.size - visible.size,
  };
}

/** As it is stored, with the widgets of its template. undefined: it does not exist, or it is not shown to the caller */
export async function findFullRow(
  db: Db,
  caller: Caller,
  dashboardId: DashboardId,
  readBy: ReadBy = 'ReadDashboard',
): Promise<FullRow | undefined> {
  const [row] = await selectShown(db, caller, readBy, eq(dashboards.id, dashboardId));
  return row && { ...row, widgets: widgetsOf(row, await widgetsOfTemplates(db, [row])) };
}

async function selectShown(db: Db, caller: Caller, readBy: ReadBy, where: SQL | undefined): Promise<ShownRow[]> {
  const { userId } = caller;
  return db
    .select({
      ...getTableColumns(dashboards),
      ownerName: users.name,
      isFavorite: sql<boolean>`coalesce(${dashboardVisits.isFavorite}, false)`,
      openedAtMs: dashboardVisits.openedAtMs,
      isHome: sql<boolean>`exists (select from ${dashboardHomes} where ${dashboardHomes.userId} = ${userId} and ${dashboardHomes.dashboardId} = ${dashboards.id})`,
    })
    .from(dashboards)
    .leftJoin(users, eq(users.id, dashboards.ownerId))
    .leftJoin(dashboardVisits, and(eq(dashboardVisits.dashboardId, dashboards.id), eq(dashboardVisits.userId, userId)))
    .where(and(isShown(caller, readBy), where));
}

async function sharesOf(db: Db, ids: readonly DashboardId[]): Promise<Map<DashboardId, ShareRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(dashboardShares).where(isOneOf(dashboardShares.dashboardId, ids)).orderBy(asc(dashboardShares.kind));
  return Map.groupBy(rows, ({ dashboardId }) => dashboardId);
}

/** Every user who may open what was made from a template sees the widgets of the template. */
async function widgetsOfTemplates(
  db: Db,
  rows: readonly Pick<ShownRow, 'templateId'>[],
): Promise<(templateId: DashboardId) => StoredWidget[]> {
  const ids = new Set(rows.flatMap(({ templateId }) => (templateId === null || findBuiltIn(templateId) ? [] : [templateId])));
  const stored =
    ids.size === 0
      ? []
      : await db.select({ id: dashboards.id, widgets: dashboards.widgets }).from(dashboards).where(isOneOf(dashboards.id, ids));
  const byId = new Map(stored.map(({ id, widgets }) => [id, widgets]));
  return (templateId) => findBuiltIn(templateId)?.widgets ?? byId.get(templateId) ?? [];
}

function widgetsOf({ templateId, widgets }: ShownRow, ofTemplate: (templateId: DashboardId) => StoredWidget[]): StoredWidget[] {
  return templateId === null ? widgets : ofTemplate(templateId);
}

async function visitsOfBuiltIns(db: Db, { userId }: Caller) {
  const rows = await db
    .select()
    .from(dashboardVisits)
    .where(and(eq(dashboardVisits.userId, userId), sql`${dashboardVisits.dashboardId} like 'builtin.%'`));
  const [home] = await db.select().from(dashboardHomes).where(eq(dashboardHomes.userId, userId));
  const byId = new Map(rows.map((row) => [row.dashboardId, row]));
  return (id: DashboardId) => ({
    isFavorite: byId.get(id)?.isFavorite ?? false,
    openedAtMs: byId.get(id)?.openedAtMs ?? null,
    isHome: home?.dashboardId === id,
  });
}

/** Subjects that do not exist any more are left out. */
async function nameShares(db: Db, shares: readonly ShareRow[]): Promise<Dashboard['sharedWith']> {
  const ids = shares.map(({ subjectId }) => subjectId);
  const named = await db.execute<{ kind: string; id: string; name: string }>(sql`
    select 'user' as kind, id::text as id, name from ${users} where id::text = any(${sql.param(ids)}::text[])
    union all select 'role', id, name from ${roles} where id = any(${sql.param(ids)}::text[])
    union all select 'enterprise', id, name from ${enterprises} where id = any(${sql.param(ids)}::text[])`);
  const names = new Map(named.rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return shares.flatMap(({ kind, subjectId, access }) => {
    const name = names.get(`${kind} ${subjectId}`);
    return name === undefined ? [] : [{ kind, id: subjectId, name, access }];
  });
}

/** The choice of the caller, else the default of the first enterprise of the caller that has one. What is not shown any more is passed over. */
export async function readHome(db: Db, caller: Caller): Promise<ResponseOf<typeof dashboardEndpoints.home>> {
  const find = (dashboardId: DashboardId) => findDashboard(db, caller, { dashboardId, readBy: 'home', scope: caller.visibleSiteIds });
  if (caller.ownerId !== undefined) {
    const [own] = await db.select().from(dashboardHomes).where(eq(dashboardHomes.userId, caller.ownerId));
    const chosen = own && (await find(own.dashboardId));
    if (chosen) return { dashboard: chosen, chosenBy: 'user' };
    const defaults = await db
      .select()
      .from(enterpriseHomes)
      .where(
        isOneOf(
          enterpriseHomes.enterpriseId,
          caller.memberships.map(({ enterpriseId }) => enterpriseId),
        ),
      )
      .orderBy(asc(enterpriseHomes.enterpriseId));
    for (const { dashboardId } of defaults) {
      const dashboard = await find(dashboardId);
      if (dashboard) return { dashboard, chosenBy: 'enterprise' };
    }
  }
  const visitOf = await visitsOfBuiltIns(db, caller);
  return { dashboard: builtInToDashboard(caller, BUILT_IN_HOME, visitOf(BUILT_IN_HOME.dashboardId)), chosenBy: 'product' };
}

/** @throws AppError dashboards.notFound */
export async function exportDashboard(db: Db, caller: Caller, dashboardId: DashboardId): Promise<DashboardDocument> {
  const { title, description, tags, template, defaults, widgets } = await getDashboard(db, caller, dashboardId);
  return {
    format: 'solvane.dashboard',
    version: DASHBOARD_DOCUMENT_VERSION,
    title,
    description,
    tags,
    template,
    defaults,
    widgets,
  };
}

/** @throws AppError resource.notFound unless the caller edits dashboards in the enterprise */
export async function listShareTargets(
  db: Db,
  caller: Caller,
  { enterpriseId }: { enterpriseId: Dashboard['can']['setHomeOf'][number] },
): Promise<ResponseOf<typeof dashboardEndpoints.shareTargets>> {
  assertEnterprise(caller, 'EditDashboards', enterpriseId);
  const members = await db
    .select({ userId: users.id, name: users.name, roleId: roles.id, role: roles.name, disabledAtMs: users.disabledAtMs })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(eq(memberships.enterpriseId, enterpriseId))
    .orderBy(asc(users.name));
  const own = caller.isProvider
    ? undefined
    : isOneOf(enterprises.id, [enterpriseId, ...caller.memberships.map((each) => each.enterpriseId)]);
  return {
    users: members.flatMap(({ userId, name, disabledAtMs }) => (disabledAtMs === null ? [{ userId, name }] : [])),
    roles: [...new Map(members.map(({ roleId, role }) => [roleId, { roleId, name: role }])).values()],
    enterprises: await db
      .select({ enterpriseId: enterprises.id, name: enterprises.name })
      .from(enterprises)
      .where(own)
      .orderBy(asc(enterprises.name)),
  };
}
