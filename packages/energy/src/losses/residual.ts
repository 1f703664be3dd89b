import { columnSpace } from '@solvane/series/columns';
import { commonLength } from '@solvane/series/combine';

export interface CarveOptions {
  /** Of the device or site, shape (n). [kWh] NaN: not known */
  residual: Float64Array;
  /** Position of each interval's local day, rising, shape (n). */
  dayIndex: Int32Array;
  /** 1 with snow on the modules or ice on the blades, shape (n). */
  snowOrIce: Uint8Array;
  /** What dirt would take: expected energy times 1 − profile, shape (n). [kWh] NaN: not known to be dirty */
  soilingPotential: Float64Array;
}

/** The residual by cause, each shape (n); the three add up to it. [kWh] Where it is not known, nothing is carved and the rest is NaN. */
export interface ResidualParts {
  snow: Float64Array;
  soiling: Float64Array;
  rest: Float64Array;
}

/**
 * Carves what snow, ice and dirt explain out of the residual.
 *
 * Snow and ice take the whole positive residual of their intervals, dirt at most its potential of what is left. Over a local day they never
 * take more than the day is short in sum: an overshoot in the morning is not a loss in the evening.
 *
 * @param options - residual of whole local days
 * @returns the parts
 * @throws RangeError when the lengths differ
 */
export function carveResidual({ residual, dayIndex, snowOrIce, soilingPotential }: CarveOptions): ResidualParts {
  const n = commonLength(residual, dayIndex, snowOrIce, soilingPotential);
  const zeros = columnSpace(3, n);
  const [snow, soiling, rest] = [zeros(), zeros(), zeros()];
  for (let i = 0; i < n; i++) {
    const short = (residual[i] ?? Number.NaN) > 0 ? (residual[i] ?? 0) : 0;
    if (snowOrIce[i] === 1) snow[i] = short;
    else soiling[i] = (soilingPotential[i] ?? Number.NaN) > 0 ? Math.min(short, soilingPotential[i] ?? 0) : 0;
  }
  for (let start = 0, end = 0; start < n; start = end) {
    while (end < n && dayIndex[end] === dayIndex[start]) end++;
    const scale = shareWithin(residual.subarray(start, end), snow.subarray(start, end), soiling.subarray(start, end));
    for (let i = start; scale < 1 && i < end; i++) {
      snow[i] = (snow[i] ?? 0) * scale;
      soiling[i] = (soiling[i] ?? 0) * scale;
    }
  }
  for (let i = 0; i < n; i++) rest[i] = (residual[i] ?? Number.NaN) - (snow[i] ?? 0) - (soiling[i] ?? 0);
  return { snow, soiling, rest };
}

/** How much of what was carved from a day the day was short of in sum. */
function shareWithin(residual: Float64Array, snow: Float64Array, soiling: Float64Array): number {
  let total = 0;
  let carved = 0;
  for (let i = 0; i < residual.length; i++) {
    const left = residual[i] ?? Number.NaN;
    if (Number.isNaN(left)) continue;
    total += left;
    carved = carved + (snow[i] ?? 0) + (soiling[i] ?? 0);
  }
  return carved > 0 ? Math.min(1, Math.max(0, total) / carved) : 1;
}
