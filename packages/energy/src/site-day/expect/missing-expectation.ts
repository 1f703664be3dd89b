import type { SiteFrame } from '../layout/frame.ts';

/** What a generator without expected power lacks. Each code has a message that names the way to mend it. */
export const MISSING_EXPECTATION_REASONS = [
  /** No AC rating. */
  'noRating',
  /** No DC rating of the modules. */
  'noNameplate',
  /** No signal of irradiance at the site. */
  'noIrradiance',
  /** The signal of irradiance has no value. */
  'irradianceGap',
  /** Irradiance is measured on the horizontal only, and tilt or azimuth of the modules is unknown. */
  'noModulePlane',
  /** No signal of module or air temperature. */
  'noTemperature',
  'temperatureGap',
  /** Fewer than two inverters on the same plane produce undisturbed. */
  'noPeers',
  /** No signal of wind speed at the turbine or a mast. */
  'noWindSpeed',
  'windSpeedGap',
  /** No power curve applies. */
  'noPowerCurve',
  /** Fewer than two neighbouring turbines produce undisturbed. */
  'noNeighbours',
  /** No dispatch setpoint. */
  'noDispatch',
  /** The expected methods of the site hold none for this kind of generator. */
  'noMethod',
] as const;

export type MissingExpectationReason = (typeof MISSING_EXPECTATION_REASONS)[number];

/** Part of a day without expected power. */
export interface ExpectationGap {
  /** Intervals of the day without expected power: of PV those with the sun above 5°, where it rises that high; of turbines not a calm. */
  intervals: number;
  /** Intervals of the day that should have one. */
  ofIntervals: number;
  /** In the order of MISSING_EXPECTATION_REASONS. */
  reasons: readonly MissingExpectationReason[];
}

/** Columns of shape (span.count). */
export interface GapOptions {
  /** [kW] */
  expected: Float64Array;
  /** 1 where the interval should have an expectation. Absent: everywhere */
  counted?: ArrayLike<number>;
  /** Reasons that hold all day. */
  always: readonly MissingExpectationReason[];
  /** Reason of one interval. */
  reasonAt: (i: number) => MissingExpectationReason | undefined;
}

/**
 * What kept a generator from an expectation on the day.
 *
 * @param options - expected power and what it rests on
 * @param frame - of the day
 * @returns undefined: every interval has one
 */
export function expectationGap({ expected, counted, always, reasonAt }: GapOptions, frame: SiteFrame): ExpectationGap | undefined {
  const { start, end } = frame.dayInSpan;
  let intervals = 0;
  let ofIntervals = 0;
  const found = new Set<MissingExpectationReason>();
  for (let i = start; i < end; i++) {
    if (counted && counted[i] !== 1) continue;
    ofIntervals++;
    if (!Number.isNaN(expected[i])) continue;
    intervals++;
    const reason = reasonAt(i);
    if (reason) found.add(reason);
  }
  if (intervals === 0) return undefined;
  for (const reason of always) found.add(reason);
  return { intervals, ofIntervals, reasons: MISSING_EXPECTATION_REASONS.filter((reason) => found.has(reason)) };
}

/** Intervals with the sun above the horizon, and those of them in which its light counts, 1 where it does. */
interface Daylight {
  all: Uint8Array;
  counted: Uint8Array;
}

/** The same for all generators of a day. */
const daylights = new WeakMap<SiteFrame, Daylight>();

/** Below this elevation of the sun a plant gives next to nothing. [°] */
const COUNTED_ELEVATION = 5;

/**
 * Intervals with the sun above the horizon.
 *
 * @param frame - of the day
 * @returns shape (span.count) each; all of them where the position of the site is unknown
 */
export function daylightOf(frame: SiteFrame): Daylight {
  const known = daylights.get(frame);
  if (known) return known;
  const above = (limit: number) => {
    const flags = new Uint8Array(frame.span.count);
    for (let i = 0; i < flags.length; i++) {
      const elevation = frame.sunElevation[frame.spanInWindow.start + i] ?? Number.NaN;
      flags[i] = elevation <= limit ? 0 : 1;
    }
    return flags;
  };
  const [all, high] = [above(0), above(COUNTED_ELEVATION)];
  const isHigh = high.subarray(frame.dayInSpan.start, frame.dayInSpan.end).includes(1);
  const daylight = { all, counted: isHigh ? high : all };
  daylights.set(frame, daylight);
  return daylight;
}
