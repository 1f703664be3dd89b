import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { signalEndpoints } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import type { ReadQuery, SignalStore } from '../../../signals/signal-store.ts';
import { type Asker, getAskedSegments } from './asked-segments.ts';
import { type AskedSeries, assertCounts, getDefinitions, toAggregation, toAskedSeries } from './asked-series.ts';
import { type ChosenResolution, chooseResolution, countPoints, type FixedResolution, toBucketUnit } from './resolution.ts';
import type { AskedSegment, SignalDirectory } from './signal-directory.ts';

export type SignalValuesQuestion = BodyOf<typeof signalEndpoints.values>;

export interface QueryDeps {
  signals: SignalStore;
  directory: SignalDirectory;
  now: () => number;
}

/** A question after everything was checked: which series, when, how fine. */
export interface PreparedQuestion {
  series: AskedSeries[];
  segments: AskedSegment[];
  period: Period;
  chosen: ChosenResolution;
  /** Nobody asked for these buckets: what they hide of the extremes is told with them. */
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

/** @throws AppError for what is out of scope, unknown, or more than one answer may hold */
export async function prepareQuestion(deps: QueryDeps, caller: Asker, question: SignalValuesQuestion): Promise<PreparedQuestion> {
  const prepared = await prepareExport(deps, caller, question);
  const { series, perSeries, maxPoints } = prepared;
  const requested = series.length * Math.min(perSeries, maxPoints ?? perSeries) * (question.comparison ? 2 : 1);
  if (requested > LIMITS.datapointsPerAnswer) {
    throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: LIMITS.datapointsPerAnswer } });
  }
  return prepared;
}

/** The same without a bound on points: an export may have any number. */
export async function prepareExport(
  { directory }: Pick<QueryDeps, 'directory'>,
  caller: Asker,
  question: SignalValuesQuestion,
): Promise<PreparedQuestion> {
  assertCounts(question);
  const definitions = getDefinitions(question.signalIds);
  // Whoever may not see a device is refused before anything of its series is used.
  const segments = await getAskedSegments(directory, caller, question.segmentIds);
  const series = toAskedSeries(segments, definitions, toAggregation(question));
  const period = { startMs: question.startMs, endMs: question.endMs };
  const zones = [...new Set(segments.map(({ zone }) => zone))];
  const zone = (zones.length === 1 ? zones[0] : undefined) ?? 'UTC';
  const intervalMs = Math.min(...segments.map((segment) => segment.intervalMs));
  const chosen = chooseResolution(question.resolution, period, { intervalMs, maxPoints: question.maxPoints });
  const perSeries = countPoints(chosen.resolution, period, { intervalMs, zone });
  return {
    series,
    segments,
    period,
    chosen,
    isAutomatic: question.resolution === 'auto',
    perSeries,
    maxPoints: chosen.resolution === 'raw' ? question.maxPoints : undefined,
    zone,
    inventoryVersion: caller.inventoryVersion,
  };
}

export function toReadQuery({ series, chosen, maxPoints, isAutomatic }: PreparedQuestion, period: Period, horizonMs: number): ReadQuery {
  return {
    ...period,
    series: series.map(({ question }) => question),
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
