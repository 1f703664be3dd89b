import type { ResponseOf } from '@solvane/contract/endpoint';
import { type SegmentId, type SiteId, signalIdSchema } from '@solvane/contract/ids';
import type { referenceTurbineEndpoints, SiteTurbine, TurbineSimilarity } from '@solvane/contract/models';
import { distanceKm } from '@solvane/energy/devices/distance';
import { alignToGrid } from '@solvane/series/align';
import { correlation } from '@solvane/series/correlation';
import type { Caller } from '../../http/caller.ts';
import type { QueryDeps } from '../signals/queries/prepare-request.ts';
import { readSignalColumns } from '../signals/queries/signal-values.ts';
import { readTurbines } from './reference-turbines.ts';
import { assertSite } from './site-tables.policy.ts';

const HOUR_MS = 3_600_000;
const DAYS = 90;
const HOURS = DAYS * 24;
/** Of a large site each turbine is compared with its nearest. */
const NEAREST = 30;
/** Fewer common hours say nothing. */
const MIN_HOURS = 24;
/** As many as one query of the store takes with this many hours. */
const PER_QUERY = 500;
const POWER = signalIdSchema.parse('ActivePower||Raw');

/** How alike the measured hourly powers of turbines were, while both produced: what is estimated may come from the very reference. */
export async function readTurbineSimilarity(
  deps: QueryDeps,
  caller: Caller,
  siteId: SiteId,
): Promise<ResponseOf<typeof referenceTurbineEndpoints.similarity>> {
  assertSite(caller, siteId);
  const turbines = await readTurbines(deps.db, siteId);
  const endMs = Math.floor(deps.now() / HOUR_MS) * HOUR_MS;
  const powers = await readPowers(
    deps,
    caller,
    turbines.map(({ segmentId }) => segmentId),
    { startMs: endMs - HOURS * HOUR_MS, endMs },
  );
  return { days: DAYS, turbines: turbines.map((turbine) => similarityOf(turbine, turbines, powers)) };
}

async function readPowers(
  deps: QueryDeps,
  caller: Caller,
  ids: readonly SegmentId[],
  period: { startMs: number; endMs: number },
): Promise<Map<string, Float64Array>> {
  const powers = new Map<string, Float64Array>();
  for (let at = 0; at < ids.length; at += PER_QUERY) {
    const { series } = await readSignalColumns(deps, caller, {
      ...period,
      segmentIds: ids.slice(at, at + PER_QUERY),
      signalIds: [POWER],
      resolution: 'hour',
      aggregation: 'default',
      treeAggregation: 'device',
    });
    for (const { key, timesMs, values } of series)
      powers.set(key, alignToGrid(timesMs, values, { startMs: period.startMs, stepMs: HOUR_MS, count: HOURS }));
  }
  return powers;
}

function similarityOf(
  turbine: SiteTurbine,
  turbines: readonly SiteTurbine[],
  powers: ReadonlyMap<string, Float64Array>,
): TurbineSimilarity {
  const own = powers.get(turbine.segmentId);
  const known = own?.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0) ?? 0;
  const others = nearestOf(turbine, turbines).map(({ segmentId }) => {
    const other = powers.get(segmentId);
    const { pairs, r } = own && other ? correlation(own, other, (a, b) => a > 0 && b > 0) : { pairs: 0, r: Number.NaN };
    return { segmentId, hours: pairs, correlation: pairs < MIN_HOURS || Number.isNaN(r) ? null : r };
  });
  return { segmentId: turbine.segmentId, dataShare: known / HOURS, others };
}

function nearestOf(turbine: SiteTurbine, turbines: readonly SiteTurbine[]): SiteTurbine[] {
  const others = turbines.filter(({ segmentId }) => segmentId !== turbine.segmentId);
  if (others.length <= NEAREST) return others;
  const placeOf = ({ latitude, longitude }: SiteTurbine) => ({ latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN });
  const distances = new Map(others.map((other) => [other, distanceKm(placeOf(turbine), placeOf(other))]));
  const rankOf = (other: SiteTurbine): number => {
    const distance = distances.get(other) ?? Number.NaN;
    return Number.isNaN(distance) ? Number.MAX_VALUE : distance;
  };
  return others.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, NEAREST);
}
