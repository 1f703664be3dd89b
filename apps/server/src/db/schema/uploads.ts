import type { FileId, SiteId, UserId } from '@solvane/contract/ids';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import type { UploadChange, UploadedSheet, UploadFinding, UploadId, UploadRow, UploadState } from '@solvane/contract/uploads/uploads';
import { integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './access.ts';
import { instant } from './columns.ts';
import { files } from './shell.ts';

/** Files that users upload to change models, budgets or values. */
export const uploads = pgTable('uploads', {
  id: uuid('id').$type<UploadId>().primaryKey(),
  kind: text('kind').$type<UploadKind>().notNull(),
  state: text('state').$type<UploadState>().notNull(),
  fileId: uuid('file_id')
    .$type<FileId>()
    .notNull()
    .references(() => files.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  author: text('author').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  siteIds: text('site_ids').array().$type<SiteId[]>().notNull().default([]),
  sheets: jsonb('sheets').$type<UploadedSheet[]>().notNull().default([]),
  errorCount: integer('error_count').notNull().default(0),
  warningCount: integer('warning_count').notNull().default(0),
  change: jsonb('change').$type<UploadChange>(),
  progress: real('progress').notNull().default(0),
  importedAtMs: instant('imported_at_ms'),
  /** null: it cannot be taken back. */
  undo: jsonb('undo'),
  revertedBy: text('reverted_by'),
  revertedAtMs: instant('reverted_at_ms'),
});

export const uploadRows = pgTable(
  'upload_rows',
  {
    uploadId: uuid('upload_id')
      .$type<UploadId>()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    sheet: text('sheet').notNull(),
    block: integer('block').notNull(),
    findingRows: integer('finding_rows').notNull(),
    rows: jsonb('rows').$type<UploadRow[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.sheet, table.block] })],
);

export const uploadFindings = pgTable(
  'upload_findings',
  {
    uploadId: uuid('upload_id')
      .$type<UploadId>()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    finding: jsonb('finding').$type<UploadFinding>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.position] })],
);
