import type { ContractTerms } from '@solvane/contract/contracts';
import type { EnergyType } from '@solvane/contract/fleet';
import { date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
  content: jsonb('content').$type<ContractTerms>().notNull(),
  ...lastChange(),
  /** null: in use. */
  archivedAtMs: instant('archived_at_ms'),
});
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
