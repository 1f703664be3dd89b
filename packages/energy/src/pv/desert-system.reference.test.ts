import { regressionLine } from '@solvane/series/least-squares';
import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { cellTemperature } from './cell-temperature.ts';
import { temperatureAdjustedNominalPower } from './nominal-power.ts';
import { performanceRatios, performanceSums } from './performance-ratio.ts';
import { powerRatingLine, steadyBrightIntervals } from './power-rating-line.ts';
import { yields } from './yields.ts';

const desert = referenceData('pv_doe_rtc_nevada');
const NAMEPLATE = 2.9;
const STEP_HOURS = 0.25;
const QUARTER_HOUR_MS = 15 * 60_000;

type PublishedMonth = [energy: number, insolation: number, samples: number, ratio: number];

describe.skipIf(desert.isAbsent)(`two and a half years of a PV system in Nevada${desert.note}`, () => {
  const record = () => {
    const table = desert.table('doe_rtc_nevada_inverter_15min.csv.gz');
    const stamps = table.texts('timestamp');
    // During outages the logger wrote every few seconds: the first row of a quarter hour counts.
    const quarters = stamps.map((stamp) => Math.floor(Date.parse(`${stamp.replace(' ', 'T')}Z`) / QUARTER_HOUR_MS));
    const isFirst = (_: unknown, i: number) => quarters[i] !== quarters[i - 1];
    const numbers = (column: string) => table.numbers(column).filter(isFirst);
    const planeIrradiance = numbers('g_poa');
    return {
      months: stamps.filter(isFirst).map((stamp) => stamp.slice(0, 7)),
      power: numbers('power').map((watt) => watt / 1000),
      planeIrradiance,
      cell: cellTemperature(numbers('mod_temp'), planeIrradiance),
    };
  };
  const published = () => Object.entries(desert.expected('monthly') as Record<string, PublishedMonth>);

  function monthly() {
    const { months, power, planeIrradiance, cell } = record();
    return published().map(([month, expected]) => {
      const ofMonth = (column: Float64Array) => column.filter((_, i) => months[i] === month);
      const options = { planeIrradiance: ofMonth(planeIrradiance), stepHours: STEP_HOURS, nameplate: NAMEPLATE };
      const energy = ofMonth(power).map((kw) => kw * STEP_HOURS);
      return {
        month,
        expected,
        plain: performanceSums({ ...options, energy }),
        corrected: performanceSums({ ...options, energy, cellTemperature: ofMonth(cell) }),
      };
    });
  }

  test('has the published performance ratio of every month', () => {
    const months = monthly();
    expect(months).toHaveLength(31);
    for (const { plain, expected } of months) {
      const [energy, insolation, , ratio] = expected;
      // Twilight below 20 W/m² is left out here, which is less than half a percent of the light.
      expect(differences({ energy: plain.energy, insolation: plain.insolation }, { energy, insolation }, { relative: 0.005 })).toEqual([]);
      expect(differences(performanceRatios(plain).plain, ratio, { absolute: 0.003 })).toEqual([]);
    }
  });

  test('gives its yields', () => {
    const [, first] = monthly();
    if (!first) throw new Error('there are months');
    const [energy, insolation, , ratio] = first.expected;
    const { reference, final } = yields({ insolation, acEnergy: energy, nameplate: NAMEPLATE });
    expect(differences(final / reference, ratio, { relative: 1e-4 })).toEqual([]);
  });

  test('varies far less over the year once freed of temperature', () => {
    const ratios = monthly().map(({ corrected }) => performanceRatios(corrected));
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    const plain = spread(ratios.map((each) => each.plain));
    expect(plain).toBeGreaterThan(0.12);
    expect(spread(ratios.map((each) => each.temperatureCorrected))).toBeLessThan(0.6 * plain);
  });

  test('lies on one line against its temperature-adjusted nominal power', () => {
    const { power, planeIrradiance, cell } = record();
    const nominalPower = temperatureAdjustedNominalPower({ planeIrradiance, cellTemperature: cell, nameplate: NAMEPLATE });
    const line = powerRatingLine({ nominalPower, power, selected: steadyBrightIntervals({ planeIrradiance, stepMs: 15 * 60_000 }) });
    const free = regressionLine(nominalPower, power);
    expect(line?.pointCount).toBeGreaterThan(10_000);
    expect(line?.slopeError).toBeLessThan(0.001);
    expect(free?.r2).toBeGreaterThan(0.98);
    expect(differences(line?.slope, free?.slope ?? Number.NaN, { relative: 0.03 })).toEqual([]);
  });
});
