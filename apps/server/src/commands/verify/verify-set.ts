import { join } from 'node:path';

import { fleetCommand } from '../fleet.ts';
import { energiesOf, type FileEnergy } from './arithmetic.ts';
import { checksOf } from './checks/checks.ts';
import { compareValues, type Leaf, type Outcome, type Value } from './compare.ts';
import type { DataSet, ExpectedCheck, Tolerance } from './data-set.ts';
import { type ImportedFile, importAsUser } from './import-set.ts';
import type { Product, Series } from './product.ts';
import { bucketName, outcomeOfRecipe } from './quantities.ts';
import type { Recipe } from './recipe.ts';
import { parseTable } from './table.ts';

export type Verdict = 'match' | 'within 5 %' | 'differs' | 'error' | 'not applicable' | 'not built yet';

export interface VerdictRow {
  quantity: string;
  unit: string;
  expected: string;
  ours: string;
  verdict: Verdict;
  /** Numbers that differ, or why there are none. */
  remarks: readonly string[];
}

export interface SetReport {
  name: string;
  rows: readonly VerdictRow[];
  imports: readonly ImportedFile[];
  siteDays: number;
  seconds: number;
}

/** Validated energy against the file: aimed at, and beyond which it is an error. */
const AIM = 0.001;
const BOUND = 0.05;
const SHOWN_DIFFERENCES = 5;

/** Imports a set as its user would, computes it, and compares all that is known of it. */
export async function verifySet(product: Product, set: DataSet, recipe: Recipe | undefined, ownFolder: string): Promise<SetReport> {
  const imports: ImportedFile[] = [];
  const failures: VerdictRow[] = [];
  if (recipe?.fleet !== undefined) await product.run(fleetCommand, recipe.folder, 'import', join(recipe.folder, recipe.fleet));
  for (const file of recipe?.imports ?? []) {
    try {
      imports.push(await importAsUser(product, file, { data: set.folder, own: ownFolder }));
    } catch (error) {
      failures.push(failed(`import of ${file.file}`, error));
    }
  }
  const { days, seconds } = imports.length > 0 ? await product.compute() : { days: 0, seconds: 0 };
  const context = { product, set, imports };
  const checks: VerdictRow[] = [];
  for (const check of set.checks) checks.push(await judge(check, context, recipe));
  const energies: VerdictRow[] = [];
  for (const file of imports) energies.push(...(await judgeEnergies(product, set, file, recipe?.zone ?? 'UTC')));
  return { name: set.name, rows: [...failures, ...checks, ...energies], imports, siteDays: days, seconds };
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
    remarks: [...remarks, ...(differing.length > 0 ? [`tolerance ${toleranceText(check.tolerance)}`] : [])],
  };
}

/** Of several values, the one that is furthest off. */
function shownLeaf(worst: Leaf | undefined, count: number): { expected: string; ours: string } {
  const name = count > 1 && worst?.path ? `${worst.path}: ` : '';
  return { expected: `${name}${textOf(worst?.expected)}`, ours: textOf(worst?.ours) };
}

async function judgeEnergies(product: Product, set: DataSet, { recipe, mapping }: ImportedFile, zone: string): Promise<VerdictRow[]> {
  const { delimiter, skipLines, decimalComma } = mapping.format;
  if (decimalComma) return [];
  const table = delimiter === ',' && skipLines === 0 ? set.table(recipe.file) : parseTable(set.text(recipe.file), { delimiter, skipLines });
  const rows: VerdictRow[] = [];
  for (const energy of energiesOf(table, mapping, recipe))
    rows.push(energyRow(energy, await product.series(energy.segmentId, 'ActiveEnergy||Validated'), zone));
  return rows;
}

/** Energy that the file holds against the validated energy of the same intervals, and what was filled in where the file has none. */
function energyRow({ segmentId, stepMs, byInterval }: FileEnergy, validated: Series, zone: string): VerdictRow {
  const months = new Map<string, { file: number; ours: number; rows: number; lost: number }>();
  const ours = new Map(validated.timesMs.map((timeMs, i) => [timeMs, validated.values[i] ?? Number.NaN]));
  for (const [startMs, kwh] of byInterval) {
    const name = bucketName(startMs, zone, 'month');
    const month = months.get(name) ?? { file: 0, ours: 0, rows: 0, lost: 0 };
    const value = ours.get(startMs);
    const isKnown = value !== undefined && !Number.isNaN(value);
    months.set(name, {
      file: month.file + kwh,
      ours: month.ours + (isKnown ? value : 0),
      rows: month.rows + 1,
      lost: month.lost + (isKnown ? 0 : 1),
    });
  }
  let filled = 0;
  for (const [timeMs, kwh] of ours) if (!byInterval.has(timeMs) && !Number.isNaN(kwh)) filled += kwh;
  const total = [...months.values()].reduce(
    (all, month) => ({
      file: all.file + month.file,
      ours: all.ours + month.ours,
      lost: all.lost + month.lost,
      rows: all.rows + month.rows,
    }),
    { file: 0, ours: 0, lost: 0, rows: 0 },
  );
  const [worstName, worst] = [...months]
    .filter(([, { file }]) => Math.abs(file) > Math.abs(total.file) / (20 * months.size))
    .reduce<[string, { file: number; ours: number } | undefined]>(
      (most, [name, month]) => (most[1] === undefined || offBy(month) > offBy(most[1]) ? [name, month] : most),
      ['', undefined],
    );
  const off = offBy(total);
  return {
    quantity: `validated energy of ${segmentId}`,
    unit: 'kWh',
    expected: textOf(total.file),
    ours: textOf(total.ours),
    verdict: off <= AIM ? 'match' : off <= BOUND ? 'within 5 %' : 'error',
    remarks: [
      `${ratioText(total)} of the file, ${months.size} months`,
      ...(worst && months.size > 1 ? [`furthest off ${worstName}: ${ratioText(worst)}`] : []),
      ...(total.lost > 0 ? [`${total.lost} of ${total.rows} intervals without a validated value`] : []),
      ...(Math.abs(filled) > AIM * Math.abs(total.file)
        ? [`${textOf(filled)} kWh filled in where the file has no value (step ${stepMs / 60_000} min)`]
        : []),
    ],
  };
}

function offBy({ file, ours }: { file: number; ours: number }): number {
  return file === 0 ? Math.abs(ours) : Math.abs(ours / file - 1);
}

function ratioText({ file, ours }: { file: number; ours: number }): string {
  return file === 0 ? 'no energy' : `${((100 * ours) / file).toFixed(2)} %`;
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

function textOf(value: number | string | boolean | null | undefined): string {
  if (typeof value !== 'number') return value === undefined ? 'nothing' : String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}
