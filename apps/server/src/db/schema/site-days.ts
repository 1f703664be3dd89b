import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { RawEvent } from '@solvane/energy/events/raw-events';
import type { TestName } from '@solvane/energy/quality/method-attributes';
import type { DayAccount } from '@solvane/energy/site-day/availability/day-account';
import type { ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import type { SiteWalkSums } from '@solvane/energy/site-day/losses/walk-sums';
import type { DarkSilence, DeviceExpectationGap } from '@solvane/energy/site-day/outputs';
import type { SiteQualitySums } from '@solvane/energy/site-day/roll-up/quality-sums';
import type { LedgerSums } from '@solvane/energy/storage/ledger-sums';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { segments, sites } from './fleet.ts';

export type MarkReason = 'arrival' | 'event' | 'edit' | 'configuration' | 'request' | 'clock' | 'learning';

/** Site-days to recalculate. */
export const dirtySiteDays = pgTable(
  'dirty_site_days',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Grows with every change: a computation that began before the last one does not count. */
    mark: bigint('mark', { mode: 'number' }).notNull().default(1),
    priority: smallint('priority').notNull().default(0),
    markedAtMs: instant('marked_at_ms').notNull(),
    reason: text('reason').$type<MarkReason>().notNull().default('arrival'),
    dueAtMs: instant('due_at_ms').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
);

/** Whose turn it is, site by site. */
export const siteComputations = pgTable('site_computations', {
  siteId: text('site_id')
    .$type<SiteId>()
    .primaryKey()
    .references(() => sites.id, { onDelete: 'cascade' }),
  recentDueAtMs: instant('recent_due_at_ms'),
  historyDueAtMs: instant('history_due_at_ms'),
  historySinceMs: instant('history_since_ms'),
  claim: uuid('claim'),
  claimedBy: text('claimed_by'),
  leaseUntilMs: instant('lease_until_ms'),
  doneDays: integer('done_days').notNull().default(0),
});

/** What the last computation of each day left behind for other days. */
export const siteDays = pgTable(
  'site_days',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    version: integer('version').notNull().default(1),
    computedAtMs: instant('computed_at_ms').notNull(),
    horizonMs: instant('horizon_ms').notNull(),
    configurationHash: text('configuration_hash').notNull(),
    learnedFrom: date('learned_from', { mode: 'string' }),
    detected: jsonb('detected').$type<RawEvent[]>().notNull(),
    evidence: jsonb('evidence').notNull(),
    /** Form of the evidence. */
    memoryVersion: integer('memory_version').notNull().default(0),
    /** Nothing had arrived on the day. */
    isSilent: boolean('is_silent').notNull().default(false),
    /** PV loggers that may be in standby or broken. */
    darkSilences: jsonb('dark_silences').$type<DarkSilence[]>().notNull().default([]),
    /** null: computed before it was kept. */
    walk: jsonb('walk').$type<SiteWalkSums>(),
    /** null also: a site with one kind of generator. */
    ledger: jsonb('ledger').$type<LedgerSums>(),
    availability: jsonb('availability').$type<ViewSums[]>(),
    quality: jsonb('quality').$type<SiteQualitySums>(),
    account: jsonb('account').$type<DayAccount>(),
    expectationGaps: jsonb('expectation_gaps').$type<DeviceExpectationGap[]>(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
);

/** Added up once and kept until one of the days is computed again. */
export const siteMonthSums = pgTable(
  'site_month_sums',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    month: date('month', { mode: 'string' }).notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull().default(0),
    /** null: to be added up. */
    sums: jsonb('sums').$type<ViewSums[]>(),
    days: integer('days').notNull().default(0),
    computedAtMs: instant('computed_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.month] })],
);

/** Tests that removed more of a signal than a test should. */
export const ruleRemovals = pgTable(
  'rule_removals',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    segmentId: text('segment_id')
      .$type<SegmentId>()
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    apCode: text('ap_code').notNull(),
    method: text('method').$type<TestName>().notNull(),
    removed: integer('removed').notNull(),
    points: integer('points').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.day, table.segmentId, table.apCode, table.method] }),
    index('rule_removals_segment').on(table.segmentId),
  ],
);

/** What ratings of devices with modules are compared with. */
export const ratingBaselines = pgTable(
  'rating_baselines',
  {
    segmentId: text('segment_id')
      .$type<SegmentId>()
      .primaryKey()
      .references(() => segments.id, { onDelete: 'cascade' }),
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** null: the period has too few points. */
    slope: doublePrecision('slope'),
    pointCount: integer('point_count').notNull(),
    /** null: to be fixed again. */
    fixedAtMs: instant('fixed_at_ms'),
  },
  (table) => [index('rating_baselines_site').on(table.siteId)],
);
