import type { DashboardDefaults, DashboardId } from '@solvane/contract/dashboards';
import type { EnergyType } from '@solvane/contract/fleet';
import type { EnterpriseId, UserId } from '@solvane/contract/ids';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './access.ts';
import { instant } from './columns.ts';
import { enterprises } from './fleet.ts';
import { lastChange, ofEnterprise } from './owned.ts';

export const dashboards = pgTable('dashboards', {
  id: text('id').$type<DashboardId>().primaryKey(),
  enterpriseId: ofEnterprise(),
  /** null: the account does not exist any more. */
  ownerId: uuid('owner_id')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' }),
  title: text('title').notNull(),
  description: text('description').notNull(),
  tags: text('tags').array().notNull(),
  /** Of one that follows a template: empty. */
  widgets: jsonb('widgets').$type<StoredWidget[]>().notNull(),
  defaults: jsonb('defaults').$type<DashboardDefaults>().notNull(),
  /** null: no template. */
  templateEnergyTypes: text('template_energy_types').array().$type<EnergyType[]>(),
  /** null: its widgets are its own. */
  templateId: text('template_id').$type<DashboardId>(),
  createdAtMs: instant('created_at_ms').notNull(),
  ...lastChange(),
});
export type DashboardRow = typeof dashboards.$inferSelect;

export const dashboardShares = pgTable(
  'dashboard_shares',
  {
    dashboardId: text('dashboard_id')
      .$type<DashboardId>()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'user' | 'role' | 'enterprise'>().notNull(),
    subjectId: text('subject_id').notNull(),
    access: text('access').$type<'read' | 'edit'>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.kind, table.subjectId] })],
);
export type ShareRow = typeof dashboardShares.$inferSelect;

export const dashboardVisits = pgTable(
  'dashboard_visits',
  {
    userId: uuid('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dashboardId: text('dashboard_id').$type<DashboardId>().notNull(),
    isFavorite: boolean('is_favorite').notNull().default(false),
    /** null: never opened. */
    openedAtMs: instant('opened_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.dashboardId] })],
);

export const dashboardHomes = pgTable('dashboard_homes', {
  userId: uuid('user_id')
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  dashboardId: text('dashboard_id').$type<DashboardId>().notNull(),
});

export const enterpriseHomes = pgTable('enterprise_homes', {
  enterpriseId: text('enterprise_id')
    .$type<EnterpriseId>()
    .primaryKey()
    .references(() => enterprises.id, { onDelete: 'cascade' }),
  dashboardId: text('dashboard_id').$type<DashboardId>().notNull(),
  ...lastChange(),
});
