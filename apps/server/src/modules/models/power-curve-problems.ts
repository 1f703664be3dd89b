import type { Issue } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { Period } from '@solvane/energy/time/local-day';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import { problem } from '../configuration/configuration-checks.ts';
import { toRow, type Wanted } from './power-curves.wire.ts';

export async function nameProblems(tx: Db, { name, enterpriseId }: Wanted, id: string): Promise<Issue[]> {
  const [taken] = await tx
    .select({ id: powerCurves.id })
    .from(powerCurves)
    .where(and(eq(powerCurves.enterpriseId, enterpriseId), ne(powerCurves.id, id), sql`lower(${powerCurves.name}) = lower(${name})`));
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

export function rangeProblems(wanted: Wanted): Issue[] {
  const {
    points,
    dayRange,
    timeRange,
    effectiveStartMs,
    effectiveEndMs,
    airDensityMin,
    airDensityMax,
    windDirectionMin,
    windDirectionMax,
  } = wanted;
  const repeated = points.find(({ windSpeed }, index) => points.findIndex((point) => point.windSpeed === windSpeed) < index);
  const empty = (isEmpty: boolean, path: string) => (isEmpty ? [problem('Configuration_Problem_RangeEmpty', [path], { field: path })] : []);
  return [
    ...(repeated ? [problem('PowerCurve_Problem_SpeedRepeated', ['points'], { windSpeed: repeated.windSpeed })] : []),
    ...empty(airDensityMin >= airDensityMax, 'airDensityMax'),
    ...empty(windDirectionMin === windDirectionMax, 'windDirectionMax'),
    ...empty(dayRange !== null && dayRange.from > dayRange.to, 'dayRange'),
    ...empty(timeRange !== null && timeRange.fromMinute >= timeRange.toMinute, 'timeRange'),
    ...empty(effectiveStartMs !== null && effectiveEndMs !== null && effectiveStartMs >= effectiveEndMs, 'effectiveEndMs'),
    ...[dayRange?.from, dayRange?.to].flatMap((day) => (day === undefined ? [] : dayProblems(day))),
  ];
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_DAY = 229;

/** @param day - of the year, as month · 100 + day */
function dayProblems(day: number): Issue[] {
  const [month, dayOfMonth] = [Math.floor(day / 100), day % 100];
  if (day === LEAP_DAY) return [problem('PowerCurve_Problem_LeapDay', ['dayRange'])];
  const isKnown = dayOfMonth >= 1 && dayOfMonth <= (DAYS_OF_MONTH[month - 1] ?? 0);
  const text = [month, dayOfMonth].map((part) => String(part).padStart(2, '0')).join('-');
  return isKnown ? [] : [problem('PowerCurve_Problem_DayUnknown', ['dayRange'], { day: text })];
}

/** Hours of the day begin and end with intervals of the sites, and the sites have the interval that the curve is for. */
export async function resolutionProblems(
  tx: Db,
  { resolutionMinutes, timeRange }: Pick<Wanted, 'resolutionMinutes' | 'timeRange'>,
  siteOf: ReadonlyMap<SegmentId, SiteId>,
): Promise<Issue[]> {
  const rows = await tx
    .select({ name: sites.name, signalCalcPeriod: sites.signalCalcPeriod })
    .from(sites)
    .where(isOneOf(sites.id, new Set(siteOf.values())))
    .orderBy(sites.name);
  const known = rows.map(({ name, signalCalcPeriod }) => ({ name, minutes: SIGNAL_CALC_PERIODS[signalCalcPeriod] / 60_000 }));
  const isOff = (step: number) => timeRange !== null && (timeRange.fromMinute % step !== 0 || timeRange.toMinute % step !== 0);
  const steps = new Set([...known.map(({ minutes }) => minutes), ...(resolutionMinutes === null ? [] : [resolutionMinutes])]);
  return [
    ...known
      .filter(({ minutes }) => resolutionMinutes !== null && minutes !== resolutionMinutes)
      .map(({ name, minutes }) =>
        problem('PowerCurve_Problem_Resolution', ['resolutionMinutes'], { site: name, known: minutes, minutes: resolutionMinutes ?? 0 }),
      ),
    ...[...steps].filter(isOff).map((minutes) => problem('PowerCurve_Problem_HourRange', ['timeRange'], { minutes })),
  ];
}

/** Two curves of one type for the same turbine under the same conditions at the same time: which of them applies would be ambiguous. */
export async function overlapProblems(tx: Db, wanted: Wanted, id: string): Promise<Issue[]> {
  if (wanted.segmentIds.length === 0) return [];
  const rows = await tx
    .select({ curve: powerCurves, segmentId: powerCurveDevices.segmentId })
    .from(powerCurveDevices)
    .innerJoin(powerCurves, eq(powerCurves.id, powerCurveDevices.curveId))
    .where(and(inArray(powerCurveDevices.segmentId, wanted.segmentIds), ne(powerCurves.id, id), eq(powerCurves.type, wanted.type)));
  const row = toRow(wanted, { id, uploadedBy: '', uploadedMs: 0 });
  return rows
    .filter(({ curve }) => haveSameConditions(curve, row) && periodsOverlap(effectivePeriod(curve), effectivePeriod(row)))
    .map(({ curve, segmentId }) =>
      problem('PowerCurve_Problem_Overlap', ['segmentIds', wanted.segmentIds.indexOf(segmentId)], {
        device: segmentId,
        name: curve.name,
        period: periodText(effectivePeriod(curve)),
      }),
    );
}

function haveSameConditions(a: PowerCurveRow, b: PowerCurveRow): boolean {
  return a.airDensity === b.airDensity && CONDITIONS.every((name) => a[name] === b[name]);
}

function periodsOverlap(a: Period, b: Period): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

export function effectivePeriod({ effectiveStartMs, effectiveEndMs }: Pick<PowerCurveRow, 'effectiveStartMs' | 'effectiveEndMs'>): Period {
  return { startMs: effectiveStartMs ?? Number.NEGATIVE_INFINITY, endMs: effectiveEndMs ?? Number.POSITIVE_INFINITY };
}

function periodText({ startMs, endMs }: Period): string {
  return [startMs, endMs].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16) : '…')).join(' – ');
}

const CONDITIONS = [
  'airDensityMin',
  'airDensityMax',
  'windDirectionMin',
  'windDirectionMax',
  'dayFrom',
  'dayTo',
  'minuteFrom',
  'minuteTo',
] as const satisfies readonly (keyof PowerCurveRow)[];
