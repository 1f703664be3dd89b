import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { QualityConfiguration } from '@solvane/energy/quality/configuration';
import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { enterprises, SINCE_EVER, sites } from './fleet.ts';

/** End of what holds until further notice. */
export const FOR_EVER = 'infinity';

export const qualityConfigurations = pgTable('quality_configurations', {
  id: uuid('id').primaryKey(),
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .notNull()
    .references(() => enterprises.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  updatedBy: text('updated_by').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
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
    savedBy: text('saved_by').notNull(),
    savedAtMs: instant('saved_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.configurationId, table.version] })],
);

export const qualitySites = pgTable(
  'quality_sites',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => qualityConfigurations.id),
    validFrom: date('valid_from', { mode: 'string' }).notNull().default(SINCE_EVER),
    validTo: date('valid_to', { mode: 'string' }).notNull().default(FOR_EVER),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.validFrom] })],
);
