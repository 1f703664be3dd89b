/** Shares a site's data are judged by, 0 to 1. NaN: the part does not exist at this site. */
export interface SiteQualityShares {
  /** Expected values that are there and valid. */
  completeness: number;
  /** Values that are measured, not estimated. */
  measured: number;
  /** Sensor intervals without a failed check. */
  sensorHealth: number;
  /** Required metadata that is filled in. */
  metadata: number;
  /** Event time whose code is mapped and classified. */
  mapped: number;
  /** Agreement of devices and grid meter, see `meterClosure`. */
  closure: number;
}

/** Weight of each part in the score. */
export const SITE_QUALITY_WEIGHTS: Record<keyof SiteQualityShares, number> = {
  completeness: 25,
  measured: 15,
  sensorHealth: 20,
  metadata: 10,
  mapped: 15,
  closure: 15,
};

/** Disagreement at which the closure is worth nothing, as a share of the production. */
const WORST_DEVIATION = 0.05;

/**
 * Score of a site's data: a site without a grid meter is judged by the other parts alone.
 *
 * @param shares - of the period
 * @returns 0 to 100; NaN when no part exists
 */
export function siteQuality(shares: SiteQualityShares): number {
  let [points, weights] = [0, 0];
  for (const part of ['completeness', 'measured', 'sensorHealth', 'metadata', 'mapped', 'closure'] as const) {
    const share = shares[part];
    if (Number.isNaN(share)) continue;
    points += SITE_QUALITY_WEIGHTS[part] * share;
    weights += SITE_QUALITY_WEIGHTS[part];
  }
  return weights > 0 ? (100 * points) / weights : Number.NaN;
}

/**
 * Agreement of devices and grid meter.
 *
 * @param devices - net energy of all devices. [kWh]
 * @param connection - net energy at the grid meter. [kWh]
 * @param collectionLoss - share expected to be lost between them, 0 to 1
 * @returns 1 when they agree, 0 from 5 % disagreement; NaN without production or meter
 * @see a deviation of 1.2 % → 0.76
 */
export function meterClosure(devices: number, connection: number, collectionLoss: number): number {
  if (!(devices > 0)) return Number.NaN;
  const deviation = Math.abs(devices - connection - collectionLoss * devices);
  return 1 - Math.min(1, deviation / (WORST_DEVIATION * devices));
}
