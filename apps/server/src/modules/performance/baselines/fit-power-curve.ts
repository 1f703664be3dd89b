import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import type { powerCurveEndpoints } from '@solvane/contract/models';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { intervalGrid } from '@solvane/energy/time/interval';
import { localDayOf, type Period } from '@solvane/energy/time/local-day';
import { REFERENCE_AIR_DENSITY } from '@solvane/energy/wind/air-density';
import { fittedCurve } from '@solvane/energy/wind/fitted-curve';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { groupEvents } from '../../../db/schema/events.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';

interface FitDeps {
  db: Db;
  store: Pick<SignalReader, 'readPoints'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

const DISTURBING = ['Downtime', 'Curtailment', 'Degraded', 'Unknown'] as const;
const NOTHING = { points: [], airDensity: REFERENCE_AIR_DENSITY, hours: 0, isComplete: false };

/** Power curve of a turbine from its own data. @throws AppError resource.notFound when it is out of scope, or no turbine */
export async function fitPowerCurve(
  deps: FitDeps,
  caller: Pick<Caller, 'siteIds'>,
  { segmentId, ...asked }: BodyOf<typeof powerCurveEndpoints.fit>,
): Promise<ResponseOf<typeof powerCurveEndpoints.fit>> {
  const { db } = deps;
  const [segment] = await db.select({ siteId: segments.siteId }).from(segments).where(eq(segments.id, segmentId));
  const configured = segment && caller.siteIds.has(segment.siteId) ? await findConfiguredSite(db, segment.siteId) : undefined;
  const device = configured?.setupOn(localDayOf(asked.endMs - 1, configured.zone)).site.devices.find(({ id }) => id === segmentId);
  if (!configured || device?.energySource !== 'Wind') throw new AppError('resource.notFound');
  const { stepMs, siteSegmentId } = configured;
  const period = { startMs: Math.ceil(asked.startMs / stepMs) * stepMs, endMs: Math.floor(asked.endMs / stepMs) * stepMs };
  if (period.startMs >= period.endMs || !(device.capacityAc > 0)) return NOTHING;
  const { curve, hours, isComplete } = fittedCurve({
    ...(await readColumns(deps, device, { period, stepMs })),
    excluded: await disturbedIntervals(db, [segmentId, siteSegmentId], { period, stepMs }),
    ratedPower: device.capacityAc,
    cutIn: device.cutIn,
    cutOut: device.cutOut,
    stepHours: stepMs / 3_600_000,
  });
  const points = Array.from(curve?.windSpeed ?? [], (windSpeed, i) => ({
    windSpeed,
    power: curve?.power[i] ?? 0,
    isInterpolated: curve?.isInterpolated[i] === 1,
  }));
  return { points, airDensity: REFERENCE_AIR_DENSITY, hours, isComplete };
}

interface FitGrid {
  period: Period;
  stepMs: number;
}

/** Wind of the turbine, else of its met mast. */
async function readColumns({ store, registry }: FitDeps, device: SiteDevice, { period, stepMs }: FitGrid) {
  const mastId = device.primaryWeatherStationId;
  const ids = [device.id, mastId].filter((id): id is SegmentId => id !== undefined);
  const series = await registry.list(ids);
  const { count } = intervalGrid(period, stepMs);
  const read = async (segmentId: string | undefined, signalId: string): Promise<Float64Array | undefined> => {
    const found = series.find((each) => each.segmentId === segmentId && `${each.apCode}||${each.calcType}` === signalId);
    if (!found) return undefined;
    const points = await store.readPoints({ kind: pointKindOf(found.calcType), series: [found.series], ...period });
    const column = new Float64Array(count).fill(Number.NaN);
    for (let i = 0; i < points.timesMs.length; i++) {
      column[Math.round(((points.timesMs[i] ?? 0) - period.startMs) / stepMs)] = points.values[i] ?? Number.NaN;
    }
    return column;
  };
  const missing = () => new Float64Array(count).fill(Number.NaN);
  const [power, nacelle, mast, airDensity] = await Promise.all([
    read(device.id, 'ActivePower||Validated'),
    read(device.id, 'NacelleWindSpeed||Validated'),
    read(mastId, 'WindSpeed||Validated'),
    read(device.id, 'AirDensity||Calculated'),
  ]);
  return { power: power ?? missing(), windSpeed: nacelle ?? mast ?? missing(), airDensity: airDensity ?? missing() };
}

/** 1 where an event of the turbine or its site held it down. Index: group_events (site_id, start_ms). */
async function disturbedIntervals(db: Db, segmentIds: readonly SegmentId[], { period, stepMs }: FitGrid): Promise<Uint8Array> {
  const { startMs, count } = intervalGrid(period, stepMs);
  const disturbed = new Uint8Array(count);
  const rows = await db
    .select({ startMs: groupEvents.startMs, endMs: groupEvents.endMs })
    .from(groupEvents)
    .where(
      and(
        inArray(groupEvents.segmentId, [...segmentIds]),
        inArray(groupEvents.eventType, [...DISTURBING]),
        eq(groupEvents.isPromoted, false),
        lt(groupEvents.startMs, period.endMs),
        gt(groupEvents.endMs, period.startMs),
      ),
    );
  for (const event of rows) {
    const [first, last] = [Math.floor((event.startMs - startMs) / stepMs), Math.ceil((event.endMs - startMs) / stepMs)];
    disturbed.fill(1, Math.max(0, first), Math.max(0, Math.min(count, last)));
  }
  return disturbed;
}
