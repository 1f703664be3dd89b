import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { formulaIdOf, formulaSignalId } from '@solvane/contract/formulas';
import { LIMITS } from '@solvane/contract/limits';
import type { signalEndpoints } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import type { ReadQuery, SignalReader } from '../../../signals/signal-reader.ts';
import { countFormulaSeries, isApplicable } from '../formulas/formula-values.ts';
import { type FormulaReader, findFormulas, type ReadyFormula } from '../formulas/stored-formulas.ts';
import { countPeriods } from './comparison.ts';
import { getRequestedSegments, type SignalCaller } from './requested-segments.ts';
import { assertCounts, getDefinitions, type RequestedSeries, toAggregation, toRequestedSeries } from './requested-series.ts';
import { type ChosenResolution, chooseResolution, countPoints, type FixedResolution, toBucketUnit } from './resolution.ts';
import type { RequestedSegment, SignalDirectory } from './signal-directory.ts';

export type SignalValuesBody = BodyOf<typeof signalEndpoints.values>;

export interface QueryDeps {
  db: Db;
  signals: SignalReader;
  directory: SignalDirectory;
  now: () => number;
}

/** A request after everything was checked: which series, when, how fine. */
export interface PreparedRequest {
  series: RequestedSeries[];
  /** Calculated signals that are requested, and how many series the store is read for them. */
  formulas: ReadyFormula[];
  formulaSeries: number;
  segments: RequestedSegment[];
  period: Period;
  chosen: ChosenResolution;
  /** These buckets were not requested: what they hide of the extremes is returned with them. */
  isAutomatic: boolean;
  /** Upper bound of the points of one series. */
  perSeries: number;
  /** Raw points per series beyond which they are reduced. */
  maxPoints: number | undefined;
  /** The zone of all sites, or UTC where they differ. */
  zone: string;
  /** What the caller came with (see signal-directory.ts). */
  inventoryVersion: string | undefined;
}

/** @throws AppError for what is out of scope, unknown, or more than one response may hold */
export async function prepareRequest(
  deps: QueryDeps,
  caller: SignalCaller & FormulaReader,
  request: SignalValuesBody,
): Promise<PreparedRequest> {
  const prepared = await prepareExport(deps, caller, request);
  const { series, formulas, segments, perSeries, maxPoints } = prepared;
  const calculated = formulas.reduce((sum, { formula }) => sum + segments.filter((segment) => isApplicable(formula, segment)).length, 0);
  const requested = (series.length + calculated) * Math.min(perSeries, maxPoints ?? perSeries) * countPeriods(request.comparison);
  if (requested > LIMITS.datapointsPerResponse) {
    throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: LIMITS.datapointsPerResponse } });
  }
  return prepared;
}

/** The same without a bound on points: an export may have any number. */
export async function prepareExport(
  { db, directory }: Pick<QueryDeps, 'db' | 'directory'>,
  caller: SignalCaller & FormulaReader,
  request: SignalValuesBody,
): Promise<PreparedRequest> {
  assertCounts(request);
  const formulas = await findFormulas(
    db,
    caller,
    request.signalIds.flatMap((id) => formulaIdOf(id) ?? []),
  );
  const isFormula = new Set<string>(formulas.map(({ formulaId }) => formulaSignalId(formulaId)));
  // What is no formula of the caller is unknown, as a signal that the catalogue does not have.
  const definitions = getDefinitions(request.signalIds.filter((id) => !isFormula.has(id)));
  // A caller who may not see a device is refused before anything of its series is used.
  const segments = await getRequestedSegments(directory, caller, request.segmentIds);
  const series = toRequestedSeries(segments, definitions, toAggregation(request));
  const period = { startMs: request.startMs, endMs: request.endMs };
  const zones = [...new Set(segments.map(({ zone }) => zone))];
  const zone = (zones.length === 1 ? zones[0] : undefined) ?? 'UTC';
  const intervalMs = Math.min(...segments.map((segment) => segment.intervalMs));
  const chosen = chooseResolution(request.resolution, period, { intervalMs, maxPoints: request.maxPoints });
  const perSeries = countPoints(chosen.resolution, period, { intervalMs, zone });
  return {
    series,
    formulas,
    formulaSeries: countFormulaSeries(formulas, segments),
    segments,
    period,
    chosen,
    isAutomatic: request.resolution === 'auto',
    perSeries,
    maxPoints: chosen.resolution === 'raw' ? request.maxPoints : undefined,
    zone,
    inventoryVersion: caller.inventoryVersion,
  };
}

export function toReadQuery({ series, chosen, maxPoints, isAutomatic }: PreparedRequest, period: Period, horizonMs: number): ReadQuery {
  return {
    ...period,
    series: series.map(({ query }) => query),
    resolution: toStoreResolution(chosen.resolution),
    maxPoints,
    withExtremes: isAutomatic && chosen.resolution !== 'raw',
    withCompleteness: chosen.resolution !== 'raw',
    horizonMs: Math.min(horizonMs, period.endMs),
  };
}

function toStoreResolution(resolution: FixedResolution): ReadQuery['resolution'] {
  return resolution === 'raw' ? 'raw' : toBucketUnit(resolution);
}
