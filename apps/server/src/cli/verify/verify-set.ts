import { fleetCommand } from '../fleet.ts';
import { checksOf } from './checks/checks.ts';
import { compareValues, type Leaf, type Outcome, type Value } from './compare.ts';
import type { DataSet, ExpectedCheck, Tolerance } from './data-set.ts';
import { judgeFiles } from './energy-rows.ts';
import { type ImportedFile, importAsUser } from './import-set.ts';
import type { Product } from './product.ts';
import { outcomeOfRecipe } from './quantities.ts';
import type { Recipe, RecipeImport } from './recipe.ts';
import { textOf, type VerdictRow } from './verdict.ts';

export interface SetReport {
  name: string;
  rows: readonly VerdictRow[];
  imports: readonly ImportedFile[];
  siteDays: number;
  seconds: number;
}

const SHOWN_DIFFERENCES = 5;

/** Imports a set as its user would, computes it, and compares all that is known of it. */
export async function verifySet(product: Product, set: DataSet, recipe: Recipe | undefined, ownFolder: string): Promise<SetReport> {
  const imports: ImportedFile[] = [];
  const failures: VerdictRow[] = [];
  for (const file of [recipe?.fleet ?? []].flat()) await product.run(fleetCommand, recipe?.folder ?? set.folder, 'import', file);
  for (const file of recipe?.imports ?? []) {
    const { row, imported } = await tryImport(product, file, { data: set.folder, own: ownFolder });
    if (row) failures.push(row);
    if (imported) imports.push(imported);
  }
  const { days, seconds } = imports.length > 0 ? await product.compute() : { days: 0, seconds: 0 };
  const context = { product, set, imports };
  const checks: VerdictRow[] = [];
  for (const check of set.checks) checks.push(await judge(check, context, recipe));
  const files = await judgeFiles(product, set, imports, recipe?.zone ?? 'UTC');
  return { name: set.name, rows: [...failures, ...checks, ...files], imports, siteDays: days, seconds };
}

/** A file that is to be refused makes a row of its own, and so does one that cannot be read. */
async function tryImport(
  product: Product,
  file: RecipeImport,
  folders: { data: string; own: string },
): Promise<{ row?: VerdictRow; imported?: ImportedFile }> {
  const quantity = `import of ${file.file}`;
  try {
    const imported = await importAsUser(product, file, folders);
    if (file.isRefused === undefined) return { imported };
    return {
      row: { quantity, unit: '', expected: 'refused', ours: `${imported.points} points`, verdict: 'differs', remarks: [file.isRefused] },
    };
  } catch (error) {
    const { remarks, ...rest } = failed(quantity, error);
    // The page is read elsewhere: where the folder lies on this machine says nothing there.
    const row = { ...rest, remarks: remarks.map((text) => text.replaceAll(`${folders.data}/`, '')) };
    if (file.isRefused === undefined) return { row };
    return { row: { ...row, expected: 'refused', ours: 'refused', verdict: 'match', remarks: [file.isRefused, ...row.remarks] } };
  }
}

async function judge(
  check: ExpectedCheck,
  context: { product: Product; set: DataSet; imports: readonly ImportedFile[] },
  recipe: Recipe | undefined,
): Promise<VerdictRow> {
  const { set, product } = context;
  const id = check.id.startsWith(`${set.name}.`) ? check.id.slice(set.name.length + 1) : check.id;
  const stated = recipe?.checks[id] ?? recipe?.checks[check.id];
  const calculate = checksOf(set.name)(id);
  try {
    const outcome: Outcome =
      stated && recipe
        ? await outcomeOfRecipe(product, recipe, stated)
        : calculate
          ? await calculate(context)
          : { kind: 'notApplicable', reason: 'no recipe says which quantity it is' };
    return toRow(id, check, outcome);
  } catch (error) {
    return failed(id, error);
  }
}

function failed(quantity: string, error: unknown): VerdictRow {
  const reason = error instanceof Error ? error.message : String(error);
  return { quantity, unit: '', expected: '', ours: '', verdict: 'error', remarks: [reason.split('\n').slice(0, 4).join(' ')] };
}

function toRow(id: string, check: ExpectedCheck, outcome: Outcome): VerdictRow {
  const row = { quantity: id, unit: check.unit };
  if (outcome.kind !== 'compared') {
    const verdict = outcome.kind === 'notBuilt' ? 'not built yet' : 'not applicable';
    return { ...row, expected: shortText(check.value as Value), ours: '', verdict, remarks: [outcome.reason] };
  }
  const { leaves, omitted, differing, worst } = compareValues(outcome.expected ?? (check.value as Value), outcome.ours, {
    tolerance: check.tolerance,
    mayOmit: outcome.omitted !== undefined,
  });
  if (leaves.length === 0)
    return {
      ...row,
      expected: shortText(check.value as Value),
      ours: '',
      verdict: 'not applicable',
      remarks: [outcome.omitted ?? 'no values'],
    };
  const remarks = [
    ...(leaves.length > 1 ? [`${leaves.length - differing.length} of ${leaves.length} values match`] : []),
    ...(omitted > 0 && outcome.omitted !== undefined ? [`${omitted} not compared: ${outcome.omitted}`] : []),
    ...differing
      .slice(0, SHOWN_DIFFERENCES)
      .map(({ path, expected, ours }) => `${path || 'value'}: ${textOf(ours)} instead of ${textOf(expected)}`),
    ...(differing.length > SHOWN_DIFFERENCES ? [`and ${differing.length - SHOWN_DIFFERENCES} more`] : []),
  ];
  return {
    ...row,
    ...shownLeaf(worst, leaves.length),
    verdict: differing.length === 0 ? 'match' : 'differs',
    remarks: [
      ...remarks,
      ...(differing.length > 0 ? [`tolerance ${toleranceText(check.tolerance)}`] : []),
      ...(outcome.note === undefined ? [] : [outcome.note]),
    ],
  };
}

/** Of several values, the one that is furthest off. */
function shownLeaf(worst: Leaf | undefined, count: number): { expected: string; ours: string } {
  const name = count > 1 && worst?.path ? `${worst.path}: ` : '';
  return { expected: `${name}${textOf(worst?.expected)}`, ours: textOf(worst?.ours) };
}

function toleranceText({ abs, rel, exact, seconds, max }: Tolerance): string {
  if (exact) return 'exact';
  if (max !== undefined) return `at most ${max}`;
  return (
    [
      ...(abs === undefined ? [] : [`±${abs}`]),
      ...(rel === undefined ? [] : [`±${100 * rel} %`]),
      ...(seconds === undefined ? [] : [`±${seconds} s`]),
    ].join(', ') || 'exact'
  );
}

function shortText(value: Value): string {
  if (value === null || typeof value !== 'object') return textOf(value);
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return `${count} values`;
}
