import { aggregateChildren, isPartialCoverage } from '../rollup/tree.ts';

/** How values of several sites or devices become one. `none`: they do not. */
export type FleetAggregation = 'sum' | 'ratio' | 'mean' | 'weightedMean' | 'oldest' | 'none';

/** What a quotient is multiplied by after the offset was added: 100 and -1 for a deviation in percent. */
export interface RatioScale {
  factor: number;
  offset: number;
}

/** What one site or device contributes to a value. */
export interface MetricPart<Reason extends string = string> {
  /** The value itself, or the numerator of a ratio. NaN: missing */
  numerator: number;
  /** Of a ratio. NaN: missing. Not read for anything else. */
  denominator: number;
  /** What it counts for: AC rating, rated energy of batteries. [kW or kWh] NaN or 0: not known, counts like the average of the others */
  capacity: number;
  /** ISO 4217 of an amount of money. null: not money, or not known */
  currency: string | null;
  /** Why the value is missing. null: it is there */
  reason: Reason | null;
}

export interface FleetValue<Reason extends string = string> {
  /** ISO 4217 of an amount of money. null: not money, or not known */
  currency: string | null;
  /** NaN: missing, `reason` says why */
  value: number;
  /** Sum over the parts that have a value; NaN without one, and for means. */
  numerator: number;
  /** The same of a ratio; NaN for anything else. */
  denominator: number;
  /** Share of the capacity that has a value, 0 to 1. */
  coverage: number;
  /** Parts with a value. */
  have: number;
  /** Parts. */
  of: number;
  isPartial: boolean;
  /** Why the value is missing or partial: what most of the capacity without a value lacks. null: it is complete */
  reason: Reason | 'incomplete' | 'notAggregable' | null;
}

export interface FleetRule {
  aggregation: FleetAggregation;
  /** Of a ratio; 1 and 0 when absent. */
  scale?: RatioScale;
  /** An amount of money stays however few sites have a price: it is marked, not left out. */
  isMoney?: boolean;
}

const PLAIN_RATIO: RatioScale = { factor: 1, offset: 0 };

/**
 * One value of several sites or devices.
 *
 * Sums are plain sums of what is known, and missing where less than half of the capacity has a value. Ratios are Σ numerator / Σ denominator over the
 * parts that have both, never means of ratios; a part whose denominator is 0 has no ratio of its own but counts in both sums.
 *
 * @param rule - of the metric
 * @param parts - enabled ones, of one currency
 * @returns `none` has a value of a single part only
 * @see performance ratios 5900/7300 → 80.821918 %, and not the mean of 84 and 73.913043
 */
export function fleetValue<Reason extends string>(rule: FleetRule, parts: readonly MetricPart<Reason>[]): FleetValue<Reason> {
  const known = parts.filter((part) => isKnown(rule, part));
  const coverage = coverageOf(rule, parts);
  const isRatio = rule.aggregation === 'ratio';
  const hasSums = known.length > 0 && (isRatio || rule.aggregation === 'sum');
  const numerator = hasSums ? total(known, 'numerator') : Number.NaN;
  const denominator = hasSums && isRatio ? total(known, 'denominator') : Number.NaN;
  const value = aggregateParts(rule, parts, { numerator, denominator, known: known.length });
  const isPartial = !Number.isNaN(value) && isPartialCoverage(coverage);
  return {
    currency: parts.find(({ currency }) => currency !== null)?.currency ?? null,
    value,
    numerator,
    denominator,
    coverage,
    have: known.length,
    of: parts.length,
    isPartial,
    reason: Number.isNaN(value) || isPartial ? reasonOf(rule, parts, { value, known: known.length }) : null,
  };
}

/**
 * Values of several sites per currency: money is never added across currencies.
 *
 * @param rule - of the metric
 * @param parts - enabled ones
 * @returns one per currency, by the capacity behind it, most first; parts whose currency is not known come last
 * @see 6000 EUR, 5000 USD, -200 EUR and one EUR site without a price → 5800 EUR (2 of 3) and 5000 USD
 */
export function fleetValuesPerCurrency<Reason extends string>(rule: FleetRule, parts: readonly MetricPart<Reason>[]): FleetValue<Reason>[] {
  return [...Map.groupBy(parts, ({ currency }) => currency)]
    .sort(([a, ofA], [b, ofB]) => Number(a === null) - Number(b === null) || capacityOf(ofB) - capacityOf(ofA) || compareText(a, b))
    .map(([, ofCurrency]) => fleetValue({ ...rule, isMoney: true }, ofCurrency));
}

/** A difference of a value from what it is compared with. */
export interface MetricChange {
  /** NaN when either is missing. */
  amount: number;
  /** `percent` of the reference, `points` between values in percent, `unit`: in the unit of the metric, where the reference is 0. */
  kind: 'percent' | 'points' | 'unit';
}

/**
 * Change against a reference.
 *
 * @param value - of the metric
 * @param reference - in the same unit
 * @param isPercentage - the metric itself is in percent
 * @see 80.821918 % against 82 % → -1.178082 points; 13800 against 14400 kWh → -4.166667 %
 */
export function metricChange(value: number, reference: number, isPercentage: boolean): MetricChange {
  const amount = value - reference;
  if (isPercentage) return { amount, kind: 'points' };
  return reference === 0 ? { amount, kind: 'unit' } : { amount: (100 * amount) / Math.abs(reference), kind: 'percent' };
}

function isKnown(rule: FleetRule, { numerator, denominator }: MetricPart): boolean {
  return !Number.isNaN(numerator) && !(rule.aggregation === 'ratio' && Number.isNaN(denominator));
}

/** The rules of the device tree: parts of unknown capacity count like the average of the others. */
function coverageOf(rule: FleetRule, parts: readonly MetricPart[]): number {
  const children = parts.map((part) => ({ capacity: part.capacity, values: Float64Array.of(isKnown(rule, part) ? 1 : Number.NaN) }));
  return aggregateChildren('avg', children).coverage[0] ?? 0;
}

function aggregateParts(
  { aggregation, scale = PLAIN_RATIO, isMoney = false }: FleetRule,
  parts: readonly MetricPart[],
  sums: { numerator: number; denominator: number; known: number },
): number {
  if (sums.known === 0) return Number.NaN;
  switch (aggregation) {
    case 'sum':
      return isMoney ? sums.numerator : treeValue('sum', parts);
    case 'ratio':
      return sums.denominator === 0 ? Number.NaN : scale.factor * (sums.numerator / sums.denominator + scale.offset);
    case 'mean':
      return treeValue('avg', parts);
    case 'weightedMean':
      return treeValue('cap', parts);
    case 'oldest':
      return treeValue('max', parts);
    case 'none':
      return parts.length === 1 ? (parts[0]?.numerator ?? Number.NaN) : Number.NaN;
  }
}

function treeValue(aggregation: 'sum' | 'avg' | 'cap' | 'max', parts: readonly MetricPart[]): number {
  const children = parts.map(({ capacity, numerator }) => ({ capacity, values: Float64Array.of(numerator) }));
  return aggregateChildren(aggregation, children).values[0] ?? Number.NaN;
}

function reasonOf<Reason extends string>(
  rule: FleetRule,
  parts: readonly MetricPart<Reason>[],
  { value, known }: { value: number; known: number },
): FleetValue<Reason>['reason'] {
  if (Number.isNaN(value) && known > 0 && rule.aggregation === 'none') return 'notAggregable';
  if (Number.isNaN(value) && known > 0 && rule.aggregation !== 'ratio') return 'incomplete';
  const capacities = new Map<Reason, number>();
  for (const { reason, capacity } of parts) {
    if (reason !== null) capacities.set(reason, (capacities.get(reason) ?? 0) + (capacity > 0 ? capacity : 0));
  }
  const [leading] = [...capacities].sort(([, a], [, b]) => b - a);
  return leading?.[0] ?? 'incomplete';
}

function total(parts: readonly MetricPart[], of: 'numerator' | 'denominator'): number {
  return parts.reduce((sum, part) => sum + part[of], 0);
}

function capacityOf(parts: readonly MetricPart[]): number {
  return parts.reduce((sum, { capacity }) => sum + (capacity > 0 ? capacity : 0), 0);
}

function compareText(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
