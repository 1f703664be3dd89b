import type { EnterpriseId, FileId, SegmentId, ShortUniqueId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { RegionalFormat, UiTheme } from '@solvane/contract/session';
import type { SharedUrl } from '@solvane/contract/shell';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './access.ts';
import { bytea, instant, jsonScalar } from './columns.ts';
import { segments } from './fleet.ts';

export const accountSettings = pgTable('account_settings', {
  userId: uuid('user_id')
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** null: never chosen. */
  selectedEnterpriseIds: text('selected_enterprise_ids').array().$type<EnterpriseId[]>(),
  regionalFormat: text('regional_format').$type<RegionalFormat>(),
  uiTheme: text('ui_theme').$type<UiTheme>().notNull().default('system'),
});

export const favorites = pgTable(
  'favorites',
  {
    userId: uuid('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    favoriteType: text('favorite_type').$type<'Device'>().notNull(),
    favoriteDataId: text('favorite_data_id')
      .$type<SegmentId>()
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    createdAtMs: instant('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.favoriteType, table.favoriteDataId] })],
);

export const sharedUrls = pgTable('shared_urls', {
  shortId: text('short_id').$type<ShortUniqueId>().primaryKey(),
  userId: uuid('user_id')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' }),
  pageName: text('page_name').notNull(),
  parameters: jsonb('parameters').$type<SharedUrl['parameters']>().notNull(),
  originTabId: text('origin_tab_id').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
});

export const features = pgTable('features', { name: text('name').primaryKey(), isOn: boolean('is_on').notNull() });

export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonScalar<unknown>('value').notNull(),
  changedAtMs: instant('changed_at_ms').notNull(),
});

export const files = pgTable('files', {
  id: uuid('id').$type<FileId>().primaryKey(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  purpose: text('purpose').$type<'image' | 'csv' | 'export' | 'upload'>().notNull(),
  fileName: text('file_name').notNull(),
  contentType: text('content_type').notNull(),
  byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  /** null: kept until deleted. */
  expiresAtMs: instant('expires_at_ms'),
  /** Sites that it tells of; null: it was uploaded by its user. */
  siteIds: text('site_ids').array().$type<SiteId[]>(),
  /** What its user must be permitted at those sites; null: it was uploaded. */
  permission: text('permission').$type<PermissionName>(),
});

export const fileChunks = pgTable(
  'file_chunks',
  {
    fileId: uuid('file_id')
      .$type<FileId>()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    chunkIndex: integer('chunk_index').notNull(),
    content: bytea('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.chunkIndex] })],
);
