import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { CommandError } from '../command.ts';
import type { DataSet } from './data-set.ts';

const RECIPE_FILE = 'verify.yaml';
/** Recipes for public sets, which come without one. */
const OWN_RECIPES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'examples', 'verify');

/** What a column holds, where the guess did not see it; null: it is not imported. */
const columnAnswerSchema = z
  .object({ signal: z.string().optional(), unit: z.string().optional(), factor: z.number().optional(), segmentId: z.string().optional() })
  .nullable();

const importSchema = z.object({
  file: z.string().min(1),
  /** What a person answers to the guessed mapping: parts of a mapping that replace the guess. */
  answers: z.record(z.string(), z.unknown()).default({}),
  /** By name of the column. */
  columns: z.record(z.string(), columnAnswerSchema).default({}),
  /** The import is to be refused: the file cannot be read without doubt. The text says why. */
  isRefused: z.string().optional(),
  /** Columns that are not named in `columns` are left out. */
  onlyColumns: z.boolean().default(false),
  /** Power outside is no measurement and belongs to no sum, in the unit of the column. */
  validPower: z.tuple([z.number(), z.number()]).optional(),
});
export type RecipeImport = z.infer<typeof importSchema>;

export const FIGURES = ['energy', 'sum', 'mean', 'max', 'min', 'count', 'first', 'last'] as const;

const quantitySchema = z.object({
  /** Where in the expected value it stands, with {each} for the name in `each` and {by} for the month or day; empty: the value itself. */
  at: z.string().default(''),
  segmentId: z.string().optional(),
  /** Several segments by the name they have in the expected value. */
  each: z.record(z.string(), z.string()).optional(),
  signal: z.string(),
  /** `energy`: sum of power times interval, in kWh. */
  figure: z.enum(FIGURES),
  /** One value for each month or day of `zone`, by its name: 2018-01, 1, 01, 2018-01-31; {by} in `at` says where it stands. */
  by: z.enum(['month', 'monthOfYear', 'monthNumber', 'day']).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Values below zero count as zero. */
  isPositive: z.boolean().default(false),
  /** Of what is found: 0.001 turns kWh into MWh. */
  times: z.number().default(1),
});
export type RecipeQuantity = z.infer<typeof quantitySchema>;

const recipeSchema = z.object({
  version: z.literal(1),
  /** Description of the fleet in one file or several, as `npm run fleet -- import` reads it, from the recipe's folder. Left out: nothing is imported. */
  fleet: z.union([z.string(), z.array(z.string())]).optional(),
  /** Calendar of months and days in the answers. */
  zone: z.string().default('UTC'),
  imports: z.array(importSchema).default([]),
  /** By id of the check, with or without the name of the set before it. */
  checks: z
    .record(
      z.string(),
      z.union([
        z.object({ notApplicable: z.string() }),
        z.object({ omitted: z.string().optional(), note: z.string().optional(), values: z.array(quantitySchema) }),
      ]),
    )
    .default({}),
});
export type Recipe = z.infer<typeof recipeSchema> & { folder: string };

/** The recipe beside the answers, else the project's own for a set of that name. */
export async function findRecipe({ name, folder }: Pick<DataSet, 'name' | 'folder'>): Promise<Recipe | undefined> {
  const places = [
    { folder, path: join(folder, RECIPE_FILE) },
    { folder: OWN_RECIPES, path: join(OWN_RECIPES, `${name}.yaml`) },
  ];
  const place = places.find(({ path }) => existsSync(path));
  if (!place) return undefined;
  const parsed = recipeSchema.safeParse(parse(await readFile(place.path, 'utf8')));
  if (!parsed.success) throw new CommandError(`${place.path} has problems:\n${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, folder: place.folder };
}
