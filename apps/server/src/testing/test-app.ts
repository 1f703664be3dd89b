import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointDefinition, RequestOf, ResponseOf } from '@solvane/contract/endpoint';
import type { ErrorBody } from '@solvane/contract/errors';
import type { EnterpriseId, RoleId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { CSRF_HEADER } from '@solvane/contract/session';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Logger, pino } from 'pino';
import { onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Database, Db } from '../db/db.ts';
import { apiTokens, memberships, rolePermissions, roles, sessions, users } from '../db/schema/access.ts';
import { ingestionKeySites, ingestionKeys } from '../db/schema/arrivals.ts';
import { createDepsOn, type Deps } from '../deps.ts';
import { hashSecret, newSecret } from '../modules/access/credentials/secrets.ts';
import { ROLE_DEFINITIONS } from '../modules/access/users/role-definitions.ts';
import { createGiven, type Given } from './given.ts';
import { beginTestDatabase, openFreshDatabase } from './test-database.ts';
import { openTestSignals } from './test-signals.ts';

export interface TestAppOptions {
  /** Changes to the configuration. */
  config?: Partial<Config>;
  /** Epoch milliseconds at the start; `setNow` moves it. */
  nowMs?: number;
  /**
   * True: a database of its own, where transactions commit and messages arrive (0.5 s). Without it everything runs inside one transaction that is
   * rolled back (3 ms).
   */
  commits?: boolean;
  /** Where the lines of the log go. */
  log?: Logger;
  /** True: points can be written and read, on an engine that the file's tests share. Not together with `commits`: numbers of series would start again. */
  signals?: boolean;
}

export interface UserOptions {
  /** Enterprise the user belongs to; made when it does not exist. Without one: a user without any enterprise. */
  of?: string;
  /** Role of the product in that enterprise. */
  role?: 'admin' | 'operator' | 'analyst' | 'viewer' | 'contractor';
  /** Instead of a role: exactly these permissions. */
  permissions?: readonly PermissionName[];
  isProvider?: boolean;
  /** How the user calls; by session by default. */
  by?: 'session' | 'expiredSession' | 'token' | 'readOnlyToken';
  /** Narrows a token. */
  tokenSiteIds?: readonly string[];
}

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  db: Db;
  given: Given;
  /** A signed-in user of an enterprise. */
  as(options: UserOptions): Promise<TestClient>;
  anonymous(): TestClient;
  /** A machine that delivers data for these sites. */
  asKey(siteIds: readonly string[]): Promise<TestClient>;
  setNow(nowMs: number): void;
}

export interface TestClient {
  userId: UserId | undefined;
  /** Headers this client sends: cookie, CSRF token, bearer token. */
  headers: Record<string, string>;
  /** The answer of an endpoint. @throws Error naming status and body when the answer is not 2xx */
  call<E extends EndpointDefinition<any, any, any, any>>(endpoint: E, request?: RequestOf<E>): Promise<ResponseOf<E>>;
  /** The refusal of an endpoint. @throws Error when the call succeeds */
  refusal<E extends EndpointDefinition<any, any, any, any>>(endpoint: E, request?: RequestOf<E>): Promise<ErrorBody & { status: number }>;
  /** The whole answer, whatever it is. */
  send<E extends EndpointDefinition<any, any, any, any>>(
    endpoint: E,
    request?: RequestOf<E>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
}

/** The product on a database of the test's own, closed and undone when the test ends. */
export async function testApp({
  config = {},
  nowMs = Date.now(),
  commits = false,
  signals = false,
  log = pino({ level: process.env.SOLVANE_LOG_LEVEL ?? 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  if (commits && signals) throw new RangeError('Tests that commit share no engine');
  const { database, undo } = await openDatabaseFor(commits);
  const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-test-'));
  const clock = { nowMs };
  const ownDeps = createDepsOn(
    { ...readConfig({ SOLVANE_DATA: dataFolder, SOLVANE_LOG_LEVEL: 'silent', SOLVANE_DEMO: 'off' }), strictResponses: true, ...config },
    { database, log, now: () => clock.nowMs },
  );
  const deps = signals ? { ...ownDeps, signals: await openTestSignals({ db: database.db, now: ownDeps.now, dataFolder }) } : ownDeps;
  const app = await buildApp(deps);
  await deps.bus.start();
  await deps.jobs.start({ work: false });
  for (const part of deps.readiness.missing()) deps.readiness.set(part, true);
  onTestFinished(async () => {
    await app.close();
    await deps.jobs.stop();
    if (signals) await deps.signals.stop();
    await deps.bus.stop();
    await undo();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const { db } = database;
  const given = createGiven(db, () => clock.nowMs);
  return {
    app,
    deps,
    db,
    given,
    as: async (options) => createClient(app, await signIn({ db, given, nowMs: clock.nowMs }, options)),
    anonymous: () => createClient(app, { userId: undefined, headers: {} }),
    asKey: async (siteIds) => createClient(app, { userId: undefined, headers: await newKey(db, siteIds, clock.nowMs) }),
    setNow: (next) => {
      clock.nowMs = next;
    },
  };
}

async function openDatabaseFor(commits: boolean): Promise<{ database: Database; undo: () => Promise<void> }> {
  if (commits) {
    const database = await openFreshDatabase(5);
    return { database, undo: database.stop };
  }
  const { database, rollback } = await beginTestDatabase();
  return { database, undo: rollback };
}

interface Identity {
  userId: UserId | undefined;
  headers: Record<string, string>;
}

async function signIn(
  { db, given, nowMs }: { db: Db; given: Given; nowMs: number },
  { of, role = 'admin', permissions, isProvider = false, by = 'session', tokenSiteIds }: UserOptions,
): Promise<Identity> {
  const userId = randomUUID() as UserId;
  await db.insert(users).values({ id: userId, email: `${userId}@example.test`, name: `Test ${role}`, isProvider, createdAtMs: nowMs });
  if (of !== undefined) {
    await given.enterprise({ id: of });
    const roleId = await ensureRole(db, permissions ?? ROLE_DEFINITIONS.find(({ id }) => id === role)?.permissions ?? [], nowMs);
    await db.insert(memberships).values({ userId, enterpriseId: of as EnterpriseId, roleId, createdAtMs: nowMs });
  }
  if (by === 'token' || by === 'readOnlyToken') {
    const secret = newSecret('apiToken');
    await db.insert(apiTokens).values({
      id: randomUUID(),
      userId,
      name: 'test',
      secretHash: hashSecret(secret),
      siteIds: (tokenSiteIds as SiteId[] | undefined) ?? null,
      readOnly: by === 'readOnlyToken',
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 86_400_000,
    });
    return { userId, headers: { authorization: `Bearer ${secret}` } };
  }
  const secret = newSecret('session');
  const csrfToken = randomUUID();
  await db.insert(sessions).values({
    id: randomUUID(),
    secretHash: hashSecret(secret),
    userId,
    csrfToken,
    createdAtMs: nowMs - 7_200_000,
    expiresAtMs: by === 'expiredSession' ? nowMs - 1 : nowMs + 3_600_000,
  });
  return { userId, headers: { cookie: `solvane=${secret}; __Host-solvane=${secret}`, [CSRF_HEADER.toLowerCase()]: csrfToken } };
}

/** One role per set of permissions, so that a test may ask for any set. */
async function ensureRole(db: Db, permissions: readonly PermissionName[], nowMs: number): Promise<RoleId> {
  const roleId = `test-${hashSecret([...permissions].sort().join(' ')).slice(0, 12)}` as RoleId;
  await db.insert(roles).values({ id: roleId, name: roleId, createdAtMs: nowMs }).onConflictDoNothing();
  if (permissions.length > 0)
    await db
      .insert(rolePermissions)
      .values(permissions.map((permission) => ({ roleId, permission })))
      .onConflictDoNothing();
  return roleId;
}

async function newKey(db: Db, siteIds: readonly string[], nowMs: number): Promise<Record<string, string>> {
  const secret = newSecret('ingestionKey');
  const keyId = randomUUID();
  await db.insert(ingestionKeys).values({ id: keyId, name: 'test', secretHash: hashSecret(secret), createdAtMs: nowMs });
  if (siteIds.length > 0) await db.insert(ingestionKeySites).values(siteIds.map((siteId) => ({ keyId, siteId: siteId as SiteId })));
  return { authorization: `Bearer ${secret}` };
}

function createClient(app: FastifyInstance, { userId, headers }: Identity): TestClient {
  const send: TestClient['send'] = async (endpoint, request, more = {}) => {
    const {
      params = {},
      query,
      body,
    } = (request ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    return app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, params, query),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  };
  return {
    userId,
    headers,
    send,
    call: async (endpoint, request) => {
      const answer = await send(endpoint, request);
      if (answer.statusCode >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.body.slice(0, 2_000)}`);
      return answer.body === '' ? (undefined as never) : answer.json();
    },
    refusal: async (endpoint, request) => {
      const answer = await send(endpoint, request);
      if (answer.statusCode < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.statusCode} ${answer.body.slice(0, 2_000)}`);
      return { status: answer.statusCode, ...answer.json() };
    },
  };
}

export function addressOf(path: string, params: Record<string, string>, query?: Record<string, unknown>): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}
