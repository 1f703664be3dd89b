import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { formulaIdOf, formulaSignalId } from '@solvane/contract/formulas';
import { type SegmentId, type SignalId, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { NO_METHOD } from '@solvane/energy/quality/methods';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { parseSignalId, toSignalId } from '@solvane/energy/signals/signal-id';
import { unitInCurrency } from '@solvane/energy/units/currency';
import type { Caller } from '../../../http/caller.ts';
import type { SignalReader, StoredSeries } from '../../../signals/signal-reader.ts';
import { isApplicable, readFormulaSeries } from '../formulas/formula-values.ts';
import { findFormulas, findVisibleFormulas, type ReadyFormula } from '../formulas/stored-formulas.ts';
import type { QueryDeps } from './prepare-request.ts';
import { getRequestedSegments } from './requested-segments.ts';
import { assertDeviceCount, getDefinitions } from './requested-series.ts';
import type { RequestedSegment } from './signal-directory.ts';
import { facetOf, QUALITY_CALC_TYPES, type StoredSignal, storedSignalOf } from './stored-signal.ts';

/** Signals that have a value, per segment. */
export async function listDefinitions(
  { db, directory }: Pick<QueryDeps, 'db' | 'directory'>,
  caller: Caller,
  segmentIds: readonly SegmentId[],
): Promise<SignalDefinition[]> {
  assertDeviceCount(segmentIds);
  const segments = await getRequestedSegments(directory, caller, segmentIds);
  const formulas = await findVisibleFormulas(db, caller);
  return segments.flatMap((segment) => [...listStored(segment), ...listCalculated(segment, formulas)]);
}

/** Formulas whose signals the device has. */
function listCalculated(segment: RequestedSegment, formulas: readonly ReadyFormula[]): SignalDefinition[] {
  return formulas
    .filter(({ formula }) => isApplicable(formula, segment))
    .map(({ formulaId, name, formula, timeAggregation, treeAggregation }) => {
      const signalId = formulaSignalId(formulaId);
      return {
        segmentId: segment.segmentId,
        signalId,
        apCode: signalId.split('||')[0] ?? signalId,
        calcType: 'Calculated',
        name,
        unit: unitInCurrency(formula.unit, segment.currency),
        measurementTypeName: 'Formula',
        timeAggregation: timeAggregation === 'inputs' ? 'avg' : timeAggregation,
        treeAggregation,
      };
    });
}

function listStored({ segmentId, series, currency }: RequestedSegment): SignalDefinition[] {
  return [...series.keys()].flatMap(withQualitySignals).flatMap((signalId) => {
    const definition = findSignalDefinition(signalId);
    if (!definition || definition.isHidden) return [];
    const { apCode, calcType, name, unit, measurementTypeName, timeAggregation, treeAggregation } = definition;
    return {
      segmentId,
      signalId: signalIdSchema.parse(signalId),
      apCode,
      calcType,
      name,
      unit: unitInCurrency(unit, currency),
      measurementTypeName,
      timeAggregation,
      treeAggregation,
    };
  });
}

/** A validated signal also says how good its values are. */
function withQualitySignals(signalId: string): string[] {
  const name = parseSignalId(signalId);
  if (name?.calcType !== 'Validated') return [signalId];
  return [signalId, ...QUALITY_CALC_TYPES.map((calcType) => toSignalId(name.apCode, calcType))];
}

/** Newest point of each signal; of every stored signal when none is named. */
export async function readLatest(
  deps: QueryDeps,
  caller: Caller,
  { segmentIds, signalIds }: BodyOf<typeof signalEndpoints.latest>,
): Promise<ResponseOf<typeof signalEndpoints.latest>> {
  const { db, directory, signals, now } = deps;
  const segments = await getRequestedSegments(directory, caller, segmentIds);
  const formulaIds = (signalIds ?? []).flatMap((id) => formulaIdOf(id) ?? []);
  // Of every signal: computing all formulas is worth it for a few devices only, as a panel shows them.
  const ofAll = signalIds === undefined && segments.length <= LIMITS.previewDevices;
  const formulas = ofAll ? await findVisibleFormulas(db, caller) : await findFormulas(db, caller, formulaIds);
  const isFormula = new Set<string>(formulas.map(({ formulaId }) => formulaSignalId(formulaId)));
  const wanted = signalIds && getDefinitions(signalIds.filter((id) => !isFormula.has(id)));
  const names = new Map<number, LatestName[]>();
  for (const { segmentId, series, zone, intervalMs } of segments) {
    for (const definition of wanted ?? [...series.keys()].flatMap((id) => findSignalDefinition(id) ?? [])) {
      const stored = storedSignalOf(definition);
      const signal = series.get(stored.signalId);
      if (!signal) continue;
      const name = { ...stored, segmentId, zone, intervalMs, signalId: signalIdSchema.parse(definition.signalId) };
      names.set(signal.series, [...(names.get(signal.series) ?? []), name]);
    }
  }
  const { series, timesMs, values, flags } = await signals.readLatest([...names.keys()]);
  const items: ResponseOf<typeof signalEndpoints.latest>['items'] = [];
  for (let i = 0; i < series.length; i++) {
    const [number, timeMs] = [series[i] ?? Number.NaN, timesMs[i] ?? Number.NaN];
    for (const { segmentId, signalId, facet, ...stored } of names.get(number) ?? []) {
      const point = { value: values[i] ?? Number.NaN, flags: flags[i] ?? 0 };
      const method = facet === 'method' ? await readMethod(signals, { ...stored, series: number }, timeMs) : NO_METHOD;
      const value = facetOf({ ...point, method }, facet);
      if (!Number.isNaN(value)) items.push({ segmentId, signalId, timeMs, value });
    }
  }
  items.push(...(await readLatestCalculated(deps, { formulas, segments, inventoryVersion: caller.inventoryVersion })));
  return { nowMs: now(), items };
}

/** How far back the newest value of a formula is looked for. */
const LATEST_MS = 86_400_000;

/** Newest interval in which a formula has a value, within a day. */
async function readLatestCalculated(
  deps: QueryDeps,
  request: { formulas: readonly ReadyFormula[]; segments: readonly RequestedSegment[]; inventoryVersion: string | undefined },
): Promise<ResponseOf<typeof signalEndpoints.latest>['items']> {
  const nowMs = deps.now();
  const period = { startMs: nowMs - LATEST_MS, endMs: nowMs };
  const series = await readFormulaSeries(deps, { ...request, period, unit: undefined, filterInputs: async (inputs) => inputs });
  return series.flatMap(({ segment, definition, timesMs, values }) => {
    const last = values.findLastIndex((value) => !Number.isNaN(value));
    const [timeMs, value] = [timesMs[last], values[last]];
    if (timeMs === undefined || value === undefined) return [];
    return { segmentId: segment.segmentId, signalId: signalIdSchema.parse(definition.signalId), timeMs, value };
  });
}

interface LatestName extends StoredSignal {
  segmentId: SegmentId;
  signalId: SignalId;
  zone: string;
  intervalMs: number;
}

/** Newest points do not keep the method; it stands with the point itself. */
async function readMethod(signals: Pick<SignalReader, 'read'>, stored: StoredSeries, timeMs: number): Promise<number> {
  const request = { ...stored, aggregation: 'last', facet: 'method' } as const;
  const { series } = await signals.read({ series: [request], startMs: timeMs, endMs: timeMs + 1, resolution: 'raw' });
  return series[0]?.values[0] ?? NO_METHOD;
}
