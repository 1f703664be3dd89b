import type { MetricRow } from '@solvane/contract/metric-values';
import { barQueries, barSettings } from '@solvane/contract/widgets/bar';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type BarProps, barChoice, barTable } from './bar.ts';
import { barWidget } from './bar.widget.tsx';

/** Three days around the night in which clocks in Stockholm went forward. */
const [FIRST, SECOND, THIRD] = [Date.UTC(2025, 2, 28, 23), Date.UTC(2025, 2, 29, 23), Date.UTC(2025, 2, 30, 22)];
const PERIOD = { startMs: FIRST, endMs: Date.UTC(2025, 2, 31, 22) };
const page = { sites: SITES.map(toSite), period: PERIOD, zone: 'Europe/Stockholm', nowMs: PERIOD.endMs, powerDeviceIds: null };

function settingsOf(settings: object) {
  const read = barSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return read.settings;
}

function row(value: number | null, own: Partial<MetricRow> = {}): MetricRow {
  const none = { currency: null, unit: 'kWh', numerator: value, denominator: null, coverage: value === null ? 0 : 1, isPartial: false };
  const counts = { have: value === null ? 0 : 1, of: 1, reason: value === null ? ('notCalculated' as const) : null };
  return { key: '', bucketMs: null, metricId: 'energy', value, ...none, ...counts, ...own };
}

function props(settings: object, data: { groups?: object[]; rows?: MetricRow[]; totals?: MetricRow[] }): BarProps {
  const metrics = { groups: [], rows: [], totals: [], timezone: 'Europe/Stockholm', ...data };
  return { settings: settingsOf(settings), page, data: { metrics } } as never;
}

const valuesOf = (given: BarProps) => barTable(given, widgetText()).rows.map(({ values }) => values);

test('days have their dates, a day without a value has none and says why, and the difference is that of the day (vector A6)', () => {
  const compared = { value: 14_400, amount: -4.166667, kind: 'percent' as const, have: 1, of: 1 };
  const given = props(
    { reference: 'previousPeriod' },
    { totals: [row(14_400, { bucketMs: FIRST }), row(13_800, { bucketMs: SECOND, compared }), row(null, { bucketMs: THIRD })] },
  );
  expect(barQueries(given.settings, page).metrics?.body).toMatchObject({
    by: 'day',
    groupBy: 'total',
    period: { fromDay: '2025-03-29', toDay: '2025-04-01' },
    comparison: 'previousPeriod',
  });
  const { rows } = barTable(given, widgetText());
  expect(
    rows.map(({ values, reason }) => [values.name, values.energy, values['energy reference'], values['energy difference'], reason]),
  ).toEqual([
    ['Mar 29', 14_400, null, null, undefined],
    ['Mar 30', 13_800, 14_400, -4.166667, undefined],
    ['Mar 31', null, null, null, 'Not calculated yet.'],
  ]);
});

const GROUPS = ['A', 'B', 'C', 'D'].map((key) => ({ key, label: key, siteIds: [], segmentId: null }));

test('sites stand in the order of their values, the others are put together, and what is missing comes last', () => {
  const rows = [row(100, { key: 'A' }), row(null, { key: 'B' }), row(300, { key: 'C' }), row(20, { key: 'D' })];
  const all = valuesOf(props({ by: 'site' }, { groups: GROUPS, rows }));
  expect(all.map(({ name, energy }) => [name, energy])).toEqual([
    ['C', 300],
    ['A', 100],
    ['D', 20],
    ['B', null],
  ]);
  const some = valuesOf(props({ by: 'site', top: 1 }, { groups: GROUPS, rows }));
  expect(some.map(({ name, energy, sites }) => [name, energy, sites])).toEqual([
    ['C', 300, '1 of 1'],
    ['Other (3)', 120, '2 of 3'],
  ]);
});

test('ratios are not put together', () => {
  const rows = GROUPS.map(({ key }, index) => row(80 + index, { key, metricId: 'pr' }));
  expect(valuesOf(props({ by: 'site', top: 2, metrics: ['pr'] }, { groups: GROUPS, rows })).map(({ name }) => name)).toEqual(['D', 'C']);
});

test('amounts of two currencies are two columns, and never one sum (vector A5)', () => {
  const money = (value: number, currency: string) => row(value, { metricId: 'revenue', currency, unit: currency });
  const given = props({ metrics: ['revenue'], by: 'total' }, { totals: [money(5_800, 'EUR'), money(5_000, 'USD')] });
  const table = barTable(given, widgetText());
  expect(table.columns.flatMap(({ unit }) => unit ?? [])).toEqual(['EUR', 'USD']);
  expect(table.rows.map(({ values }) => [values['revenue EUR'], values['revenue USD']])).toEqual([[5_800, 5_000]]);
  expect(barWidget.charts?.(given as never, widgetText())).toHaveLength(2);
});

test('at least one metric is needed, and only amounts of one unit are stacked', () => {
  const status = (settings: object) => barSettings.read({ version: 1, settings: settings as never }).status;
  expect(status({ metrics: [] })).toBe('incomplete');
  expect(status({ metrics: ['lost.Downtime', 'lost.Curtailment'], stacked: true })).toBe('complete');
  expect(status({ metrics: ['lost', 'pr'], stacked: true })).toBe('incomplete');
  expect(status({ metrics: ['revenue', 'lost'], stacked: true })).toBe('incomplete');
});

test('a day is shown by the hour, but not for what is counted by the day', () => {
  const day = { ...page, period: { startMs: FIRST, endMs: SECOND } };
  const bucketOf = (metrics: string[]) => barQueries(settingsOf({ metrics }), day).metrics?.body.by;
  expect([bucketOf(['energy']), bucketOf(['energy', 'energyGross']), bucketOf(['pr'])]).toEqual(['hour', 'day', 'day']);
});

test('bars by device ask for the devices below the selection once their trees are known, and each is chosen for the page', () => {
  const [site] = page.sites;
  const node = { isDisabled: false, name: 'INV-1', type: 'Inverter' };
  const nodes = [
    { ...node, id: site?.siteSegmentId, type: 'Site', parent: -1, end: 2 },
    { ...node, id: 'INV-1', parent: 0, end: 2 },
  ];
  const own = { ...page, sites: [site], trees: new Map([[site?.siteId, { nodes }]]) } as never;
  const settings = settingsOf({ by: 'device' });
  expect(barQueries(settings, page).metrics).toBeNull();
  expect(barQueries(settings, own).metrics?.body).toMatchObject({ segmentIds: ['INV-1'], groupBy: 'each' });
  const groups = [{ key: 'INV-1', label: 'INV-1', siteIds: [site?.siteId], segmentId: 'INV-1' }];
  expect(barChoice({ settings, page: own, data: { metrics: { groups } } } as never, 'INV-1')).toEqual({ focus: 'INV-1' });
});

test('the bar of a day or month is its period on the page', () => {
  const monthly = { ...page, period: { startMs: FIRST, endMs: FIRST + 200 * 86_400_000 } };
  const data = { metrics: { timezone: 'Europe/Stockholm' } };
  expect(barChoice({ settings: settingsOf({}), page: monthly, data } as never, String(Date.parse('2025-04-01T00:00+02:00')))).toEqual({
    period: { type: 'custom', value: { start: '2025-04-01', end: '2025-05-01' } },
  });
});
