import type { EnergyType, SignalCalcPeriod } from '@solvane/contract/fleet';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { bigint, boolean, date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, jsonScalar } from './columns.ts';

export const enterprises = pgTable('enterprises', {
  id: text('id').$type<EnterpriseId>().primaryKey(),
  name: text('name').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
});

export const sites = pgTable('sites', {
  id: text('id').$type<SiteId>().primaryKey(),
  segmentId: text('segment_id').$type<SegmentId>().notNull().unique(),
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .notNull()
    .references(() => enterprises.id),
  name: text('name').notNull(),
  visibilityState: text('visibility_state').$type<'Published' | 'Unpublished'>().notNull().default('Unpublished'),
  timezone: text('timezone'),
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  signalCalcPeriod: text('signal_calc_period').$type<SignalCalcPeriod>().notNull().default('PT10M'),
  country: text('country'),
  plantOperator: text('plant_operator'),
  portfolio: text('portfolio'),
  energyType: text('energy_type').$type<EnergyType>().notNull().default('PV'),
  operatingRegion: text('operating_region'),
  /** Changes with every change of the site's tree: browsers keep trees under it. */
  treeVersion: bigint('tree_version', { mode: 'number' }).notNull().default(1),
  /** The site's own included. */
  segmentCount: integer('segment_count').notNull().default(1),
  /** AC rating of all generators that are in service; null: none known. */
  ratedPowerKw: doublePrecision('rated_power_kw'),
  /** null: ready. */
  pendingSinceMs: instant('pending_since_ms'),
  pendingWhy: text('pending_why'),
  createdAtMs: instant('created_at_ms').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
});

export const siteContractors = pgTable(
  'site_contractors',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    enterpriseId: text('enterprise_id')
      .$type<EnterpriseId>()
      .notNull()
      .references(() => enterprises.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.enterpriseId] })],
);

export const segments = pgTable('segments', {
  id: text('id').$type<SegmentId>().primaryKey(),
  siteId: text('site_id')
    .$type<SiteId>()
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' }),
  /** null: the site itself. */
  parentId: text('parent_id').$type<SegmentId>(),
  /** Ids from the site down to this segment, joined by `/`. */
  path: text('path').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull().default(0),
  name: text('name').notNull(),
  segmentType: text('segment_type').notNull(),
  isDisabled: boolean('is_disabled').notNull().default(false),
  createdAtMs: instant('created_at_ms').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
});

/** `validFrom` of a value without a start date. */
export const SINCE_EVER = '-infinity';

export const segmentMetadata = pgTable(
  'segment_metadata',
  {
    segmentId: text('segment_id')
      .$type<SegmentId>()
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    attribute: text('attribute').notNull(),
    /** Local date of the site; SINCE_EVER where the value has no beginning. */
    validFrom: date('valid_from', { mode: 'string' }).notNull().default(SINCE_EVER),
    /** null: ends the value before. */
    value: jsonScalar<number | string | boolean>('value'),
    changedBy: text('changed_by').notNull(),
    changedAtMs: instant('changed_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.attribute, table.validFrom] })],
);

/** What the roll-ups of a site were made with. */
export const siteCalendars = pgTable('site_calendars', {
  siteId: text('site_id')
    .$type<SiteId>()
    .primaryKey()
    .references(() => sites.id, { onDelete: 'cascade' }),
  timezone: text('timezone').notNull(),
  signalCalcPeriod: text('signal_calc_period').$type<SignalCalcPeriod>().notNull(),
});

/** Read and written by triggers and by hand-written SQL. @public */
export const fleetVersion = pgTable('fleet_version', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  version: uuid('version').notNull().defaultRandom(),
});

/** Read and written by triggers and by hand-written SQL. @public */
export const inventoryVersions = pgTable('inventory_versions', {
  topic: text('topic').primaryKey(),
  version: uuid('version').notNull().defaultRandom(),
});
