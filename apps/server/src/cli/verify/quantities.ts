import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { compared, notApplicable, type Outcome, type Value } from './compare.ts';
import type { Product, Series } from './product.ts';
import type { Recipe, RecipeQuantity } from './recipe.ts';

/** What the product says about the quantities that a recipe names for a check. */
export async function outcomeOfRecipe(product: Product, { zone }: Pick<Recipe, 'zone'>, check: Recipe['checks'][string]): Promise<Outcome> {
  if ('notApplicable' in check) return notApplicable(check.notApplicable);
  const { omitted, note } = check;
  let ours: Value = {};
  for (const quantity of check.values) {
    for (const { path, value } of await placedValues(product, quantity, zone)) ours = placed(ours, path, value);
  }
  return compared(ours, { ...(omitted === undefined ? {} : { omitted }), ...(note === undefined ? {} : { note }) });
}

/** Values of a quantity with where they stand in the answer. */
async function placedValues(product: Product, quantity: RecipeQuantity, zone: string): Promise<{ path: string[]; value: Value }[]> {
  const values: { path: string[]; value: Value }[] = [];
  for (const [name, segmentId] of Object.entries(quantity.each ?? { '': quantity.segmentId ?? '' })) {
    const value = readValue(inPeriod(await product.series(segmentId, quantity.signal), quantity), quantity, zone);
    const buckets = quantity.at.includes('{by}') && isRecord(value) ? Object.entries(value) : [['', value] as const];
    for (const [bucket, leaf] of buckets) values.push({ path: pathOf(quantity.at.replaceAll('{by}', bucket), name), value: leaf });
  }
  return values;
}

function pathOf(at: string, name: string): string[] {
  return at
    .replaceAll('{each}', name)
    .split('.')
    .filter((part) => part !== '');
}

/** The value with another one put at a path. */
function placed(value: Value | undefined, [name, ...rest]: readonly string[], leaf: Value): Value {
  if (name === undefined) return isRecord(value) && isRecord(leaf) ? mergeRecords(value, leaf) : leaf;
  const record = isRecord(value) ? value : {};
  return { ...record, [name]: placed(record[name], rest, leaf) };
}

type ValueRecord = { readonly [name: string]: Value };

function isRecord(value: Value | undefined): value is ValueRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mergeRecords(left: ValueRecord, right: ValueRecord): ValueRecord {
  const merged: Record<string, Value> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = merged[name];
    merged[name] = isRecord(before) && isRecord(value) ? mergeRecords(before, value) : value;
  }
  return merged;
}

function inPeriod({ timesMs, values }: Series, { from, to }: Pick<RecipeQuantity, 'from' | 'to'>): Series {
  if (from === undefined && to === undefined) return { timesMs, values };
  const [startMs, endMs] = [
    from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
    to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to),
  ];
  const kept = timesMs.map((timeMs) => timeMs >= startMs && timeMs < endMs);
  return { timesMs: timesMs.filter((_, i) => kept[i]), values: values.filter((_, i) => kept[i]) };
}

function readValue(series: Series, quantity: RecipeQuantity, zone: string): Value {
  if (!quantity.by) return figureOf(series, quantity);
  const { timesMs, values } = series;
  const groups = Map.groupBy(timesMs.keys(), (i) => bucketName(timesMs[i] ?? 0, zone, quantity.by ?? 'day'));
  return Object.fromEntries(
    [...groups].map(([name, rows]) => [
      name,
      figureOf(
        { timesMs: rows.map((i) => timesMs[i] ?? 0), values: Float64Array.from(rows, (i) => values[i] ?? Number.NaN) },
        { ...quantity, stepMs: stepOf(timesMs) },
      ),
    ]),
  );
}

/** A month as 2018-01, `monthOfYear` as 1, `monthNumber` as 01, a day as 2018-01-31. */
export function bucketName(timeMs: number, zone: string, by: NonNullable<RecipeQuantity['by']>): string {
  const date = toIsoDate(localDayOf(timeMs, zone));
  if (by === 'day') return date;
  if (by === 'month') return date.slice(0, 7);
  return by === 'monthNumber' ? date.slice(5, 7) : String(Number(date.slice(5, 7)));
}

function figureOf(series: Series, { figure, isPositive, times, stepMs }: RecipeQuantity & { stepMs?: number }): number | null {
  const valid = series.values.filter((value) => !Number.isNaN(value)).map((value) => (isPositive ? Math.max(0, value) : value));
  if (figure === 'count') return valid.length;
  if (valid.length === 0) return null;
  const sum = valid.reduce((total, value) => total + value, 0);
  const found = {
    energy: (sum * (stepMs ?? stepOf(series.timesMs))) / 3_600_000,
    sum,
    mean: sum / valid.length,
    max: valid.reduce((most, value) => Math.max(most, value)),
    min: valid.reduce((least, value) => Math.min(least, value)),
    first: valid[0] ?? 0,
    last: valid.at(-1) ?? 0,
  }[figure];
  return found * times;
}

/** The distance that most neighbours have. */
function stepOf(timesMs: readonly number[]): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < timesMs.length; i++) {
    const step = (timesMs[i] ?? 0) - (timesMs[i - 1] ?? 0);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? Number.NaN;
}
