import { availabilityQueries, availabilitySettings } from '@solvane/contract/widgets/availability';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type AvailabilityProps, availabilityRows, availabilityTable } from './availability.ts';

const sites = SITES.slice(0, 2).map(toSite);
const [a = '', b = ''] = sites.map(({ siteId }) => siteId);
const page = {
  sites,
  period: { startMs: Date.UTC(2026, 0, 1), endMs: Date.UTC(2026, 1, 1) },
  zone: 'UTC',
  nowMs: Date.UTC(2026, 1, 1),
  powerDeviceIds: null,
};

interface View {
  basis: 'time' | 'production';
  available: number;
  /** By category. */
  took: Record<string, number>;
}

function itemOf(views: readonly View[], missingDays = 0) {
  return {
    ...{ fromDay: '2026-01-01', toDay: '2026-02-01', days: 31 - missingDays, missingDays, computedMs: null, version: 1 },
    views: views.map(({ basis, available, took }) => {
      const unavailable = Object.values(took).reduce((sum, value) => sum + value, 0);
      const whole = available + unavailable;
      return {
        ...{
          name: 'Technical',
          basis,
          label: null,
          percent: whole === 0 ? null : (100 * available) / whole,
          reason: null,
          available,
          unavailable,
        },
        unknown: { noData: 0, withoutExpectation: 0, unmonitored: 0 },
        steps: Object.entries(took).map(([category, value]) => ({ category, points: (100 * value) / whole })),
      };
    }),
  };
}

function props(settings: object, data: Record<string, object[]>): AvailabilityProps {
  const read = availabilitySettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return {
    settings: read.settings,
    page,
    data: Object.fromEntries(Object.entries(data).map(([name, items]) => [name, { items }])),
  } as never;
}

/** Two sites: 1,000 and 3,000 kW. */
const VECTOR = {
  [a]: [
    itemOf([
      { basis: 'time', available: 700_000, took: { FO: 10_000 } },
      { basis: 'production', available: 1_000_000, took: { FO: 42_000 } },
    ]),
  ],
  [b]: [
    itemOf([
      { basis: 'time', available: 1_950_000, took: { FO: 90_000, PCA: 60_000 } },
      { basis: 'production', available: 3_000_000, took: { FO: 90_000 } },
    ]),
  ],
};

test('sites are weighed by rating-hours and energy, never by the mean of their percentages (vector A4)', () => {
  const near = (value: number) => expect.closeTo(value, 5);
  const [time, production] = availabilityRows(props({}, VECTOR), widgetText());
  expect(time).toMatchObject({ available: 2_650_000, unavailable: 160_000, percent: near(94.30605), have: 2, of: 2 });
  expect(time?.steps).toEqual({ FO: near(3.558719), PCA: near(2.135231) });
  expect(production?.percent).toEqual(near(96.805421));
  const { rows } = availabilityTable(props({ by: 'site', basis: 'time' }, VECTOR), widgetText());
  expect(rows.map(({ values: { available, unavailable, percent, FO, PCA } }) => [available, unavailable, percent, FO, PCA])).toEqual([
    [700_000, 10_000, near(98.591549), near(1.408451), 0],
    [1_950_000, 150_000, near(92.857143), near(4.285714), near(2.857143)],
  ]);
});

test('a site whose contract lacks the view is left out and counted, and nothing counts where no site has it', () => {
  const without = { ...VECTOR, [b]: [itemOf([])] };
  const [row] = availabilityRows(props({ basis: 'time' }, without), widgetText());
  expect(row).toMatchObject({ percent: expect.closeTo(98.591549, 5), have: 1, of: 2 });
  const none = availabilityTable(props({ basis: 'time', view: 'Custom1' }, VECTOR), widgetText()).rows;
  expect(none.map(({ values, reason }) => [values.percent, reason !== undefined])).toEqual([[null, true]]);
});

test('guarantees weigh as their sites do, and there is none where a site has none', () => {
  const promise = (percent: number, amount: number) => ({
    ...{ fromDay: '2026-01-01', toDay: '2026-02-01', view: 'Technical', basis: 'time', guaranteedPercent: percent, amount },
  });
  const promised = { ...VECTOR, [`guarantee ${a}`]: [promise(98, 10)], [`guarantee ${b}`]: [promise(96, -500)] };
  const [row] = availabilityRows(props({ basis: 'time' }, promised), widgetText());
  const guaranteed = (98 * 710_000 + 96 * 2_100_000) / 2_810_000;
  expect(row?.guaranteed).toBeCloseTo(guaranteed, 9);
  expect(row?.points).toBeCloseTo(94.30605 - guaranteed, 5);
  const [alone] = availabilityRows(props({ basis: 'time' }, { ...VECTOR, [`guarantee ${a}`]: [promise(98, 10)] }), widgetText());
  expect(alone?.guaranteed).toBeNull();
});

test('a site is one row over the whole period, and every site is asked for by itself', () => {
  const queries = availabilityQueries(props({ by: 'site' }, {}).settings, page);
  expect(Object.entries(queries).map(([name, { body }]) => [name, body.by])).toEqual([
    [a, 'period'],
    [b, 'period'],
  ]);
});

test('groups of sites are weighed in themselves, and a site without the attribute stands last', () => {
  const grouped = {
    ...page,
    sites: sites.map((site, at) => ({ ...site, metadata: { ...site.metadata, country: at === 0 ? null : 'SE' } })),
  };
  const given = { ...props({ by: 'country', basis: 'time' }, VECTOR), page: grouped } as AvailabilityProps;
  expect(availabilityRows(given, widgetText()).map(({ label, percent }) => [label, percent])).toEqual([
    ['SE', expect.closeTo((100 * 1_950_000) / 2_100_000, 9)],
    ['Not set', expect.closeTo((100 * 700_000) / 710_000, 9)],
  ]);
  expect(availabilityTable(given, widgetText()).columns[0]?.header).toBe('Country');
});

test('a view has the name that the contracts give it, unless they differ', () => {
  const named = (labels: (string | null)[]) =>
    props(
      { view: 'Technical' },
      Object.fromEntries(
        [a, b].map((siteId, at) => [
          siteId,
          VECTOR[siteId]?.map((item) => ({ ...item, views: item.views.map((view) => ({ ...view, label: labels[at] ?? null })) })) ?? [],
        ]),
      ),
    );
  const viewOf = (labels: (string | null)[]) => availabilityTable(named(labels), widgetText()).rows[0]?.values.view;
  expect([viewOf(['Owner view', null]), viewOf(['Owner view', 'Lender view']), viewOf([null, null])]).toEqual([
    'Owner view',
    'technical',
    'technical',
  ]);
});
