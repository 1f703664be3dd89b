import type { SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import type { EventType } from '@solvane/energy/events/event-types';
import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const groupEvents = pgTable('group_events', {
  id: uuid('id').primaryKey(),
  siteId: text('site_id').$type<SiteId>().notNull(),
  segmentId: text('segment_id').$type<SegmentId>().notNull(),
  startMs: instant('start_ms').notNull(),
  /** Of an open event: the instant it was last seen. */
  endMs: instant('end_ms').notNull(),
  isOpen: boolean('is_open').notNull(),
  code: text('code').notNull(),
  eventType: text('event_type').$type<EventType>().notNull(),
  category: text('category').notNull(),
  priority: integer('priority').notNull(),
  /** A person placed it. */
  isLocked: boolean('is_locked').notNull().default(false),
  isPromoted: boolean('is_promoted').notNull().default(false),
  promotedId: uuid('promoted_id'),
  promotedSegmentId: text('promoted_segment_id').$type<SegmentId>(),
  rawEventIds: text('raw_event_ids').array().notNull().default([]),
  /** null: the loss of none of its intervals is known. */
  lostEnergyKwh: doublePrecision('lost_energy_kwh'),
  /** Of the energy that has a price. null: none has. */
  revenueLoss: doublePrecision('revenue_loss'),
  /** Local days of which a loss is known. */
  lossDays: integer('loss_days').notNull().default(0),
  /** Of them, those of which some of the loss has no price. */
  unpricedDays: integer('unpriced_days').notNull().default(0),
  /** Intervals of devices that the loss leaves out. */
  lossLeftOut: integer('loss_left_out').notNull().default(0),
  isLossPending: boolean('is_loss_pending').notNull().default(false),
  acknowledgedAtMs: instant('acknowledged_at_ms'),
  acknowledgedBy: text('acknowledged_by'),
  commentCount: integer('comment_count').notNull().default(0),
  version: integer('version').notNull().default(1),
  updatedAtMs: instant('updated_at_ms').notNull(),
});
export type GroupEventRow = typeof groupEvents.$inferSelect;

export const eventDayLosses = pgTable(
  'event_day_losses',
  {
    eventId: uuid('event_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    energyKwh: doublePrecision('energy_kwh'),
    revenue: doublePrecision('revenue'),
    /** Intervals of devices whose lost energy has no price. */
    unpriced: integer('unpriced').notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.day] })],
);

/** What the events of a site that began on one day of UTC sum up to. Read and written by triggers and by hand-written SQL. @public */
export const eventDaySums = pgTable('event_day_sums', {
  siteId: text('site_id').$type<SiteId>().notNull(),
  day: integer('day').notNull(),
  eventType: text('event_type').$type<EventType>().notNull(),
  isAcknowledged: boolean('is_acknowledged').notNull(),
  isPromoted: boolean('is_promoted').notNull(),
  isMember: boolean('is_member').notNull(),
  eventCount: integer('event_count').notNull(),
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  lostEnergyKwh: doublePrecision('lost_energy_kwh'),
  revenueLoss: doublePrecision('revenue_loss'),
  energyUnknown: integer('energy_unknown').notNull(),
  revenueUnknown: integer('revenue_unknown').notNull(),
  lossLeftOut: bigint('loss_left_out', { mode: 'number' }).notNull(),
});

/** Days whose sums do not hold any more. Read and written by triggers and by hand-written SQL. @public */
export const eventDaysChanged = pgTable('event_days_changed', {
  siteId: text('site_id').$type<SiteId>().notNull(),
  day: integer('day').notNull(),
});

/** Links to events that became part of another one. */
export const eventMoves = pgTable('event_moves', { id: uuid('id').primaryKey(), movedTo: uuid('moved_to').notNull() });

export type EditAction =
  | 'acknowledge'
  | 'unacknowledge'
  | 'categorize'
  | 'comment'
  | 'split'
  | 'boundaries'
  | 'merge'
  | 'assignCode'
  | 'rawEnd'
  | 'create'
  | 'delete'
  | 'undo';
export type EditKind = 'rawEnd' | 'assign' | 'join' | 'void' | 'manual' | 'acknowledge' | 'unacknowledge' | 'comment' | 'undo';

/** What an edit says, by its kind. */
export interface EditContent {
  code?: string;
  category?: string;
  eventType?: EventType;
  priority?: number;
  /** Open raw event that a placement is about: it lasts as long as that one. */
  follows?: { code: string; startMs: number };
  /** Of `manual`: it has no end until a `rawEnd` gives it one. */
  isOpen?: boolean;
  /** Of `rawEnd`. */
  rawId?: string;
  newEndMs?: number;
  oldEndMs?: number | null;
  /** Of `undo`. */
  entryId?: string;
  /** Of `comment`. */
  commentId?: string;
  /** Meaning before, for the history. */
  before?: { code: string; category: string; eventType: EventType; startMs: number; endMs: number };
}

export const eventEdits = pgTable('event_edits', {
  id: uuid('id').primaryKey(),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  editId: uuid('edit_id').notNull(),
  action: text('action').$type<EditAction>().notNull(),
  kind: text('kind').$type<EditKind>().notNull(),
  siteId: text('site_id').$type<SiteId>().notNull(),
  segmentId: text('segment_id').$type<SegmentId>().notNull(),
  startMs: instant('start_ms').notNull(),
  endMs: instant('end_ms').notNull(),
  content: jsonb('content').$type<EditContent>().notNull().default({}),
  eventId: uuid('event_id'),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  atMs: instant('at_ms').notNull(),
  reason: text('reason').notNull().default(''),
});
export type EventEditRow = typeof eventEdits.$inferSelect;

export const eventComments = pgTable('event_comments', {
  id: uuid('id').primaryKey(),
  eventId: uuid('event_id').notNull(),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  atMs: instant('at_ms').notNull(),
  text: text('text').notNull(),
  mentionedUserIds: uuid('mentioned_user_ids').array().$type<UserId[]>().notNull().default([]),
});

export const eventLocks = pgTable('event_locks', {
  siteId: text('site_id').$type<SiteId>().primaryKey(),
  lockedUntilMs: instant('locked_until_ms').notNull(),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  atMs: instant('at_ms').notNull(),
});

export const eventLossDeltas = pgTable('event_loss_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  siteId: text('site_id').$type<SiteId>().notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  eventId: uuid('event_id').notNull(),
  atMs: instant('at_ms').notNull(),
  energyKwh: doublePrecision('energy_kwh').notNull(),
  revenue: doublePrecision('revenue').notNull(),
});

export const workOrders = pgTable('work_orders', {
  id: uuid('id').primaryKey(),
  eventId: uuid('event_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  assigneeId: uuid('assignee_id').$type<UserId>(),
  state: text('state').$type<'pending' | 'created' | 'failed'>().notNull().default('pending'),
  reference: text('reference'),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
});

export const eventJobs = pgTable('event_jobs', {
  jobId: uuid('job_id').primaryKey(),
  userId: uuid('user_id').$type<UserId>().notNull(),
  action: jsonb('action').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
});

export const eventJobRows = pgTable(
  'event_job_rows',
  {
    jobId: uuid('job_id').notNull(),
    eventId: uuid('event_id').notNull(),
    outcome: text('outcome').$type<'done' | 'failed'>(),
    problem: text('problem'),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.eventId] })],
);
