export const POWER_CURVE_TYPES = ['Nominal', 'Warranted', 'Effective', 'Reference'] as const;
export type PowerCurveType = (typeof POWER_CURVE_TYPES)[number];
