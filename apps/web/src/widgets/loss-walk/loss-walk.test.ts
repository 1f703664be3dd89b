import { waterfallCut, waterfallOption } from '@solvane/charts/options/waterfall';
import { lossWalkQueries, lossWalkSettings } from '@solvane/contract/widgets/loss-walk';
import { expect, test } from 'vitest';
import type { WalkBar } from '../../shared/losses/loss-walk.ts';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { completeSettings } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { closedWalks, isWithoutExpectation, type LossWalkProps, lossWalkTable, stepChoice, walksOf, walkText } from './loss-walk.ts';

const level = (step: string, energyKwh: number): WalkBar => ({ step, kind: 'level', energyKwh });
const change = (step: string, energyKwh: number): WalkBar => ({ step, kind: 'change', energyKwh });
const sites = SITES.map(toSite);
const page = { sites, period: { startMs: Date.UTC(2026, 0, 1), endMs: Date.UTC(2026, 2, 1) }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };

function item(of: string, bars: readonly WalkBar[], fromDay = '2026-01-01') {
  const walks = [{ of, bars, noDataIntervals: 0, withoutExpectationIntervals: 0 }];
  return {
    fromDay,
    toDay: '2026-03-01',
    days: 59,
    missingDays: 0,
    computedMs: 0,
    version: 1,
    devices: null,
    connectionSource: null,
    electricalWarning: null,
    walks,
  };
}

function props(items: readonly object[], settings: object = {}): LossWalkProps {
  return { settings: completeSettings(lossWalkSettings, settings), page, data: { S01: { items } } } as never;
}

const MWH = 1_000;
const before = [
  level('budget', 5_000 * MWH),
  change('irradiance', 400 * MWH),
  change('temperature', -91.139 * MWH),
  change('modelGap', -28.861 * MWH),
];
const losses = [
  level('expected', 5_280 * MWH),
  change('downtime', -60 * MWH),
  change('curtailment', -110 * MWH),
  change('degraded', -25 * MWH),
  change('soiling', -45 * MWH),
];
const after = [
  level('gross', 4_990 * MWH),
  change('ownConsumption', -4 * MWH),
  change('electrical', -50 * MWH),
  level('atConnection', 4_936 * MWH),
];

const read = (given: LossWalkProps) =>
  lossWalkTable(given, widgetText()).rows.map(({ values }) => [values.step, Number(values.energy) / MWH, Number(values.total) / MWH]);

test('steps, changes and running totals are those of the walk (vector A3)', () => {
  const rows = read(props([item('PV', [...before, ...losses, change('unexplained', -50 * MWH), ...after])]));
  const expected = [
    ...[
      ['Budget', 5_000, 5_000],
      ['Irradiance', 400, 5_400],
      ['Temperature', -91.139, 5_308.861],
      ['Model gap', -28.861, 5_280],
    ],
    ...[
      ['Expected', 5_280, 5_280],
      ['Downtime', -60, 5_220],
      ['Curtailment', -110, 5_110],
      ['Degraded', -25, 5_085],
      ['Soiling', -45, 5_040],
    ],
    ...[
      ['Unexplained', -50, 4_990],
      ['Gross', 4_990, 4_990],
      ['Own consumption', -4, 4_986],
      ['Electrical', -50, 4_936],
      ['Grid meter', 4_936, 4_936],
    ],
  ] as const;
  expect(rows.map(([step]) => step)).toEqual(expected.map(([step]) => step));
  for (const [index, [, energy, total]] of expected.entries()) {
    expect(rows[index]?.[1]).toBeCloseTo(energy, 6);
    expect(rows[index]?.[2]).toBeCloseTo(total, 6);
  }
});

test('with missing data and missing expectation what is not explained is less (vector A3)', () => {
  const gaps = [change('noData', -30 * MWH), change('withoutExpectation', 12 * MWH), change('unexplained', -32 * MWH)];
  const rows = read(props([item('PV', [...before, ...losses, ...gaps, ...after])]));
  const at = rows.findIndex(([step]) => step === 'Unexplained');
  expect([rows[at - 1]?.[2], rows[at]?.[1], rows[at]?.[2]]).toEqual([5_022, -32, 4_990]);
});

test('panels are those of the sources, then the connection, and steps have one order wherever they come from', () => {
  const short = [level('expected', 10), change('degraded', -2), level('gross', 8)];
  const other = [level('expected', 10), change('downtime', -1), level('gross', 9)];
  const connection = [level('gross', 26), change('electrical', -1), level('atConnection', 25)];
  const walks = walksOf(props([item('Connection', connection), item('Wind', short), item('PV', short), item('PV', other)]));
  expect(walks.map(({ of }) => of)).toEqual(['PV', 'Wind', 'Connection']);
  expect(walks[0]?.bars.map(({ step, energyKwh }) => [step, energyKwh])).toEqual([
    ...[
      ['expected', 20],
      ['downtime', -1],
      ['degraded', -2],
    ],
    ['gross', 17],
  ]);
});

test('each month has a walk of its own', () => {
  const bars = [level('expected', 10), change('downtime', -1), level('gross', 9)];
  const given = props([item('PV', bars, '2026-02-01'), item('PV', bars, '2026-01-01')], { by: 'month' });
  expect(lossWalkTable(given, widgetText()).rows.map(({ values }) => values.month)).toEqual([
    ...['Jan 2026', 'Jan 2026', 'Jan 2026'],
    ...['Feb 2026', 'Feb 2026', 'Feb 2026'],
  ]);
  expect(lossWalkQueries(given.settings, page).S01?.body).toMatchObject({ by: 'month', start: 'budget' });
});

test('a walk that does not add up is not drawn, and its table says where', () => {
  const given = props([item('PV', [level('expected', 100), change('downtime', -10), level('gross', 95)])]);
  expect(closedWalks(given)).toEqual([]);
  expect(lossWalkTable(given, widgetText()).rows.map(({ reason }) => reason)).toEqual([
    undefined,
    undefined,
    'The steps do not add up at Gross.',
  ]);
});

test('a cause leads to its events, the unexplained and missing data to their signals', () => {
  const [walk] = walksOf(props([item('PV', [level('expected', 1)])], { by: 'month' }));
  const choice = (step: string) => walk && stepChoice(walk, step, props([]));
  const solar = sites
    .filter(({ metadata: { energyType } }) => energyType === 'PV' || energyType === 'Hybrid')
    .map((site) => site.siteSegmentId);
  expect(choice('communication')).toEqual({
    open: { to: 'eventLog', search: { types: ['Communication Loss'], devices: solar, period: '2026-01-01_2026-02-01' } },
  });
  expect(choice('unexplained')).toMatchObject({ open: { to: 'dataStudio', search: { signals: ['ActiveEnergy||LostResidual'] } } });
  expect(choice('noData')).toMatchObject({ open: { to: 'dataStudio', search: { signals: ['DataAvailability||Calculated'] } } });
  expect(choice('modelGap')).toBeUndefined();
});

test('a ledger is read of hybrid sites, and hours of which nothing is known add nothing', () => {
  const settings = { view: 'ledger' };
  const queries = lossWalkQueries(completeSettings(lossWalkSettings, settings), page);
  expect(Object.values(queries).map(({ kind }) => kind)).toEqual(['ledger', 'ledger']);
  const zero = Object.fromEntries(
    [
      'solarToBattery',
      'windToBattery',
      'gridToBattery',
      'windToBus',
      'batteryToBus',
      'solarAuxiliary',
      'windAuxiliary',
      'batteryAuxiliary',
    ].map((name) => [name, 0]),
  );
  const ledger = { ...zero, solarToBus: 40, solarNet: 40, windNet: 0, batteryNet: 0, connection: 40, knownHours: 23, unknownHours: 1 };
  const rows = lossWalkTable(props([{ fromDay: '2026-01-01', days: 1, missingDays: 0, ledger }], settings), widgetText()).rows;
  expect(rows.map(({ values }) => [values.from, values.to, values.energy, values.knownHours, values.unknownHours])).toContainEqual([
    'PV',
    'Connection bus',
    40,
    23,
    1,
  ]);
  expect(rows.at(-1)?.values).toMatchObject({ from: 'Connection bus', to: 'Grid', energy: 40 });
});

test('the axis is cut where levels are much larger than their changes', () => {
  const steps = [
    { kind: 'level' as const, value: 5_280 },
    { kind: 'change' as const, value: -290 },
    { kind: 'level' as const, value: 4_990 },
  ];
  expect(waterfallCut(steps)).toBe(4_900);
  expect(
    waterfallCut([
      { kind: 'level', value: 100 },
      { kind: 'change', value: -80 },
    ]),
  ).toBeUndefined();
  const option = waterfallOption({
    steps: steps.map((step) => ({ ...step, label: '' })),
    from: 4_900,
    palette: { axis: 'gray', surface: 'white' } as never,
    locale: 'en-US',
    unit: 'MWh',
  });
  expect(option).toMatchObject({ yAxis: { min: 4_900 } });
});

test('groups of sites have a walk each, whose steps lead to the events of their sites', () => {
  const [first, second] = sites.map((site, at) => ({
    ...site,
    metadata: { ...site.metadata, energyType: 'PV', portfolio: at === 0 ? 'North' : null },
  }));
  if (!first || !second) throw new Error('The fleet has two sites');
  const walk = (energy: number) => item('PV', [level('budget', energy), change('downtime', -10), level('atConnection', energy - 10)]);
  const given = {
    settings: completeSettings(lossWalkSettings, { groupBy: 'portfolio' }),
    page: { ...page, sites: [second, first], allSites: [second, first] },
    data: { [first.siteId]: { items: [walk(100)] }, [second.siteId]: { items: [walk(300)] } },
  } as unknown as LossWalkProps;
  const walks = walksOf(given);
  expect(walks.map(({ group, bars }) => [group, bars[0]?.energyKwh])).toEqual([
    ['North', 100],
    ['', 300],
  ]);
  const table = lossWalkTable(given, widgetText());
  expect(table.columns.map(({ header }) => header).slice(0, 2)).toEqual(['Step', 'Portfolio']);
  expect(table.rows.map(({ values }) => values.group)).toEqual(['North', 'North', 'North', 'Not set', 'Not set', 'Not set']);
  expect(walks.map((each) => walkText(each, given.settings, widgetText().intl))).toEqual(['North, PV', 'Not set, PV']);
  const byType = { ...given, settings: completeSettings(lossWalkSettings, { groupBy: 'energyType' }) } as unknown as LossWalkProps;
  expect(walksOf(byType).map((each) => walkText(each, byType.settings, widgetText().intl))).toEqual(['PV']);
  const [north] = walks;
  expect(north && stepChoice(north, 'downtime', given)).toMatchObject({ open: { search: { devices: [first.siteSegmentId] } } });
});

test('a walk is without expectation where its expected level is zero and its energy has none', () => {
  const [walk] = walksOf(
    props([item('PV', [level('theoretical', 0), level('expected', 0), change('withoutExpectation', 60), level('gross', 60)])]),
  );
  const [known] = walksOf(props([item('PV', [...before, ...losses, change('unexplained', -50 * MWH), ...after])]));
  expect([walk, known].map((each) => each && isWithoutExpectation(each))).toEqual([true, false]);
});
