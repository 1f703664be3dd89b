import { wrapDegrees } from '@solvane/series/circular';
import { commonLength } from '@solvane/series/combine';
import { regressionLine } from '@solvane/series/least-squares';
import { mean, standardDeviation } from '@solvane/series/moments';

/** How wind at a site follows from wind at a long-term reference. */
export interface WindRelation {
  method: 'regression' | 'varianceRatio';
  /** One line per sector of the reference's direction, clockwise from north; sectors with too few pairs hold the line of all. */
  sectors: readonly { slope: number; intercept: number; pairCount: number }[];
  /** Correlation of all pairs, squared. */
  r2: number;
}

export interface WindPairs {
  /** At the site, shape (n). [m/s] */
  site: Float64Array;
  /** At the reference at the same times, shape (n). [m/s] */
  reference: Float64Array;
  /** Of the reference, shape (n). [°] Absent: one line for all directions */
  direction?: Float64Array;
  /** Regression is the best guess of a mean; the ratio of variances keeps the spread, which energy needs. */
  method?: WindRelation['method'];
}

const SECTORS = 12;
const SECTOR_PAIRS = 100;

/**
 * Learns how wind at a site follows a long-term reference, from the time both were measured (measure, correlate, predict).
 *
 * @param pairs - concurrent columns
 * @returns undefined with fewer than 100 pairs or a reference that does not vary
 * @throws RangeError when the lengths differ
 * @see Rogers, Rogers & Manwell, J. Wind Engineering and Industrial Aerodynamics 93 (2005): variance ratio method
 */
export function windRelation({ site, reference, direction, method = 'varianceRatio' }: WindPairs): WindRelation | undefined {
  const n = commonLength(site, reference, ...(direction ? [direction] : []));
  const all = lineOf(site, reference, method);
  if (!all || all.pairCount < SECTOR_PAIRS) return undefined;
  if (!direction) return { method, sectors: [all], r2: all.r2 };
  const sectors = Array.from({ length: SECTORS }, (_, sector) => {
    const own = site.slice();
    for (let i = 0; i < n; i++) if (sectorOf(direction[i] ?? Number.NaN) !== sector) own[i] = Number.NaN;
    const line = lineOf(own, reference, method);
    return line && line.pairCount >= SECTOR_PAIRS ? line : { ...all, pairCount: line?.pairCount ?? 0 };
  });
  return { method, sectors, r2: all.r2 };
}

/**
 * Wind at the site as the reference predicts it.
 *
 * @param relation - learned
 * @param reference - shape (n). [m/s]
 * @param direction - of the reference, shape (n). [°] Needed when the relation has sectors
 * @returns shape (n), not negative. [m/s] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 */
export function predictedWind(relation: WindRelation, reference: Float64Array, direction?: Float64Array): Float64Array {
  commonLength(reference, ...(direction ? [direction] : []));
  return reference.map((speed, i) => {
    const sector = relation.sectors.length === 1 ? 0 : sectorOf(direction?.[i] ?? Number.NaN);
    const line = relation.sectors[sector];
    return line ? Math.max(0, line.intercept + line.slope * speed) : Number.NaN;
  });
}

function sectorOf(direction: number): number {
  return Math.floor(wrapDegrees(direction + 180 / SECTORS) / (360 / SECTORS));
}

function lineOf(
  site: Float64Array,
  reference: Float64Array,
  method: WindRelation['method'],
): { slope: number; intercept: number; pairCount: number; r2: number } | undefined {
  const regression = regressionLine(reference, site);
  if (!regression) return undefined;
  const { slope, intercept, r2, pointCount: pairCount } = regression;
  if (method === 'regression') return { slope, intercept, r2, pairCount };
  const paired = (column: Float64Array) => column.filter((_, i) => !Number.isNaN((site[i] ?? Number.NaN) + (reference[i] ?? Number.NaN)));
  const [own, other] = [paired(site), paired(reference)];
  const ratio = standardDeviation(own) / standardDeviation(other);
  return { slope: ratio, intercept: mean(own) - ratio * mean(other), r2, pairCount };
}
