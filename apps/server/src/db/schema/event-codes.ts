import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { CategorySetEnergyType } from '@solvane/energy/events/category-sets';
import type { EventType } from '@solvane/energy/events/event-types';
import type { TimeCategory } from '@solvane/energy/events/time-category';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { enterprises, sites } from './fleet.ts';
import { lastChange, ofEnterprise } from './owned.ts';

export const eventCodeSets = pgTable('event_code_sets', {
  id: uuid('id').primaryKey(),
  /** null: for everybody. */
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .references(() => enterprises.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  manufacturer: text('manufacturer').notNull(),
  /** Empty: every model of the manufacturer. */
  models: text('models').array().notNull().default([]),
  energyType: text('energy_type').$type<CategorySetEnergyType>().notNull(),
  ...lastChange(),
});
export type EventCodeSetRow = typeof eventCodeSets.$inferSelect;

export const eventCodes = pgTable(
  'event_codes',
  {
    setId: uuid('set_id')
      .notNull()
      .references(() => eventCodeSets.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    category: text('category').notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    /** null: by type and rank of the category. */
    priority: integer('priority'),
    description: text('description').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.setId, table.code] })],
);
export type EventCodeRow = typeof eventCodes.$inferSelect;

/** What an enterprise, or one of its sites, says differently; null: not that. */
export const eventCodeOverrides = pgTable('event_code_overrides', {
  setId: uuid('set_id')
    .notNull()
    .references(() => eventCodeSets.id, { onDelete: 'cascade' }),
  code: text('code').notNull(),
  enterpriseId: ofEnterprise(),
  siteId: text('site_id')
    .$type<SiteId>()
    .references(() => sites.id, { onDelete: 'cascade' }),
  category: text('category'),
  eventType: text('event_type').$type<EventType>(),
  priority: integer('priority'),
  ...lastChange(),
});
export type EventCodeOverrideRow = typeof eventCodeOverrides.$inferSelect;

export const eventCategorySets = pgTable('event_category_sets', {
  id: uuid('id').primaryKey(),
  enterpriseId: ofEnterprise(),
  name: text('name').notNull(),
  energyType: text('energy_type').$type<CategorySetEnergyType>().notNull(),
  isInUse: boolean('is_in_use').notNull(),
  ...lastChange(),
});
export type EventCategorySetRow = typeof eventCategorySets.$inferSelect;

export const eventCategories = pgTable(
  'event_categories',
  {
    setId: uuid('set_id')
      .notNull()
      .references(() => eventCategorySets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    timeCategory: text('time_category').$type<TimeCategory>().notNull(),
    rank: integer('rank').notNull(),
  },
  (table) => [primaryKey({ columns: [table.setId, table.name] })],
);
