import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const configurationVersions = pgTable(
  'configuration_versions',
  {
    kind: text('kind').$type<VersionedKind>().notNull(),
    entityId: text('entity_id').notNull(),
    /** Part of the entity with a history of its own; empty: the entity itself. */
    scope: text('scope').notNull().default(''),
    version: integer('version').notNull(),
    revision: text('revision').notNull(),
    content: jsonb('content').$type<unknown>().notNull(),
    note: text('note').notNull().default(''),
    savedBy: text('saved_by').notNull(),
    savedAtMs: instant('saved_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.entityId, table.scope, table.version] })],
);

export type VersionedKind =
  | 'budgets'
  | 'contract'
  | 'eventCategorySet'
  | 'eventCodeSet'
  | 'expectedCoefficients'
  | 'powerCurve'
  | 'referenceTurbines'
  | 'tariffs';
