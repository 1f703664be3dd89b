import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { availabilityOf, productionAvailabilitySums } from '../availability/availability.ts';
import { standardSheet } from '../availability/availability-sheets.ts';
import { deviceAccount } from '../availability/device-account.ts';
import { type PeerExpectation, peerPowers } from '../pv/peer-power.ts';
import { allocateLosses, type LossSlice } from './allocation.ts';
import { intervalLoss, isOutageBehindSilence } from './interval-loss.ts';
import { revenueOf, revenueSums } from './revenue.ts';

const market = referenceData('wind_market_hornsdale_aemo');
const inverters = referenceData('pv_rdtools_reference');
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
/** Loss of intervals without production or peers is not known: published sums leave them out. */
const sumOfKnown = (values: Float64Array) => sum(values.filter((value) => !Number.isNaN(value)));

describe.skipIf(market.isAbsent)(`five days a month of a wind farm in the market${market.note}`, () => {
  const FIVE_MINUTES = 5 * 60_000;

  /** Stamps are the end of the interval, so midnight belongs to the day before. */
  const monthOf = (stamp: string) =>
    new Date(Date.parse(`${stamp.replaceAll('/', '-').replace(' ', 'T')}Z`) - FIVE_MINUTES).toISOString().slice(0, 7);

  interface MarketMonth {
    dispatch_down_mwh: number;
    revenue_aud: number;
    scada_energy_mwh: number;
  }
  const published = () => market.expected('by_month_2018_2021') as Record<string, MarketMonth>;

  function dispatch(month: string) {
    const table = market.table('dispatchload_HDWF2_5min.csv.gz');
    const intervention = table.numbers('INTERVENTION');
    const rows = table.texts('SETTLEMENTDATE').flatMap((stamp, i) => (intervention[i] === 0 && monthOf(stamp) === month ? [i] : []));
    const pick = (column: string) => {
      const values = table.numbers(column);
      return Float64Array.from(rows, (i) => values[i] ?? Number.NaN);
    };
    return { available: pick('AVAILABILITY'), target: pick('TOTALCLEARED'), isCapped: pick('SEMIDISPATCHCAP') };
  }

  test.each(['2018-05', '2019-12', '2021-05'])('%s: orders to produce less cost what the market says', (month) => {
    const { available, target, isCapped } = dispatch(month);
    const [expected, actual] = [available, target].map((power) => power.map((megawatt) => (megawatt * 1000) / 12)) as [
      Float64Array,
      Float64Array,
    ];
    const slices = Array.from(isCapped.keys()).flatMap((i): LossSlice[] =>
      isCapped[i] === 1 ? [{ eventType: 'Curtailment', startMs: i * FIVE_MINUTES, endMs: (i + 1) * FIVE_MINUTES }] : [],
    );
    const { loss } = intervalLoss({ expected, actual });
    const found = allocateLosses({
      grid: { startMs: 0, stepMs: FIVE_MINUTES, count: expected.length },
      expected,
      loss,
      slices,
      setpoint: target.map((megawatt) => megawatt * 1000),
    });
    expect(differences(sum(found.curtailment) / 1000, published()[month]?.dispatch_down_mwh ?? Number.NaN, { relative: 1e-6 })).toEqual([]);
  });

  test('energy earns its price within a thousandth of the published revenue, also a negative price', () => {
    const month = '2019-12';
    // Interventions repeat stamps with another price: the first row is the market's own.
    const byStamp = (file: string, column: string) => {
      const table = market.table(file);
      const values = table.numbers(column);
      return new Map(
        table
          .texts('SETTLEMENTDATE')
          .map((stamp, i) => [stamp, values[i] ?? Number.NaN] as const)
          .reverse(),
      );
    };
    const scada = [...byStamp('unit_scada_HDWF2_5min.csv.gz', 'SCADAVALUE')].filter(([stamp]) => monthOf(stamp) === month);
    const rrp = byStamp('dispatchprice_SA1_5min.csv.gz', 'RRP');
    const energy = Float64Array.from(scada, ([, megawatt]) => (megawatt * 1000) / 12);
    const prices = Float64Array.from(scada, ([stamp]) => rrp.get(stamp) ?? Number.NaN);
    const revenue = revenueSums(revenueOf(energy, prices));
    expect(prices.filter((price) => price < 0)).toHaveLength(74);
    expect(revenue.avoided).toBeLessThan(0);
    expect(revenue.unpriced).toBe(0);
    expect(differences(sum(energy) / 1000, published()[month]?.scada_energy_mwh ?? Number.NaN, { relative: 1e-6 })).toEqual([]);
    expect(differences(revenue.lost + revenue.avoided, published()[month]?.revenue_aud ?? Number.NaN, { relative: 0.001 })).toEqual([]);
  });
});

describe.skipIf(inverters.isAbsent)(`eleven days of three inverters with known outages${inverters.note}`, () => {
  const record = () => {
    const table = inverters.table('availability_3inverters_15min.csv');
    const powers = ['inv1_power', 'inv2_power', 'inv3_power'].map((name) => table.numbers(name));
    const ratings = powers.map((power) => Math.max(...power.filter((value) => !Number.isNaN(value))));
    return { days: table.texts('timestamp_us_eastern').map((stamp) => stamp.slice(0, 10)), powers, ratings };
  };
  /** [kWh] Of peers, however few; NaN where they tell nothing. */
  const expectedOf = ({ power, weak }: PeerExpectation) => power.map((kw, i) => (Number.isNaN(kw) ? (weak[i] ?? Number.NaN) : kw) / 4);
  const daily = () => inverters.expected('availability_daily') as Record<string, [lost: number, actual: number, availability: number]>;

  /** Days on which at least one inverter reported: peers tell what the others should have given. */
  const partialDays = ['2019-01-01', '2019-01-02', '2019-01-03', '2019-01-04', '2019-01-05', '2019-01-06', '2019-01-07'];

  test.each(partialDays)('%s: peers tell what stopped inverters lost, of silent ones no loss is known', (day) => {
    const { days, powers, ratings } = record();
    const isOfDay = (_: number, i: number) => days[i] === day;
    const told = peerPowers(powers.map((power, i) => ({ power: power.filter(isOfDay), capacity: ratings[i] ?? Number.NaN })));
    const losses = powers.map((power, own) => {
      const expected = told[own] && expectedOf(told[own]);
      const actual = power.filter(isOfDay).map((kw) => kw / 4);
      return sumOfKnown(intervalLoss({ expected: expected ?? actual, actual }).loss);
    });
    const [lost, actual, availability] = daily()[day] ?? [Number.NaN, Number.NaN, Number.NaN];
    const total = losses.reduce((all, loss) => all + loss, 0);
    expect(differences(total, lost, { relative: 0.001, absolute: 1 })).toEqual([]);
    expect(differences(actual / (actual + total), availability, { absolute: 0.0001 })).toEqual([]);
  });

  test('the account of a day gives the published availability', () => {
    const { days, powers, ratings } = record();
    const isOfDay = (_: number, i: number) => days[i] === '2019-01-02';
    const quarterHour = 15 * 60_000;
    const told = peerPowers(powers.map((power, i) => ({ power: power.filter(isOfDay), capacity: ratings[i] ?? Number.NaN })));
    const sums = powers.map((power, own) => {
      const actual = power.filter(isOfDay).map((kw) => kw / 4);
      const interval = intervalLoss({ expected: told[own] ? expectedOf(told[own]) : actual, actual });
      const count = actual.length;
      const stopped = sum(actual) === 0;
      const account = deviceAccount({
        ...interval,
        grid: { startMs: 0, stepMs: quarterHour, count },
        period: { startMs: 0, endMs: count * quarterHour },
        slices: stopped ? [{ startMs: 0, endMs: count * quarterHour, eventType: 'Downtime', timeCategory: 'FO' }] : [],
        lowResource: new Uint8Array(count),
        noData: new Uint8Array(count),
      });
      return productionAvailabilitySums(account, standardSheet({ view: 'Total', basis: 'production', isSolar: true }));
    });
    const site = {
      available: sums.reduce((all, { available }) => all + available, 0),
      unavailable: sums.reduce((all, { unavailable }) => all + unavailable, 0),
    };
    expect(differences(availabilityOf(site), daily()['2019-01-02']?.[2] ?? Number.NaN, { absolute: 0.0001 })).toEqual([]);
  });

  test('a real outage and a silence are told apart by the meter', () => {
    const outages = inverters.expected('outages') as {
      energy_actual: number;
      energy_expected: number;
      error_lower: number;
      type: string;
    }[];
    for (const { energy_actual, energy_expected, error_lower, type } of outages) {
      expect(isOutageBehindSilence(energy_actual, energy_expected, -error_lower)).toBe(type === 'real');
    }
  });
});
