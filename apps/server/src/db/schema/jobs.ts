import type { FileId, JobId, SiteId, UserId } from '@solvane/contract/ids';
import type { JOB_STATES, NOTICE_KINDS } from '@solvane/contract/system';
import { sql } from 'drizzle-orm';
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './access.ts';
import { instant } from './columns.ts';
import { sites } from './fleet.ts';
import { files } from './shell.ts';

export type MessageValues = Record<string, string | number>;

export const userJobs = pgTable('user_jobs', {
  id: uuid('id').$type<JobId>().primaryKey(),
  /** null: work of the system. */
  userId: uuid('user_id')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  state: text('state').$type<(typeof JOB_STATES)[number]>().notNull().default('queued'),
  /** null: not known yet. */
  progress: doublePrecision('progress'),
  succeededCount: integer('succeeded_count').notNull().default(0),
  failedCount: integer('failed_count').notNull().default(0),
  fileId: uuid('file_id')
    .$type<FileId>()
    .references(() => files.id, { onDelete: 'set null' }),
  messageKey: text('message_key'),
  messageValues: jsonb('message_values').$type<MessageValues>().notNull().default({}),
  createdAtMs: instant('created_at_ms').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
  finishedAtMs: instant('finished_at_ms'),
});

/** What a saved configuration recalculates: a job that workers do day by day. */
export const recomputations = pgTable('recomputations', {
  jobId: uuid('job_id')
    .$type<JobId>()
    .primaryKey()
    .references(() => userJobs.id, { onDelete: 'cascade' }),
  markedFromMs: instant('marked_from_ms').notNull(),
  markedUntilMs: instant('marked_until_ms').notNull(),
  totalDays: integer('total_days').notNull(),
});

export const recomputationSites = pgTable(
  'recomputation_sites',
  {
    jobId: uuid('job_id')
      .$type<JobId>()
      .notNull()
      .references(() => recomputations.jobId, { onDelete: 'cascade' }),
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    leftDays: integer('left_days').notNull(),
    failedDays: integer('failed_days').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.siteId] })],
);

export const notices = pgTable('notices', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<(typeof NOTICE_KINDS)[number]>().notNull(),
  messageKey: text('message_key').notNull(),
  messageValues: jsonb('message_values').$type<MessageValues>().notNull().default({}),
  atMs: instant('at_ms').notNull(),
  readAtMs: instant('read_at_ms'),
});

export const siteChanges = pgTable(
  'site_changes',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    what: text('what').$type<'points' | 'events' | 'results' | 'tree' | 'configuration'>().notNull(),
    atMs: instant('at_ms').notNull(),
    fromMs: instant('from_ms'),
    toMs: instant('to_ms'),
    version: uuid('version').notNull().default(sql`gen_random_uuid()`),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.what] })],
);
