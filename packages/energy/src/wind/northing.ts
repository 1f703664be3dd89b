import { circularMean, wrapDegrees, wrapTurn } from '@solvane/series/circular';
import { commonLength } from '@solvane/series/combine';
import { levelShifts } from '@solvane/series/level-shifts';

export interface NorthingOptions {
  /** Nacelle or vane direction of a turbine, shape (n). [°] */
  direction: Float64Array;
  /** Direction known to be true: reanalysis, a mast, or the circular mean of neighbours, shape (n). [°] */
  reference: Float64Array;
  /** 1 where the turbine runs in wind that has a direction, shape (n). */
  selected: Uint8Array;
  /** Rising day number of each point, shape (n). */
  days: Float64Array;
}

/** Days over which a turbine's north was off by the same angle. */
export interface NorthingSegment {
  firstDay: number;
  lastDay: number;
  /** What to add to its directions to get true ones, −180 to 180. [°] */
  correction: number;
}

/** Points that make the mean of a day. */
const DAY_POINTS = 6;
const SEGMENT_DAYS = 5;
/** Resets of a nacelle's north are larger than this; smaller differences are weather. [°] */
const SMALLEST_SHIFT = 5;

/**
 * Corrections of a turbine's north from a reference direction, one for each period between resets of its yaw encoder.
 *
 * Single points differ from reanalysis by 20° and more, whole days by a few degrees: shifts are looked for in daily circular means.
 *
 * @param options - directions and selection
 * @returns segments in order; none without a day of enough points
 * @throws RangeError when the lengths differ
 * @see northing correction of wind-up (RES) with reanalysis; daily means and level shifts are ours
 */
export function northingSegments({ direction, reference, selected, days }: NorthingOptions): NorthingSegment[] {
  const n = commonLength(direction, reference, selected, days);
  const byDay = new Map<number, number[]>();
  for (let i = 0; i < n; i++) {
    const turn = wrapTurn((reference[i] ?? Number.NaN) - (direction[i] ?? Number.NaN));
    if (selected[i] !== 1 || Number.isNaN(turn)) continue;
    const day = days[i] ?? Number.NaN;
    const turns = byDay.get(day);
    if (turns) turns.push(turn);
    else byDay.set(day, [turn]);
  }
  const daily = [...byDay]
    .filter(([, turns]) => turns.length >= DAY_POINTS)
    .sort(([a], [b]) => a - b)
    .map(([day, turns]) => ({ day, turn: circularMean(Float64Array.from(turns)).direction }))
    .filter(({ turn }) => !Number.isNaN(turn));
  const middle = circularMean(Float64Array.from(daily, ({ turn }) => turn)).direction;
  const centre = Number.isNaN(middle) ? 0 : middle;
  const aroundCentre = Float64Array.from(daily, ({ turn }) => wrapTurn(turn - centre));
  return levelShifts(aroundCentre, { minPoints: SEGMENT_DAYS, minShift: SMALLEST_SHIFT }).map(({ start, end, level }) => ({
    firstDay: daily[start]?.day ?? Number.NaN,
    lastDay: daily[end - 1]?.day ?? Number.NaN,
    correction: wrapTurn(level + centre),
  }));
}

/**
 * Directions relative to true north.
 *
 * @param direction - shape (n). [°]
 * @param days - day number of each point, shape (n)
 * @param segments - see `northingSegments`; days between two segments take the earlier one, days before the first take the first
 * @returns 0 up to 360, shape (n). [°] NaN where the direction is NaN or without segments
 * @throws RangeError when the lengths differ
 */
export function northedDirection(direction: Float64Array, days: Float64Array, segments: readonly NorthingSegment[]): Float64Array {
  commonLength(direction, days);
  return direction.map((angle, i) => {
    const day = days[i] ?? Number.NaN;
    const segment = segments.findLast(({ firstDay }) => firstDay <= day) ?? segments[0];
    return segment ? wrapDegrees(angle + segment.correction) : Number.NaN;
  });
}

/**
 * Direction of the wind from its components, averaged over a period: long winds count more than calms.
 *
 * @param eastward - shape (n). [m/s]
 * @param northward - shape (n). [m/s]
 * @returns where the wind comes from, 0 up to 360. [°] NaN without wind
 * @throws RangeError when the lengths differ
 */
export function meanWindDirection(eastward: Float64Array, northward: Float64Array): number {
  const n = commonLength(eastward, northward);
  let [east, north] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [u, v] = [eastward[i] ?? Number.NaN, northward[i] ?? Number.NaN];
    if (Number.isNaN(u + v)) continue;
    east += u;
    north += v;
  }
  return east === 0 && north === 0 ? Number.NaN : wrapDegrees((Math.atan2(east, north) * 180) / Math.PI + 180);
}
