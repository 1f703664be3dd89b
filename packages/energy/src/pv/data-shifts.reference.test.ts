import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { haurwitzClearSky } from './clear-sky.ts';
import { clockShifts, lightCentre } from './clock-shift.ts';
import { energyLevels } from './level-shift.ts';
import { sunPositions } from './sun-position.ts';

const labelled = referenceData('pv_labelled_pvanalytics');
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

describe.skipIf(labelled.isAbsent)(`errors of loggers in measured data${labelled.note}`, () => {
  test('summer time that was left in the stamps begins and ends within three days of the change of clocks', () => {
    const table = labelled.table('system_50_ac_power_2_full_DST.csv.gz');
    const power = table.numbers('ac_power_2');
    const byDay = new Map<string, Float64Array>();
    table.texts('measured_on').forEach((stamp, i) => {
      const date = stamp.slice(0, 10);
      const values = byDay.get(date) ?? new Float64Array(96).fill(Number.NaN);
      byDay.set(date, values);
      values[Math.floor((Date.parse(stamp.replace(' ', 'T')) - Date.parse(`${date}T00:00:00-07:00`)) / QUARTER_MS)] =
        power[i] ?? Number.NaN;
    });
    const daily = [...byDay].map(([date, values]) => {
      const startMs = Date.parse(`${date}T00:00:00-07:00`);
      const timesMs = Float64Array.from({ length: 96 }, (_, i) => startMs + (i + 0.5) * QUARTER_MS);
      const sun = sunPositions({ timesMs, location: { latitude: 39.7406, longitude: -105.1775, altitude: 1800 } });
      const centre = lightCentre({ values, clearSky: haurwitzClearSky(sun.apparentZenith), stepMinutes: 15 });
      return { day: Math.round(startMs / DAY_MS), offset: centre ? centre.measured - centre.clearSky : Number.NaN };
    });
    const found = clockShifts({
      days: Float64Array.from(daily, ({ day }) => day),
      offsets: Float64Array.from(daily, ({ offset }) => offset),
      isPlaneUnknown: true,
    });
    const changes = found.slice(1).map(({ firstDay }) => firstDay);
    const clocks = ['2011-11-06', '2012-03-11', '2012-11-04', '2013-03-10', '2013-11-03'].map((date) => Date.parse(date) / DAY_MS);
    expect(changes).toHaveLength(clocks.length);
    changes.forEach((day, i) => {
      expect(Math.abs(day - (clocks[i] ?? 0))).toBeLessThanOrEqual(3);
    });
    const jumps = found.slice(1).map(({ shift }, i) => shift - (found[i]?.shift ?? 0));
    jumps.forEach((jump, i) => {
      expect(Math.sign(jump)).toBe(i % 2 === 0 ? -1 : 1);
      expect(Math.abs(Math.abs(jump) - 60)).toBeLessThan(20);
    });
  });

  test('an output that falls to a third and stays there is found within a week', () => {
    const table = labelled.table('pvlib_data_shift.csv');
    const days = Float64Array.from(table.texts('timestamp'), (date) => Math.round(Date.parse(`${date} UTC`) / DAY_MS));
    const levels = energyLevels({ days, energy: table.numbers('value') });
    const last = levels.at(-1);
    expect(Math.abs((last?.firstDay ?? 0) - Date.parse('2015-10-28') / DAY_MS)).toBeLessThanOrEqual(7);
    expect((last?.level ?? 0) / (levels.at(-2)?.level ?? 0)).toBeLessThan(0.5);
  });
});
