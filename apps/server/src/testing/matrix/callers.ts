import { randomUUID } from 'node:crypto';
import { dashboardIdSchema } from '@solvane/contract/dashboards';
import type { EndpointAccess, EndpointDefinition } from '@solvane/contract/endpoint';
import type { FileId, JobId, SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import { isPermissionName, PERMISSIONS, type PermissionName } from '@solvane/contract/permissions';
import { CSRF_HEADER } from '@solvane/contract/session';
import { eq } from 'drizzle-orm';
import { apiTokens, sessions, users, viewKeys } from '../../db/schema/access.ts';
import { dashboards } from '../../db/schema/dashboards.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { notices, userJobs } from '../../db/schema/jobs.ts';
import { savedViews } from '../../db/schema/saved-views.ts';
import { favorites, files } from '../../db/schema/shell.ts';
import { hashSecret } from '../../modules/access/credentials/secrets.ts';
import { ROLE_DEFINITIONS } from '../../modules/access/users/role-definitions.ts';
import type { TestApp, UserOptions } from '../test-app.ts';
import type { IdsByKind } from './marked-site.ts';

/** Who calls, in terms that the declaration of an endpoint judges. */
export interface MatrixCaller {
  name: string;
  headers: Record<string, string>;
  /** anonymous: not recognised, for whatever reason. */
  kind: 'anonymous' | 'session' | 'token' | 'key';
  /** undefined: none. */
  enterprise: string | undefined;
  permissions: ReadonlySet<PermissionName>;
  isProvider: boolean;
  isReadOnly: boolean;
  isNarrowed: boolean;
  /** undefined: every site of the user. */
  siteIds: readonly string[] | undefined;
  hasCsrfToken: boolean;
  /** Ids of what the user behind the call owns, and the mark of its texts. */
  owned: IdsByKind;
  ownedName: string;
}

/** Status and code that the declaration refuses a caller with; undefined: it is admitted. */
export function refusalOf(
  { access, method, readOnly, ownSessionOnly, ...more }: EndpointDefinition,
  caller: MatrixCaller,
): string | undefined {
  if (access === 'public') return undefined;
  const isForKeys = access === 'ingest';
  if (caller.kind === 'anonymous') return unrecognizedRefusal(caller, isForKeys);
  if (isForKeys !== (caller.kind === 'key')) return FORBIDDEN;
  if (isForKeys) return undefined;
  if (access === 'provider' && !caller.isProvider) return FORBIDDEN;
  if (isPermissionName(access) && !caller.isProvider && !caller.permissions.has(access)) return FORBIDDEN;
  if (isRefusedToCredential(more, caller)) return FORBIDDEN;
  if (caller.isReadOnly && method !== 'GET' && !readOnly && !ownSessionOnly) return FORBIDDEN;
  return caller.kind === 'session' && !caller.hasCsrfToken && method !== 'GET' ? '400 csrf.invalid' : undefined;
}

const FORBIDDEN = '403 access.forbidden';

function unrecognizedRefusal({ headers }: MatrixCaller, isForKeys: boolean): string {
  if (headers.authorization !== undefined) return '401 auth.keyInvalid';
  return isForKeys ? '401 auth.keyRequired' : '401 auth.required';
}

function isRefusedToCredential(
  { narrowed, signInOnly }: Pick<EndpointDefinition, 'narrowed' | 'signInOnly'>,
  caller: MatrixCaller,
): boolean {
  const isSignedIn = caller.kind === 'session' && !caller.isNarrowed;
  return (caller.isNarrowed && narrowed === undefined) || (signInOnly === true && !isSignedIn);
}

export interface MatrixSite {
  ids: IdsByKind;
  owner: string;
  contractors: readonly string[];
}

/** Sites that a call to an endpoint with this access may be about, by the caller's role and credential alone. */
export function scopeOf(caller: MatrixCaller, access: EndpointAccess, sites: readonly MatrixSite[]): Set<string> {
  const isGranted = caller.isProvider || !isPermissionName(access) || caller.permissions.has(access);
  const seen = sites.filter(({ owner, contractors }) => {
    if (caller.kind === 'key') return true;
    return caller.isProvider || (isGranted && caller.enterprise !== undefined && [owner, ...contractors].includes(caller.enterprise));
  });
  const ids = seen.map(({ ids }) => ids.site ?? '');
  return new Set(caller.siteIds ? ids.filter((id) => caller.siteIds?.includes(id)) : ids);
}

export interface CallerPlan {
  /** Enterprise of most callers, one that contracts for a site of it, and one that has nothing to do with it. */
  enterprise: string;
  contractor: string;
  stranger: string;
  /** Site that narrowed credentials are for, with a device. */
  siteId: string;
  segmentId: string;
  nowMs: number;
}

/** Everybody the matrix asks as. */
export async function buildCallers(app: TestApp, plan: CallerPlan): Promise<MatrixCaller[]> {
  const { enterprise: of, contractor, stranger, siteId } = plan;
  const build = (name: string, options: UserOptions, changes: Partial<MatrixCaller> = {}) =>
    buildCaller(app, plan, { name, options, changes });
  const noIdentity = { kind: 'anonymous' } as const;
  const narrowed = { isNarrowed: true, siteIds: [siteId] };
  const roles = ROLE_DEFINITIONS.map(({ id }) => id as NonNullable<UserOptions['role']>);
  const callers = [anonymous()];
  for (const role of roles) callers.push(await build(role, { of, role }));
  callers.push(
    await build('contractor enterprise', { of: contractor }),
    await build('stranger', { of: stranger }),
    await build('without enterprise', {}),
    await build('provider staff', { isProvider: true }),
    await build('expired session', { of, by: 'expiredSession' }, noIdentity),
    await build('disabled user', { of }, noIdentity),
    await build('token', { of, by: 'token' }),
    await build('read-only token', { of, by: 'readOnlyToken' }, { isReadOnly: true }),
    await build('expired token', { of, by: 'token' }, noIdentity),
    await build('revoked token', { of, by: 'token' }, noIdentity),
    await build('token for one site', { of, by: 'token', tokenSiteIds: [siteId] }, narrowed),
    await build('provider token for one site', { isProvider: true, by: 'token', tokenSiteIds: [siteId] }, narrowed),
    await build('wallboard for one site', { of }, { ...narrowed, isReadOnly: true }),
    await build('wallboard', { of }, { isNarrowed: true, isReadOnly: true }),
    await build('without CSRF token', { of }, { hasCsrfToken: false }),
    await build('wrong CSRF token', { of }, { hasCsrfToken: false }),
    await ingestionKey(app, siteId),
  );
  return callers;
}

const NOTHING = { owned: {}, ownedName: '', enterprise: undefined, isProvider: false, isReadOnly: false, hasCsrfToken: true } as const;

function anonymous(): MatrixCaller {
  return { ...NOTHING, name: 'anonymous', kind: 'anonymous', headers: {}, permissions: new Set(), isNarrowed: false, siteIds: [] };
}

async function ingestionKey(app: TestApp, siteId: string): Promise<MatrixCaller> {
  const { headers } = await app.asKey([siteId]);
  return { ...NOTHING, name: 'ingestion key', kind: 'key', headers, permissions: new Set(), isNarrowed: true, siteIds: [siteId] };
}

interface CallerWish {
  name: string;
  options: UserOptions;
  changes: Partial<MatrixCaller>;
}

let ownerCount = 0;

async function buildCaller(app: TestApp, plan: CallerPlan, { name, options, changes }: CallerWish): Promise<MatrixCaller> {
  const { userId, headers } = await app.as(options);
  ownerCount += 1;
  const ownedName = `uu${String(ownerCount).padStart(4, '0')}uu`;
  const owned = await addOwned(app, plan, { userId: userId as UserId, name: ownedName });
  const role = ROLE_DEFINITIONS.find(({ id }) => id === (options.role ?? 'admin'));
  const caller: MatrixCaller = {
    ...NOTHING,
    name,
    headers,
    kind: options.by === 'token' || options.by === 'readOnlyToken' ? 'token' : 'session',
    enterprise: options.of,
    permissions: new Set(options.of === undefined ? [] : (role?.permissions ?? PERMISSIONS)),
    isProvider: options.isProvider ?? false,
    isNarrowed: false,
    siteIds: undefined,
    owned,
    ownedName,
    ...changes,
  };
  await spoil(app, plan, caller);
  return caller;
}

/** What makes the credential of a caller different from that of an ordinary user. */
async function spoil({ db }: TestApp, { siteId, nowMs }: CallerPlan, { name, owned, headers }: MatrixCaller): Promise<void> {
  const userId = owned.user as UserId;
  const ofUser = eq(apiTokens.userId, userId);
  if (name === 'disabled user') await db.update(users).set({ disabledAtMs: nowMs }).where(eq(users.id, userId));
  if (name === 'expired token')
    await db
      .update(apiTokens)
      .set({ expiresAtMs: nowMs - 1 })
      .where(ofUser);
  if (name === 'revoked token') await db.update(apiTokens).set({ revokedAtMs: nowMs }).where(ofUser);
  if (name === 'without CSRF token') delete headers[CSRF_HEADER.toLowerCase()];
  if (name === 'wrong CSRF token') headers[CSRF_HEADER.toLowerCase()] = randomUUID();
  if (!name.startsWith('wallboard')) return;
  const siteIds = name === 'wallboard' ? null : [siteId as SiteId];
  await db
    .update(viewKeys)
    .set({ siteIds, name: 'Control room' })
    .where(eq(viewKeys.id, owned.viewKey ?? ''));
  await db
    .update(sessions)
    .set({ viewKeyId: owned.viewKey ?? '' })
    .where(eq(sessions.userId, userId));
}

/** Something of every kind that belongs to a user, all of it with the user's mark. */
export async function addOwned(
  { db }: TestApp,
  { segmentId, nowMs }: Pick<CallerPlan, 'segmentId' | 'nowMs'>,
  { userId, name }: { userId: UserId; name: string },
): Promise<IdsByKind> {
  const [job, file, view, viewKey, token, notice, dashboard] = Array.from({ length: 7 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await db
    .update(users)
    .set({ email: `${name}@example.test`, pictureUrl: `/pictures/${name}` })
    .where(eq(users.id, userId));
  await db.insert(userJobs).values({ id: job as JobId, userId, kind: name, createdAtMs: nowMs, updatedAtMs: nowMs });
  const kind = { purpose: 'csv', contentType: 'text/csv', byteCount: 0, createdAtMs: nowMs } as const;
  await db.insert(files).values({ id: file as FileId, userId, fileName: `${name}.csv`, ...kind });
  await db
    .insert(savedViews)
    .values({ id: view, userId, screen: 'event-log', name, sharedWith: null, content: { name }, updatedAtMs: nowMs });
  const [site] = await db
    .select({ enterpriseId: sites.enterpriseId })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(eq(segments.id, segmentId as SegmentId));
  if (!site) throw new RangeError(`No segment ${segmentId}`);
  await db.insert(dashboards).values({
    ...site,
    id: dashboardIdSchema.parse(dashboard),
    ownerId: userId,
    title: name,
    description: name,
    tags: [name],
    widgets: [],
    defaults: { period: { type: 'preset', selectedPreset: 'today' }, devices: 'all', energyTypes: [], refreshMinutes: 5, groupBy: 'none' },
    templateEnergyTypes: [],
    createdAtMs: nowMs,
    updatedBy: name,
    updatedAtMs: nowMs,
  });
  await db.insert(favorites).values({ userId, favoriteType: 'Device', favoriteDataId: segmentId as SegmentId, createdAtMs: nowMs });
  await db.insert(notices).values({ id: notice, userId, kind: 'info', messageKey: name, atMs: nowMs });
  await db.insert(viewKeys).values({ id: viewKey, userId, name, secretHash: viewKey, createdAtMs: nowMs });
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + 86_400_000 };
  await db.insert(apiTokens).values({ id: token, userId, name, secretHash: hashSecret(token), readOnly: true, ...times });
  return { user: userId, job, file, view, viewKey, token, notice, dashboard };
}
