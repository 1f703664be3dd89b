import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { blockHistory, type DayBlocks, dayBlocks } from '../site-day/learn/block-history.ts';
import { DAY_MS, HOUR_MS } from '../time/zone.ts';
import { binnedCurve, curvePoints, extendedToCutOut, measuredCurve } from '../wind/binned-curve.ts';
import { powerFromCurve } from '../wind/power-curve.ts';
import { blockScatter, isUnderperforming, performanceBlocks } from './underperformance.ts';

interface PlantRecord {
  /** First midnight. */
  startMs: number;
  stepMs: number;
  /** shape (n). [kW] */
  power: Float64Array;
  expected: Float64Array;
  /** 1 where an event explains the interval, shape (n). */
  explained?: Uint8Array;
  rating: number;
}

/** Of a record. [kWh] */
interface Verdict {
  expected: number;
  /** What fell short in blocks that underperform, and in all others. */
  lost: number;
  open: number;
  /** Days on which a block was found, counted from the first. */
  days: number[];
}

/** Day after day, as a site is computed: each day is judged by what the days before it showed. */
function judge({ startMs, stepMs, power, expected, explained = new Uint8Array(power.length), rating }: PlantRecord): Verdict {
  const perDay = DAY_MS / stepMs;
  const hours = stepMs / HOUR_MS;
  const history: { day: number; own: { blocks?: DayBlocks } }[] = [];
  const verdict: Verdict = { expected: 0, lost: 0, open: 0, days: [] };
  for (let day = 0; (day + 1) * perDay <= power.length; day++) {
    const part = <T extends Float64Array | Uint8Array>(column: T) => column.subarray(day * perDay, (day + 1) * perDay) as T;
    const [energy, wanted] = [part(power).map((kw) => kw * hours), part(expected).map((kw) => kw * hours)];
    const dayStartMs = startMs + day * DAY_MS;
    const bounds = { startMs: dayStartMs, noonMs: dayStartMs + DAY_MS / 2, endMs: dayStartMs + DAY_MS };
    const grid = { startMs: dayStartMs, stepMs, count: perDay };
    const blocks = performanceBlocks({ grid, energy, expectedEnergy: wanted, explained: part(explained), rating, ...bounds });
    const low = blocks.filter((block) =>
      isUnderperforming(block, blockScatter(blockHistory(history, { kind: block.kind, today: day }), block.load)),
    );
    if (low.length > 0) verdict.days.push(day);
    const disturbed = part(explained).map((flag, i) => {
      const atMs = dayStartMs + i * stepMs;
      return flag === 1 || low.some((block) => atMs >= block.startMs && atMs < block.endMs) ? 1 : 0;
    });
    for (let i = 0; i < perDay; i++) {
      const missing = (wanted[i] ?? Number.NaN) - Math.max(0, energy[i] ?? Number.NaN);
      if (Number.isNaN(missing)) continue;
      verdict.expected += wanted[i] ?? 0;
      if (part(explained)[i] === 1) continue;
      if (disturbed[i] === 1) verdict.lost += Math.max(0, missing);
      else verdict.open += missing;
    }
    const own = dayBlocks(
      performanceBlocks({ grid, energy, expectedEnergy: wanted, explained: disturbed, rating, ...bounds }),
      low.length > 0,
    );
    history.push({ day, own: { ...(own && { blocks: own }) } });
  }
  return verdict;
}

/** Share of the expectation of all records together. */
function shares(verdicts: readonly Verdict[]): { lost: number; open: number } {
  const total = (of: (verdict: Verdict) => number) => verdicts.reduce((sum, verdict) => sum + of(verdict), 0);
  const expected = total((verdict) => verdict.expected);
  return { lost: total(({ lost }) => lost) / expected, open: total(({ open }) => open) / expected };
}

interface DerateOptions {
  /** Days the derate lasts. */
  span: number;
  /** First day it may begin on, and days from one try to the next. */
  from: number;
  every: number;
}

/** Share of derates to three quarters of the power that are found while they last. */
function recall(records: readonly PlantRecord[], { span, from, every }: DerateOptions): number {
  let [hits, tries] = [0, 0];
  for (const record of records) {
    const perDay = DAY_MS / record.stepMs;
    const days = Math.floor(record.power.length / perDay);
    for (let first = from; first + span < days; first += every) {
      const end = (first + span) * perDay;
      const start = Math.max(0, first - 95) * perDay;
      const part = <T extends Float64Array | Uint8Array>(column: T) => column.subarray(start, end) as T;
      const power = part(record.power).map((kw, i) => (start + i >= first * perDay ? 0.75 * kw : kw));
      const known = record.explained && { explained: part(record.explained) };
      const { days: found } = judge({
        ...record,
        startMs: record.startMs + start * record.stepMs,
        power,
        expected: part(record.expected),
        ...known,
      });
      tries++;
      if (found.some((day) => day + start / perDay >= first)) hits++;
    }
  }
  return hits / tries;
}

const kelmarsh = referenceData('wind_kelmarsh_2018_hourly');
const RATED = 2050;

describe.skipIf(kelmarsh.isAbsent)(`half a year of six turbines at hourly means${kelmarsh.note}`, () => {
  const powersOf = () => {
    const table = kelmarsh.table('power_kw_hourly_2018.csv.gz');
    return ['KWF1', 'KWF2', 'KWF3', 'KWF4', 'KWF5', 'KWF6'].map((name) => table.numbers(name));
  };

  /** Wind of a weather model for every third hour, straight lines between. */
  function hourlyWind(hours: number): Float64Array {
    const speed = kelmarsh.table('cerra_3hourly_2018.csv.gz').numbers('speed_75m_kwf1_cell');
    return Float64Array.from({ length: hours }, (_, hour) => {
      const [at, share] = [Math.floor(hour / 3), (hour % 3) / 3];
      const left = speed[at] ?? Number.NaN;
      return left + share * ((speed[at + 1] ?? left) - left);
    });
  }

  /** 1 where a turbine stands still while at least three others run: that is an event of its own. */
  function standing(powers: readonly Float64Array[], own: number): Uint8Array {
    return Uint8Array.from(powers[own] ?? [], (kw, i) => {
      const running = powers.filter((power, k) => k !== own && (power[i] ?? Number.NaN) > 0.05 * RATED);
      return kw <= 0.005 * RATED && running.length >= 3 ? 1 : 0;
    });
  }

  const hourly = { startMs: Date.UTC(2018, 0, 1), stepMs: HOUR_MS, rating: RATED };

  /** Each turbine by the wind and a curve from the other weeks. */
  function byWind(): PlantRecord[] {
    const powers = powersOf();
    return powers.map((power, own) => {
      const wind = hourlyWind(power.length);
      const explained = standing(powers, own);
      const weekOf = (i: number) => Math.floor(i / 168) % 2;
      const byWeeks = [0, 1].map((parity) => {
        const selected = explained.map((flag, i) => (weekOf(i) === parity && flag === 0 ? 1 : 0));
        const curve = measuredCurve(binnedCurve({ windSpeed: wind, power, selected, stepHours: 1 }));
        if (!curve) throw new Error('a quarter of a year makes a curve');
        return powerFromCurve(wind, extendedToCutOut(curve, 25));
      });
      return { ...hourly, power, expected: power.map((_, i) => byWeeks[1 - weekOf(i)]?.[i] ?? Number.NaN), explained };
    });
  }

  /** Each turbine by the others that run, and what it gave against them until then: from the same twelfth of the wind rose, else from any. */
  function byNeighbours(): PlantRecord[] {
    const powers = powersOf();
    const direction = kelmarsh.table('cerra_3hourly_2018.csv.gz').numbers('direction_75m_kwf1_cell');
    const pairsOfRatio = 100;
    return powers.map((power, own) => {
      const explained = standing(powers, own);
      const expected = new Float64Array(power.length).fill(Number.NaN);
      const [all, bySector] = [noPairs(), Array.from({ length: 12 }, noPairs)];
      for (let i = 0; i < power.length; i++) {
        const others = powers.flatMap((each, k) => (k !== own && (each[i] ?? Number.NaN) > 0.02 * RATED ? [each[i] ?? Number.NaN] : []));
        const sector = bySector[Math.floor((direction[Math.floor(i / 3)] ?? 0) / 30) % 12] ?? all;
        if (others.length < 2) continue;
        const mean = others.reduce((sum, kw) => sum + kw, 0) / others.length;
        const known = [sector, all].find(({ count }) => count >= pairsOfRatio);
        expected[i] = Math.min(RATED, (known ? known.own / known.others : 1) * mean);
        const kw = power[i] ?? Number.NaN;
        if (explained[i] === 1 || Number.isNaN(kw)) continue;
        for (const pairs of [sector, all]) {
          pairs.count += 1;
          pairs.own += kw;
          pairs.others += mean;
        }
      }
      return { ...hourly, power, expected, explained };
    });
  }

  function noPairs(): { count: number; own: number; others: number } {
    return { count: 0, own: 0, others: 0 };
  }

  test('by the wind of a weather model, underperformance takes less than 1 % and less than 2 % stays open', () => {
    const { lost, open } = shares(byWind().map(judge));
    expect(lost).toBeLessThan(0.01);
    expect(Math.abs(open)).toBeLessThan(0.02);
  });

  test('by their neighbours, underperformance takes less than 2 % of each and less than 2 % of all stays open', () => {
    const verdicts = byNeighbours().map(judge);
    for (const verdict of verdicts) expect(shares([verdict]).lost).toBeLessThan(0.02);
    expect(Math.abs(shares(verdicts).open)).toBeLessThan(0.02);
  });

  test('a turbine that gives a quarter less is found in five days, in more than half of all cases', () => {
    const found = recall(byNeighbours(), { span: 5, from: 40, every: 7 });
    expect(found).toBeGreaterThan(0.55);
  });
});

const french = referenceData('wind_la_haute_borne_reference');

describe.skipIf(french.isAbsent)(`seventeen days of four turbines at ten-minute means${french.note}`, () => {
  const STEP_MS = 10 * 60_000;
  const startMs = Date.UTC(2014, 0, 1);

  function records(): PlantRecord[] {
    const table = french.table('scada_4turbines_20140101_20140118_10min.csv.gz');
    const [names, times, powers, winds] = [
      table.texts('Wind_turbine_name'),
      table.texts('Date_time'),
      table.numbers('P_avg'),
      table.numbers('Ws_avg'),
    ];
    const count = (17 * DAY_MS) / STEP_MS;
    const turbines = [...new Set(names)].map((name) => {
      const [power, wind] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
      names.forEach((each, row) => {
        const at = Math.round((Date.parse(times[row] ?? '') - startMs) / STEP_MS);
        if (each !== name || at < 0 || at >= count) return;
        power[at] = powers[row] ?? Number.NaN;
        wind[at] = winds[row] ?? Number.NaN;
      });
      return { power, wind };
    });
    return turbines.map(({ power, wind }, own) => {
      const others = turbines.filter((_, k) => k !== own);
      const joined = (name: 'power' | 'wind') => Float64Array.from(others.flatMap((each) => [...each[name]]));
      const [windSpeed, otherPower] = [joined('wind'), joined('power')];
      const selected = curvePoints({ windSpeed, power: otherPower, excluded: new Uint8Array(windSpeed.length), ratedPower: RATED });
      const curve = measuredCurve(binnedCurve({ windSpeed, power: otherPower, selected, stepHours: 1 / 6 }));
      if (!curve) throw new Error('seventeen days of three turbines make a curve');
      return { startMs, stepMs: STEP_MS, rating: RATED, power, expected: powerFromCurve(wind, extendedToCutOut(curve, 25)) };
    });
  }

  test('against the curve of the others, underperformance takes less than 1 %', () => {
    expect(shares(records().map(judge)).lost).toBeLessThan(0.01);
  });
});

const nevada = referenceData('pv_doe_rtc_nevada');

describe.skipIf(nevada.isAbsent)(`two and a half years of a PV system at a quarter of an hour${nevada.note}`, () => {
  const STEP_MS = 15 * 60_000;
  const RATING = 2.9;

  /** By light and module temperature, with one factor from the other weeks. */
  function record(): PlantRecord {
    const table = nevada.table('doe_rtc_nevada_inverter_15min.csv.gz');
    const times = table.texts('timestamp').map((stamp) => Date.parse(`${stamp.replace(' ', 'T')}Z`));
    const startMs = Date.UTC(2015, 10, 25);
    const count = Math.floor(((times.at(-1) ?? startMs) - startMs) / DAY_MS) * (DAY_MS / STEP_MS);
    const [power, nominal] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
    const [watts, light, module] = [table.numbers('power'), table.numbers('g_poa'), table.numbers('mod_temp')];
    times.forEach((timeMs, row) => {
      const at = Math.floor((timeMs - startMs) / STEP_MS);
      if (at < 0 || at >= count) return;
      power[at] = (watts[row] ?? Number.NaN) / 1000;
      const irradiance = Math.max(0, light[row] ?? Number.NaN);
      nominal[at] = (irradiance / 1000) * (1 - 0.0037 * ((module[row] ?? Number.NaN) + (3 * irradiance) / 1000 - 25));
    });
    const weekOf = (i: number) => Math.floor((i * STEP_MS) / (7 * DAY_MS)) % 2;
    const factors = [0, 1].map((parity) => {
      let [made, possible] = [0, 0];
      power.forEach((kw, i) => {
        if (weekOf(i) !== parity || Number.isNaN(kw + (nominal[i] ?? Number.NaN))) return;
        made += kw;
        possible += nominal[i] ?? 0;
      });
      return made / possible;
    });
    const expected = nominal.map((kw, i) => kw * (factors[1 - weekOf(i)] ?? Number.NaN));
    return { startMs, stepMs: STEP_MS, rating: RATING, power, expected };
  }

  test('underperformance takes less than 1 % and less than 2 % stays open', () => {
    const { lost, open } = shares([judge(record())]);
    expect(lost).toBeLessThan(0.01);
    expect(Math.abs(open)).toBeLessThan(0.02);
  });

  test('a quarter less is found after a day in nearly every case', () => {
    const found = recall([record()], { span: 1, from: 100, every: 13 });
    expect(found).toBeGreaterThan(0.9);
  });
});
