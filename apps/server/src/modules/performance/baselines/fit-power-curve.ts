import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { powerCurveEndpoints } from '@solvane/contract/models';
import { localDayOf } from '@solvane/energy/time/local-day';
import { REFERENCE_AIR_DENSITY } from '@solvane/energy/wind/air-density';
import { fittedCurve } from '@solvane/energy/wind/fitted-curve';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';
import { disturbedIntervals, readTurbineColumns, type TurbineReaders } from './turbine-columns.ts';

interface FitDeps extends TurbineReaders {
  db: Db;
}

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
  const { power, windSpeed, airDensity } = await readTurbineColumns(deps, device, { period, stepMs });
  const { curve, hours, isComplete } = fittedCurve({
    ...{ power, windSpeed, airDensity },
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
