import { type ClearSkyModel, clearSkyHorizontal, clearSkyModel, clearSkyOnPlane, type ModulePlane } from '../../pv/clear-sky-model.ts';
import { largestEnergy } from '../../rollup/counter.ts';
import { type IntervalGrid, intervalStarts } from '../../time/interval.ts';
import { dayBounds, type LocalDay, type Period } from '../../time/local-day.ts';
import { compatibleInstant } from '../../time/local-time.ts';
import { DAY_MS } from '../../time/zone.ts';
import type { SiteDayInputs } from '../inputs.ts';
import type { SiteConfiguration } from '../site.ts';
import { largestPower } from './largest-power.ts';

/**
 * Where a day lies in its columns. Three grids, one inside the other: the whole window for rules that look far; the span around the day for
 * what must not end at midnight, like an event that needs an hour to show; the day itself, which is all that is put out.
 */
export interface SiteFrame {
  window: IntervalGrid;
  span: IntervalGrid;
  day: IntervalGrid;
  /** Positions of the span in the window, and of the day in the span. Half open. */
  spanInWindow: { start: number; end: number };
  dayInSpan: { start: number; end: number };
  /** From the beginning of the local day to its end, or to that of its last interval where midnight lies inside one. */
  dayBounds: Period;
  /** Noon of the local day. */
  noonMs: number;
  /** Of the intervals of the day that have passed: what is counted of them. */
  period: Period;
  stepHours: number;
  /** Interval starts of the span. */
  startsMs: Float64Array;
  /** Sun and cloudless sky over the window. */
  sky: ClearSkyModel;
  /** Of the sun at the middle of each interval of the window. [°] */
  sunElevation: Float64Array;
  /** Irradiance of a cloudless sky, shape (window.count): computed once for each plane. [W/m²] */
  clearSkyHorizontal(): Float64Array;
  clearSkyOn(plane: ModulePlane): Float64Array;
}

/** Longer than any detected event needs to show, and to be told from a break. */
const CONTEXT_MS = 6 * 3_600_000;

/**
 * Lays out the columns of a site-day. An interval belongs to the day it begins on. The span around the day holds every silence of an energy
 * register that touches the day: what went through meanwhile is spread over all of it.
 *
 * @param site - place and zone
 * @param day - local day
 * @param inputs - window and horizon
 * @throws RangeError when the window does not hold the day
 */
export function siteFrame(site: SiteConfiguration, day: LocalDay, inputs: SiteDayInputs): SiteFrame {
  const { grid, horizonMs } = inputs;
  const { startMs, endMs } = dayBounds(day, site.zone);
  const { stepMs } = grid;
  const firstAtOrAfter = (instantMs: number) => Math.ceil((instantMs - grid.startMs) / stepMs);
  const known = Math.max(0, Math.min(grid.count, Math.floor((horizonMs - grid.startMs) / stepMs)));
  const dayStart = firstAtOrAfter(startMs);
  if (dayStart < 0 || firstAtOrAfter(endMs) > grid.count) throw new RangeError(`The window of ${site.id} does not hold day ${day}`);
  const dayEnd = Math.max(dayStart, Math.min(known, firstAtOrAfter(endMs)));
  const context = Math.ceil(CONTEXT_MS / stepMs);
  const silence = registerSilence(site, inputs, { start: dayStart, end: dayEnd });
  const spanStart = Math.max(0, Math.min(dayStart - context, silence.start));
  const spanEnd = Math.max(dayEnd, Math.min(known, Math.max(dayEnd + context, silence.end)));
  const part = (from: number, to: number): IntervalGrid => ({ startMs: grid.startMs + from * stepMs, stepMs, count: to - from });
  const span = part(spanStart, spanEnd);
  const sky = clearSkyModel({ startsMs: intervalStarts(grid), stepMs, ...site });
  return {
    window: grid,
    span,
    day: part(dayStart, dayEnd),
    spanInWindow: { start: spanStart, end: spanEnd },
    dayInSpan: { start: dayStart - spanStart, end: dayEnd - spanStart },
    dayBounds: { startMs, endMs: grid.startMs + firstAtOrAfter(endMs) * stepMs },
    period: { startMs: grid.startMs + dayStart * stepMs, endMs: grid.startMs + dayEnd * stepMs },
    noonMs: compatibleInstant((day + 0.5) * DAY_MS, site.zone),
    stepHours: stepMs / 3_600_000,
    startsMs: intervalStarts(span),
    sky,
    sunElevation: middleElevation(sky, grid.count),
    ...cloudlessSky(sky),
  };
}

/**
 * The part of a column of the span that lies in the day.
 *
 * @param column - shape (span.count)
 * @param frame - of the day
 * @returns shape (day.count), a view
 */
export function ofDay<T extends Float64Array | Int32Array | Uint8Array>(column: T, { dayInSpan }: SiteFrame): T;
export function ofDay(column: Float64Array | Int32Array | Uint8Array, { dayInSpan }: SiteFrame): Float64Array | Int32Array | Uint8Array {
  return column.subarray(dayInSpan.start, dayInSpan.end);
}

/**
 * The part of a column of the window that lies in the span.
 *
 * @param column - shape (window.count)
 * @param frame - of the day
 * @returns shape (span.count), a view
 */
export function ofSpan(column: Float64Array, { spanInWindow }: SiteFrame): Float64Array {
  return column.subarray(spanInWindow.start, spanInWindow.end);
}

function cloudlessSky(sky: ClearSkyModel): Pick<SiteFrame, 'clearSkyHorizontal' | 'clearSkyOn'> {
  const onPlanes = new Map<string, Float64Array>();
  const known = new Map<ModulePlane, Float64Array>();
  let horizontal: Float64Array | undefined;
  return {
    clearSkyHorizontal: () => {
      horizontal ??= clearSkyHorizontal(sky).ghi;
      return horizontal;
    },
    clearSkyOn: (plane) => {
      const before = known.get(plane);
      if (before) return before;
      const key = JSON.stringify(plane);
      const column = onPlanes.get(key) ?? clearSkyOnPlane(sky, plane);
      onPlanes.set(key, column);
      known.set(plane, column);
      return column;
    },
  };
}

/** From the first to the last interval whose energy hides behind a reading that is missing in the day. */
function registerSilence(
  { devices }: SiteConfiguration,
  { signals, grid }: SiteDayInputs,
  day: { start: number; end: number },
): { start: number; end: number } {
  let { start, end } = day;
  for (const [id, ofDevice] of signals) {
    for (const { apCode, raw } of ofDevice) {
      const isRegister = apCode === 'ExportCounter' || apCode === 'ImportCounter';
      if (!isRegister && apCode !== 'ActiveEnergy') continue;
      for (const edge of [day.start, day.end - 1]) {
        let before = edge - 1;
        while (before >= 0 && Number.isNaN(raw[before])) before--;
        let after = edge;
        while (after < raw.length && Number.isNaN(raw[after])) after++;
        if (after - before < 2 || before < 0 || after >= raw.length) continue;
        if (!isRegister && !isCatchUp(raw[after] ?? Number.NaN, id, { devices, grid })) continue;
        start = Math.min(start, before + 1);
        end = Math.max(end, after + 1);
      }
    }
  }
  return { start, end };
}

/** Whether an energy is more than an interval of the device can have. */
function isCatchUp(
  energy: number,
  id: string,
  { devices, grid }: Pick<SiteConfiguration, 'devices'> & Pick<SiteDayInputs, 'grid'>,
): boolean {
  const device = devices.find((each) => each.id === id);
  const maxPower = device && largestPower(device, devices);
  return energy > largestEnergy({ maxPower, stepHours: grid.stepMs / 3_600_000 });
}

/** Long intervals are sampled several times: the elevation of the interval is that nearest its middle. */
function middleElevation({ sun, partsPerInterval }: ClearSkyModel, count: number): Float64Array {
  const middle = Math.floor(partsPerInterval / 2);
  const elevation = new Float64Array(count);
  for (let i = 0; i < count; i++) elevation[i] = 90 - (sun.apparentZenith[i * partsPerInterval + middle] ?? Number.NaN);
  return elevation;
}
