import { quantileOfSorted } from '@solvane/series/quantile';
import { STANDING_SHARE } from '../../events/detected-events.ts';
import { EXPECTED_METHODS, type ExpectedPower } from '../../production/expected-methods.ts';
import { sunPositions } from '../../pv/sun-position.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { DaylightLoads } from '../memory.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';
import type { SolarWeather } from './expectation.ts';
import { daylightOf } from './missing-expectation.ts';

/** Sun elevations this near are alike. [°] */
const ELEVATION_TOLERANCE = 1.5;
/** Fewer earlier values say nothing of the tenth part with the least power. */
const FEWEST_VALUES = 3;
const FEWEST_DAYS = 5;
/** The tenth part of the earlier values with the least power must lie above this load. */
const LEAST_LOAD = 0.02;
const SHORTEST_STOP_MS = 3_600_000;
const FEWEST_INTERVALS = 2;

/** 1 where every inverter with a value stands by daylight, and at least one has a value, shape (span.count). */
export type WholeSiteStop = () => Uint8Array;

/**
 * Where a whole PV site stands: inverters without a value are left out.
 *
 * @param inverters - of one site
 * @param context - validated signals
 * @returns computed when it is first asked for; only stops of an hour and two intervals at least
 */
export function wholeSiteStop(inverters: readonly SiteDevice[], { frame, signals }: ExpectContext): WholeSiteStop {
  let stop: Uint8Array | undefined;
  return () => {
    stop ??= longRuns(standing(inverters, { frame, signals }), frame.span.stepMs);
    return stop;
  };
}

function standing(inverters: readonly SiteDevice[], { frame, signals }: Pick<ExpectContext, 'frame' | 'signals'>): Uint8Array {
  const daylight = daylightOf(frame).all;
  const powers = inverters.flatMap(({ id, capacityAc }) => {
    const values = signals.find(id, 'ActivePower')?.values;
    return values ? [{ values, limit: STANDING_SHARE * capacityAc }] : [];
  });
  const stands = new Uint8Array(frame.span.count);
  for (let i = 0; i < stands.length; i++) {
    if (daylight[i] !== 1) continue;
    let known = 0;
    let running = 0;
    for (const { values, limit } of powers) {
      const kw = values[i] ?? Number.NaN;
      if (Number.isNaN(kw)) continue;
      known++;
      if (kw > limit) running++;
    }
    if (known > 0 && running === 0) stands[i] = 1;
  }
  return stands;
}

function longRuns(flags: Uint8Array, stepMs: number): Uint8Array {
  const needed = Math.max(FEWEST_INTERVALS, Math.ceil(SHORTEST_STOP_MS / stepMs));
  const out = flags.slice();
  for (let start = 0; start < out.length; ) {
    let end = start;
    while (end < out.length && flags[end] === 1) end++;
    if (end > start && end - start < needed) out.fill(0, start, end);
    start = Math.max(end, start + 1);
  }
  return out;
}

export interface EarlierDaysOptions {
  device: SiteDevice;
  weather: SolarWeather;
  /** Of the methods of the site; what earlier days tell is written into its gaps. */
  expected: ExpectedPower;
  stop: WholeSiteStop;
}

/**
 * What an inverter made on earlier days at the same elevation of the sun, on the same side of noon: the expectation while the whole site stands
 * and no irradiance is measured. It is their mean, where the tenth part with the least power lies above 2 % of the rating.
 *
 * @param options - inverter and what is expected of it so far
 * @param context - of the day
 * @returns 1 where it was taken, shape (span.count). undefined: nowhere
 */
export function takeEarlierDays({ device, weather, expected, stop }: EarlierDaysOptions, context: ExpectContext): Uint8Array | undefined {
  const days = earlierDays(device, context);
  if (days.length < FEWEST_DAYS || !isDark(weather, context)) return undefined;
  const stands = stop();
  const { frame } = context;
  const { power, method } = expected;
  const taken = new Uint8Array(frame.span.count);
  for (let i = 0; i < taken.length; i++) if (stands[i] === 1 && Number.isNaN(power[i]) && Number.isNaN(weather.irradiance[i])) taken[i] = 1;
  if (!taken.includes(1)) return undefined;
  const samples = samplesOf(days, context);
  for (let i = 0; i < taken.length; i++) {
    const load = taken[i] === 1 ? loadAt(samples, sunAt(frame, i)) : Number.NaN;
    taken[i] = Number.isNaN(load) ? 0 : 1;
  }
  const found = longRuns(taken, frame.span.stepMs);
  for (let i = 0; i < found.length; i++) {
    if (found[i] !== 1) continue;
    power[i] = loadAt(samples, sunAt(frame, i)) * device.capacityAc;
    method[i] = EXPECTED_METHODS.earlierDays;
  }
  return found.includes(1) ? found : undefined;
}

/**
 * Whether a stop of the whole site could have been found by earlier days.
 *
 * @param device - inverter
 * @param weather - of the inverter
 * @param context - of the day
 * @returns 1 where it could, shape (span.count). undefined: nowhere
 */
export function visibleByEarlierDays(device: SiteDevice, weather: SolarWeather, context: ExpectContext): Uint8Array | undefined {
  return earlierDays(device, context).length >= FEWEST_DAYS && isDark(weather, context) ? daylightOf(context.frame).counted : undefined;
}

function earlierDays({ id }: SiteDevice, { memory }: ExpectContext): readonly DaylightLoads[] {
  return memory.devices.get(id)?.daylightLoads?.() ?? [];
}

/** Nothing measured the light of the day. */
function isDark({ irradiance }: SolarWeather, { frame }: ExpectContext): boolean {
  for (let i = frame.dayInSpan.start; i < frame.dayInSpan.end; i++) if (!Number.isNaN(irradiance[i])) return false;
  return true;
}

interface Sun {
  elevation: number;
  isRising: boolean;
}

function sunAt({ sunElevation, spanInWindow }: SiteFrame, i: number): Sun {
  const at = spanInWindow.start + i;
  const elevation = sunElevation[at] ?? Number.NaN;
  const [before, after] = [sunElevation[at - 1] ?? elevation, sunElevation[at + 1] ?? elevation];
  return { elevation, isRising: after > before };
}

interface Sample extends Sun {
  load: number;
}

/** Inverters of a site remember the same days: the sun of each is computed once. */
const suns = new WeakMap<SiteFrame, Map<string, readonly Sun[]>>();

function samplesOf(days: readonly DaylightLoads[], { frame, site }: ExpectContext): Sample[] {
  const known = suns.get(frame) ?? new Map<string, readonly Sun[]>();
  suns.set(frame, known);
  return days.flatMap(({ startMs, stepMs, loads }) => {
    const key = `${startMs} ${stepMs} ${loads.length}`;
    const sun = known.get(key) ?? sunOf(startMs, stepMs, loads.length, site.location);
    known.set(key, sun);
    return sun.flatMap((each, k): Sample[] => {
      const load = (loads[k] ?? Number.NaN) / 1000;
      return Number.isNaN(load) ? [] : [{ ...each, load }];
    });
  });
}

function sunOf(startMs: number, stepMs: number, count: number, location: ExpectContext['site']['location']): Sun[] {
  // One interval more on both sides tells morning from afternoon.
  const timesMs = Float64Array.from({ length: count + 2 }, (_, k) => startMs + (k - 0.5) * stepMs);
  const { apparentZenith } = sunPositions({ timesMs, location });
  return Array.from({ length: count }, (_, k) => ({
    elevation: 90 - (apparentZenith[k + 1] ?? Number.NaN),
    isRising: (apparentZenith[k + 2] ?? Number.NaN) < (apparentZenith[k] ?? Number.NaN),
  }));
}

/** @returns share of the rating; NaN where earlier days do not tell enough */
function loadAt(samples: readonly Sample[], { elevation, isRising }: Sun): number {
  const alike: number[] = [];
  for (const sample of samples) {
    if (sample.isRising === isRising && Math.abs(sample.elevation - elevation) <= ELEVATION_TOLERANCE) alike.push(sample.load);
  }
  if (alike.length < FEWEST_VALUES) return Number.NaN;
  const sorted = Float64Array.from(alike).sort();
  if (!(quantileOfSorted(sorted, 0.1) > LEAST_LOAD)) return Number.NaN;
  return sorted.reduce((sum, load) => sum + load, 0) / sorted.length;
}
