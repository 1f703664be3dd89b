import { commonLength } from '@solvane/series/combine';
import { civilDate, localDaysOf } from '../time/local-day.ts';
import { type OffsetSpan, spanAt } from '../time/zone.ts';
import { powerAtDensity, REFERENCE_AIR_DENSITY, windSpeedForDensity } from './air-density.ts';
import { type PowerCurve, powerFromCurve } from './power-curve.ts';
import type { PowerCurveType } from './power-curve-types.ts';

/** A power curve with the conditions it was made for. */
export interface ConditionalCurve {
  id: string;
  type: PowerCurveType;
  curve: PowerCurve;
  /** Density the curve is stated at. [kg/m³] */
  airDensity: number;
  /** Densities it may be used at, half open. [kg/m³] */
  airDensityMin: number;
  airDensityMax: number;
  /** Sector it may be used in, half open; wraps through north where min is above max. [°] */
  windDirectionMin: number;
  windDirectionMax: number;
  /** Days of the year it may be used on, both included, as month · 100 + day. Absent: all year */
  dayRange?: { from: number; to: number };
  /** Local clock time it may be used at, half open, in minutes from midnight up to 1440. Absent: all day */
  timeRange?: { fromMinute: number; toMinute: number };
  /** Half open; infinite where not limited. */
  effectiveStartMs: number;
  effectiveEndMs: number;
  uploadedMs: number;
}

export interface CurveSelectionOptions {
  /** Curves assigned to the turbine, in any order. */
  curves: readonly ConditionalCurve[];
  type: PowerCurveType;
  /** Whether a nominal curve steps in where none of the wanted type applies. */
  fallsBackToNominal: boolean;
  /** Interval starts, shape (n). */
  startsMs: Float64Array;
  /** IANA zone of the site. */
  zone: string;
  /** shape (n). [kg/m³] NaN counts as 1.225 */
  airDensity: Float64Array;
  /** shape (n). [°] NaN: only curves of the full circle apply */
  windDirection: Float64Array;
}

/** Position of no curve in a selection. */
export const NO_CURVE = -1;

const MINUTES_PER_DAY = 1440;
const DAYS_PER_YEAR = 365;
const FULL_CIRCLE = 360;
const LEAP_DAY = 229;
const LAST_OF_FEBRUARY = 228;

interface Moment {
  startMs: number;
  /** month · 100 + day. */
  day: number;
  minute: number;
  density: number;
  direction: number;
}

/**
 * The curve that applies in each interval: of those whose conditions hold, the one made for the narrowest conditions.
 *
 * Narrowness is judged by hours, then days, then sector, then density range, then distance from the density of the curve; equals are
 * decided by the latest start of validity, the latest upload and the smallest id, so the order of the list never matters.
 *
 * @param options - curves and intervals
 * @returns positions in `curves`, NO_CURVE where none applies, shape (n)
 * @throws RangeError when the lengths differ, or for an unknown zone
 */
export function selectCurves({
  curves,
  type,
  fallsBackToNominal,
  startsMs,
  zone,
  airDensity,
  windDirection,
}: CurveSelectionOptions): Int16Array {
  const n = commonLength(startsMs, airDensity, windDirection);
  const wanted = rankedCurves(curves, type);
  const nominal = fallsBackToNominal && type !== 'Nominal' ? rankedCurves(curves, 'Nominal') : [];
  const selection = new Int16Array(n).fill(NO_CURVE);
  const asked = nominal.length === 0 ? wanted : [...wanted, ...nominal];
  const [only] = asked;
  if (!only) return selection;
  if (asked.length === 1 && isForAnyMoment(only)) {
    selectByDensity(only, airDensity, selection);
    return selection;
  }
  const clock = asked.some(({ dayRange, timeRange }) => dayRange || timeRange) ? clockOf(startsMs, zone) : undefined;
  // One moment for all intervals: an object for each would be most of the work.
  const moment: Moment = { startMs: 0, day: 0, minute: 0, density: 0, direction: 0 };
  for (let i = 0; i < n; i++) {
    const density = airDensity[i] ?? Number.NaN;
    moment.startMs = startsMs[i] ?? Number.NaN;
    moment.day = clock?.days[i] ?? 0;
    moment.minute = clock?.minutes[i] ?? 0;
    moment.density = Number.isNaN(density) ? REFERENCE_AIR_DENSITY : density;
    moment.direction = modulo(windDirection[i] ?? Number.NaN, FULL_CIRCLE);
    const found = bestOf(wanted, moment);
    selection[i] = found === NO_CURVE ? bestOf(nominal, moment) : found;
  }
  return selection;
}

/** What nearly every turbine has: one curve, for any wind at any time. */
function isForAnyMoment({ dayRange, timeRange, effectiveStartMs, effectiveEndMs, ...curve }: RankedCurve): boolean {
  const isAlways = effectiveStartMs === Number.NEGATIVE_INFINITY && effectiveEndMs === Number.POSITIVE_INFINITY;
  return isAlways && !dayRange && !timeRange && isForAnyDirection(curve);
}

function selectByDensity({ airDensityMin, airDensityMax, position }: RankedCurve, airDensity: Float64Array, selection: Int16Array): void {
  for (let i = 0; i < selection.length; i++) {
    const measured = airDensity[i] ?? Number.NaN;
    const density = Number.isNaN(measured) ? REFERENCE_AIR_DENSITY : measured;
    if (density >= airDensityMin && density < airDensityMax) selection[i] = position;
  }
}

/** Day of the year (month · 100 + day) and local minute of the day of each interval, shape (n). */
function clockOf(startsMs: Float64Array, zone: string): { days: Int32Array; minutes: Float64Array } {
  const days = localDaysOf(startsMs, zone);
  const minutes = new Float64Array(startsMs.length);
  let span: OffsetSpan | undefined;
  let known: { localDay: number; day: number } | undefined;
  for (let i = 0; i < minutes.length; i++) {
    const startMs = startsMs[i] ?? Number.NaN;
    if (!span || startMs < span.startMs || startMs >= span.endMs) span = spanAt(startMs, zone);
    const localDay = days[i] ?? Number.NaN;
    if (localDay !== known?.localDay) known = { localDay, day: monthAndDay(localDay) };
    days[i] = known.day;
    minutes[i] = modulo((startMs + span.offsetMs) / 60_000, MINUTES_PER_DAY);
  }
  return { days, minutes };
}

export interface SelectedPowerOptions {
  curves: readonly Pick<ConditionalCurve, 'curve' | 'airDensity'>[];
  /** As from `selectCurves`, shape (n). */
  selection: Int16Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kg/m³] NaN counts as 1.225 */
  airDensity: Float64Array;
  /** Denser air gives more power at the same wind, instead of the same power at less wind. */
  isStallRegulated?: boolean;
}

/**
 * Power by the curve that applies in each interval, read at that curve's own density: of a turbine that pitches at another wind, of one that stalls
 * as another power.
 *
 * @param options - curves, selection and wind
 * @returns shape (n). [kW] NaN where no curve applies or the wind is NaN
 * @throws RangeError when the lengths differ
 */
export function powerFromSelectedCurves({
  curves,
  selection,
  windSpeed,
  airDensity,
  isStallRegulated = false,
}: SelectedPowerOptions): Float64Array {
  const n = commonLength(selection, windSpeed, airDensity);
  const out = new Float64Array(n).fill(Number.NaN);
  for (const [index, chosen] of curves.entries()) {
    if (!selection.includes(index)) continue;
    const density = { airDensity, curveDensity: chosen.airDensity, densityIfMissing: REFERENCE_AIR_DENSITY };
    const power = isStallRegulated
      ? powerAtDensity({ power: powerFromCurve(windSpeed, chosen.curve), ...density })
      : powerFromCurve(windSpeedForDensity({ windSpeed, ...density }), chosen.curve);
    if (curves.length === 1 && !selection.includes(NO_CURVE)) return power;
    for (let i = 0; i < n; i++) if (selection[i] === index) out[i] = power[i] ?? Number.NaN;
  }
  return out;
}

interface RankedCurve extends ConditionalCurve {
  position: number;
}

/** The curves of a turbine stay the same for as long as its configuration does. */
const ranked = new WeakMap<readonly ConditionalCurve[], Map<PowerCurveType, readonly RankedCurve[]>>();

function rankedCurves(curves: readonly ConditionalCurve[], type: PowerCurveType): readonly RankedCurve[] {
  const ofTypes = ranked.get(curves) ?? new Map<PowerCurveType, readonly RankedCurve[]>();
  const known = ofTypes.get(type) ?? rankCurves(curves, type);
  ofTypes.set(type, known);
  ranked.set(curves, ofTypes);
  return known;
}

/** Curves of a type, those to prefer first; only the distance from the curve's density is left to decide among equals in range. */
function rankCurves(curves: readonly ConditionalCurve[], type: PowerCurveType): RankedCurve[] {
  return curves
    .flatMap((curve, position) => (curve.type === type ? [{ ...curve, position }] : []))
    .sort((a, b) => compareRanges(a, b) || compareAge(a, b));
}

function bestOf(inOrder: readonly RankedCurve[], moment: Moment): number {
  let best: RankedCurve | undefined;
  for (const curve of inOrder) {
    if (best && compareRanges(best, curve) !== 0) break;
    if (!applies(curve, moment)) continue;
    const isNearer = best && Math.abs(moment.density - curve.airDensity) < Math.abs(moment.density - best.airDensity);
    if (!best || isNearer) best = curve;
  }
  return best?.position ?? NO_CURVE;
}

function applies(curve: ConditionalCurve, { startMs, day, minute, density, direction }: Moment): boolean {
  const { dayRange, timeRange } = curve;
  if (startMs < curve.effectiveStartMs || startMs >= curve.effectiveEndMs) return false;
  if (dayRange && (day < dayRange.from || day > dayRange.to)) return false;
  if (timeRange && (minute < timeRange.fromMinute || minute >= timeRange.toMinute)) return false;
  if (density < curve.airDensityMin || density >= curve.airDensityMax) return false;
  return isInSector(curve, direction);
}

function isForAnyDirection({
  windDirectionMin,
  windDirectionMax,
}: Pick<ConditionalCurve, 'windDirectionMin' | 'windDirectionMax'>): boolean {
  return windDirectionMax - windDirectionMin >= FULL_CIRCLE;
}

function isInSector({ windDirectionMin: min, windDirectionMax: max }: ConditionalCurve, direction: number): boolean {
  if (isForAnyDirection({ windDirectionMin: min, windDirectionMax: max })) return true;
  return min <= max ? direction >= min && direction < max : direction >= min || direction < max;
}

function compareRanges(a: ConditionalCurve, b: ConditionalCurve): number {
  return (
    minutesOf(a) - minutesOf(b) ||
    daysOf(a) - daysOf(b) ||
    sectorOf(a) - sectorOf(b) ||
    a.airDensityMax - a.airDensityMin - (b.airDensityMax - b.airDensityMin)
  );
}

function compareAge(a: ConditionalCurve, b: ConditionalCurve): number {
  return compareNumbers(b.effectiveStartMs, a.effectiveStartMs) || compareNumbers(b.uploadedMs, a.uploadedMs) || (a.id < b.id ? -1 : 1);
}

/** Not by difference: two curves without a start of validity begin at minus infinity. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function minutesOf({ timeRange }: ConditionalCurve): number {
  return timeRange ? timeRange.toMinute - timeRange.fromMinute : MINUTES_PER_DAY;
}

function daysOf({ dayRange }: ConditionalCurve): number {
  return dayRange ? dayNumber(dayRange.to) - dayNumber(dayRange.from) + 1 : DAYS_PER_YEAR;
}

function sectorOf({ windDirectionMin: min, windDirectionMax: max }: ConditionalCurve): number {
  return max >= min ? max - min : max + FULL_CIRCLE - min;
}

/** Days from 1 January of a year without leap day. */
function dayNumber(day: number): number {
  return (Date.UTC(2001, Math.floor(day / 100) - 1, day % 100) - Date.UTC(2001, 0, 1)) / 86_400_000;
}

function monthAndDay(localDay: number): number {
  const { month, day } = civilDate(localDay);
  const joined = month * 100 + day;
  return joined === LEAP_DAY ? LAST_OF_FEBRUARY : joined;
}

function modulo(value: number, divisor: number): number {
  if (value >= 0 && value < divisor) return value;
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}
