import type { BodyOf } from '@solvane/contract/endpoint';
import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import type { MeasuredRating, powerCurveEndpoints } from '@solvane/contract/models';
import { capacityRegression, ratedCapacity, reportingConditions } from '@solvane/energy/pv/capacity-test';
import { powerRatingLine, ratingDeviation, ratingSums, steadyBrightIntervals } from '@solvane/energy/pv/power-rating-line';
import type { RatingBaseline } from '@solvane/energy/pv/rating-baseline';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import type { ConfiguredSite } from '../configuration/site-configuration.ts';
import { readSiteBaselines } from '../queue/baselines.ts';
import { findFirstPoint } from '../queue/load-task.ts';
import { filteredIntervals, type PointFiltering } from './filtered-intervals.ts';
import { readSolarColumns, type SolarReaders } from './solar-columns.ts';

type Body = BodyOf<typeof powerCurveEndpoints.measured>;

export interface RatingReaders extends SolarReaders {
  now: () => number;
}

interface RatedDevice {
  segmentId: SegmentId;
  name: string;
  siteName: string;
}

interface RatingsOfSite {
  devices: readonly RatedDevice[];
  configured: ConfiguredSite;
  body: Pick<Body, 'prtPeriod' | 'hasCapacityTest'>;
  /** Months that have begun, or other periods. */
  months: readonly Window[];
  /** Absent: nothing is left out. */
  filtering?: PointFiltering;
}

interface Window {
  /** First day of a month. null: another period */
  day: number | null;
  period: Period;
}

/** Rating lines of the inverters of a site, their baselines, and what a capacity test makes of the same points. */
export async function readMeasuredRatings(
  deps: RatingReaders,
  { devices, configured, body, months, filtering }: RatingsOfSite,
): Promise<MeasuredRating[]> {
  const { db, now } = deps;
  const { fixed } = await readSiteBaselines(db, configured, { beginMs: await findFirstPoint(db, configured.siteId), nowMs: now() });
  const windows = body.prtPeriod === 'months' ? months : [newestDays(Number(body.prtPeriod), configured, now())];
  const last = windows.at(-1);
  if (!last) return [];
  const { site } = configured.setupOn(localDayOf(last.period.endMs - 1, configured.zone));
  const ratings: MeasuredRating[] = [];
  for (const device of devices) {
    const own = site.devices.find(({ id }) => id === device.segmentId);
    if (own?.energySource !== 'PV' || !(own.capacityDc > 0)) continue;
    const parts: Points[] = [];
    for (const window of windows) parts.push(await readPoints(deps, { device: own, devices: site.devices, window, configured, filtering }));
    ratings.push(toRating(device, { parts, windows, baseline: fixed.get(own.id), hasTest: body.hasCapacityTest }));
  }
  return ratings;
}

/** To the end of the last complete local day. */
function newestDays(count: number, { zone }: ConfiguredSite, nowMs: number): Window {
  const today = localDayOf(nowMs, zone);
  return { day: null, period: { startMs: dayStart(today - count, zone), endMs: dayStart(today, zone) } };
}

/** Columns of a window, and which intervals count. */
interface Points {
  nominalPower: Float64Array;
  power: Float64Array;
  planeIrradiance: Float64Array;
  ambientTemperature: Float64Array;
  windSpeed: Float64Array;
  selected: Uint8Array;
}

interface PointsOf {
  device: SiteDevice;
  devices: readonly SiteDevice[];
  window: Window;
  configured: ConfiguredSite;
  filtering: PointFiltering | undefined;
}

/** Intervals without events, clipping or estimates in steady strong light. */
async function readPoints(deps: RatingReaders, { device, devices, window, configured, filtering }: PointsOf): Promise<Points> {
  const { disturbed, clipped, estimated, ...columns } = await readSolarColumns(deps, {
    device,
    devices,
    period: window.period,
    configured,
  });
  const grid = { period: window.period, stepMs: configured.stepMs };
  const filtered = filtering && (await filteredIntervals(filtering, segmentIdSchema.parse(device.id), grid));
  const excluded = disturbed.map((isDisturbed, i) =>
    isDisturbed === 1 || clipped[i] === 1 || estimated[i] === 1 || filtered?.[i] === 1 ? 1 : 0,
  );
  const selected = steadyBrightIntervals({ planeIrradiance: columns.planeIrradiance, excluded, stepMs: configured.stepMs });
  return { ...columns, selected };
}

interface RatingParts {
  parts: readonly Points[];
  windows: readonly Window[];
  baseline: Pick<RatingBaseline, 'first' | 'last' | 'slope' | 'pointCount'> | undefined;
  hasTest: boolean;
}

function toRating({ segmentId, name, siteName }: RatedDevice, { parts, windows, baseline, hasTest }: RatingParts): MeasuredRating {
  const lines = parts.map((points, i) => {
    const line = powerRatingLine(points);
    return {
      month: isoDay(windows[i]?.day ?? null),
      slope: line?.slope ?? null,
      slopeError: line?.slopeError ?? null,
      residual: line?.residual ?? null,
      pointCount: ratingSums(points).pointCount,
    };
  });
  const newest = lines.findLast(({ slope }) => slope !== null)?.slope ?? null;
  const known = baseline && !Number.isNaN(baseline.slope) ? baseline : undefined;
  return {
    ...{ segmentId, name, siteName, lines },
    baseline: known
      ? { slope: known.slope, pointCount: known.pointCount, firstDay: toIsoDate(known.first), lastDay: toIsoDate(known.last) }
      : null,
    deviationPercent: known && newest !== null ? 100 * ratingDeviation(newest, known.slope) : null,
    capacity: hasTest ? testOf(parts) : null,
  };
}

function isoDay(day: number | null): string | null {
  return day === null ? null : toIsoDate(day);
}

/** ASTM E2848 over all windows together. null: too few points, or weather that varied too little */
function testOf(parts: readonly Points[]): MeasuredRating['capacity'] {
  const joined = (name: Exclude<keyof Points, 'selected'>) => Float64Array.from(parts.flatMap((part) => [...part[name]]));
  const columns = {
    power: joined('power'),
    planeIrradiance: joined('planeIrradiance'),
    ambientTemperature: joined('ambientTemperature'),
    windSpeed: joined('windSpeed'),
    selected: Uint8Array.from(parts.flatMap(({ selected }) => [...selected])),
  };
  const regression = capacityRegression(columns);
  if (!regression) return null;
  const conditions = reportingConditions(columns);
  return { ratingKw: ratedCapacity(regression, conditions), ...conditions, pointCount: regression.pointCount };
}
