import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import {
  type MeasuredBin,
  type MeasuredCurve,
  type MeasuredRating,
  MOST_MEASURED_DEVICES,
  type powerCurveEndpoints,
} from '@solvane/contract/models';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { REFERENCE_AIR_DENSITY, windSpeedForDensity } from '@solvane/energy/wind/air-density';
import { type BinnedCurve, binnedCurve, extendedToCutOut, isCompleteCurve, measuredCurve } from '@solvane/energy/wind/binned-curve';
import { compareWithCurve } from '@solvane/energy/wind/curve-comparison';
import { type ConditionalCurve, selectCurves } from '@solvane/energy/wind/curve-selection';
import { countPoints, type PointCounts, runningPoints } from '@solvane/energy/wind/fitted-curve';
import type { PowerCurve } from '@solvane/energy/wind/power-curve';
import { yawError, yawLoss } from '@solvane/energy/wind/turbine-indicators';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import { powerCurves } from '../../../db/schema/models.ts';
import type { Caller } from '../../../http/caller.ts';
import type { QueryDeps } from '../../signals/queries/prepare-request.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';
import { filteredIntervals, type PointFiltering } from './filtered-intervals.ts';
import { type RatingReaders, readMeasuredRatings } from './measured-ratings.ts';
import { disturbedIntervals, readTurbineColumns, type TurbineReaders } from './turbine-columns.ts';

type Body = BodyOf<typeof powerCurveEndpoints.measured>;
type Configured = NonNullable<Awaited<ReturnType<typeof findConfiguredSite>>>;

type MeasuredDeps = TurbineReaders & RatingReaders & { queries: QueryDeps };

/**
 * Measured power curves of turbines and how far they are from the curve of a type, or rating lines of inverters.
 *
 * @throws AppError resource.notFound when a site or device is out of scope, signals.tooManyDevices for more devices than one answer holds
 */
export async function readMeasuredCurves(
  deps: MeasuredDeps,
  caller: PointFiltering['caller'],
  body: Body,
): Promise<ResponseOf<typeof powerCurveEndpoints.measured>> {
  const turbines = await findDevices(deps.db, caller, body);
  if (turbines.length > MOST_MEASURED_DEVICES)
    throw new AppError('signals.tooManyDevices', { values: { requested: turbines.length, allowed: MOST_MEASURED_DEVICES } });
  const filtering: PointFiltering = { deps: deps.queries, caller, filters: body.filters };
  const items: MeasuredCurve[] = [];
  const ratings: MeasuredRating[] = [];
  for (const [siteId, ofSite] of Map.groupBy(turbines, (turbine) => turbine.siteId)) {
    const configured = await findConfiguredSite(deps.db, siteId);
    if (!configured) continue;
    if (body.devices === 'inverters') {
      const months = monthsOf(body.months, { ...configured, nowMs: deps.now() });
      ratings.push(...(await readMeasuredRatings(deps, { devices: ofSite, configured, body, months, filtering })));
      continue;
    }
    for (const turbine of ofSite) items.push(...(await measuredOf(deps, { turbine, configured, body, filtering })));
  }
  return { items: await withCurveNames(deps.db, items), ratings };
}

/** A generic curve is stored nowhere: its id is no id of a stored one. */
async function withCurveNames(db: Db, items: readonly MeasuredCurve[]): Promise<MeasuredCurve[]> {
  const ids = new Set(items.flatMap(({ curve }) => curve?.id ?? []));
  if (ids.size === 0) return [...items];
  const rows = await db
    .select({ id: powerCurves.id, name: powerCurves.name })
    .from(powerCurves)
    .where(sql`${powerCurves.id}::text = any(${sql.param([...ids])}::text[])`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return items.map((item) => ({ ...item, curve: item.curve && { ...item.curve, ...(stored.get(item.curve.id ?? '') ?? GENERIC) } }));
}

const GENERIC = { id: null, name: null };

interface Turbine {
  segmentId: MeasuredCurve['segmentId'];
  siteId: SiteId;
  name: string;
  siteName: string;
}

const TYPES = { turbines: ['WindTurbine', 'Turbine'], inverters: ['Inverter'] } satisfies Record<Body['devices'], string[]>;

/** Index: segments_type, primary key of segments. */
async function findDevices(db: Db, caller: Pick<Caller, 'siteIds'>, { segmentIds, siteIds, devices }: Body): Promise<Turbine[]> {
  if (siteIds?.some((siteId) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const wanted = siteIds ? inArray(segments.siteId, siteIds) : inArray(segments.id, segmentIds ?? []);
  const rows = await db
    .select({ segmentId: segments.id, siteId: segments.siteId, name: segments.name, siteName: sites.name })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(and(wanted, inArray(segments.segmentType, TYPES[devices])))
    .orderBy(asc(sites.name), asc(segments.name));
  const known = new Set<string>(rows.filter(({ siteId }) => caller.siteIds.has(siteId)).map(({ segmentId }) => segmentId));
  if (segmentIds?.some((segmentId) => !known.has(segmentId))) throw new AppError('resource.notFound');
  return rows;
}

interface MeasuredOptions {
  turbine: Turbine;
  configured: Configured;
  body: Body;
  filtering: PointFiltering;
}

/** Nothing of a device without a rating, or that is no turbine on the last day. */
async function measuredOf(deps: MeasuredDeps, { turbine, configured, body, filtering }: MeasuredOptions): Promise<MeasuredCurve[]> {
  const { zone, stepMs } = configured;
  const months = monthsOf(body.months, { zone, stepMs, nowMs: deps.now() });
  const last = months.at(-1);
  if (!last) return [];
  const device = configured.setupOn(last.day).site.devices.find(({ id }) => id === turbine.segmentId);
  if (device?.energySource !== 'Wind' || !(device.capacityAc > 0)) return [];
  const curve = curveOf(device.curves, { type: body.type, atMs: last.period.endMs - stepMs, zone });
  const curveDensity = body.isDensityCorrected ? (curve?.airDensity ?? REFERENCE_AIR_DENSITY) : undefined;
  const parts: Part[] = [];
  for (const month of months) parts.push({ month, ...(await readPart(deps, device, { month, configured, curveDensity, filtering })) });
  const groups = body.by === 'month' ? parts.map((part) => [part]) : [parts];
  const common = { turbine, device, curve, curveDensity, binWidth: body.binWidth, stepHours: stepMs / 3_600_000 };
  return groups.map((group) => toMeasured(group, common));
}

interface Month {
  /** First day. */
  day: number;
  period: Period;
}

/** Months that have begun, each to now at most. */
function monthsOf(days: readonly string[], { zone, stepMs, nowMs }: { zone: string; stepMs: number; nowMs: number }): Month[] {
  const starts = [...new Set(days.map((text) => unitStart(parseIsoDate(text) ?? Number.NaN, 'month')))].sort((a, b) => a - b);
  return starts.flatMap((day) => {
    const startMs = Math.ceil(dayStart(day, zone) / stepMs) * stepMs;
    const endMs = Math.floor(Math.min(dayStart(addUnits(day, 'month', 1), zone), nowMs) / stepMs) * stepMs;
    return startMs < endMs ? [{ day, period: { startMs, endMs } }] : [];
  });
}

interface Part {
  month: Month;
  windSpeed: Float64Array;
  power: Float64Array;
  /** 1 where the point takes part. */
  selected: Uint8Array;
  counts: PointCounts;
  windVane: Float64Array | undefined;
}

interface PartOptions {
  month: Month;
  configured: Configured;
  curveDensity: number | undefined;
  filtering: PointFiltering;
}

async function readPart(
  deps: MeasuredDeps,
  device: SiteDevice,
  { month, configured, curveDensity, filtering }: PartOptions,
): Promise<Omit<Part, 'month'>> {
  const grid = { period: month.period, stepMs: configured.stepMs };
  const { power, windSpeed: measured, airDensity, windVane } = await readTurbineColumns(deps, device, grid);
  const windSpeed =
    curveDensity === undefined
      ? measured
      : windSpeedForDensity({ windSpeed: measured, airDensity, curveDensity, densityIfMissing: REFERENCE_AIR_DENSITY });
  const segmentId = segmentIdSchema.parse(device.id);
  const excluded = await disturbedIntervals(deps.db, [segmentId, configured.siteSegmentId], grid);
  const filtered = await filteredIntervals(filtering, segmentId, grid);
  const points = { windSpeed, power, excluded, ratedPower: device.capacityAc, cutIn: device.cutIn };
  const selected = runningPoints({ ...points, excluded: excluded.map((isExcluded, i) => isExcluded | (filtered[i] ?? 0)) });
  return { windSpeed, power, windVane, selected, counts: countPoints(points, selected, filtered) };
}

/** The curve of the type that applies at an instant, in any wind direction. */
function curveOf(
  curves: readonly ConditionalCurve[],
  { type, atMs, zone }: { type: Body['type']; atMs: number; zone: string },
): ConditionalCurve | undefined {
  const missing = Float64Array.of(Number.NaN);
  const startsMs = Float64Array.of(atMs);
  const [index = -1] = selectCurves({
    curves,
    type,
    fallsBackToNominal: false,
    startsMs,
    zone,
    airDensity: missing,
    windDirection: missing,
  });
  return curves[index];
}

interface MeasuredParts {
  turbine: Turbine;
  device: SiteDevice;
  curve: ConditionalCurve | undefined;
  curveDensity: number | undefined;
  binWidth: number;
  stepHours: number;
}

function toMeasured(parts: readonly Part[], { turbine, device, curve, curveDensity, binWidth, stepHours }: MeasuredParts): MeasuredCurve {
  const { segmentId, name, siteName } = turbine;
  const [windSpeed, power] = [joined(parts.map((part) => part.windSpeed)), joined(parts.map((part) => part.power))];
  const selected = Uint8Array.from(parts.flatMap((part) => [...part.selected]));
  const bins = binnedCurve({ windSpeed, power, selected, stepHours, binWidth });
  const compared = curve && compareWithCurve(bins, curve.curve);
  const vanes = parts.map(({ windVane }) => windVane);
  const windVane = vanes.every((vane) => vane !== undefined) ? joined(vanes) : undefined;
  const { vaneOffset } = device;
  const angle = windVane ? yawError({ windVane, windSpeed, ...(vaneOffset !== undefined && { vaneOffset }) }) : Number.NaN;
  const [first, ...more] = parts;
  return {
    ...{ segmentId, name, siteName },
    month: first && more.length === 0 ? toIsoDate(first.month.day) : null,
    bins: toBins(bins, curve),
    hours: bins.count.reduce((sum, count) => sum + count, 0) * stepHours,
    filtering: sumOf(parts.map(({ counts }) => counts)),
    curve: curve ? { id: curve.id, name: null, points: toPoints(curve.curve), airDensity: curve.airDensity } : null,
    points: savablePoints(bins, device.cutOut),
    airDensity: curveDensity ?? null,
    isComplete: isCompleteCurve({ curve: bins, cutIn: device.cutIn, ratedPower: device.capacityAc, stepHours }),
    deviationPercent: nullable(100 * (compared?.total ?? Number.NaN)),
    yawErrorDegrees: nullable(angle),
    yawLossPercent: nullable(100 * yawLoss(angle)),
  };
}

function sumOf(parts: readonly PointCounts[]): PointCounts {
  const sum = (of: (counts: PointCounts) => number) => parts.reduce((all, counts) => all + of(counts), 0);
  return {
    points: sum(({ points }) => points),
    used: sum(({ used }) => used),
    events: sum(({ events }) => events),
    filters: sum(({ filters }) => filters),
    standstill: sum(({ standstill }) => standstill),
    outliers: sum(({ outliers }) => outliers),
  };
}

/** Bins with points, and those between valid ones that were filled in. */
function toBins(bins: BinnedCurve, curve: ConditionalCurve | undefined): MeasuredBin[] {
  const compared = curve && compareWithCurve(bins, curve.curve);
  const filled = measuredCurve(bins);
  const firstValid = bins.isValid.indexOf(1);
  const isFilled = (bin: number) => filled?.isInterpolated[bin - firstValid] === 1 && bin > firstValid && (bins.count[bin] ?? 0) === 0;
  const filledAt = (bin: number, column: 'windSpeed' | 'power') => filled?.[column][bin - firstValid] ?? Number.NaN;
  return Array.from(bins.centre, (centre, bin) => {
    const isInterpolated = isFilled(bin);
    const windSpeed = isInterpolated ? filledAt(bin, 'windSpeed') : (bins.windSpeed[bin] ?? Number.NaN);
    return {
      ...{ centre, points: bins.count[bin] ?? 0, windSpeed, isInterpolated, isValid: bins.isValid[bin] === 1 },
      power: isInterpolated ? filledAt(bin, 'power') : (bins.power[bin] ?? Number.NaN),
      curvePower: nullable(compared?.power[bin] ?? Number.NaN),
      deviationPercent: nullable(100 * (compared?.deviation[bin] ?? Number.NaN)),
    };
  }).filter(({ points, isInterpolated }) => points > 0 || isInterpolated);
}

function toPoints(curve: PowerCurve): { windSpeed: number; power: number }[] {
  return Array.from(curve.windSpeed, (windSpeed, i) => ({ windSpeed, power: curve.power[i] ?? Number.NaN }));
}

function savablePoints(bins: BinnedCurve, cutOut: number): MeasuredCurve['points'] {
  const measured = measuredCurve(bins);
  if (!measured) return [];
  const whole = extendedToCutOut(measured, cutOut);
  return toPoints(whole).map((point, i) => ({ ...point, isInterpolated: whole.isInterpolated[i] === 1 }));
}

function joined(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns.flatMap((column) => [...column]));
}

function nullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
