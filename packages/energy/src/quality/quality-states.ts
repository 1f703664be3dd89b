/** What one icon shows of a set of flags, most important first. */
export const QUALITY_STATES = ['noValue', 'manualValue', 'estimated', 'manualInvalid', 'suspect', 'partial', 'good'] as const;
export type QualityState = (typeof QUALITY_STATES)[number];
