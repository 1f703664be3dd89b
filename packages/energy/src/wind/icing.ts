import { commonLength } from '@solvane/series/combine';
import { findRuns } from '@solvane/series/runs';

/** Width of a wind bin; bins are centred on multiples of it. [m/s] */
const WIND_STEP = 0.5;
const WIND_BINS = 80;
/** Power is counted in classes of this share of the rating, from −5 % up to 120 %. */
const CLASS_SHARE = 0.01;
const LOWEST_CLASS = -5;
const CLASSES = 125;
/** Air above this cannot ice a blade. [°C] */
const WARM_ABOVE = 3;
const FREEZING = 0;
/** Data a bin of the reference needs. [h] */
const REFERENCE_HOURS = 6;
/** What the counts below are meant for. */
const COUNTED_IN_HOURS = 1 / 6;
const BELOW_COUNT = 3;
const STOPPED_SHARE = 0.005;
/** How long a turbine stands still before ice counts as the reason. [h] */
const STOPPED_HOURS = 1 / 3;

/** How long a turbine gave which power at which wind: sparse, so that a day is some dozens of numbers. Hours add up. */
export interface PowerHistogram {
  /** Number of the cell, rising: wind bin times 125 plus power class. */
  cells: Float64Array;
  /** [h] */
  hours: Float64Array;
}

/** Powers that one in ten, half and nine in ten points of a wind bin stay below, shape (80): bin k is centred on k/2 m/s. [kW] */
export interface IcingReference {
  p10: Float64Array;
  p50: Float64Array;
  p90: Float64Array;
}

export interface PowerHistogramOptions {
  /** Density-corrected, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** 1 where the point takes part, shape (n). */
  selected: Uint8Array;
  /** [kW] */
  ratedPower: number;
  /** Length of an interval. [h] */
  stepHours: number;
}

/**
 * Counts time by wind and power.
 *
 * @param options - columns of any period
 * @returns sparse hours
 * @throws RangeError when the lengths differ
 */
export function powerHistogram({ windSpeed, power, selected, ratedPower, stepHours }: PowerHistogramOptions): PowerHistogram {
  const n = commonLength(windSpeed, power, selected);
  const points = new Float64Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const bin = windBin(windSpeed[i] ?? Number.NaN);
    const load = (power[i] ?? Number.NaN) / ratedPower;
    if (selected[i] !== 1 || bin === undefined || Number.isNaN(load)) continue;
    points[count++] = bin * CLASSES + Math.min(CLASSES - 1, Math.max(0, Math.floor(load / CLASS_SHARE) - LOWEST_CLASS));
  }
  return countedCells(points.subarray(0, count).sort(), stepHours);
}

/** Equal cells stand side by side. */
function countedCells(sorted: Float64Array, stepHours: number): PowerHistogram {
  const cells = new Float64Array(sorted.length);
  const hours = new Float64Array(sorted.length);
  let size = 0;
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    cells[size] = sorted[start] ?? 0;
    hours[size] = (end - start) * stepHours;
    size++;
  }
  // Kept for months: no larger than what is in them.
  return { cells: cells.slice(0, size), hours: hours.slice(0, size) };
}

/**
 * Points a reference for icing may rest on: undisturbed, and in air that cannot ice.
 *
 * @param excluded - 1 where an event, an estimate or standstill spoils the point, shape (n)
 * @param ambientTemperature - shape (n). [°C] NaN is left out
 * @returns 1 where the point is good, shape (n)
 * @throws RangeError when the lengths differ
 */
export function warmPoints(excluded: Uint8Array, ambientTemperature: Float64Array): Uint8Array {
  const warm = new Uint8Array(commonLength(excluded, ambientTemperature));
  for (let i = 0; i < warm.length; i++) if (excluded[i] !== 1 && (ambientTemperature[i] ?? Number.NaN) > WARM_ABOVE) warm[i] = 1;
  return warm;
}

/**
 * Reference of a turbine without ice.
 *
 * @param histograms - of warm days
 * @param ratedPower - [kW]
 * @returns NaN in bins with less than six hours of data
 */
export function icingReference(histograms: readonly PowerHistogram[], ratedPower: number): IcingReference {
  const total = new Float64Array(WIND_BINS * CLASSES);
  for (const { cells, hours } of histograms)
    for (let k = 0; k < cells.length; k++) total[cells[k] ?? 0] = (total[cells[k] ?? 0] ?? 0) + (hours[k] ?? 0);
  const column = (share: number) =>
    Float64Array.from({ length: WIND_BINS }, (_, bin) => {
      const classes = total.subarray(bin * CLASSES, (bin + 1) * CLASSES);
      return ratedPower * quantileOfClasses(classes, share);
    });
  return { p10: column(0.1), p50: column(0.5), p90: column(0.9) };
}

export interface IcingOptions {
  /** Density-corrected, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [°C] */
  ambientTemperature: Float64Array;
  reference: IcingReference;
  /** [kW] */
  ratedPower: number;
  /** [h] */
  stepHours: number;
}

export interface Icing {
  /** 1 while ice on the blades costs energy, shape (n). */
  iced: Uint8Array;
  /** 1 while ice stops the turbine, shape (n): part of `iced`. */
  stopped: Uint8Array;
  /** 1 where the turbine gives more than nine in ten points without ice: the anemometer has ice, shape (n). */
  icedAnemometer: Uint8Array;
  /** Of iced intervals against the median without ice, shape (n). [kWh] 0 elsewhere */
  loss: Float64Array;
}

/**
 * Ice on the blades, told from power at wind: an episode begins in frost with three intervals below what one in ten points without ice
 * stay below, and ends with three intervals above.
 *
 * @param options - columns around the time asked for
 * @returns states and loss; an interval without wind, power or reference neither begins nor ends an episode
 * @throws RangeError when the lengths differ
 * @see IEA Wind Task 19, T19IceLossMethod: classes a, b and c
 */
export function icing(options: IcingOptions): Icing {
  const { windSpeed, power, ambientTemperature, reference, ratedPower, stepHours } = options;
  const n = commonLength(windSpeed, power, ambientTemperature);
  const iced = episodes(options, n);
  const isStill = (i: number) => iced[i] === 1 && (power[i] ?? Number.NaN) < STOPPED_SHARE * ratedPower;
  const stopped = new Uint8Array(n);
  for (const { start, end } of findRuns(n, isStill)) if ((end - start) * stepHours >= STOPPED_HOURS - 1e-9) stopped.fill(1, start, end);
  const icedAnemometer = new Uint8Array(n);
  const loss = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const given = power[i] ?? Number.NaN;
    if ((ambientTemperature[i] ?? Number.NaN) < FREEZING && given > valueAt(reference.p90, windSpeed[i])) icedAnemometer[i] = 1;
    const missing = valueAt(reference.p50, windSpeed[i]) - given;
    if (iced[i] === 1 && missing > 0) loss[i] = missing * stepHours;
  }
  return { iced, stopped, icedAnemometer, loss };
}

/** 1 from the first of three low intervals in frost until three in a row are no longer low. */
function episodes({ windSpeed, power, ambientTemperature, reference, stepHours }: IcingOptions, n: number): Uint8Array {
  const lowest = (i: number) => valueAt(reference.p10, windSpeed[i]);
  const isLow = (i: number) => (power[i] ?? Number.NaN) < lowest(i) && (ambientTemperature[i] ?? Number.NaN) < FREEZING;
  const isBack = (i: number) => (power[i] ?? Number.NaN) >= lowest(i);
  const count = Math.max(1, Math.ceil((BELOW_COUNT * COUNTED_IN_HOURS) / stepHours - 1e-9));
  const iced = new Uint8Array(n);
  for (const { start } of findRuns(n, isLow)) {
    if (iced[start] === 1 || !holds(start, count, n, isLow)) continue;
    let end = start;
    while (end < n && !holds(end, count, n, isBack)) end++;
    iced.fill(1, start, end);
  }
  return iced;
}

function valueAt(column: Float64Array, windSpeed: number | undefined): number {
  const bin = windBin(windSpeed ?? Number.NaN);
  return bin === undefined ? Number.NaN : (column[bin] ?? Number.NaN);
}

function holds(start: number, count: number, n: number, test: (i: number) => boolean): boolean {
  if (start + count > n) return false;
  for (let i = start; i < start + count; i++) if (!test(i)) return false;
  return true;
}

function windBin(windSpeed: number): number | undefined {
  const bin = Math.floor(windSpeed / WIND_STEP + 0.5);
  return bin >= 0 && bin < WIND_BINS ? bin : undefined;
}

/** Share of the rating that a share of the points stay below: inside a class they are taken as evenly spread. */
function quantileOfClasses(hours: Float64Array, share: number): number {
  let total = 0;
  for (let k = 0; k < hours.length; k++) total += hours[k] ?? 0;
  if (total < REFERENCE_HOURS - 1e-6) return Number.NaN;
  const wanted = share * total;
  let passed = 0;
  for (let k = 0; k < hours.length; k++) {
    const inClass = hours[k] ?? 0;
    if (inClass > 0 && passed + inClass >= wanted) return (k + LOWEST_CLASS + (wanted - passed) / inClass) * CLASS_SHARE;
    passed += inClass;
  }
  return Number.NaN;
}
