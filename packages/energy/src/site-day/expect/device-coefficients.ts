import { type CoefficientColumns, coefficientColumns } from '../../production/expected-coefficients.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';

/** Without a table, devices of one rating and age have the same columns. Nothing writes into them. */
const withoutTable = new WeakMap<SiteFrame, Map<string, CoefficientColumns>>();

/**
 * Losses of a device that are normal, by its table or that of what it stands in.
 *
 * @param device - a generator
 * @param context - configuration and day
 * @returns columns of shape (span.count); they may be shared
 */
export function coefficientsOf(device: SiteDevice, { site, frame, tree }: ExpectContext): CoefficientColumns {
  const lookup = {
    rows: site.coefficients,
    lineage: tree.lineageOf(device),
    startsMs: frame.startsMs,
    zone: site.zone,
    commissionedMs: device.commissionedMs,
    acRating: device.capacityAc,
  };
  if (site.coefficients.length > 0) return coefficientColumns(lookup);
  const ofDay = withoutTable.get(frame) ?? new Map<string, CoefficientColumns>();
  withoutTable.set(frame, ofDay);
  const key = `${device.commissionedMs} ${device.capacityAc}`;
  const columns = ofDay.get(key) ?? coefficientColumns(lookup);
  ofDay.set(key, columns);
  return columns;
}
