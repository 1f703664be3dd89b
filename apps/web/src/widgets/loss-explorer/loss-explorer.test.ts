import type { LossSums } from '@solvane/contract/event-loss-sums';
import { lossExplorerOptionalQueries, lossExplorerQueries, lossExplorerSettings } from '@solvane/contract/widgets/loss-explorer';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { metricRow } from '../../testing/metric-row.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { emptyText, eventsChoice, explorerOf, groupChoice, type LossExplorerProps, lossExplorerTable, panelsOf } from './loss-explorer.ts';

const HOUR = 3_600_000;
const FEBRUARY = { startMs: Date.UTC(2026, 1, 1), endMs: Date.UTC(2026, 2, 1) };

function sums(lostEnergyKwh: number | null, own: Partial<LossSums> = {}): LossSums {
  const energyUnknownCount = lostEnergyKwh === null ? 1 : 0;
  return { count: 1, durationMs: 4 * HOUR, lostEnergyKwh, energyUnknownCount, revenue: [], revenueUnknownCount: 1, ...own };
}

function props(result: Partial<NonNullable<LossExplorerProps['data']['sums']>>, own: Record<string, unknown> = {}): LossExplorerProps {
  const read = lossExplorerSettings.read({ version: 1, settings: own });
  if (read.status !== 'complete') throw new RangeError(read.status);
  const none = {
    rows: [],
    columns: [],
    rowCount: result.rows?.length ?? 0,
    rest: { ...sums(null), cells: [] },
    total: sums(null),
    issues: [],
  };
  const page = { sites: SITES.map(toSite), period: FEBRUARY, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
  return { settings: read.settings, page, data: { sums: { ...none, ...result } } } as never;
}

const row = (key: string, own: LossSums, cells: Record<string, LossSums>) => ({
  ...own,
  ...{ key, name: key, siteName: null },
  cells: Object.entries(cells).map(([column, each]) => ({ ...each, column })),
});
const column = (key: string, own: LossSums) => ({ ...own, key, name: key, siteName: null });

test('an event without any expected value is counted beside the sum, never added as zero (vector A7)', () => {
  const total = sums(60, { count: 2, durationMs: 5 * HOUR, energyUnknownCount: 1 });
  const known = row('A', sums(60), { Downtime: sums(60) });
  const unknown = row('B', sums(null), { Downtime: sums(null) });
  const table = lossExplorerTable(props({ rows: [known, unknown], columns: [column('Downtime', total)], total }), widgetText());
  expect(
    table.rows.map(({ values, reason }) => [
      values.group,
      values.segment0,
      values.total,
      values.share,
      values.events,
      values.withoutExpected,
      reason !== undefined,
    ]),
  ).toEqual([
    ['A', 60, 60, 100, 1, 0, false],
    ['B', null, null, null, 1, 1, true],
  ]);
});

test('each currency has a panel, and avoided cost is apart from what was lost', () => {
  const revenue = [
    { currency: 'USD', amount: 6, avoided: 0 },
    { currency: 'EUR', amount: 3, avoided: -2 },
  ];
  const total = sums(10, { revenue });
  const given = props(
    { rows: [row('A', total, { Downtime: total })], columns: [column('Downtime', total)], total },
    { metrics: ['revenueLoss'] },
  );
  expect(panelsOf(given, 'revenueLoss')).toEqual(['EUR', 'USD']);
  const { rows } = explorerOf(given, { metric: 'revenueLoss', currency: 'EUR', most: 7 }, widgetText().intl);
  expect(rows[0]?.cells).toEqual([{ amount: 3, avoided: -2 }]);
  const table = lossExplorerTable(given, widgetText());
  expect(table.rows.map(({ values }) => [values.currency, values.total])).toEqual([
    ['EUR', 3],
    ['USD', 6],
  ]);
});

test('segments beyond the most are one, and groups beyond the most are counted', () => {
  const cells = { a: sums(4), b: sums(3), c: sums(2), d: sums(null) };
  const columns = Object.entries(cells).map(([key, each]) => column(key, each));
  const rest = { ...sums(7), cells: [{ ...sums(7), column: 'c' }] };
  const given = props({ rows: [row('A', sums(9), cells)], columns, rest, rowCount: 4, total: sums(16) }, { display: 'category' });
  const { segments, rows } = explorerOf(given, { metric: 'lostEnergy', currency: null, most: 3 }, widgetText().intl);
  expect(segments.map(({ name }) => name)).toEqual(['a', 'b', 'Other (2)']);
  expect(rows.map(({ name, cells: each }) => [name, each.map((cell) => cell?.amount ?? null)])).toEqual([
    ['A', [4, 3, 2]],
    ['Other (3)', [null, null, 7]],
  ]);
});

test('groups and segments cannot be the same, and at least one number is needed', () => {
  const status = (settings: object) => lossExplorerSettings.read({ version: 1, settings: settings as never }).status;
  expect([status({}), status({ groupBy: 'type' }), status({ metrics: [] })]).toEqual(['complete', 'incomplete', 'incomplete']);
});

test('a table cannot have periods twice, and parts are of places and periods and have no events', () => {
  const read = (settings: object) => lossExplorerSettings.read({ version: 1, settings: settings as never });
  expect(read({ view: 'table', groupBy: 'period', display: 'period' })).toMatchObject({ message: 'Widget_Validation_TwoPeriods' });
  expect(read({ groupBy: 'period', display: 'period' })).toMatchObject({ message: 'Widget_Validation_SameDisplay' });
  expect(read({ groupBy: 'code', display: 'part' })).toMatchObject({ message: 'LossExplorer_Parts_Only' });
  expect(read({ display: 'part', metrics: ['count'] })).toMatchObject({ message: 'LossExplorer_Parts_Only' });
  expect(read({ display: 'part' })).toMatchObject({ status: 'complete' });
});

test('parts of lost energy are read of sites, and what is not explained is beside them', () => {
  const settings = { display: 'part', unexplained: true };
  const site = (key: string, own: string) => ({ key, label: own, siteIds: [own], segmentId: null });
  const value = (key: string, metricId: string, amount: number | null) => metricRow(amount, { key, metricId: metricId as never });
  const parts = {
    groups: [site('a', 'S01'), site('b', 'S02')],
    rows: [
      ...[value('a', 'lost.Downtime', 30), value('a', 'lost.Soiling', 10), value('a', 'lostResidual', -4)],
      ...[value('b', 'lost.Downtime', 60), value('b', 'lost.Soiling', null), value('b', 'lostResidual', null)],
    ],
    totals: [],
    timezone: 'UTC',
  };
  const given = { ...props({}, settings), data: { parts } } as never as LossExplorerProps;
  expect(lossExplorerQueries(given.settings, given.page).parts?.body.metricIds).toContain('lostResidual');
  const { columns, rows } = lossExplorerTable(given, widgetText());
  expect(columns.map(({ id }) => id)).toEqual(['group', 'segment0', 'segment1', 'total', 'share', 'unexplained']);
  expect(
    rows.map(({ values }) => [values.group, values.segment0, values.segment1, values.total, values.share, values.unexplained]),
  ).toEqual([
    ['S02', 60, null, 60, 60, null],
    ['S01', 30, 10, 40, 40, -4],
  ]);
});

test('what is not explained is asked for beside events only where groups are places or periods', () => {
  const asked = (settings: object) => {
    const { settings: own, page } = props({}, { unexplained: true, ...settings });
    return lossExplorerOptionalQueries(own, page).residual?.body.metricIds;
  };
  expect([asked({}), asked({ groupBy: 'code' }), asked({ metrics: ['count'] })]).toEqual([['lostResidual'], undefined, undefined]);
});

test('a segment leads to its events of its group and days, a group to the page', () => {
  const given = props({}, { groupBy: 'period', display: 'code', types: ['Downtime', 'Warning'] });
  expect(eventsChoice(given, { group: '2026-02-03', segment: 'F 301' })).toEqual({
    open: { to: 'eventLog', search: { types: ['Downtime', 'Warning'], period: '2026-02-03_2026-02-04', q: 'code="F 301"' } },
  });
  expect(groupChoice(given, '2026-02-03')).toEqual({ period: { type: 'custom', value: { start: '2026-02-03', end: '2026-02-04' } } });
  const bySite = props({}, { groupBy: 'site', display: 'type' });
  expect(groupChoice(bySite, 'S01')).toEqual({ focus: 'S01' });
  expect(eventsChoice(bySite, { group: 'S01', segment: 'Downtime' })).toMatchObject({
    open: { search: { devices: ['S01'], types: ['Downtime'] } },
  });
  const soiling = props({}, { display: 'part' });
  expect(eventsChoice(soiling, { segment: 'lost.Soiling' })).toBeUndefined();
});

test('nothing lost is a result only where something was expected', () => {
  const textOf = (lost?: ReturnType<typeof metricRow>) => {
    const given = props({});
    return emptyText({ ...given, data: { ...given.data, lost: lost && { totals: [lost] } } } as never, widgetText());
  };
  expect(textOf(metricRow(0, { metricId: 'lost' }))).toBe('No lost energy in this period');
  expect(textOf(metricRow(null, { metricId: 'lost', reason: 'noExpected' }))).toBe('No expected production.');
  expect(textOf()).toBe('No lost energy in this period');
});
