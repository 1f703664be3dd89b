import { allocateLosses, type LossSlice } from '@solvane/energy/losses/allocation';
import { intervalLoss } from '@solvane/energy/losses/interval-loss';
import { revenueOf, revenueSums } from '@solvane/energy/losses/revenue';
import { capacityFactor } from '@solvane/energy/production/capacity-factor';
import { flagFlatline } from '@solvane/energy/quality/checks/flatline';
import { flagAboveMax, flagBelowMin } from '@solvane/energy/quality/checks/range';
import { energyOfMeanPower, exportedPart } from '@solvane/energy/rollup/energy-from-power';
import { densityCorrectedWindSpeed, windSpeedForDensity } from '@solvane/energy/wind/air-density';
import { type BinnedCurve, binnedCurve } from '@solvane/energy/wind/binned-curve';
import { type EnergyMonth, longTermEnergy, type ReferenceMonth } from '@solvane/energy/wind/long-term-energy';
import { meanWindDirection } from '@solvane/energy/wind/northing';
import { median } from '@solvane/series/quantile';
import { compared, notApplicable, type Outcome, type Value } from '../compare.ts';
import type { DataSet } from '../data-set.ts';
import { bucketName } from '../quantities.ts';
import type { Check, CheckContext, Checks } from './check.ts';
import { atPrefix, meanOf, sumOf } from './columns.ts';

const BIN_WIDTH = 0.5;

/** Bins that begin at multiples of their width instead of being centred on them. */
function edgeBins(windSpeed: Float64Array, power: Float64Array, selected: Uint8Array): BinnedCurve {
  const shifted = binnedCurve({
    windSpeed: windSpeed.map((speed) => speed + BIN_WIDTH / 2),
    power,
    selected,
    stepHours: 1 / 6,
  });
  return { ...shifted, centre: shifted.centre.map((centre) => centre - BIN_WIDTH / 2) };
}

/** Mean power by centre of the bin, where it has points. */
function powersOf({ centre, power, count }: BinnedCurve): Value {
  return Object.fromEntries(
    [...centre.keys()].flatMap((bin) => ((count[bin] ?? 0) > 0 ? [[String(centre[bin]), power[bin] ?? null] as const] : [])),
  );
}

const EMPTY_BINS = 'bins without points, which the reference software fills from their neighbours';

const GE = 'scada_10min_4cols.csv.gz';

export const GE15: Checks = {
  range_flag: ({ set }) => {
    const wind = set.table(GE).numbers('wind_speed');
    const flags = outside(wind, 0, 70);
    const times = set.table(GE).texts('dttm');
    return compared(Object.fromEntries([...flags.keys()].flatMap((i) => (flags[i] ? [[times[i] ?? '', wind[i] ?? null] as const] : []))));
  },
  window_6_40: ({ set }) => compared(countOf(windowFlags(set, [6, 40], [20, 2000]))),
  window_4_8: ({ set }) => compared(countOf(secondWindow(set)), { note: 'of the rows that pass the first window' }),
  bin_filter: ({ set }) => compared(countOf(binFlags(set)), { note: PEER_FILTER }),
  unresponsive: ({ set }) => {
    const flags = frozenFlags(set);
    const times = set.table(GE).texts('dttm');
    const wind = set.table(GE).numbers('wind_speed');
    const first = [...flags.keys()].filter((i) => flags[i] !== 0 && (times[i] ?? '') >= '2010-02-18 02:10').slice(0, 5);
    return compared(
      { flagged: countOf(flags), first5: Object.fromEntries(first.map((i) => [times[i] ?? '', wind[i] ?? null])) },
      { omitted: 'the note on versions of the reference software', note: 'counting runs of three equal values also gives 10,037' },
    );
  },
  clean_rows: ({ set }) => compared(countOf(cleanRows(set)), { note: PEER_FILTER }),
  iec_curve: ({ set }) => compared(powersOf(cleanCurve(set)), { omitted: EMPTY_BINS, note: PEER_FILTER }),
  iec_counts: ({ set }) => {
    const { centre, count } = cleanCurve(set);
    const name = (edge: number): string => edge.toFixed(1);
    return compared(Object.fromEntries([...centre.keys()].map((bin) => [name((centre[bin] ?? 0) - BIN_WIDTH / 2), count[bin] ?? 0])));
  },
  year_2016: async ({ product }) => {
    const { timesMs, values } = await product.series('flatirons-wt-1', 'ActivePower||Raw');
    const months = new Map<string, number>();
    let [rows, energy, produced] = [0, 0, 0];
    timesMs.forEach((timeMs, i) => {
      const month = bucketName(timeMs, 'America/Denver', 'month');
      if (!month.startsWith('2016')) return;
      const kwh = (values[i] ?? Number.NaN) / 6;
      rows += 1;
      energy += kwh;
      produced += Math.max(0, kwh);
      months.set(month, (months.get(month) ?? 0) + kwh / 1000);
    });
    return compared(
      {
        rows,
        actual_mwh: energy / 1000,
        actual_mwh_floor0: produced / 1000,
        capacity_factor_1500kw: capacityFactor(energy, 1500, rows / 6),
        monthly_mwh: Object.fromEntries(months),
      },
      {
        omitted: 'share of rows as defined by the study, and expected energy by the steps of the reference software',
        note: 'of the imported values',
      },
    );
  },
};

const PEER_FILTER = 'rows selected like the reference software, by plain arithmetic; the bins are those of Solvane';

function outside(values: Float64Array, min: number, max: number): Int32Array {
  const flags = new Int32Array(values.length);
  flagBelowMin(values, min, flags);
  flagAboveMax(values, max, flags);
  return flags;
}

/** Power outside its limits while the wind is inside a window. */
function windowFlags(set: DataSet, [low, high]: [number, number], [min, max]: [number, number]): Int32Array {
  const [wind, power] = [set.table(GE).numbers('wind_speed'), set.table(GE).numbers('kw')];
  return outside(
    power.map((kw, i) => ((wind[i] ?? 0) >= low && (wind[i] ?? 0) <= high ? kw : Number.NaN)),
    min,
    max,
  );
}

function secondWindow(set: DataSet): Int32Array {
  const first = windowFlags(set, [6, 40], [20, 2000]);
  return windowFlags(set, [4, 8], [0, 1250]).map((flag, i) => (first[i] === 0 ? flag : 0));
}

/** Wind further than 1.5 m/s from the median of its slice of 100 kW, from 20 kW to 1,426.464 kW, of rows the window leaves. */
function binFlags(set: DataSet): Int32Array {
  const [wind, power] = [set.table(GE).numbers('wind_speed'), set.table(GE).numbers('kw')];
  const flags = new Int32Array(power.length);
  const taken = windowFlags(set, [6, 40], [20, 2000]);
  for (let low = 20; low < 1426.464; low += 100) {
    const high = Math.min(low + 100, 1426.464);
    const rows = [...power.keys()].filter((i) => taken[i] === 0 && (power[i] ?? 0) > low && (power[i] ?? 0) <= high);
    const centre = median(Float64Array.from(rows, (i) => wind[i] ?? Number.NaN));
    for (const i of rows) if (Math.abs((wind[i] ?? centre) - centre) > 1.5) flags[i] = 1;
  }
  return flags;
}

function frozenFlags(set: DataSet): Int32Array {
  const wind = set.table(GE).numbers('wind_speed');
  const flags = new Int32Array(wind.length);
  flagFlatline(wind, { minLength: 3, tolerance: 0, ignoreBelow: Number.NaN, ignoreAbove: Number.NaN }, flags);
  return flags;
}

function cleanRows(set: DataSet): Uint8Array {
  const wind = set.table(GE).numbers('wind_speed');
  const flags = [
    outside(wind, 0, 70),
    windowFlags(set, [6, 40], [20, 2000]),
    windowFlags(set, [4, 8], [0, 1250]),
    binFlags(set),
    frozenFlags(set),
  ];
  return Uint8Array.from(wind, (_, i) => (flags.every((column) => column[i] === 0) ? 1 : 0));
}

function cleanCurve(set: DataSet): BinnedCurve {
  return edgeBins(set.table(GE).numbers('wind_speed'), set.table(GE).numbers('kw'), cleanRows(set));
}

function countOf(flags: ArrayLike<number> & Iterable<number>): number {
  let count = 0;
  for (const flag of flags) count += flag === 0 ? 0 : 1;
  return count;
}

const DSWE_POWER = 'y (% relative to rated power)';

export const DSWE: Checks = {
  ...Object.fromEntries(['WT1', 'WT2'].flatMap((turbine) => Object.entries(dsweOf(turbine)))),
};

/** Below this share of the rating nothing is called too little. [%] */
const LEAST_EXPECTED = 5;

function dsweOf(turbine: string): Checks {
  const read = (set: DataSet) => {
    const table = set.table(`${turbine}.csv.gz`);
    const power = table.numbers(DSWE_POWER);
    return { table, power, wind: table.numbers('V'), density: table.numbers('air density'), all: new Uint8Array(power.length).fill(1) };
  };
  return {
    [`${turbine}_iec`]: ({ set }) => {
      const { power, wind, all } = read(set);
      return compared(powersOf(edgeBins(wind, power, all)), { omitted: EMPTY_BINS });
    },
    [`${turbine}_stats`]: ({ set }) => {
      const { table, power, wind, density, all } = read(set);
      const { centre, power: mean } = edgeBins(wind, power, all);
      const binOf = new Map([...centre.keys()].map((bin) => [Math.floor((centre[bin] ?? 0) / BIN_WIDTH), mean[bin] ?? Number.NaN]));
      const expected = wind.map((speed) => binOf.get(Math.floor(speed / BIN_WIDTH)) ?? Number.NaN);
      return compared({
        rows: table.rowCount,
        v_mean: meanOf(wind),
        y_mean_pct: meanOf(power),
        rho_mean: meanOf(density),
        ti_mean: meanOf(table.numbers('I')),
        rmse_pct: Math.sqrt(meanOf(power.map((value, i) => (value - (expected[i] ?? Number.NaN)) ** 2))),
        rows_below_half_expected: power.filter((value, i) => (expected[i] ?? 0) > LEAST_EXPECTED && value < 0.5 * (expected[i] ?? 0))
          .length,
      });
    },
    [`${turbine}_density`]: ({ set }) => {
      const { power, wind, density, all } = read(set);
      const curve = binnedCurve({ windSpeed: densityCorrectedWindSpeed(wind, density), power, selected: all, stepHours: 1 / 6 });
      const bins = [...curve.centre.keys()].map((bin): [string, Value] => [
        (curve.centre[bin] ?? 0).toFixed(1),
        [curve.count[bin] ?? 0, curve.windSpeed[bin] ?? null, curve.power[bin] ?? null],
      ]);
      return compared(Object.fromEntries(bins));
    },
  };
}

const LHB_METER = 'plant_meter_losses_2014_10min.csv.gz';
const PERIODS = ['2014-06', '2014-12', '2014-01-02', '2014-10-12'];
const REANALYSES = {
  merra2: {
    file: 'merra2_2014_hourly.csv.gz',
    speed: 'ws_50m',
    density: 'dens_50m',
    u: 'u_50',
    v: 'v_50',
    temperature: 'temp_2m',
    curveDensity: 1.204203,
  },
  era5: {
    file: 'era5_2014_hourly.csv.gz',
    speed: 'ws_100m',
    density: 'dens_100m',
    u: 'u_100',
    v: 'v_100',
    temperature: 't_2m',
    curveDensity: 1.198449,
  },
} as const;
type Reanalysis = (typeof REANALYSES)[keyof typeof REANALYSES];

const FULL_SET = 'needs the complete data set of two years, which is not in the folder';

export const LA_HAUTE_BORNE: Checks = {
  monthly: ({ set }) => compared(Object.fromEntries(MONTHS.map((month) => [String(month), lossesOf(set, `2014-${twoDigits(month)}`)]))),
  monthly_openoa: ({ set }) => compared(['2014-06', '2014-12'].map((period) => Object.values(lossesOf(set, period)))),
  daily_openoa: ({ set }) => compared(['2014-01-02', '2014-10-12'].map((period) => Object.values(lossesOf(set, period)))),
  reanalysis_wind_openoa: ({ set }) =>
    compared(perReanalysis((model) => PERIODS.map((period) => meanOf(atPrefix(correctedWind(set, model), timesOf(set, model), period))))),
  reanalysis_direction_openoa: ({ set }) =>
    compared(
      perReanalysis((model) =>
        PERIODS.map((period) => {
          const of = (column: string): Float64Array => atPrefix(set.table(model.file).numbers(column), timesOf(set, model), period);
          return meanWindDirection(of(model.u), of(model.v));
        }),
      ),
    ),
  reanalysis_temperature_openoa: ({ set }) =>
    compared(
      perReanalysis((model) =>
        PERIODS.map((period) => meanOf(atPrefix(set.table(model.file).numbers(model.temperature), timesOf(set, model), period))),
      ),
    ),
  reanalysis_plain: ({ set }) =>
    compared(
      perReanalysis((model) =>
        Object.fromEntries(
          MONTHS.map((month) => [
            String(month),
            meanOf(atPrefix(set.table(model.file).numbers(model.speed), timesOf(set, model), `2014-${twoDigits(month)}`)),
          ]),
        ),
      ),
    ),
  regression: ({ set }) =>
    compared(
      perReanalysis((model) => regressionOf(set, model)),
      { omitted: 'the rule as text' },
    ),
  meter_vs_scada: meterAgainstTurbines,
  ...Object.fromEntries(
    [
      'aep_lin',
      'aep_gam',
      'aep_gbm',
      'aep_etr',
      'aep_gam_outliers',
      'electrical_loss',
      'electrical_loss_uq_std',
      'tie',
      'tie_uq',
      'wake_por_pct',
      'wake_lt_pct',
      'wake_by_turbine',
      'yaw',
      'eya_gap',
    ].map((name): [string, Check] => [`background.${name}`, () => notApplicable(FULL_SET)]),
  ),
};

const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

function twoDigits(month: number): string {
  return String(month).padStart(2, '0');
}

function perReanalysis(of: (model: Reanalysis) => Value): Value {
  return { merra2: of(REANALYSES.merra2), era5: of(REANALYSES.era5) };
}

function timesOf(set: DataSet, model: Reanalysis): readonly string[] {
  return set.table(model.file).texts('datetime');
}

function correctedWind(set: DataSet, { file, speed, density, curveDensity }: Reanalysis): Float64Array {
  const table = set.table(file);
  return windSpeedForDensity({ windSpeed: table.numbers(speed), airDensity: table.numbers(density), curveDensity });
}

/** Net energy, estimated losses, and losses as shares of what could have been made. */
function lossesOf(set: DataSet, period: string) {
  const table = set.table(LHB_METER);
  const times = table.texts('time_utc');
  const gwh = (column: string): number => sumOf(atPrefix(table.numbers(column), times, period)) / 1e6;
  const [net, availability, curtailment] = [gwh('net_energy_kwh'), gwh('availability_kwh'), gwh('curtailment_kwh')];
  const gross = net + availability + curtailment;
  return {
    net_gwh: net,
    availability_gwh: availability,
    curtailment_gwh: curtailment,
    availability_pct: availability / gross,
    curtailment_pct: curtailment / gross,
  };
}

function regressionOf(set: DataSet, model: Reanalysis): Value {
  const months = MONTHS.map((month): EnergyMonth => {
    const { net_gwh, availability_gwh, curtailment_gwh } = lossesOf(set, `2014-${twoDigits(month)}`);
    return { year: 2014, month, net: net_gwh * 1e6, availabilityLoss: availability_gwh * 1e6, curtailmentLoss: curtailment_gwh * 1e6 };
  });
  const wind = correctedWind(set, model);
  const reference = MONTHS.map(
    (month): ReferenceMonth => ({ year: 2014, month, windSpeed: meanOf(atPrefix(wind, timesOf(set, model), `2014-${twoDigits(month)}`)) }),
  );
  const found = longTermEnergy({ months, references: [reference] });
  const line = found.kind === 'energy' ? found.regressions[0] : undefined;
  return {
    slope: (line?.slope ?? Number.NaN) / 1e6,
    intercept: (line?.intercept ?? Number.NaN) / 1e6,
    r2: line?.r2 ?? Number.NaN,
    monthly_wind: Object.fromEntries(reference.map(({ month, windSpeed }) => [String(month), windSpeed])),
  };
}

const LHB_TURBINES = ['la-haute-borne-r80711', 'la-haute-borne-r80721', 'la-haute-borne-r80736', 'la-haute-borne-r80790'];

async function meterAgainstTurbines({ product }: CheckContext): Promise<Outcome> {
  const meter = await product.series('la-haute-borne-meter', 'ActiveEnergy||Raw');
  const byTime = new Map(meter.timesMs.map((timeMs, i) => [timeMs, meter.values[i] ?? Number.NaN]));
  const turbines = new Map<number, { kwh: number; count: number }>();
  for (const segmentId of LHB_TURBINES) {
    const { timesMs, values } = await product.series(segmentId, 'ActivePower||Raw');
    timesMs.forEach((timeMs, i) => {
      const { kwh, count } = turbines.get(timeMs) ?? { kwh: 0, count: 0 };
      turbines.set(timeMs, { kwh: kwh + (values[i] ?? Number.NaN) / 6, count: count + 1 });
    });
  }
  const common = [...turbines].filter(([timeMs, { count }]) => count === LHB_TURBINES.length && byTime.has(timeMs));
  const scada = sumOf(common.map(([, { kwh }]) => kwh));
  const metered = sumOf(common.map(([timeMs]) => byTime.get(timeMs) ?? Number.NaN));
  const ours = { common_10min: common.length, scada_kwh: scada, meter_kwh: metered, ratio_same_stamp: metered / scada };
  return compared(ours, { omitted: 'the largest single deviation', note: 'of the imported values' });
}

const DISPATCH = 'dispatchload_HDWF2_5min.csv.gz';
const PRICES = 'dispatchprice_SA1_5min.csv.gz';
const SCADA = 'unit_scada_HDWF2_5min.csv.gz';
const FIVE_MINUTES_MS = 300_000;

export const HORNSDALE: Checks = {
  by_month_2018_2021: ({ set }) => {
    const months = ['2018-04', '2018-05', '2019-12', '2020-01', '2021-04', '2021-05'];
    return compared(Object.fromEntries(months.map((month) => [month, marketMonth(set, month)])), {
      omitted: 'mean prices over all hours are a market figure',
      note: 'dispatch losses and revenue use the formulas of the product; interventions repeat times, which the import refuses',
    });
  },
};

/** Stamps are the end of the interval, so midnight belongs to the day before. */
function marketMonthOf(stamp: string): string {
  return new Date(Date.parse(`${stamp.replaceAll('/', '-').replace(' ', 'T')}Z`) - FIVE_MINUTES_MS).toISOString().slice(0, 7);
}

/** Rows of a month without interventions, which repeat a stamp with other values. */
function marketRows(set: DataSet, file: string, month: string): number[] {
  const table = set.table(file);
  const intervention = table.columns.includes('INTERVENTION') ? table.numbers('INTERVENTION') : undefined;
  return table.texts('SETTLEMENTDATE').flatMap((stamp, i) => ((intervention?.[i] ?? 0) === 0 && marketMonthOf(stamp) === month ? [i] : []));
}

function marketMonth(set: DataSet, month: string): Value {
  const pick = (file: string, column: string): Float64Array => {
    const values = set.table(file).numbers(column);
    return Float64Array.from(marketRows(set, file, month), (i) => values[i] ?? Number.NaN);
  };
  const [available, target, isCapped] = [pick(DISPATCH, 'AVAILABILITY'), pick(DISPATCH, 'TOTALCLEARED'), pick(DISPATCH, 'SEMIDISPATCHCAP')];
  const energy = exportedPart(energyOfMeanPower(pick(SCADA, 'SCADAVALUE'), 1 / 12));
  const prices = new Map(
    marketRows(set, PRICES, month).map((i) => [
      set.table(PRICES).texts('SETTLEMENTDATE')[i],
      set.table(PRICES).numbers('RRP')[i] ?? Number.NaN,
    ]),
  );
  const scadaStamps = marketRows(set, SCADA, month).map((i) => set.table(SCADA).texts('SETTLEMENTDATE')[i]);
  const priced = Float64Array.from(scadaStamps, (stamp) => prices.get(stamp) ?? Number.NaN);
  const revenue = revenueSums(
    revenueOf(
      energy.map((mwh) => mwh * 1000),
      priced,
    ),
  );
  const earned = revenue.lost + revenue.avoided;
  const made = sumOf(energy);
  return {
    intervals: energy.length,
    scada_energy_mwh: made,
    target_energy_mwh: sumOf(energyOfMeanPower(target, 1 / 12)),
    revenue_aud: earned,
    capture_price: earned / made,
    negative_price_intervals: priced.filter((price) => price < 0).length,
    semi_dispatch_cap_intervals: isCapped.filter((cap) => cap === 1).length,
    dispatch_down_mwh: sumOf(curtailed({ available, target, isCapped })) / 1000,
    capacity_factor_102_4: capacityFactor(made, 102.4, energy.length / 12),
  };
}

/** What orders to produce less cost. [kWh] */
function curtailed({ available, target, isCapped }: Record<'available' | 'target' | 'isCapped', Float64Array>): Float64Array {
  const kwh = (power: Float64Array): Float64Array => power.map((megawatt) => (megawatt * 1000) / 12);
  const expected = kwh(available);
  const slices = [...isCapped.keys()].flatMap((i): LossSlice[] =>
    isCapped[i] === 1 ? [{ eventType: 'Curtailment', startMs: i * FIVE_MINUTES_MS, endMs: (i + 1) * FIVE_MINUTES_MS }] : [],
  );
  const { loss } = intervalLoss({ expected, actual: kwh(target) });
  return allocateLosses({
    grid: { startMs: 0, stepMs: FIVE_MINUTES_MS, count: expected.length },
    expected,
    loss,
    slices,
    setpoint: target.map((megawatt) => megawatt * 1000),
  }).curtailment;
}

export const KELMARSH_HOURLY: Checks = {
  sample: ({ set }) => {
    const table = set.table('scada_10min_sample_202101.csv');
    const energy = energyOfMeanPower(table.numbers('Power (kW)'), 1 / 6);
    const times = [...table.texts('time_utc')].sort();
    const rows = Map.groupBy(table.texts('turbine').keys(), (i) => table.texts('turbine')[i] ?? '');
    return compared(
      {
        rows: table.rowCount,
        first: times[0] ?? '',
        last: times.at(-1) ?? '',
        energy_mwh: Object.fromEntries([...rows].map(([turbine, own]) => [turbine, sumOf(own.map((i) => energy[i] ?? Number.NaN)) / 1000])),
        rows_by_turbine: Object.fromEntries([...rows].map(([turbine, own]) => [turbine, own.length])),
      },
      { note: 'from the columns: every time occurs twice: morning and evening on a twelve-hour clock' },
    );
  },
};

export const KELMARSH_STATUS: Checks = {
  events: async ({ imports }) =>
    compared([{ '1': imports.reduce((sum, { events }) => sum + events, 0) }], {
      omitted: 'logs of two turbines are not in the folder, and the counts by status cover all three',
    }),
};

const JULY = { startMs: Date.UTC(2024, 6, 1), endMs: Date.UTC(2024, 7, 1) };

export const HILL_OF_TOWIE: Checks = {
  july: async ({ product, imports }) => {
    if (imports.length === 0) return notApplicable('the file could not be imported');
    const turbines: [string, Value][] = [];
    for (let number = 1; number <= 21; number++) {
      const name = `T${twoDigits(number)}`;
      const { timesMs } = await product.series(`hill-of-towie-${name.toLowerCase()}`, 'EventCode||Raw');
      turbines.push([name, { rows: timesMs.filter((timeMs) => timeMs >= JULY.startMs && timeMs < JULY.endMs).length }]);
    }
    return compared(Object.fromEntries(turbines), {
      omitted: 'the product stores the state of an interval, not seconds per state',
      note: 'rows with an alarm code: T05 and T11 have two without',
    });
  },
};

const WORDS = 'maintenance texts are part of tasks';

export const MAINTENANCE_TEXT: Checks = { rows: () => notApplicable(WORDS) };

const DICTIONARY = 'names and codes of other standards, no measurements';

export const DICTIONARIES: Checks = {
  counts: () => notApplicable(DICTIONARY),
  sunspec_inverter_state: () => notApplicable('states of another standard are mapped by the values in the import mapping of the user'),
  lhb_map: () => notApplicable('columns of La Haute Borne are imported in wind_la_haute_borne_reference, as guessed from their names'),
};
