import { clearSkyOnPlane } from '@solvane/energy/pv/clear-sky-model';
import { describe, expect, test } from 'vitest';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { historyPack } from '../history-pack.ts';
import { generatorsOf } from '../plant/site-power.ts';
import { between, days, FIRST_DAY, mean, plant, reading, sum, testWorld } from '../testing/test-world.ts';
import { rainOf } from '../weather/sky.ts';
import { modulePlane } from '../weather/solar-field.ts';

const world = testWorld();
const { power, lost } = plant(world);

/** Ratio of two series over the sunny part of some days. */
function ratio(segmentId: string, otherId: string, { signal, on }: { signal: string; on: readonly number[] }): number {
  const pairs = on.flatMap((faultDay) => {
    const a = reading(world, { segmentId, signal, faultDay }).values;
    const b = reading(world, { segmentId: otherId, signal, faultDay }).values;
    return [...a.keys()].filter((i) => !Number.isNaN(at(a, i) + at(b, i)) && at(b, i) > 300).map((i) => [at(a, i), at(b, i)] as const);
  });
  return sum(pairs.map(([a]) => a)) / sum(pairs.map(([, b]) => b));
}

describe('sun', () => {
  test('GT01: dirt at Guadal takes 0.15 % a day from the last rain on, and nothing before D130 and after D270', () => {
    const clean = days(125, 275).map((day) => power('s01', day).cleanShare);
    expect(clean.slice(0, 6).every((share) => share === 1)).toBe(true);
    expect(clean.slice(-5).every((share) => share === 1)).toBe(true);
    const slopes = clean.slice(6, 146).map((share, i) => share - (clean[i + 5] ?? 1));
    const falling = slopes.filter((slope) => slope < 0);
    expect(falling.length).toBeGreaterThan(120);
    for (const slope of falling) expect(slope).toBeCloseTo(-0.0015, 9);
    const rains = days(130, 270).filter((day) => rainOf(power('s01', day)));
    expect(rains.length).toBeGreaterThanOrEqual(3);
    for (const day of rains) expect(power('s01', day).cleanShare).toBe(1);
    const share =
      lost('s01', 'soiling', days(130, 270)) /
      sum(days(130, 270).flatMap((day) => generatorsOf(power('s01', day)).map(({ undisturbedKw }) => sum(undisturbedKw) * STEP_HOURS)));
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.05);
  });

  test('GT02: inverter 2 of Guadal stands still from 09:10 to 15:40 of D95, its neighbours do not', () => {
    const stopped = reading(world, { segmentId: 's01-inv-2', signal: 'ActivePower', faultDay: 95 });
    expect(between(stopped, 9 + 1 / 6, 15 + 2 / 3).every((kw) => kw === 0)).toBe(true);
    expect(between(stopped, 8.5, 9).every((kw) => kw > 0)).toBe(true);
    expect(between(stopped, 16, 17).every((kw) => kw > 0)).toBe(true);
    expect(mean(between(reading(world, { segmentId: 's01-inv-1', signal: 'ActivePower', faultDay: 95 }), 10, 15))).toBeGreaterThan(500);
    expect(lost('s01', 'GT02', [95])).toBeGreaterThan(5_000);
  });

  test('GT03: inverter 3 of Guadal gives five percent less from D180 to D210', () => {
    const signal = 'DcPower';
    const before = ratio('s01-inv-3', 's01-inv-1', { signal, on: days(170, 179) });
    expect(ratio('s01-inv-3', 's01-inv-1', { signal, on: days(180, 210) }) / before).toBeCloseTo(0.95, 2);
    expect(ratio('s01-inv-3', 's01-inv-1', { signal, on: days(211, 220) }) / before).toBeCloseTo(1, 2);
  });

  test('GT04: the second plane sensor of Guadal loses six percent a year from D60 and passes five percent on D364', () => {
    const drift = (on: number[]) => ratio('s01-poa-2', 's01-poa-1', { signal: 'IrradiancePOA', on });
    expect(drift(days(40, 59))).toBeCloseTo(1, 3);
    expect(drift(days(240, 244))).toBeCloseTo(1 - (0.06 * 182) / 365, 2);
    expect(1 - (0.06 * (364 - 60)) / 365).toBeCloseTo(0.95, 3);
    expect(drift(days(366, 370))).toBeLessThan(0.95);
  });

  test('GT05: three years of daily sums of Guadal fall by 0.8 % a year', () => {
    const pack = historyPack({ before: FIRST_DAY });
    expect(pack).toHaveLength(1096);
    const slopes = pack.slice(365).flatMap((day, i) => {
      const before = pack[i];
      if (!before || day.insolationKwh < 0.5 || before.insolationKwh < 0.5) return [];
      return [100 * (day.energyKwh / day.nominalEnergyKwh - before.energyKwh / before.nominalEnergyKwh)];
    });
    const median = slopes.toSorted((a, b) => a - b)[slopes.length >> 1] ?? 0;
    expect(median).toBeGreaterThan(-1.2);
    expect(median).toBeLessThan(-0.5);
  });

  test('GT06: tracker 7 of Pecan stands at +35° while its neighbours follow the sun', () => {
    for (const faultDay of [120, 127, 134]) {
      const stuck = reading(world, { segmentId: 's02-tr-07', signal: 'TrackerAngle', faultDay }).values;
      expect(stuck.every((angle) => Number.isNaN(angle) || angle === 35)).toBe(true);
      const healthy = between(reading(world, { segmentId: 's02-tr-08', signal: 'TrackerAngle', faultDay }), 8, 20);
      expect(Math.max(...healthy) - Math.min(...healthy)).toBeGreaterThan(90);
    }
    expect(Math.max(...between(reading(world, { segmentId: 's02-tr-07', signal: 'TrackerAngle', faultDay: 135 }), 0, 24))).toBeGreaterThan(
      45,
    );
    expect(ratio('s02-inv-4', 's02-inv-3', { signal: 'DcPower', on: days(120, 134) })).toBeLessThan(0.95);
    expect(lost('s02', 'GT06', days(120, 134))).toBeGreaterThan(30_000);
  });

  test('GT07: nothing comes from Pecan for 26 hours, and its registers have counted on', () => {
    const silent = reading(world, { segmentId: 's02-inv-1', signal: 'ActivePower', faultDay: 160 });
    expect(between(silent, 10, 24)).toEqual([]);
    expect(between(silent, 8, 10).length).toBeGreaterThan(8);
    expect(between(reading(world, { segmentId: 's02-m-1', signal: 'ExportCounter', faultDay: 161 }), 0, 12)).toEqual([]);
    expect(between(reading(world, { segmentId: 's02', signal: 'Price', faultDay: 160 }), 0, 24).length).toBeGreaterThan(140);
    const before = between(reading(world, { segmentId: 's02-inv-1', signal: 'ExportCounter', faultDay: 160 }), 9, 10).at(-1) ?? Number.NaN;
    const after = between(reading(world, { segmentId: 's02-inv-1', signal: 'ExportCounter', faultDay: 161 }), 12, 12.5)[0] ?? Number.NaN;
    const produced = [160, 161].flatMap((day) => {
      const { inverters, frame } = power('s02', day);
      const kw = inverters[0]?.actualKw ?? new Float64Array(0);
      return [...kw]
        .filter((_, i) => (day === 160 ? at(frame.localHours, i) >= 10 : at(frame.localHours, i) < 12))
        .map((value) => Math.max(0, value));
    });
    const firstAfter = between(reading(world, { segmentId: 's02-inv-1', signal: 'ActivePower', faultDay: 161 }), 12, 12.5)[0] ?? 0;
    expect((after - before - firstAfter * STEP_HOURS) / (sum(produced) * STEP_HOURS)).toBeCloseTo(1, 3);
    expect(lost('s02', 'GT07', [160, 161])).toBe(0);
  });

  test('GT08: Pecan is held at 60 % from 11 to 15 hours on D70 to D83', () => {
    for (const faultDay of [70, 76, 83]) {
      const setpoint = reading(world, { segmentId: 's02-ppc-1', signal: 'CurtailmentSetpoint', faultDay });
      expect(between(setpoint, 11, 15).every((kw) => kw === 24_000)).toBe(true);
      expect(between(setpoint, 0, 11).every((kw) => kw === 40_000)).toBe(true);
      const { inverters, frame } = power('s02', faultDay);
      for (let i = 0; i < frame.length; i++) {
        if (at(frame.localHours, i) < 11 || at(frame.localHours, i) >= 15) continue;
        expect(sum(inverters.map(({ actualKw }) => at(actualKw, i)))).toBeLessThanOrEqual(24_000 + 1e-6);
      }
    }
    const potential = sum(
      days(70, 83).flatMap((day) => {
        const { inverters, frame } = power('s02', day);
        return [...frame.localHours.keys()]
          .filter((i) => at(frame.localHours, i) >= 11 && at(frame.localHours, i) < 15)
          .map((i) => Math.max(0, sum(inverters.map(({ undisturbedKw }) => at(undisturbedKw, i))) - 24_000) * STEP_HOURS);
      }),
    );
    expect(lost('s02', 'GT08', days(70, 83)) / potential).toBeCloseTo(1, 6);
    expect(potential).toBeGreaterThan(200_000);
  });

  test('GT09: inverters of Pecan run at their AC limit on bright days all year', () => {
    const clipped = days(0, 364).filter((day) => power('s02', day).inverters[0]?.actualKw.some((kw) => kw >= 5_000));
    expect(clipped.length).toBeGreaterThan(100);
    expect(Math.max(...clipped) - Math.min(...clipped)).toBeGreaterThan(150);
  });

  test('GT09: runs of two intervals at 99 % of the rating find the clipping', () => {
    let clipped = 0;
    let found = 0;
    for (const day of days(0, 364)) {
      for (const { undisturbedKw: kw, aboveRatingKw = new Float64Array(0), ratedKw } of power('s02', day).inverters) {
        const isHigh = (i: number) => at(kw, i) >= 0.99 * ratedKw;
        for (let i = 0; i < kw.length; i++) {
          if (at(aboveRatingKw, i) <= 0) continue;
          clipped++;
          if (isHigh(i) && (isHigh(i - 1) || isHigh(i + 1))) found++;
        }
      }
    }
    expect(clipped).toBeGreaterThan(5_000);
    expect(found / clipped).toBeGreaterThanOrEqual(0.95);
  });

  test('GT10: snow covers Malar while the sensors see sun', () => {
    for (const faultDay of [20, 27, 33]) {
      expect(Math.min(...between(reading(world, { segmentId: 's03-ws-1', signal: 'SnowDepth', faultDay }), 0, 24))).toBeGreaterThan(0);
      expect(Math.max(...between(reading(world, { segmentId: 's03-inv-1', signal: 'ActivePower', faultDay }), 0, 24))).toBeLessThanOrEqual(
        0,
      );
    }
    const bright = days(20, 33).filter(
      (faultDay) => Math.max(...between(reading(world, { segmentId: 's03-ws-1', signal: 'IrradiancePOA', faultDay }), 0, 24)) > 300,
    );
    expect(bright.length).toBeGreaterThan(5);
    expect(Math.max(...between(reading(world, { segmentId: 's03-ws-1', signal: 'SnowDepth', faultDay: 34 }), 0, 24))).toBe(0);
    expect(lost('s03', 'GT10', days(20, 33))).toBeGreaterThan(30_000);
  });

  test('GT11: the clock of Malar is an hour fast from D150 to D180', () => {
    const minutesLate = (faultDay: number) => {
      const { solar, frame } = power('s03', faultDay);
      const { values } = reading(world, { segmentId: 's03-ws-1', signal: 'IrradiancePOA', faultDay });
      const truePlane = solar?.plane ?? new Float64Array(0);
      const centroid = (weights: Float64Array) => {
        const valid = [...weights.keys()].filter((i) => at(weights, i) > 0 && !Number.isNaN(at(values, i)));
        return sum(valid.map((i) => at(weights, i) * i)) / sum(valid.map((i) => at(weights, i)));
      };
      expect(frame.length).toBe(144);
      return (centroid(values) - centroid(truePlane)) * 10;
    };
    for (const faultDay of [150, 165, 180]) expect(minutesLate(faultDay)).toBeCloseTo(60, -1);
    for (const faultDay of [149, 181]) expect(Math.abs(minutesLate(faultDay))).toBeLessThan(5);
    // When the clock jumps, an hour of stamps is missing; later days carry the last hour of the day before.
    expect(between(reading(world, { segmentId: 's03-m-1', signal: 'ActivePower', faultDay: 150 }), 0, 1)).toEqual([]);
    const yesterday = power('s03', 160).meterKw;
    const carried = reading(world, { segmentId: 's03-m-1', signal: 'ActivePower', faultDay: 161 }).values;
    for (let i = 0; i < 6; i++) {
      if (Number.isNaN(at(carried, i))) continue;
      expect(at(carried, i)).toBeCloseTo(at(yesterday, 138 + i), 2);
    }
    // Prices come from elsewhere: their clock is right.
    expect(reading(world, { segmentId: 's03', signal: 'Price', faultDay: 150 }).values[0]).not.toBeNaN();
  });

  test('GT12: Deccan gets dirty by 0.35 % a day and is washed every 21 days', () => {
    const shares = days(1, 20).map((day) => power('s04', day).cleanShare);
    const steps = shares.map((share, i) => share - (shares[i - 1] ?? 1)).filter((step) => step < 0);
    expect(steps.length).toBeGreaterThan(14);
    for (const step of steps) expect(step).toBeCloseTo(-0.0035, 9);
    for (const day of [21, 42, 63, 357]) expect(power('s04', day).cleanShare).toBe(1);
  });

  test('GT13: inverter 5 of Deccan turns ever less of its DC power into AC', () => {
    const efficiency = (on: number[]) => {
      const acDc = on.flatMap((day) => {
        const { actualKw, dcKw } = power('s04', day).inverters[4] ?? { actualKw: new Float64Array(0) };
        return [...actualKw.keys()]
          .filter((i) => dcKw && at(dcKw, i) > 1500)
          .map((i) => [at(actualKw, i), dcKw ? at(dcKw, i) : 0] as const);
      });
      return sum(acDc.map(([ac]) => ac)) / sum(acDc.map(([, dc]) => dc));
    };
    expect(efficiency(days(286, 290)) / efficiency(days(190, 199))).toBeCloseTo(0.985, 2);
    expect(efficiency(days(286, 290)) / efficiency(days(190, 199))).toBeLessThan(0.9875);
    expect(efficiency(days(291, 300)) / efficiency(days(190, 199))).toBeCloseTo(1, 2);
  });

  test('GT14: inverter 1 of Deccan is silent for eight hours and its register has not moved', () => {
    const register = reading(world, { segmentId: 's04-inv-1', signal: 'ExportCounter', faultDay: 300 });
    expect(between(register, 8, 16)).toEqual([]);
    const before = between(register, 7, 8).at(-1) ?? Number.NaN;
    const after = between(register, 16, 17)[0] ?? Number.NaN;
    const firstHour = between(reading(world, { segmentId: 's04-inv-1', signal: 'ActivePower', faultDay: 300 }), 16, 17)[0] ?? 0;
    expect(after - before).toBeCloseTo(firstHour * STEP_HOURS, 0);
    expect(between(reading(world, { segmentId: 's04-inv-2', signal: 'ActivePower', faultDay: 300 }), 8, 16).length).toBeGreaterThan(40);
    expect(lost('s04', 'GT14', [300])).toBeGreaterThan(5_000);
  });

  test('GT15: Barossa stops on sunny weekends while the price is below zero', () => {
    let stops = 0;
    for (const day of days(0, 364)) {
      const { frame, price, inverters, setpointKw } = power('s05', day);
      for (let i = 0; i < frame.length; i++) {
        const isOrdered = frame.weekday >= 6 && at(price, i) < 0;
        expect(at(setpointKw, i) === 0).toBe(isOrdered);
        if (!isOrdered) continue;
        stops++;
        expect(sum(inverters.map(({ actualKw }) => Math.max(0, at(actualKw, i))))).toBeCloseTo(0, 9);
      }
    }
    expect(stops).toBeGreaterThan(300);
    expect(lost('s05', 'GT15', days(0, 364))).toBeGreaterThan(500_000);
  });

  test('GT16: Barossa and Lammer could often give more than they may export', () => {
    expect(lost('s05', 'exportLimit', days(0, 60))).toBeGreaterThan(100_000);
    expect(lost('s08', 'exportLimit', days(0, 60))).toBeGreaterThan(100_000);
  });

  test('GT31: Mojave could give more than 18 MW on clear days; its battery takes part of it', () => {
    const binding = days(0, 364).filter((day) => lost('s11', 'exportLimit', [day]) > 0);
    expect(binding.length).toBeGreaterThan(10);
    const absorbed = days(150, 200).filter((day) => {
      const { inverters, meterKw } = power('s11', day);
      return [...meterKw.keys()].some((i) => sum(inverters.map(({ actualKw }) => at(actualKw, i))) > 18_500 && at(meterKw, i) <= 18_000);
    });
    expect(absorbed.length).toBeGreaterThan(5);
  });

  test('GT34: a plane sensor of Mojave shows 742 W/m² for eight hours', () => {
    const stuck = reading(world, { segmentId: 's11-poa-1', signal: 'IrradiancePOA', faultDay: 60 });
    expect(new Set(between(stuck, 9, 17))).toEqual(new Set([742]));
    expect(new Set(between(stuck, 17, 20)).size).toBeGreaterThan(5);
    expect(new Set(between(reading(world, { segmentId: 's11-poa-2', signal: 'IrradiancePOA', faultDay: 60 }), 9, 17)).size).toBeGreaterThan(
      40,
    );
  });

  test('GT35: five spikes at Malar rise above 1.25 times clear sky and 60 W/m²', () => {
    const { values } = reading(world, { segmentId: 's03-ws-1', signal: 'IrradiancePOA', faultDay: 100 });
    const { solar, plan } = power('s03', 100);
    if (!solar || !plan.solar) throw new Error('no sun');
    const clearSky = clearSkyOnPlane(solar.clearSky, modulePlane(plan.solar));
    const spikes = [...values.keys()].filter((i) => at(values, i) > 1.25 * at(clearSky, i) + 60);
    expect(spikes).toHaveLength(5);
    for (const i of spikes) {
      expect(at(values, i) - 600).toBeGreaterThan(0.9 * at(clearSky, i));
      expect(at(values, i - 1)).toBeLessThan(at(values, i) - 400);
      expect(at(values, i + 1)).toBeLessThan(at(values, i) - 400);
    }
  });
});
