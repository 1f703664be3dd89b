import { setImmediate } from 'node:timers/promises';
import { formulaSignalId } from '@solvane/contract/formulas';
import type { SegmentId } from '@solvane/contract/ids';
import { evaluateFormula, type FormulaScope } from '@solvane/energy/formulas/evaluate-formula';
import type { FormulaNode } from '@solvane/energy/formulas/formula-tree';
import type { Formula } from '@solvane/energy/formulas/parse-formula';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { type BucketUnit, bucketsIn, CLOCK_UNITS, isClockUnit } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { isUnit } from '@solvane/energy/units/units';
import { aggregateBuckets } from '@solvane/series/bucket-values';
import { heldValues, shortestStepMs } from '@solvane/series/held-values';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments as segmentTable } from '../../../db/schema/fleet.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import { type NativeSeries, readNativeSeries } from '../derived/native-series.ts';
import { toRequestedSeries } from '../queries/requested-series.ts';
import type { RequestedSegment, SignalDirectory } from '../queries/signal-directory.ts';
import type { ReadyFormula } from './stored-formulas.ts';

export interface FormulaDeps {
  db: Db;
  signals: Pick<SignalReader, 'read'>;
  directory: Pick<SignalDirectory, 'findSegments'>;
}

export interface FormulaRequest {
  formulas: readonly ReadyFormula[];
  segments: readonly RequestedSegment[];
  period: Period;
  /** Buckets of the response; undefined: native intervals. Only formulas over aggregated inputs are computed in them. */
  unit: BucketUnit | undefined;
  inventoryVersion: string | undefined;
  /** What is done to the points of inputs that are aggregated before the formula is computed. */
  filterInputs: (series: readonly NativeSeries[]) => Promise<readonly NativeSeries[]>;
}

/** Series of formulas; those in buckets are not aggregated again. */
export interface FormulaSeries extends NativeSeries {
  isInBuckets: boolean;
}

/** Whether a device has the signals of its own that the formula reads. */
export function isApplicable({ ownSignalIds }: Formula, { series }: Pick<RequestedSegment, 'series'>): boolean {
  return ownSignalIds.every((signalId) => series.has(signalId));
}

/** Points that computing the formulas reads, at most. */
export function countFormulaSeries(formulas: readonly ReadyFormula[], segments: readonly RequestedSegment[]): number {
  return formulas.reduce(
    (sum, { formula }) => sum + segments.filter((segment) => isApplicable(formula, segment)).length * Math.max(1, formula.signalIds.length),
    0,
  );
}

/** Values of formulas at devices, in the order of the formulas, then of the devices that have their signals. */
export async function readFormulaSeries(deps: FormulaDeps, request: FormulaRequest): Promise<FormulaSeries[]> {
  return request.formulas.length === 0 ? [] : computeFormulas(request, await readFormulaInputs(deps, request));
}

/** The same from points that are read already. */
export async function computeFormulas(
  request: FormulaRequest,
  { inputs, siblings, period: wide }: FormulaInputs,
): Promise<FormulaSeries[]> {
  const { formulas, segments, period } = request;
  const filtered = formulas.some(isOfInputs) && request.unit !== undefined ? await request.filterInputs(inputs) : inputs;
  const natively = createScopes({ inputs: byDevice(inputs), siblings, period: wide, unit: undefined });
  const inBuckets = createScopes({ inputs: byDevice(filtered), siblings, period: wide, unit: request.unit });
  const series: FormulaSeries[] = [];
  for (const one of formulas) {
    const isInBuckets = isOfInputs(one) && request.unit !== undefined;
    for (const segment of segments.filter((each) => isApplicable(one.formula, each))) {
      series.push(toSeries(one, { segment, scope: (isInBuckets ? inBuckets : natively)(segment), period, isInBuckets }));
      // Other requests have their turn between two devices.
      await setImmediate();
    }
  }
  return series;
}

interface FormulaInputs {
  /** Points of everything that the formulas read, of the devices themselves and of those that functions over devices read. */
  inputs: NativeSeries[];
  /** Devices of functions over devices, by site and type. */
  siblings: ReadonlyMap<string, readonly RequestedSegment[]>;
  /** The period, and before it what the formulas look back on. */
  period: Period;
}

/** What goes into formulas; at least one. */
export async function readFormulaInputs(deps: FormulaDeps, request: FormulaRequest): Promise<FormulaInputs> {
  const { formulas, segments, period } = request;
  const lookBackMs = Math.max(...formulas.map(({ formula }) => formula.lookBackMs)) * (request.unit === undefined ? 1 : 2);
  const wide = { startMs: period.startMs - lookBackMs, endMs: period.endMs };
  const siblings = await readSiblings(deps, request);
  const devices = [...new Map([...segments, ...[...siblings.values()].flat()].map((segment) => [segment.segmentId, segment])).values()];
  const definitions = [...new Set(formulas.flatMap(({ formula }) => formula.signalIds))].flatMap((id) => findSignalDefinition(id) ?? []);
  const inputs = await readNativeSeries(deps.signals, toRequestedSeries(devices, definitions, undefined), wide);
  return { inputs, siblings, period: wide };
}

function isOfInputs({ timeAggregation }: ReadyFormula): boolean {
  return timeAggregation === 'inputs';
}

interface Evaluated {
  segment: RequestedSegment;
  scope: FormulaScope;
  period: Period;
  isInBuckets: boolean;
}

function toSeries(
  { formulaId, name, formula, timeAggregation, treeAggregation }: ReadyFormula,
  { segment, scope, period, isInBuckets }: Evaluated,
): FormulaSeries {
  const values = evaluateFormula(formula, scope);
  const isInside = (timeMs: number): boolean =>
    timeMs + scope.stepMs > period.startMs && (isInBuckets || timeMs >= period.startMs) && timeMs < period.endMs;
  const kept = [...scope.timesMs.keys()].filter((i) => isInside(scope.timesMs[i] ?? Number.NaN));
  return {
    segment,
    definition: {
      signalId: formulaSignalId(formulaId),
      apCode: formulaSignalId(formulaId).split('||')[0] ?? '',
      calcType: 'Calculated',
      name,
      unit: formula.unit,
      treeAggregation,
    },
    aggregation: timeAggregation === 'inputs' ? 'avg' : timeAggregation,
    timesMs: Float64Array.from(kept, (i) => scope.timesMs[i] ?? Number.NaN),
    values: Float64Array.from(kept, (i) => values[i] ?? Number.NaN),
    isInBuckets,
  };
}

interface Scopes {
  inputs: ReadonlyMap<SegmentId, readonly NativeSeries[]>;
  siblings: ReadonlyMap<string, readonly RequestedSegment[]>;
  period: Period;
  unit: BucketUnit | undefined;
}

/** Columns on one grid per site: native intervals of the site, or buckets of its calendar. */
function createScopes({ inputs, siblings, period, unit }: Scopes): (segment: RequestedSegment) => FormulaScope {
  const grids = new Map<string, { timesMs: Float64Array; edgesMs: Float64Array; stepMs: number }>();
  const scopes = new Map<SegmentId, FormulaScope>();
  const shared = new Map<FormulaNode, Map<string, Float64Array>>();
  const gridOf = ({ siteId, zone, intervalMs }: RequestedSegment) => {
    const known = grids.get(siteId) ?? (unit === undefined ? nativeGrid(period, intervalMs) : bucketGrid(period, unit, zone));
    grids.set(siteId, known);
    return known;
  };
  const scopeOf = (segment: RequestedSegment): FormulaScope => {
    const known = scopes.get(segment.segmentId);
    if (known) return known;
    const { timesMs, edgesMs, stepMs } = gridOf(segment);
    const ofDevice = new Map((inputs.get(segment.segmentId) ?? []).map((one) => [one.definition.signalId, one]));
    const columns = new Map<string, Float64Array | undefined>();
    const scope: FormulaScope = {
      timesMs,
      stepMs,
      zone: segment.zone,
      column: (signalId) => {
        if (!columns.has(signalId)) columns.set(signalId, onGrid(ofDevice.get(signalId), { timesMs, edgesMs, stepMs }));
        return columns.get(signalId);
      },
      unitOf: (signalId) => {
        const own = findSignalDefinition(signalId)?.unit ?? '';
        return isUnit(own) ? own : '';
      },
      shared: (call, segmentType, compute) => {
        const results = shared.get(call) ?? new Map<string, Float64Array>();
        shared.set(call, results);
        const key = siblingsKey(segment, segmentType);
        const result = results.get(key) ?? compute();
        results.set(key, result);
        return result;
      },
      devices: (segmentType) => (siblings.get(siblingsKey(segment, segmentType)) ?? []).map(scopeOf),
    };
    scopes.set(segment.segmentId, scope);
    return scope;
  };
  return scopeOf;
}

function nativeGrid({ startMs, endMs }: Period, stepMs: number) {
  const first = Math.floor(startMs / stepMs);
  const count = Math.max(0, Math.ceil(endMs / stepMs) - first);
  const edgesMs = Float64Array.from({ length: count + 1 }, (_, i) => (first + i) * stepMs);
  return { timesMs: edgesMs.subarray(0, count), edgesMs, stepMs };
}

function bucketGrid(period: Period, unit: BucketUnit, zone: string) {
  const { keysMs, edgesMs } = bucketsIn(period, unit, zone);
  return {
    timesMs: keysMs,
    edgesMs,
    stepMs: isClockUnit(unit) ? CLOCK_UNITS[unit] : { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit] * DAY_MS,
  };
}

/** Finer points become one per step by the signal's own aggregation; a coarser one holds for its interval, and a sum is spread over it. */
function onGrid(
  series: NativeSeries | undefined,
  { timesMs, edgesMs, stepMs }: { timesMs: Float64Array; edgesMs: Float64Array; stepMs: number },
): Float64Array | undefined {
  if (!series) return undefined;
  const ownMs = shortestStepMs(series.timesMs);
  if (!(ownMs > stepMs)) return aggregateBuckets(series, edgesMs, series.aggregation).values;
  const held = heldValues(series, timesMs, ownMs);
  return series.aggregation === 'sum' ? held.map((value) => (value * stepMs) / ownMs) : held;
}

function byDevice(series: readonly NativeSeries[]): Map<SegmentId, readonly NativeSeries[]> {
  return Map.groupBy(series, ({ segment }) => segment.segmentId);
}

function siblingsKey({ siteId, segmentType }: RequestedSegment, wanted: string | undefined): string {
  return `${siteId} ${wanted ?? segmentType}`;
}

/** Devices of the sites that functions over devices read, by site and type. The caller sees the site, so all of its devices. Index: segments (site_id). */
async function readSiblings(
  { db, directory }: FormulaDeps,
  { formulas, segments, inventoryVersion }: FormulaRequest,
): Promise<Map<string, RequestedSegment[]>> {
  const wanted = new Set(formulas.flatMap(({ formula }) => formula.segmentTypes));
  if (wanted.size === 0) return new Map();
  const types = new Set([...wanted].flatMap((type) => (type === undefined ? segments.map(({ segmentType }) => segmentType) : [type])));
  const rows = await db
    .select({ id: segmentTable.id })
    .from(segmentTable)
    .where(
      and(
        isOneOf(segmentTable.siteId, new Set(segments.map(({ siteId }) => siteId))),
        inArray(segmentTable.segmentType, [...types]),
        eq(segmentTable.isDisabled, false),
      ),
    );
  const found = await directory.findSegments(
    inventoryVersion,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(found.values(), (segment) => siblingsKey(segment, undefined));
}
