import type { MetricRow } from '@solvane/contract/metric-values';

/** A row of a metric as the server answers it; without a value nothing was calculated. */
export function metricRow(value: number | null, own: Partial<MetricRow> = {}): MetricRow {
  const none = { currency: null, unit: 'kWh', numerator: value, denominator: null, coverage: value === null ? 0 : 1, isPartial: false };
  const counts = { have: value === null ? 0 : 1, of: 1, reason: value === null ? ('notCalculated' as const) : null };
  return { key: '', bucketMs: null, metricId: 'energy', value, ...none, ...counts, ...own };
}
