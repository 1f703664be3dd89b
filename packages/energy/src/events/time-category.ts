/**
 * How a period of a device is spent, after IEC 61400-26-1 and IEC TS 63019: full and partial performance, ready and technical
 * standby, low resource, out of environmental specification, requested shutdown, out of electrical specification, scheduled maintenance,
 * planned corrective action, forced outage, suspended, force majeure, information unavailable.
 */
export const TIME_CATEGORIES = ['FP', 'PP', 'RS', 'TS', 'LR', 'EN', 'RQ', 'GE', 'SM', 'PCA', 'FO', 'SU', 'FM', 'IU'] as const;

export type TimeCategory = (typeof TIME_CATEGORIES)[number];

/**
 * Position of a time category in columns that hold one number for each.
 *
 * @param category - any
 */
export function timeCategoryIndex(category: TimeCategory): number {
  return TIME_CATEGORIES.indexOf(category);
}
