import { commonLength } from '@solvane/series/combine';
import { aggregateChildren, isPartialCoverage, type TreeChild } from './tree.ts';

export interface SitePowerInput {
  /** Power at the grid connection, shape (n). [kW] Absent: the site has no such meter. */
  pcc?: Float64Array;
  /** Power at the main meter, shape (n). [kW] Absent: the site has none. */
  mainMeter?: Float64Array;
  /** Power of the enabled generators, each shape (n). [kW] */
  generators: readonly TreeChild[];
  /** Share of the generators' energy lost on the way to the grid. */
  collectionLoss: number;
}

export interface SitePower {
  /** shape (n). [kW] NaN where nothing is known. */
  power: Float64Array;
  /** 1 where the generators stand in for a meter, shape (n). */
  isFallback: Uint8Array;
  /** 1 where they do so with less than nine tenths of their capacity, shape (n). */
  isPartial: Uint8Array;
}

/**
 * Net power of a site: the meter at the grid connection, else the main meter, else the generators less what is lost on the way.
 *
 * @param input - columns of equal length
 * @returns shape (n)
 * @throws RangeError when the lengths differ
 */
export function sitePower({ pcc, mainMeter, generators, collectionLoss }: SitePowerInput): SitePower {
  const meters = [pcc, mainMeter].filter((column) => column !== undefined);
  const length = commonLength(...meters, ...generators.map((child) => child.values));
  const sum = aggregateChildren('sum', generators);
  const power = new Float64Array(length);
  const isFallback = new Uint8Array(length);
  const isPartial = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const metered = meters.find((column) => !Number.isNaN(column[i]))?.[i];
    if (metered !== undefined) {
      power[i] = metered;
      continue;
    }
    const generated = sum.values[i] ?? Number.NaN;
    // Generators that draw power draw their losses on top.
    power[i] = generated >= 0 ? generated * (1 - collectionLoss) : generated / (1 - collectionLoss);
    if (Number.isNaN(generated)) continue;
    isFallback[i] = 1;
    if (isPartialCoverage(sum.coverage[i] ?? 0)) isPartial[i] = 1;
  }
  return { power, isFallback, isPartial };
}
