import type { UserId } from '@solvane/contract/ids';
import type { Backtest, ImpactFigure, ImpactPoints } from '@solvane/contract/quality-impact';
import type { QualityConfiguration } from '@solvane/energy/quality/configuration';
import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { SINCE_EVER } from './fleet.ts';
import { lastChange, ofEnterprise, ofSite } from './owned.ts';

/** End of what holds until further notice. */
export const FOR_EVER = 'infinity';

export const qualityConfigurations = pgTable('quality_configurations', {
  id: uuid('id').primaryKey(),
  enterpriseId: ofEnterprise(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  ...lastChange(),
});

export const qualityVersions = pgTable(
  'quality_versions',
  {
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => qualityConfigurations.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    effectiveFrom: date('effective_from', { mode: 'string' }).notNull().default(SINCE_EVER),
    content: jsonb('content').$type<QualityConfiguration>().notNull(),
    /** Why it was changed. */
    note: text('note').notNull().default(''),
    savedBy: text('saved_by').notNull(),
    savedAtMs: instant('saved_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.configurationId, table.version] })],
);

/** Sums of days that add up to those of any period. */
export interface ImpactSums {
  /** Of one signal; null: none is watched. */
  points: ImpactPoints | null;
  /** Sums, or a ratio's numerator and denominator. Absent: no value */
  figures: Partial<Record<ImpactFigure, { part: number; whole: number }>>;
}

/** Back-tests of rules, by their user. */
export const qualityBacktests = pgTable('quality_backtests', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').$type<UserId>().notNull(),
  siteId: ofSite(),
  request: jsonb('request').$type<{ content: unknown; segmentId: string | null; apCode: string | null; firstDay: number }>().notNull(),
  state: text('state').$type<Backtest['state']>().notNull().default('running'),
  days: integer('days').notNull(),
  doneDays: integer('done_days').notNull().default(0),
  before: jsonb('before').$type<ImpactSums>(),
  after: jsonb('after').$type<ImpactSums>(),
  createdAtMs: instant('created_at_ms').notNull(),
});
export type BacktestRow = typeof qualityBacktests.$inferSelect;

export const qualitySites = pgTable(
  'quality_sites',
  {
    siteId: ofSite(),
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => qualityConfigurations.id),
    validFrom: date('valid_from', { mode: 'string' }).notNull().default(SINCE_EVER),
    validTo: date('valid_to', { mode: 'string' }).notNull().default(FOR_EVER),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.validFrom] })],
);
