import type { EnterpriseId, RoleId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { type AnyPgColumn, bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { enterprises } from './fleet.ts';

export const users = pgTable('users', {
  id: uuid('id').$type<UserId>().primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  pictureUrl: text('picture_url').notNull().default(''),
  /** Service provider the user acts for; empty for everybody else. */
  agentId: text('agent_id').notNull().default(''),
  /** null: signs in by single sign-on only. */
  passwordHash: text('password_hash'),
  isProvider: boolean('is_provider').notNull().default(false),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAtMs: instant('created_at_ms').notNull(),
  disabledAtMs: instant('disabled_at_ms'),
  lastSignInAtMs: instant('last_sign_in_at_ms'),
});

export const roles = pgTable('roles', {
  id: text('id').$type<RoleId>().primaryKey(),
  name: text('name').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
});

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: text('role_id')
      .$type<RoleId>()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    permission: text('permission').$type<PermissionName>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.permission] })],
);

export const memberships = pgTable(
  'memberships',
  {
    userId: uuid('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    enterpriseId: text('enterprise_id')
      .$type<EnterpriseId>()
      .notNull()
      .references(() => enterprises.id, { onDelete: 'cascade' }),
    roleId: text('role_id')
      .$type<RoleId>()
      .notNull()
      .references(() => roles.id),
    createdAtMs: instant('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.enterpriseId] }), index('memberships_enterprise').on(table.enterpriseId)],
);

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  /** SHA-256 of the cookie's secret, in hexadecimal. */
  secretHash: text('secret_hash').notNull().unique(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  csrfToken: text('csrf_token').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  expiresAtMs: instant('expires_at_ms').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  address: text('address').notNull().default(''),
  oidcIdToken: text('oidc_id_token'),
  /** null: as themselves. */
  viewAsRoleId: text('view_as_role_id')
    .$type<RoleId>()
    .references(() => roles.id, { onDelete: 'set null' }),
  viewAsEnterpriseId: text('view_as_enterprise_id')
    .$type<EnterpriseId>()
    .references(() => enterprises.id, { onDelete: 'set null' }),
  /** null: a session of a user who signed in. */
  viewKeyId: uuid('view_key_id').references((): AnyPgColumn => viewKeys.id, { onDelete: 'cascade' }),
});

/** Opens the product on a screen without a user, such as a wallboard. */
export const viewKeys = pgTable('view_keys', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  /** null: every site of the user. */
  siteIds: text('site_ids').array().$type<SiteId[]>(),
  createdAtMs: instant('created_at_ms').notNull(),
  lastUsedAtMs: instant('last_used_at_ms'),
});

export const apiTokens = pgTable('api_tokens', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  /** null: every site of the user. */
  siteIds: text('site_ids').array().$type<SiteId[]>(),
  readOnly: boolean('read_only').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  expiresAtMs: instant('expires_at_ms').notNull(),
  lastUsedAtMs: instant('last_used_at_ms'),
  revokedAtMs: instant('revoked_at_ms'),
});

export const oidcLinks = pgTable(
  'oidc_links',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAtMs: instant('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const oidcRequests = pgTable('oidc_requests', {
  state: text('state').primaryKey(),
  nonce: text('nonce').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  returnUrl: text('return_url').notNull(),
  /** SHA-256 of a cookie: ties the answer to the browser that asked. */
  browserHash: text('browser_hash').notNull(),
  expiresAtMs: instant('expires_at_ms').notNull(),
});

export const loginAttempts = pgTable('login_attempts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  address: text('address').notNull(),
  atMs: instant('at_ms').notNull(),
  succeeded: boolean('succeeded').notNull(),
  /** null: a browser that is not known for this account. */
  knownBrowserId: bigint('known_browser_id', { mode: 'number' }),
});

export const knownBrowsers = pgTable('known_browsers', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  secretHash: text('secret_hash').notNull().unique(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastUsedAtMs: instant('last_used_at_ms').notNull(),
});

export const auditLog = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  atMs: instant('at_ms').notNull(),
  /** null: the system itself. */
  userId: uuid('user_id').$type<UserId>(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  entityType: text('entity_type').notNull(),
  entityId: text('entity_id').notNull(),
  siteId: text('site_id').$type<SiteId>(),
  enterpriseId: text('enterprise_id').$type<EnterpriseId>(),
  requestId: text('request_id'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
});
