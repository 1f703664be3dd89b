import { isUnit } from '@solvane/energy/units/units';
import { expect, test } from 'vitest';
import { COMMON_METRIC_REASONS, METRIC_IDS, METRICS, type MetricDefinition } from './metrics.ts';

const definitions: [string, MetricDefinition][] = METRIC_IDS.map((id) => [id, METRICS[id]]);

test('every metric has a unit of the product, a count has none', () => {
  const unknown = definitions.filter(([, { unit }]) => unit !== '' && !isUnit(unit)).map(([id, { unit }]) => `${id} ${unit}`);
  // Not units of signals: a rate of money, and tonnes.
  expect(unknown).toEqual(['lostCostNow cur/h', 'co2Avoided t']);
});

test('exactly the metrics of money have one value per currency', () => {
  const perCurrency = definitions.filter(([, { perCurrency }]) => perCurrency).map(([id]) => id);
  expect(perCurrency).toEqual(definitions.filter(([, { unit }]) => unit.startsWith('cur')).map(([id]) => id));
  expect(perCurrency).toHaveLength(6);
});

test('only ratios are scaled, and a ratio over time is never averaged over sites', () => {
  for (const [id, { time, fleet, scale }] of definitions) {
    if (time === 'ratio') expect(['ratio', 'none'], id).toContain(fleet);
    if (scale) expect(['ratio', 'none'], id).toContain(fleet);
  }
});

test('parts of losses, views, event types and device states each have their metric', () => {
  const count = (prefix: string) => METRIC_IDS.filter((id) => id.startsWith(prefix)).length;
  expect([count('lost.'), count('availability.'), count('events.'), count('devices.')]).toEqual([7, 12, 7, 10]);
});

test('reasons of a metric are besides the common ones', () => {
  const common: readonly string[] = COMMON_METRIC_REASONS;
  expect(definitions.filter(([, { reasons }]) => reasons.some((reason) => common.includes(reason)))).toEqual([]);
});
