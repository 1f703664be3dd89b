import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { CategorySetEnergyType } from '@solvane/energy/events/category-sets';
import type { EventType } from '@solvane/energy/events/event-types';
import type { TimeCategory } from '@solvane/energy/events/time-category';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { enterprises, sites } from './fleet.ts';

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
  updatedBy: text('updated_by').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
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
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .notNull()
    .references(() => enterprises.id, { onDelete: 'cascade' }),
  siteId: text('site_id')
    .$type<SiteId>()
    .references(() => sites.id, { onDelete: 'cascade' }),
  category: text('category'),
  eventType: text('event_type').$type<EventType>(),
  priority: integer('priority'),
  updatedBy: text('updated_by').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
});
export type EventCodeOverrideRow = typeof eventCodeOverrides.$inferSelect;

export const eventCategorySets = pgTable('event_category_sets', {
  id: uuid('id').primaryKey(),
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .notNull()
    .references(() => enterprises.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  energyType: text('energy_type').$type<CategorySetEnergyType>().notNull(),
  isInUse: boolean('is_in_use').notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
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
