import type { FORMULA_AGGREGATIONS, FORMULA_TREE_AGGREGATIONS } from '@solvane/contract/formulas';
import type { UserId } from '@solvane/contract/ids';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const formulas = pgTable('formulas', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  userId: uuid('user_id').$type<UserId>().notNull(),
  /** null: only its owner sees it. */
  sharedWith: text('shared_with'),
  text: text('text').notNull(),
  /** null: the usual unit of its dimension. */
  unit: text('unit'),
  timeAggregation: text('time_aggregation').$type<(typeof FORMULA_AGGREGATIONS)[number]>().notNull(),
  treeAggregation: text('tree_aggregation').$type<(typeof FORMULA_TREE_AGGREGATIONS)[number]>().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAtMs: instant('updated_at_ms').notNull(),
});
