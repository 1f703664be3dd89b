import { describe, expect, test } from 'vitest';
import { SITES as SITE_PARTS, toSite } from '../../testing/fake-fleet.ts';
import { atGrid, fleetPowerState, fleetPowerTable, sumSites } from './fleet-power.ts';

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

function columns(timesMs: number[], values: number[]) {
  return { timesMs: Float64Array.from(timesMs), values: Float64Array.from(values) };
}

describe('the power of the fleet', () => {
  test('is known only where every site has a value: a part would look like a drop', () => {
    const { timesMs, values, siteCount } = sumSites([columns([0, 1, 2], [1, 2, 3]), columns([0, 1], [10, Number.NaN])]);
    expect([...timesMs]).toEqual([0, 1, 2]);
    expect([...values]).toEqual([11, Number.NaN, Number.NaN]);
    expect(siteCount).toBe(2);
  });

  test('leaves out a site that has no value at all', () => {
    expect(sumSites([columns([0], [5]), columns([], [])])).toMatchObject({ siteCount: 1, values: Float64Array.of(5) });
  });
});

describe('an expectation', () => {
  const losses = new Map([['A', 0.1]]);
  const givenSeries = (values: number[]) => [
    {
      segmentId: 'A',
      ...columns(
        values.map((_, index) => index * HOUR_MS),
        values,
      ),
    },
  ];

  test('at the terminals is less at the grid connection by what is lost between, and what is taken there is more', () => {
    const [one] = atGrid({ expected: givenSeries([100, -90, Number.NaN]), actual: givenSeries([80, -95, 10]), losses });
    expect(one?.values).toEqual(Float64Array.of(90, -100, Number.NaN));
  });

  test('is not missed by what a battery takes while nothing is ordered of it, but by what it takes against its order', () => {
    const [one] = atGrid({ expected: givenSeries([0, 50, 0]), actual: givenSeries([-80, -80, 5]), losses });
    expect(one?.values).toEqual(Float64Array.of(-80, 45, 0));
  });
});

test('as a table each instant has its power beside what was expected, and a value that is not known is null', () => {
  const timesMs = [0, HOUR_MS];
  const response = { resolution: 'hour', reduced: false, native: false };
  const seriesOf = (values: (number | null)[]) => ({ ...response, series: [{ segmentId: 'A', timesMs, values }] });
  const page = { sites: [{ siteId: 'S', siteSegmentId: 'A' }], zone: 'UTC' };
  const data = {
    power: seriesOf([12_500, null]),
    expected: seriesOf([13_000, 14_000]),
    status: { items: [{ siteId: 'S', collectionLoss: 0 }] },
  };
  const text = { intl: { formatMessage: ({ id }: { id: string }) => id }, noValueText: () => undefined };
  const { rows } = fleetPowerTable({ settings: {}, page, data } as never, text as never);
  expect(rows.map(({ values }) => values)).toEqual([
    { time: 0, power: 12_500, expected: 13_000 },
    { time: HOUR_MS, power: null, expected: 14_000 },
  ]);
});

const SITES = SITE_PARTS.slice(0, 2).map(toSite);

function stateAt(nowMs: number, values: Record<string, (number | null)[]>) {
  const series = Object.entries(values).map(([segmentId, numbers]) => ({
    segmentId,
    key: segmentId,
    label: segmentId,
    signalId: 'ActivePower||Raw',
    unit: 'kW',
    aggregation: 'avg',
    timezone: 'UTC',
    periodsBack: 0,
    timesMs: numbers.map((_, index) => index * TEN_MINUTES_MS),
    values: numbers,
  }));
  const page = { sites: SITES, period: { startMs: 0, endMs: 86_400_000 }, zone: 'UTC', nowMs, powerDeviceIds: null };
  return fleetPowerState({ page, data: { power: { resolution: 'PT10M', native: false, reduced: false, series } } } as never);
}

test('a site without power is named, and power that ends long before now is late while the period goes on', () => {
  const ids = SITES.map(({ siteSegmentId }) => siteSegmentId);
  const known = [ids[0] ?? '', ids[1] ?? ''] as const;
  const one = { [known[0]]: [1, 2, 3], [known[1]]: [null, null, null] };
  expect(stateAt(40 * 60_000, one)).toEqual({ partial: { have: 1, of: 2, missing: [SITES[1]?.name] } });
  expect(stateAt(5 * 3_600_000, one)).toEqual({ staleMs: 4.5 * 3_600_000 });
  expect(stateAt(2 * 86_400_000, one)).toMatchObject({ partial: { have: 1 } });
});
