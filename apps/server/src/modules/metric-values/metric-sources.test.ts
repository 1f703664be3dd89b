import { PERIOD_METRIC_IDS, type PeriodMetricId } from '@solvane/contract/metric-ids';
import { signalsOfMetric } from '@solvane/contract/metric-signals';
import { expect, test } from 'vitest';
import { metricSource, referenceSource, signalsOf } from './metric-sources.ts';

test('users are led to the signals that metrics are made of', () => {
  for (const metricId of PERIOD_METRIC_IDS) {
    const source = metricSource(metricId);
    // Of a site they are made of sums over days; its signals are those of its devices.
    expect([metricId, signalsOfMetric(metricId)]).toEqual([metricId, signalsOf(source, source.from !== 'days')]);
  }
});

test('performance is compared with the budget of the metric it stands for', () => {
  const signals = (metricId: PeriodMetricId) => {
    const source = referenceSource('budget', metricId);
    return source ? signalsOf(source, true) : [];
  };
  expect(signals('performance')).toEqual([...signals('pr'), ...signals('capacityFactor')]);
});
