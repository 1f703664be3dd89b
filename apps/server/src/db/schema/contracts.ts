import type { AvailabilityName, ContractTerms } from '@solvane/contract/contracts';
import type { EnergyType } from '@solvane/contract/fleet';
import type { SiteId, UserId } from '@solvane/contract/ids';
import type { DayAccount } from '@solvane/energy/site-day/availability/day-account';
import type { ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { bigint, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { eventCategorySets } from './event-codes.ts';
import { SINCE_EVER } from './fleet.ts';
import { lastChange, ofEnterprise, ofSite } from './owned.ts';
import { FOR_EVER } from './quality.ts';

export const contractConfigurations = pgTable('contract_configurations', {
  id: uuid('id').primaryKey(),
  enterpriseId: ofEnterprise(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  energyType: text('energy_type').$type<EnergyType>().notNull(),
  validFrom: date('valid_from', { mode: 'string' }).notNull().default(SINCE_EVER),
  validTo: date('valid_to', { mode: 'string' }).notNull().default(FOR_EVER),
  /** null: the set every installation begins with. */
  lossCategorySetId: uuid('loss_category_set_id').references(() => eventCategorySets.id),
  /** Terms of the last period. */
  content: jsonb('content').$type<ContractTerms>().notNull(),
  earlierTerms: jsonb('earlier_terms').$type<EarlierTerms[]>().notNull().default([]),
  ...lastChange(),
  /** null: in use. */
  archivedAtMs: instant('archived_at_ms'),
});

/** Terms that held before those that follow, which begin on the first of a month. */
export interface EarlierTerms {
  validTo: string;
  terms: ContractTerms;
}

export type ContractRow = typeof contractConfigurations.$inferSelect;

export const contractSites = pgTable(
  'contract_sites',
  {
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => contractConfigurations.id, { onDelete: 'cascade' }),
    siteId: ofSite(),
  },
  (table) => [primaryKey({ columns: [table.configurationId, table.siteId] })],
);

/** Settled months: what was reported, which no later calculation changes. */
export const contractMonths = pgTable(
  'contract_months',
  {
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contractConfigurations.id),
    siteId: ofSite(),
    month: date('month', { mode: 'string' }).notNull(),
    content: jsonb('content').$type<LockedMonth>().notNull(),
    lockedBy: text('locked_by').notNull(),
    lockedAtMs: instant('locked_at_ms').notNull(),
    userId: uuid('user_id').$type<UserId>(),
    /** What the month came to when it was last looked at; it holds while the stamp of the month is this one. */
    seenStamp: bigint('seen_stamp', { mode: 'number' }).notNull(),
    seenViews: jsonb('seen_views').$type<ViewSums[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractId, table.siteId, table.month] })],
);

/** What is kept of a month when it is locked. */
export interface LockedMonth {
  terms: ContractTerms;
  days: number;
  missingDays: number;
  views: ViewSums[];
  account: DayAccount;
}

/** Locks that were taken off a month, with what had been locked. */
export const contractUnlocks = pgTable('contract_unlocks', {
  id: uuid('id').primaryKey(),
  contractId: uuid('contract_id')
    .notNull()
    .references(() => contractConfigurations.id, { onDelete: 'cascade' }),
  siteId: ofSite(),
  month: date('month', { mode: 'string' }).notNull(),
  content: jsonb('content').$type<LockedMonth>().notNull(),
  lockedBy: text('locked_by').notNull(),
  lockedAtMs: instant('locked_at_ms').notNull(),
  unlockedBy: text('unlocked_by').notNull(),
  unlockedAtMs: instant('unlocked_at_ms').notNull(),
  reason: text('reason').notNull(),
});

/** Corrections of a locked month that were booked into a later one. */
export const contractSettlements = pgTable('contract_settlements', {
  id: uuid('id').primaryKey(),
  contractId: uuid('contract_id').notNull(),
  siteId: text('site_id').$type<SiteId>().notNull(),
  month: date('month', { mode: 'string' }).notNull(),
  intoMonth: date('into_month', { mode: 'string' }).notNull(),
  content: jsonb('content').$type<SettledGuarantee[]>().notNull(),
  settledBy: text('settled_by').notNull(),
  settledAtMs: instant('settled_at_ms').notNull(),
});

export interface SettledGuarantee {
  view: AvailabilityName;
  basis: 'time' | 'production';
  points: number;
  amount: number;
}
