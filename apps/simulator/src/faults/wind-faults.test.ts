import { describe, expect, test } from 'vitest';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { between, days, mean, plant, reading, sum, testWorld } from '../testing/test-world.ts';

const world = testWorld();
const { power, lost } = plant(world);

describe('wind', () => {
  test('GT17: turbine 1 of Norrvind gives 40 % less in 30, 52 and 40 hours of frost', () => {
    const iced = (from: number, to: number) =>
      days(from, to).flatMap((day) => {
        const { frame, turbines, ambient } = power('s06', day);
        const { lostKwh, actualKw, undisturbedKw } = turbines[0] ?? {
          lostKwh: new Map(),
          actualKw: new Float64Array(0),
          undisturbedKw: new Float64Array(0),
        };
        const loss = lostKwh.get('GT17') ?? new Float64Array(frame.length);
        return [...frame.localHours.keys()]
          .filter((i) => at(loss, i) > 0)
          .map((i) => ({ ratio: at(actualKw, i) / at(undisturbedKw, i), ambient: at(ambient, i) }));
      });
    for (const [from, to, hours] of [
      [20, 21, 30],
      [41, 43, 52],
      [370, 371, 40],
    ] as const) {
      const intervals = iced(from, to);
      expect(intervals.length).toBeGreaterThan(0.4 * hours * 6);
      expect(intervals.length).toBeLessThanOrEqual(hours * 6);
      for (const { ratio: left, ambient } of intervals) {
        expect(left).toBeCloseTo(0.6, 9);
        expect(ambient).toBeLessThanOrEqual(-2);
      }
    }
    expect(iced(22, 40)).toEqual([]);
  });

  test('GT18: turbine 2 of Norrvind gives most when its vane reads −7°', () => {
    const best = (index: number) => {
      const byVane = new Map<number, number[]>();
      for (const day of days(60, 240)) {
        const turbine = power('s06', day).turbines[index];
        if (!turbine) throw new Error('no turbine');
        for (let i = 0; i < turbine.vane.length; i++) {
          const speed = at(turbine.windSpeed, i);
          const bin = Math.round(at(turbine.vane, i) / 2) * 2;
          if (speed < 5 || speed > 9.5 || Math.abs(bin) > 10) continue;
          byVane.set(bin, [...(byVane.get(bin) ?? []), at(turbine.actualKw, i) / speed ** 3]);
        }
      }
      const points = [...byVane].map(([bin, values]) => ({ bin, value: mean(values) }));
      // Vertex of the parabola through the bin means.
      const sums = [0, 1, 2, 3, 4].map((power) => sum(points.map(({ bin }) => bin ** power)));
      const right = [0, 1, 2].map((power) => sum(points.map(({ bin, value }) => value * bin ** power)));
      const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums;
      const [r0 = 0, r1 = 0, r2 = 0] = right;
      const det = (a: number[][]) =>
        (a[0]?.[0] ?? 0) * ((a[1]?.[1] ?? 0) * (a[2]?.[2] ?? 0) - (a[1]?.[2] ?? 0) * (a[2]?.[1] ?? 0)) -
        (a[0]?.[1] ?? 0) * ((a[1]?.[0] ?? 0) * (a[2]?.[2] ?? 0) - (a[1]?.[2] ?? 0) * (a[2]?.[0] ?? 0)) +
        (a[0]?.[2] ?? 0) * ((a[1]?.[0] ?? 0) * (a[2]?.[1] ?? 0) - (a[1]?.[1] ?? 0) * (a[2]?.[0] ?? 0));
      const linear = det([
        [s0, r0, s2],
        [s1, r1, s3],
        [s2, r2, s4],
      ]);
      const square = det([
        [s0, s1, r0],
        [s1, s2, r1],
        [s2, s3, r2],
      ]);
      return -linear / (2 * square);
    };
    expect(best(1)).toBeGreaterThan(-9.5);
    expect(best(1)).toBeLessThan(-4.5);
    expect(Math.abs(best(2))).toBeLessThan(2);
  });

  test('GT19: turbine 4 of Norrvind never gives more than 1600 kW from D250 on', () => {
    const highest = (on: number[]) =>
      Math.max(...on.flatMap((faultDay) => between(reading(world, { segmentId: 's06-wt-4', signal: 'ActivePower', faultDay }), 0, 24)));
    expect(highest(days(230, 249))).toBeGreaterThan(1900);
    expect(highest(days(250, 290))).toBe(1600);
  });

  test('GT20: all of Gaspe stands still from D50 to D52, in frost', () => {
    for (const faultDay of days(50, 52)) {
      for (const { actualKw } of power('s07', faultDay).turbines) expect(actualKw.every((kw) => kw < 0)).toBe(true);
      expect(Math.max(...power('s07', faultDay).ambient)).toBeLessThanOrEqual(-2);
    }
    expect(power('s07', 53).turbines.some(({ actualKw }) => actualKw.some((kw) => kw > 0))).toBe(true);
    expect(lost('s07', 'GT20', days(50, 52))).toBeGreaterThan(100_000);
  });

  test('GT21: Gaspe is quieter by five percent of its power in summer nights only', () => {
    const { frame, turbines } = power('s07', 200);
    const { undisturbedKw, actualKw } = turbines[0] ?? { undisturbedKw: new Float64Array(0), actualKw: new Float64Array(0) };
    for (let i = 0; i < frame.length; i++) {
      if (at(undisturbedKw, i) <= 0) continue;
      const isNight = at(frame.localHours, i) >= 22 || at(frame.localHours, i) < 6;
      expect(at(actualKw, i) / at(undisturbedKw, i)).toBeCloseTo(isNight ? 0.95 : 1, 9);
    }
    expect(lost('s07', 'GT21', [119, 271])).toBe(0);
  });

  test('GT22: the blades of turbine 3 of Gaspe differ by 5.7° while it runs', () => {
    const spread = (segmentId: string, faultDay: number) => {
      const blades = ['A', 'B', 'C'].map((blade) => reading(world, { segmentId, signal: `PitchAngle${blade}`, faultDay }).values);
      const running = reading(world, { segmentId, signal: 'ActivePower', faultDay }).values;
      return [...running.keys()]
        .filter((i) => at(running, i) > 0)
        .map((i) => Math.max(...blades.map((blade) => at(blade, i))) - Math.min(...blades.map((blade) => at(blade, i))))
        .filter((value) => !Number.isNaN(value));
    };
    const faulty = days(210, 213).flatMap((day) => spread('s07-wt-3', day));
    expect(faulty.length).toBeGreaterThan(100);
    expect(mean(faulty)).toBeCloseTo(5.7, 0);
    expect(Math.max(...spread('s07-wt-3', 214), ...spread('s07-wt-4', 211))).toBeLessThan(1);
  });

  test('GT23: the anemometer of turbine 5 of Gaspe freezes for 18 hours while power goes on', () => {
    const wind = reading(world, { segmentId: 's07-wt-5', signal: 'NacelleWindSpeed', faultDay: 90 });
    expect(new Set(between(wind, 0, 18)).size).toBe(1);
    expect(new Set(between(wind, 18, 24)).size).toBeGreaterThan(20);
    expect(new Set(between(reading(world, { segmentId: 's07-wt-5', signal: 'ActivePower', faultDay: 90 }), 0, 18)).size).toBeGreaterThan(
      60,
    );
  });

  test('GT24: turbine 5 of Lammer gives four percent less from D200 on', () => {
    const { turbines } = power('s08', 230);
    const { undisturbedKw, lostKwh } = turbines[4] ?? { undisturbedKw: new Float64Array(0), lostKwh: new Map<string, Float64Array>() };
    expect(sum(lostKwh.get('GT24') ?? []) / (sum(undisturbedKw.map((kw) => Math.max(0, kw))) * STEP_HOURS)).toBeCloseTo(0.04, 6);
    expect(lost('s08', 'GT24', [199])).toBe(0);
  });

  test('GT25: the grid is gone at Lammer from 3 to 9 hours on D140', () => {
    const { frame, turbines, meterKw } = power('s08', 140);
    for (let i = 0; i < frame.length; i++) {
      const isOut = at(frame.localHours, i) >= 3 && at(frame.localHours, i) < 9;
      if (isOut) expect(at(meterKw, i)).toBeLessThan(0);
      for (const { lostKwh } of turbines) if (!isOut) expect(at(lostKwh.get('GT25') ?? new Float64Array(frame.length), i)).toBe(0);
    }
    expect(turbines).toHaveLength(10);
    expect(lost('s08', 'GT25', [140])).toBeGreaterThan(20_000);
  });

  test('GT32: a storm closes all of Caatinga on D330 and D331', () => {
    for (const faultDay of [330, 331]) {
      const { turbines, inverters, storage, wind } = power('s12', faultDay);
      for (const { actualKw } of [...turbines, ...inverters, ...(storage?.units ?? [])]) expect(actualKw.every((kw) => kw <= 0)).toBe(true);
      expect(mean([...(wind?.speed ?? [])])).toBeGreaterThan(14);
    }
  });
});
