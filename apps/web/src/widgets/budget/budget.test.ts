import type { MetricRow } from '@solvane/contract/metric-values';
import { budgetQueries, budgetSettings } from '@solvane/contract/widgets/budget';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { metricRow } from '../../testing/metric-row.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type BudgetProps, budgetPanels, budgetTable } from './budget.ts';

const [JANUARY, FEBRUARY] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
const page = {
  ...{ sites: SITES.map(toSite), period: { startMs: JANUARY, endMs: Date.UTC(2026, 2, 1) }, zone: 'UTC' },
  ...{ nowMs: Date.UTC(2026, 1, 10), powerDeviceIds: null },
};

interface Given {
  groups?: object[];
  rows?: MetricRow[];
  totals?: MetricRow[];
  expected?: MetricRow[];
}

function props(settings: object, { expected = [], ...actual }: Given): BudgetProps {
  const read = budgetSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  const base = { groups: [], rows: [], totals: [], timezone: 'UTC' };
  const others = read.settings.by === 'month' ? { ...base, totals: expected } : { ...base, rows: expected };
  return { settings: read.settings, page, data: { actual: { ...base, ...actual }, expected: others } } as never;
}

const against = (budget: number, amount: number) => ({ compared: { value: budget, amount, kind: 'percent' as const, have: 1, of: 1 } });

test('a site without a budget has a value and no comparison (vector A2)', () => {
  const groups = ['A', 'B', 'C'].map((key) => ({ key, label: `Site ${key}` }));
  const none = { compared: { value: null, amount: null, kind: 'percent' as const, have: 0, of: 1 } };
  const rows = [
    metricRow(500, { key: 'A', ...against(520, -3.846154) }),
    metricRow(300, { key: 'B', ...none }),
    metricRow(210, { key: 'C', ...against(200, 5) }),
  ];
  const expected = [metricRow(510, { key: 'A', metricId: 'expectedAtPcc' })];
  const table = budgetTable(props({}, { groups, rows, expected }), widgetText());
  expect(table.rows.map(({ values }) => Object.values(values))).toEqual([
    ['Site A', 500, 520, -3.846154, 510, expect.closeTo(-1.960784, 5)],
    ['Site B', 300, null, null, null, null],
    ['Site C', 210, 200, 5, null, null],
  ]);
});

test('the running month says that it runs, and cumulative sums end where a month has nothing', () => {
  const totals = [metricRow(100, { bucketMs: JANUARY, ...against(110, -9.1) }), metricRow(40, { bucketMs: FEBRUARY, ...against(50, -20) })];
  const [panel] = budgetPanels(props({ by: 'month', cumulative: true }, { totals }), widgetText());
  expect(panel?.lines.map(({ actual, budget, vsBudget, isRunning }) => [actual, budget, vsBudget.amount, isRunning])).toEqual([
    [100, 110, expect.closeTo(-9.0909, 3), false],
    [140, 160, -12.5, true],
  ]);
  const missing = [metricRow(null, { bucketMs: JANUARY }), metricRow(40, { bucketMs: FEBRUARY })];
  const [broken] = budgetPanels(props({ by: 'month', cumulative: true }, { totals: missing }), widgetText());
  expect(broken?.lines.map(({ actual }) => actual)).toEqual([null, null]);
});

test('the adjusted budget takes the place of the stated one, and is asked for only then', () => {
  const rows = [metricRow(500, { key: 'A', ...against(520, -3.846154) })];
  const expected = [metricRow(480, { key: 'A', metricId: 'budgetWeather' })];
  const given = props({ weatherAdjusted: true }, { groups: [{ key: 'A', label: 'A' }], rows, expected });
  expect(budgetPanels(given, widgetText())[0]?.lines[0]).toMatchObject({ budget: 480, vsBudget: { amount: expect.closeTo(4.166667, 5) } });
  expect(budgetQueries(given.settings, page).expected?.body.metricIds).toContain('budgetWeather');
  expect(budgetQueries(props({ metrics: ['revenue'] }, {}).settings, page).expected).toBeUndefined();
});

test('amounts of two currencies are two panels', () => {
  const money = (value: number, currency: string) => metricRow(value, { key: currency, metricId: 'revenue', currency, unit: currency });
  const panels = budgetPanels(props({ metrics: ['revenue'] }, { rows: [money(1, 'EUR'), money(2, 'USD')] }), widgetText());
  expect(panels.map(({ unit, lines }) => [unit, lines.length])).toEqual([
    ['EUR', 1],
    ['USD', 1],
  ]);
});
