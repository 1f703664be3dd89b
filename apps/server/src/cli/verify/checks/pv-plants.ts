import { isOutageBehindSilence } from '@solvane/energy/losses/interval-loss';
import { capacityFactor } from '@solvane/energy/production/capacity-factor';
import { degradation } from '@solvane/energy/pv/degradation';
import { performanceLossRate } from '@solvane/energy/pv/performance-loss-rate';
import { performanceRatios, performanceSums } from '@solvane/energy/pv/performance-ratio';
import { soiling } from '@solvane/energy/pv/soiling';
import { energyOfMeanPower } from '@solvane/energy/rollup/energy-from-power';
import { rollUp } from '@solvane/energy/rollup/roll-up';
import { completenessOf } from '@solvane/energy/rollup/rollup-values';
import { bucketsIn } from '@solvane/energy/time/bucket';
import { regressionLine } from '@solvane/series/least-squares';
import { compared, notApplicable, type Outcome, type Value } from '../compare.ts';
import type { DataSet } from '../data-set.ts';
import type { Product, Series } from '../product.ts';
import { bucketName } from '../quantities.ts';
import type { CheckContext, Checks } from './check.ts';
import { maxOf, meanOf, sumOf } from './columns.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

/** Sums of a series by month or day. */
function sumsBy({ timesMs, values }: Series, by: 'month' | 'day', zone: string): Map<string, { sum: number; count: number }> {
  const sums = new Map<string, { sum: number; count: number }>();
  timesMs.forEach((timeMs, i) => {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const name = bucketName(timeMs, zone, by);
    const { sum, count } = sums.get(name) ?? { sum: 0, count: 0 };
    sums.set(name, { sum: sum + value, count: count + 1 });
  });
  return sums;
}

/** The first point of each quarter hour, none below zero. */
function firstOfQuarters({ timesMs, values }: Series): Series {
  const isFirst = (i: number): boolean =>
    i === 0 || Math.floor((timesMs[i] ?? 0) / QUARTER_MS) !== Math.floor((timesMs[i - 1] ?? 0) / QUARTER_MS);
  return {
    timesMs: timesMs.filter((_, i) => isFirst(i)),
    values: values.filter((_, i) => isFirst(i)).map((value) => Math.max(0, value)),
  };
}

const NEVADA_NAMEPLATE = 2.9;
const NEVADA_ZONE = 'Etc/GMT+8';

export const NEVADA: Checks = {
  rows: ({ imports }) => compared(imports[0]?.rows ?? 0),
  monthly: async ({ product }) => {
    const energy = sumsBy(firstOfQuarters(await product.series('nevada-rtc-inv-1', 'ActivePower||Raw')), 'month', NEVADA_ZONE);
    const light = sumsBy(firstOfQuarters(await product.series('nevada-rtc-ws', 'IrradiancePOA||Raw')), 'month', NEVADA_ZONE);
    const months = [...energy].map(([month, { sum, count }]): [string, Value] => {
      const [made, insolation] = [sum / 4, (light.get(month)?.sum ?? Number.NaN) / 4000];
      return [month, [made, insolation, count, made / (NEVADA_NAMEPLATE * insolation)]];
    });
    return compared(Object.fromEntries(months), {
      note: 'of the imported values: the first of each quarter hour, because the logger wrote every few seconds after outages',
    });
  },
};

const PROFILES = 'profiles_hourly.csv.gz';
const YEAR_HOURS = 8760;

export const SIMULATED_FLEET: Checks = {
  turin2019_doc: ({ set }) => compared(modelAgainst(set, 'Turin2019', 'PG-SARAH2').mean_difference_pct),
  ...Object.fromEntries(
    ['Turin2019', 'Turin2020', 'Utrecht2014', 'Utrecht2015'].map((place) => [place, (context: CheckContext) => siteYear(context, place)]),
  ),
  turin_clear_day: (context) => minuteDay(context, 'turin-clear'),
  turin_cloudy_day: (context) => minuteDay(context, 'turin-cloudy'),
};

function siteYear({ set }: CheckContext, place: string): Outcome {
  const power = set.table(PROFILES).numbers(`${place} PV-MEAS`);
  const energy = energyOfMeanPower(power, 1);
  const total = sumOf(energy);
  const months = Map.groupBy(energy.keys(), (i) => String(new Date(Date.UTC(2019, 0, 1) + i * HOUR_MS).getUTCMonth() + 1));
  const models = set
    .table(PROFILES)
    .columns.flatMap((column) => (column.startsWith(`${place} `) && !column.endsWith('PV-MEAS') ? [column.slice(place.length + 1)] : []));
  return compared({
    hours: power.length,
    capacity_factor_measured: capacityFactor(total, 1, YEAR_HOURS),
    yield_kwh_per_kwp: total,
    max: maxOf(power),
    centroid_hour_of_day: sumOf(energy.map((kwh, i) => kwh * (i % 24))) / total,
    monthly_yield: Object.fromEntries([...months].map(([month, rows]) => [month, sumOf(rows.map((i) => energy[i] ?? Number.NaN))])),
    ...Object.fromEntries(models.map((model) => [model, { ...modelAgainst(set, place, model) }])),
  });
}

/** Of a simulation against the measurement, in percent of the capacity. */
function modelAgainst(set: DataSet, place: string, model: string) {
  const [measured, simulated] = [set.table(PROFILES).numbers(`${place} PV-MEAS`), set.table(PROFILES).numbers(`${place} ${model}`)];
  const differences = simulated.map((value, i) => 100 * (value - (measured[i] ?? Number.NaN)));
  const line = regressionLine(measured, simulated);
  return {
    mean_difference_pct: meanOf(differences),
    mae_pct: meanOf(differences.map(Math.abs)),
    rmse_pct: Math.sqrt(meanOf(differences.map((value) => value * value))),
    capacity_factor: capacityFactor(sumOf(simulated), 1, YEAR_HOURS),
    correlation: Math.sqrt(line?.r2 ?? Number.NaN),
  };
}

/** A day that was imported minute by minute. */
async function minuteDay({ product }: CheckContext, segmentId: string): Promise<Outcome> {
  const { timesMs, values } = await product.series(segmentId, 'ActivePower||Raw');
  const total = sumOf(values);
  const steps = values.subarray(1).map((value, i) => (value > 0 ? Math.abs(value - (values[i] ?? Number.NaN)) : Number.NaN));
  const hourOf = (timeMs: number): number => (timeMs % DAY_MS) / HOUR_MS;
  const day: Value = {
    rows: timesMs.length,
    yield_h: total / 60,
    max: maxOf(values),
    centroid_hour: sumOf(timesMs.map((timeMs, i) => hourOf(timeMs) * (values[i] ?? Number.NaN))) / total,
    ramp_max_1min: maxOf(steps.filter((step) => !Number.isNaN(step))),
    ramp_mean_abs_1min: meanOf(steps),
  };
  return compared(day, { note: 'of the imported values' });
}

const SMA_RATING = 7;

export const SINGLE_INVERTERS: Checks = {
  TAEFC1044741: async ({ product, imports }) => {
    const raw = await product.series('sma-7000-inv', 'ActivePower||Raw');
    const isValid = (value: number): boolean => value >= 0 && value <= 1.2 * SMA_RATING;
    const valid: Series = { timesMs: raw.timesMs, values: raw.values.map((value) => (isValid(value) ? value : Number.NaN)) };
    const energy = { timesMs: raw.timesMs, values: energyOfMeanPower(valid.values, 1 / 12) };
    const known = raw.timesMs.filter((_, i) => !Number.isNaN(valid.values[i]));
    return compared(
      {
        rows: imports[0]?.rows ?? 0,
        energy_kwh: sumOf(energy.values),
        monthly_kwh: Object.fromEntries([...sumsBy(energy, 'month', 'UTC')].map(([month, { sum }]) => [month, sum])),
        sentinel_below_minus_1000: raw.values.filter((value) => value < -1000).length,
        longest_gap_h: maxOf(Float64Array.from(known.slice(1), (timeMs, i) => (timeMs - (known[i] ?? timeMs)) / HOUR_MS)),
        max_valid_kw: maxOf(valid.values.filter((value) => !Number.isNaN(value))),
      },
      { omitted: 'the share at nameplate power is defined by the study' },
    );
  },
};

const RSF = 'nrel_RSF_II.csv';

export const LABELLED: Checks = {
  completeness: ({ set }) => {
    const table = set.table('ac_power_inv_2173.csv.gz');
    const startMs = Date.parse(table.texts('timestamp')[0]?.replace(' ', 'T') ?? '');
    const { edgesMs } = bucketsIn({ startMs, endMs: startMs + table.rowCount * QUARTER_MS }, 'day', 'UTC');
    const first = edgesMs[0] ?? 0;
    const values = new Float64Array(((edgesMs.at(-1) ?? 0) - first) / QUARTER_MS).fill(Number.NaN);
    values.set(table.numbers('value_normalized'), (startMs - first) / QUARTER_MS);
    const shares = completenessOf(
      rollUp({ grid: { startMs: first, stepMs: QUARTER_MS, count: values.length }, values, kind: 'mean', edgesMs }),
    );
    return compared([shares.length, meanOf(Float64Array.from(shares)), shares.filter((share) => share < 0.333).length]);
  },
  pr_nrel: ({ set }) =>
    compared(
      plainRatio(set, () => true),
      { note: RATIO_NOTE },
    ),
  pr_nrel_daily: ({ set }) => {
    const days = [...new Set(set.table(RSF).texts('column 1').map(isoDate))];
    return compared(Object.fromEntries(days.map((day) => [day, plainRatio(set, (stamp) => isoDate(stamp) === day)])), {
      note: RATIO_NOTE,
    });
  },
  system50_facts: async ({ product, imports }) => {
    const { values } = await product.series('pvdaq-50', 'ActivePower||Raw');
    const rows = imports.find(({ recipe }) => recipe.file.includes('system_50'))?.rows ?? 0;
    return compared([rows, rows - values.length, 1000 * maxOf(values)], { note: 'of the imported values' });
  },
};

const RATIO_NOTE =
  'the temperature factor of the reference software is 0 here: its result is the plain ratio; the product excludes irradiance below 20 W/m²';
const RSF_NAMEPLATE = 204.12;

function isoDate(stamp: string): string {
  const [month = '', day = '', year = ''] = stamp.split(' ')[0]?.split('/') ?? [];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function plainRatio(set: DataSet, isInside: (stamp: string) => boolean): number {
  const table = set.table(RSF);
  const stamps = table.texts('column 1');
  const inside = (column: string): Float64Array => table.numbers(column).filter((_, i) => isInside(stamps[i] ?? ''));
  const sums = performanceSums({
    energy: inside('inv2_ac_power_w__1047').map((watt) => watt / 4000),
    planeIrradiance: inside('poa_irradiance__1055'),
    stepHours: 0.25,
    nameplate: RSF_NAMEPLATE,
  });
  return performanceRatios(sums).plain;
}

const RDTOOLS_ZONE = 'America/New_York';
const RDTOOLS_INVERTERS = ['rdtools-inv1', 'rdtools-inv2', 'rdtools-inv3'];

interface Gap {
  start: string;
  end: string;
  energy_expected: number;
  energy_actual: number;
  error_lower: number;
}

export const RDTOOLS: Checks = {
  availability_daily: async ({ product }) => {
    const actual = sumsBy(await product.series('rdtools-meter', 'ActiveEnergy||Validated'), 'day', RDTOOLS_ZONE);
    const lost = await lostByDay(product);
    const days = [...actual].map(([day, { sum }]): [string, Value] => {
      const made = 1000 * sum;
      const kwh = lost.get(day);
      if (kwh === undefined) return [day, [null, made, null]];
      const loss = 1000 * kwh;
      return [day, [loss, made, made + loss > 0 ? made / (made + loss) : null]];
    });
    return compared(Object.fromEntries(days), {
      note: 'as calculated by the product: below 2 % of the rating peers give no estimate, and a day without data from the whole site has no expectation without light',
    });
  },
  outages: async ({ set, product }) => {
    const gaps = (set.checks.find(({ id }) => id.endsWith('.outages'))?.value ?? []) as unknown as Gap[];
    const meter = await product.series('rdtools-meter', 'ActiveEnergy||Validated');
    const found: Value[] = [];
    for (const gap of gaps) {
      const made = 1000 * sumOf(meter.values.filter((_, i) => isBetween(meter.timesMs[i] ?? 0, gap)));
      found.push({
        type: isOutageBehindSilence(made, gap.energy_expected, -gap.error_lower) ? 'real' : 'comms',
        energy_actual: made,
        loss: await lostBetween(product, gap),
      });
    }
    return compared(found, { omitted: 'confidence limits are simulated by the reference software; times are those of the gap itself' });
  },
  yoy: ({ set }) => {
    const found = degradation(dailyIndex(set));
    return compared(found.kind === 'rate' ? [found.rate] : [], { omitted: 'the product uses a 95 % interval' });
  },
  ols: ({ set }) => compared(performanceLossRate(dailyIndex(set))?.rate ?? null),
  true_rate: ({ set }) => {
    const found = degradation(dailyIndex(set));
    return compared(found.kind === 'rate' ? found.rate : null);
  },
  srr: () =>
    notApplicable(
      'the product detects soiling intervals without the random repetitions of this method; the rates are compared in srr_rates',
    ),
  srr_rates: ({ set }) => {
    const table = set.table('soiling_daily_75d.csv');
    const { intervals } = soiling({ index: table.numbers('normalized_energy'), insolation: table.numbers('insolation') });
    return compared(intervals.filter(({ isSoiling }) => isSoiling).map(({ slope }) => slope));
  },
};

function dailyIndex(set: DataSet): { days: Float64Array; index: Float64Array } {
  const table = set.table('degradation_daily_5y.csv');
  return { days: Float64Array.from(table.texts('date'), (date) => Date.parse(date) / DAY_MS), index: table.numbers('normalized') };
}

function isBetween(timeMs: number, { start, end }: Pick<Gap, 'start' | 'end'>): boolean {
  return timeMs >= Date.parse(start.replace(' ', 'T')) && timeMs < Date.parse(end.replace(' ', 'T'));
}

/** Of the three inverters together; nothing for days of which no loss is known. [kWh] */
async function lostByDay(product: Product): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for (const segmentId of RDTOOLS_INVERTERS) {
    const lost = sumsBy(await product.series(segmentId, 'ActiveEnergy||Lost'), 'day', RDTOOLS_ZONE);
    for (const [day, { sum }] of lost) days.set(day, (days.get(day) ?? 0) + sum);
  }
  return days;
}

/** Null: no loss is known. [Wh] */
async function lostBetween(product: Product, gap: Gap): Promise<number | null> {
  const known: number[] = [];
  for (const segmentId of RDTOOLS_INVERTERS) {
    const { timesMs, values } = await product.series(segmentId, 'ActiveEnergy||Lost');
    known.push(...values.filter((value, i) => !Number.isNaN(value) && isBetween(timesMs[i] ?? 0, gap)));
  }
  return known.length === 0 ? null : 1000 * sumOf(known);
}

const TEXT = 'work orders are part of tasks: the product calculates nothing from their text';

export const WORK_ORDERS: Checks = {
  ticket_assets: () => notApplicable(TEXT),
  ticket_impact: () => notApplicable(TEXT),
  ticket_durations: () => notApplicable(TEXT),
  events: () => notApplicable('one row per failure without an end, of 876 unnamed sites: no device events'),
};
