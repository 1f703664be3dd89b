import type { EnterpriseId, RoleId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Database } from '../../../db/db.ts';
import { gatherReads } from '../../../db/gather-reads.ts';
import type { MessageBus } from '../../../db/message-bus.ts';
import { prepareQuery } from '../../../db/prepared-query.ts';
import { RowsUntilChange } from '../../../db/rows-until-change.ts';
import type { Authenticate, KeyPrincipal, Membership, UserPrincipal } from '../../../http/caller.ts';
import { hashSecret, SECRET_PREFIXES } from '../credentials/secrets.ts';
import { extendSession, readSessionCookie } from './sessions.ts';

export interface AuthenticateDeps {
  database: Pick<Database, 'db' | 'pool' | 'isHeardInOrder'>;
  bus: Pick<MessageBus, 'subscribe' | 'onGap'>;
  now: () => number;
  config: { sessionMinutes: number };
}

/** A session is written to at most this often, and a credential's last use likewise: a screen asks many questions at once. */
const WRITE_EVERY_MS = 60_000;

/** What triggers announce changes of: all that a session is judged by. */
const ACCESS_CHANNEL = 'access';
const SESSIONS_KEPT = 2_000;

/** One query finds who calls with everything their call is judged by. Index: the unique secret hashes. */
export function createAuthenticate({ database, bus, now, config }: AuthenticateDeps): Authenticate {
  const { db, pool } = database;
  const lengthMs = config.sessionMinutes * 60_000;
  const kept = new RowsUntilChange<string, SessionRow>(database.isHeardInOrder ? SESSIONS_KEPT : 0);
  bus.subscribe(ACCESS_CHANNEL, () => kept.forgetAll());
  bus.onGap(() => kept.forgetAll());
  const readSession = createReadSession(pool, now);
  const findSession = async (secretHash: string): Promise<SessionRow | undefined> => {
    const row = await kept.get(secretHash, () => readSession(secretHash));
    return row && Number(row.expiresAtMs) > now() ? row : undefined;
  };
  return async (request, { background }) => {
    if (request.headers.authorization !== undefined) return byHeader(pool, request.headers.authorization, now());
    const secret = readSessionCookie(request);
    if (!secret?.startsWith(SECRET_PREFIXES.session)) return undefined;
    const row = await findSession(hashSecret(secret));
    const principal = toPrincipal(row);
    // A screen without a user sends background requests only: its session lives on that.
    if (!principal?.session || (background && !principal.token)) return principal;
    const expiresAtMs = now() + lengthMs;
    if (expiresAtMs - principal.session.expiresAtMs < Math.min(WRITE_EVERY_MS, lengthMs / 20)) return principal;
    await extendSession(db, principal.session.sessionId, expiresAtMs);
    if (row) kept.replace(row.secretHash, row, { ...row, expiresAtMs });
    return { ...principal, session: { ...principal.session, expiresAtMs } };
  };
}

async function byHeader(pool: Pool, header: string, nowMs: number): Promise<UserPrincipal | KeyPrincipal | undefined> {
  const secret = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (secret?.startsWith(SECRET_PREFIXES.apiToken)) return byToken(pool, secret, nowMs);
  if (secret?.startsWith(SECRET_PREFIXES.ingestionKey)) return byKey(pool, secret, nowMs);
  return undefined;
}

interface StoredMembership {
  enterpriseId: EnterpriseId;
  roleId: RoleId;
  permissions: PermissionName[];
}

interface UserRow extends Record<string, unknown> {
  userId: UserId;
  name: string;
  isProvider: boolean;
  memberships: StoredMembership[];
  fleetVersion: string;
  inventoryVersion: string;
}

const SECRET_HASH = sql.placeholder('secretHash');
const NOW_MS = sql.placeholder('nowMs');
/** A last use that is older than this is written. */
const WRITE_BEFORE_MS = sql.placeholder('writeBeforeMs');

const PERMISSIONS_OF_ROLE = (roleId: SQL) =>
  sql`(select coalesce(json_agg(permission), '[]') from role_permissions where role_id = ${roleId})`;

const USER_COLUMNS = sql`
  u.id as "userId", u.name, u.is_provider as "isProvider",
  (select coalesce(json_agg(json_build_object('enterpriseId', m.enterprise_id, 'roleId', m.role_id, 'permissions', ${PERMISSIONS_OF_ROLE(sql`m.role_id`)})), '[]')
   from memberships m where m.user_id = u.id) as memberships,
  (select version from fleet_version) as "fleetVersion",
  (select string_agg(version::text, ' ' order by topic) from inventory_versions) as "inventoryVersion"`;

interface SessionRow extends UserRow {
  secretHash: string;
  sessionId: string;
  csrfToken: string;
  expiresAtMs: number | string;
  viewAs: { roleId: RoleId; enterpriseId: EnterpriseId; permissions: PermissionName[] } | null;
  viewKeyId: string | null;
  viewName: string | null;
  viewSiteIds: SiteId[] | null;
}

const findSessions = prepareQuery<SessionRow>(
  'find_sessions',
  sql`
    select ${USER_COLUMNS}, s.secret_hash as "secretHash", s.id as "sessionId", s.csrf_token as "csrfToken", s.expires_at_ms as "expiresAtMs",
      case when u.is_provider and s.view_as_role_id is not null and s.view_as_enterprise_id is not null then json_build_object(
        'roleId', s.view_as_role_id, 'enterpriseId', s.view_as_enterprise_id, 'permissions', ${PERMISSIONS_OF_ROLE(sql`s.view_as_role_id`)}
      ) end as "viewAs",
      v.id as "viewKeyId", v.name as "viewName", v.site_ids as "viewSiteIds"
    from sessions s join users u on u.id = s.user_id left join view_keys v on v.id = s.view_key_id
    where s.secret_hash = any(${sql.placeholder('secretHashes')}) and s.expires_at_ms > ${NOW_MS} and u.disabled_at_ms is null`,
);

/** A screen asks many questions at once, and so do many users: one reading finds the sessions of all who wait. */
function createReadSession(pool: Pool, now: () => number): (secretHash: string) => Promise<SessionRow | undefined> {
  const readSessions = gatherReads(async (secretHashes: readonly string[]) => {
    const rows = await findSessions(pool, { secretHashes, nowMs: now() });
    return new Map(rows.map((row) => [row.secretHash, row]));
  });
  return async (secretHash) => (await readSessions([secretHash])).get(secretHash);
}

function toPrincipal(row: SessionRow | undefined): UserPrincipal | undefined {
  if (!row) return undefined;
  const { viewAs, viewKeyId, viewName, viewSiteIds } = row;
  const user = toUser(row);
  if (viewKeyId !== null && !mayUseKeys(user)) return undefined;
  return {
    ...user,
    ...(viewAs && {
      isProvider: false,
      memberships: [toMembership(viewAs)],
      viewAs: { roleId: viewAs.roleId, enterpriseId: viewAs.enterpriseId },
    }),
    session: { sessionId: row.sessionId, csrfToken: row.csrfToken, expiresAtMs: Number(row.expiresAtMs) },
    token:
      viewKeyId === null
        ? undefined
        : { kind: 'viewKey', tokenId: viewKeyId, name: viewName ?? '', siteIds: viewSiteIds && new Set(viewSiteIds), readOnly: true },
  };
}

const USER_ID = sql.placeholder('userId');

const findUser = prepareQuery<UserRow>(
  'find_active_user',
  sql`select ${USER_COLUMNS} from users u where u.id = ${USER_ID} and u.disabled_at_ms is null`,
);

/** What a user may do by now, for work in the background that acts in their name. undefined: the account is gone or inactive */
export async function findPresentUser(pool: Pool, userId: UserId): Promise<UserPrincipal | undefined> {
  const [row] = await findUser(pool, { userId });
  return row && { ...toUser(row), session: undefined, token: undefined };
}

interface TokenRow extends UserRow {
  tokenId: string;
  tokenName: string;
  siteIds: SiteId[] | null;
  readOnly: boolean;
}

/** A token or a view key lives no longer than its user's right to have one. */
function mayUseKeys({ isProvider, memberships }: Pick<UserPrincipal, 'isProvider' | 'memberships'>): boolean {
  return isProvider || memberships.some(({ permissions }) => permissions.has('AccessPublicApi'));
}

const findToken = prepareQuery<TokenRow>(
  'find_api_token',
  sql`
    with used as (update api_tokens set last_used_at_ms = ${NOW_MS}
      where secret_hash = ${SECRET_HASH} and coalesce(last_used_at_ms, 0) < ${WRITE_BEFORE_MS} and expires_at_ms > ${NOW_MS})
    select ${USER_COLUMNS}, t.id as "tokenId", t.name as "tokenName", t.site_ids as "siteIds", t.read_only as "readOnly"
    from api_tokens t join users u on u.id = t.user_id
    where t.secret_hash = ${SECRET_HASH} and t.expires_at_ms > ${NOW_MS} and t.revoked_at_ms is null and u.disabled_at_ms is null`,
);

async function byToken(pool: Pool, secret: string, nowMs: number): Promise<UserPrincipal | undefined> {
  const [row] = await findToken(pool, { secretHash: hashSecret(secret), nowMs, writeBeforeMs: nowMs - WRITE_EVERY_MS });
  if (!row) return undefined;
  const user = toUser(row);
  if (!mayUseKeys(user)) return undefined;
  return {
    ...user,
    session: undefined,
    token: {
      kind: 'apiToken',
      tokenId: row.tokenId,
      name: row.tokenName,
      siteIds: row.siteIds && new Set(row.siteIds),
      readOnly: row.readOnly,
    },
  };
}

const findKey = prepareQuery<{ keyId: string; siteIds: SiteId[] }>(
  'find_ingestion_key',
  sql`
    with used as (update ingestion_keys set last_used_at_ms = ${NOW_MS}
      where secret_hash = ${SECRET_HASH} and coalesce(last_used_at_ms, 0) < ${WRITE_BEFORE_MS} and revoked_at_ms is null)
    select k.id as "keyId", array(select site_id from ingestion_key_sites where key_id = k.id) as "siteIds"
    from ingestion_keys k where k.secret_hash = ${SECRET_HASH} and k.revoked_at_ms is null`,
);

async function byKey(pool: Pool, secret: string, nowMs: number): Promise<KeyPrincipal | undefined> {
  const [row] = await findKey(pool, { secretHash: hashSecret(secret), nowMs, writeBeforeMs: nowMs - WRITE_EVERY_MS });
  return row && { kind: 'key', keyId: row.keyId, siteIds: new Set(row.siteIds) };
}

function toUser({ userId, name, isProvider, memberships, fleetVersion, inventoryVersion }: UserRow) {
  return { kind: 'user', userId, name, isProvider, memberships: memberships.map(toMembership), fleetVersion, inventoryVersion } as const;
}

function toMembership({ enterpriseId, roleId, permissions }: StoredMembership): Membership {
  return { enterpriseId, roleId, permissions: new Set(permissions) };
}

/** The user's own words about their browser, for the list of sessions. */
export function clientOf(request: FastifyRequest): { userAgent: string; address: string } {
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
}
