import type { MetricRow } from '@solvane/contract/metric-values';
import { aliasProblem, kpiTableSettings } from '@solvane/contract/widgets/kpi-table';
import { expect, test } from 'vitest';
import { SITES as PARTS, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { hasSeveralCurrencies, type KpiTableProps, kpiRows } from './kpi-rows.ts';
import { kpiTable } from './kpi-table-parts.tsx';

const NAMES = ['A', 'B', 'C', 'D'];
const SITES = PARTS.slice(0, 4).map((part, index) => ({ ...toSite(part), name: NAMES[index] ?? '' }));

function settingsOf(settings: Record<string, unknown>) {
  const read = kpiTableSettings.read({ version: kpiTableSettings.version, settings });
  if (read.status !== 'complete') throw new Error(JSON.stringify(read));
  return read.settings;
}

const row = (metricId: string, value: number | null, own: Partial<MetricRow> = {}): MetricRow => ({
  ...{ key: '', bucketMs: null, currency: null, unit: 'kWh', numerator: null, denominator: null, coverage: 1, have: 1, of: 1 },
  ...{ isPartial: false, reason: value === null ? 'noBudget' : null, value, metricId: metricId as MetricRow['metricId'] },
  ...own,
});

function given(metrics: string[], bySite: MetricRow[][], totals: MetricRow[], own: Record<string, unknown> = {}): KpiTableProps {
  const sites = SITES.slice(0, bySite.length);
  const settings = settingsOf({ columns: metrics.map((of) => ({ of })), sort: 'column', ...own });
  const groups = sites.map(({ siteId }) => ({ key: siteId, label: '', siteIds: [siteId], segmentId: null }));
  const rows = bySite.flatMap((each, index) => each.map((one) => ({ ...one, key: sites[index]?.siteId ?? '' })));
  const page = { sites, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
  const data = { status: { nowMs: 0, items: [] }, metrics: { groups, rows, totals, timezone: 'UTC' } };
  return { settings, page, data } as never;
}

const cellsOf = (props: KpiTableProps, ids: string[]) =>
  kpiTable(props, widgetText()).rows.map(({ values, reason }) => [values.site, ...ids.map((id) => values[id]), reason ?? '']);

test('energy against budget: a site without budget has none and says why, and the sum is of those that have both (vector A2)', () => {
  const kWh = (mwh: number) => mwh * 1_000;
  const percent = { unit: '%' };
  const partial = { have: 2, of: 3, isPartial: true };
  const props = given(
    ['energy', 'budget', 'vsBudget'],
    [
      [row('energy', kWh(500)), row('budget', kWh(520)), row('vsBudget', -3.846154, percent)],
      [row('energy', kWh(300)), row('budget', null), row('vsBudget', null, percent)],
      [row('energy', kWh(210)), row('budget', kWh(200)), row('vsBudget', 5, percent)],
    ],
    [
      row('energy', kWh(1_010), { have: 3, of: 3 }),
      row('budget', kWh(720), partial),
      row('vsBudget', -1.388889, { ...percent, ...partial }),
    ],
  );
  expect(cellsOf(props, ['energy', 'budget', 'vsBudget'])).toEqual([
    ['Sum', 1_010_000, 720_000, -1.388889, '2 of 3'],
    ['A', 500_000, 520_000, -3.846154, ''],
    ['B', 300_000, null, null, 'No budget for this period.'],
    ['C', 210_000, 200_000, 5, ''],
  ]);
});

test('revenue in several currencies has one sum for each and no order (vector A5)', () => {
  const money = (value: number | null, currency: string | null, own = {}) =>
    row('revenue', value, { unit: currency ?? '', currency, reason: value === null ? 'noPrice' : null, ...own });
  const props = given(
    ['revenue'],
    [[money(6_000, 'EUR')], [money(5_000, 'USD')], [money(null, 'EUR')], [money(-200, 'EUR')]],
    [money(5_800, 'EUR', { have: 2, of: 3, isPartial: true }), money(5_000, 'USD')],
  );
  expect(cellsOf(props, ['revenue', 'revenue currency']).map((cells) => cells.slice(0, 3))).toEqual([
    ['Sum', 5_800, 'EUR'],
    ['Sum', 5_000, 'USD'],
    ['A', 6_000, 'EUR'],
    ['B', 5_000, 'USD'],
    ['C', null, 'EUR'],
    ['D', -200, 'EUR'],
  ]);
  expect(hasSeveralCurrencies(kpiRows(props).rows, 'revenue')).toBe(true);
});

test('the first rule of a column that a value meets marks it, in its own unit or in percent of the budget', () => {
  const column = {
    of: 'energy',
    thresholds: [
      { when: 'below', value: 97, of: 'percentOfBudget', color: 'danger' },
      { when: 'atLeast', value: 300_000, color: 'ok', mark: 'circle' },
      { when: 'empty', color: 'neutral', mark: 'square' },
    ],
  };
  const values = [500_000, 300_000, null, 10].map((value) => [row('energy', value)]);
  const props = given(['energy'], values, [], { columns: [column] });
  const { groups = [], rows = [] } = props.data.metrics ?? {};
  const budgets = rows.map((each, index) =>
    index === 0 ? { ...each, compared: { value: 520_000, amount: -3.846154, kind: 'percent', have: 1, of: 1 } } : each,
  );
  const data = { ...props.data, budget: { groups, rows: budgets, totals: [], timezone: 'UTC' } };
  expect(cellsOf({ ...props, data } as never, ['energy rule']).map(([name, rule]) => [name, rule])).toEqual([
    ['Sum', undefined],
    ['A', '< 97 % of budget'],
    ['B', '≥ 300,000'],
    ['D', ''],
    ['C', 'no value'],
  ]);
});

test('bounds that were stored before rules become rules', () => {
  const columns = [{ of: 'energy', below: 5, above: null }, { of: 'now.power' }];
  const read = kpiTableSettings.read({ version: 2, settings: { columns } });
  expect(read.status === 'complete' && read.settings.columns.map(({ thresholds }) => thresholds)).toEqual([
    [{ when: 'below', value: 5, to: null, of: 'value', color: 'danger', mark: 'bold' }],
    [],
  ]);
});

test('by the first column the largest comes first, what is missing last, and no more rows than allowed', () => {
  const props = given(['energy'], [[row('energy', 1)], [row('energy', null)], [row('energy', 3)]], []);
  expect(kpiRows(props).rows.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
});

test('rows of devices have no columns of sites, and each can be chosen', () => {
  const [site] = SITES;
  const node = { isDisabled: false, type: 'WindTurbine', parent: 0, end: 2 };
  const nodes = [
    { ...node, id: site?.siteSegmentId, type: 'Site', name: 'A', parent: -1, end: 3 },
    { ...node, id: 'W10', name: 'WT-10' },
    { ...node, id: 'W2', name: 'WT-2', end: 3 },
  ];
  const settings = settingsOf({ rows: 'generators', columns: [{ of: 'now.power' }, { of: 'power' }, { of: 'energy', alias: 'Yield' }] });
  const groups = [{ key: 'W2', label: 'WT-2', siteIds: [site?.siteId], segmentId: 'W2' }];
  const page = { sites: [site], period: { startMs: 0, endMs: 1 }, zone: 'UTC', trees: new Map([[site?.siteId, { nodes }]]) };
  const data = { metrics: { groups, rows: [row('energy', 7, { key: 'W2' })], totals: [] } };
  const { columns, rows } = kpiTable({ settings: { ...settings, sumRow: false }, page, data } as never, widgetText());
  expect(columns.map(({ header }) => header)).toEqual(['Device', 'Power', 'Yield']);
  expect(rows.map(({ focus, values }) => [focus, values.device, values.energy])).toEqual([
    ['W2', 'WT-2', 7],
    ['W10', 'WT-10', null],
  ]);
});

test('a head has letters, spaces and underscores only, and fewer than thirty of them', () => {
  expect(['Énergie_nette brute', 'a'.repeat(29)].map(aliasProblem)).toEqual([undefined, undefined]);
  expect(['a'.repeat(30), 'Energy 2'].map(aliasProblem)).toEqual(['Widget_Validation_AliasLength', 'Widget_Validation_AliasLetters']);
  expect(kpiTableSettings.read({ version: 2, settings: { columns: [] } })).toMatchObject({ message: 'Widget_Validation_Columns' });
});
