import type { MetricRow } from '@solvane/contract/metric-values';
import { periodTableQueries, periodTableSettings } from '@solvane/contract/widgets/period-table';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { devicePage } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { heatOf, heatScale } from './heat.ts';
import { type PeriodTableProps, periodTable, periodTableOf } from './period-table.ts';

const [JANUARY, FEBRUARY, MARCH] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1)];
const page = { sites: SITES.map(toSite), period: { startMs: JANUARY, endMs: MARCH }, zone: 'UTC', nowMs: MARCH, powerDeviceIds: null };

function settingsOf(settings: object) {
  const read = periodTableSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return read.settings;
}

function row(value: number | null, own: Partial<MetricRow> = {}): MetricRow {
  const none = { currency: null, unit: 'kWh', numerator: value, denominator: null, coverage: 1, isPartial: false };
  const counts = { have: value === null ? 0 : 1, of: 1, reason: value === null ? ('noBudget' as const) : null };
  return { key: '', bucketMs: null, metricId: 'energy', value, ...none, ...counts, ...own };
}

interface Given {
  groups?: object[];
  rows?: MetricRow[];
  totals?: MetricRow[];
}
const results = (given: Given) => ({ groups: [], rows: [], totals: [], timezone: 'UTC', ...given });
const props = (settings: object, cells: Given, whole?: Given): PeriodTableProps =>
  ({ settings: settingsOf(settings), page, data: { cells: results(cells), ...(whole && { whole: results(whole) }) } }) as never;
const valuesOf = (given: PeriodTableProps) => {
  const { columns, rows } = periodTable(given, widgetText());
  return rows.map(({ values }) => columns.map(({ id }) => values[id]));
};

test('months stand below each other with their metrics, and the total is what the server says, not their sum', () => {
  const percent = { metricId: 'pr' as const, unit: '%' };
  const cells = [
    ...[row(100, { bucketMs: JANUARY }), row(200, { bucketMs: FEBRUARY })],
    ...[row(80, { ...percent, bucketMs: JANUARY }), row(null, { ...percent, bucketMs: FEBRUARY })],
  ];
  const given = props({ metrics: ['energy', 'pr'], bucket: 'month' }, { totals: cells }, { totals: [row(300), row(81, percent)] });
  expect(valuesOf(given)).toEqual([
    ['Jan 2026', 100, 80],
    ['Feb 2026', 200, null],
    ['Total', 300, 81],
  ]);
  expect(periodTable(given, widgetText()).rows[1]?.reason).toBe('No budget for this period.');
  const queries = periodTableQueries(given.settings, page);
  expect([queries.cells?.body.by, queries.cells?.body.groupBy, queries.whole?.body.by]).toEqual(['month', 'total', 'none']);
});

test('sites stand beside periods, with totals of both', () => {
  const groups = [
    { key: 'A', label: 'A', siteIds: [], segmentId: null },
    { key: 'B', label: 'B', siteIds: [], segmentId: null },
  ];
  const at = (key: string, bucketMs: number | null, value: number) => row(value, { key, bucketMs });
  const given = props(
    { rows: 'site', columns: 'period', bucket: 'month' },
    {
      groups,
      rows: [at('A', JANUARY, 1), at('A', FEBRUARY, 2), at('B', JANUARY, 3), at('B', FEBRUARY, 4)],
      totals: [at('', JANUARY, 4), at('', FEBRUARY, 6)],
    },
    { groups, rows: [at('A', null, 3), at('B', null, 7)], totals: [at('', null, 10)] },
  );
  expect(valuesOf(given)).toEqual([
    ['A', 1, 2, 3],
    ['B', 3, 4, 7],
    ['Total', 4, 6, 10],
  ]);
});

test('rows and columns cannot be the same, nor both places', () => {
  const status = (settings: object) => periodTableSettings.read({ version: 1, settings: settings as never }).status;
  expect(status({ rows: 'period', columns: 'period' })).toBe('incomplete');
  expect(status({ rows: 'site', columns: 'country' })).toBe('incomplete');
  expect(status({ rows: 'country', columns: 'metric' })).toBe('complete');
});

test('devices wait for their trees, and heads lead to them', () => {
  const settings = settingsOf({ rows: 'device', columns: 'metric', metrics: ['energy'] });
  expect(periodTableQueries(settings, page).cells).toBeNull();
  const devices = devicePage(page.period, { S01: ['INV-1', 'INV-2'] }, 'Inverter');
  const { cells } = periodTableQueries(settings, devices);
  expect(cells?.body).toMatchObject({ segmentIds: ['INV-1', 'INV-2'], groupBy: 'each', by: 'none' });
  const groups = [{ key: 'INV-1', label: 'INV-1', segmentId: 'INV-1', siteIds: ['S01'] }];
  const data = { cells: results({ groups, rows: [row(5, { key: 'INV-1' })] }) };
  const { rows } = periodTable({ settings, page: devices, data } as never, widgetText());
  expect(rows.map(({ values, choice }) => [values.name, values['energy '], choice])).toEqual([
    ['INV-1', 5, { focus: 'INV-1' }],
    ['Total', null, undefined],
  ]);
});

test('thirty columns are shown, the newest periods, and how many there are', () => {
  const starts = Array.from({ length: 40 }, (_, index) => JANUARY + index * 86_400_000);
  const totals = starts.map((bucketMs, index) => row(index, { bucketMs }));
  const given = props({ rows: 'metric', columns: 'period', bucket: 'day', metrics: ['energy'] }, { totals }, { totals: [row(780)] });
  const { columns, columnCount } = periodTableOf(given, widgetText());
  expect([columnCount, columns.length, columns[0]?.label, columns.at(-2)?.label, columns.at(-1)?.isTotal]).toEqual([
    ...[40, 31, 'Jan 11', 'Feb 09'],
    true,
  ]);
  expect(valuesOf(given)[0]?.slice(-3)).toEqual([38, 39, 780]);
});

test('a period that has not ended says so, and leads to its days', () => {
  const running = { ...props({ bucket: 'month' }, { totals: [row(1, { bucketMs: FEBRUARY })] }), page: { ...page, nowMs: FEBRUARY + 5 } };
  const [first] = periodTable(running, widgetText()).rows;
  expect([first?.values.name, first?.choice]).toEqual([
    'Feb 2026 to date',
    { period: { type: 'custom', value: { start: '2026-02-01', end: '2026-03-01' } } },
  ]);
});

test('each metric has colours of its own, from its smallest to its largest number', () => {
  const scale = heatScale([10, 20, 30], 'sequential');
  expect(scale && [10, 20, 30].map((value) => heatOf(value, scale))).toEqual(['seq-1', 'seq-5', 'seq-9']);
  const around = heatScale([-4, 2], 'diverging');
  expect(around && [-4, 0, 4].map((value) => heatOf(value, around))).toEqual(['div-1', 'div-5', 'div-9']);
  expect(heatScale([3], 'sequential')).toBeUndefined();
});
