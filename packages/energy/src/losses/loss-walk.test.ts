import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hybridConnectionWalk, solarWalk, storageWalk, type WalkBar, type WalkLosses, windWalk } from './loss-walk.ts';
import { storageWalkSums } from './storage-walk-sums.ts';

const NONE: WalkLosses = { downtime: 0, curtailment: 0, degraded: 0, unknown: 0, communication: 0, icing: 0, snow: 0, soiling: 0 };
const energies = (bars: readonly WalkBar[]) => Object.fromEntries(bars.map(({ step, energy }) => [step, energy]));
const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('loss walk', () => {
  const production = {
    expected: 5280,
    lost: { ...NONE, downtime: 60, curtailment: 110, degraded: 25, soiling: 45 },
    gross: 4990,
    ownConsumption: -4,
    atConnection: 4936,
  };
  const budget = {
    kind: 'budget',
    energy: 5000,
    insolationRatio: 162 / 150,
    cellTemperature: 42,
    budgetedCellTemperature: 38,
    temperatureCoefficient: -0.004,
  } as const;

  test('leads from a PV budget to the grid meter', () => {
    const bars = solarWalk(budget, production);
    const expected = {
      budget: 5000,
      irradiance: 400,
      temperature: -91.139,
      modelGap: -28.861,
      expected: 5280,
      downtime: -60,
      curtailment: -110,
      degraded: -25,
      unknown: 0,
      communication: 0,
      soiling: -45,
      unexplained: -50,
      gross: 4990,
      ownConsumption: -4,
      electrical: -50,
      atConnection: 4936,
    };
    expect(differences(energies(bars), expected, printed(3))).toEqual([]);
    expect(bars.map(({ step }) => step)).toEqual([...Object.keys(expected).slice(0, 10), 'snow', ...Object.keys(expected).slice(10)]);
  });

  test('leads from nameplate and light to the expectation where there is no budget', () => {
    const bars = solarWalk({ kind: 'theoretical', nominal: 6500, nominalAtCell: 6100, designed: 5400, limited: 5300 }, production);
    const expected = { theoretical: 6500, temperature: -400, designLosses: -700, clipping: -100, modelGap: -20, expected: 5280 };
    expect(differences(energies(bars), expected)).toEqual([]);
  });

  test('leaves weather out where the budget says nothing about it', () => {
    const bars = energies(solarWalk({ ...budget, insolationRatio: _, budgetedCellTemperature: _ }, production));
    expect([bars.irradiance, bars.temperature, bars.modelGap]).toEqual([0, 0, 280]);
  });

  test('shows what the grid connection cannot take', () => {
    const bars = energies(solarWalk(budget, { ...production, gridLimit: -70 }));
    expect(differences(bars, { gridLimit: -70, unexplained: 20 })).toEqual([]);
  });

  test('leads from a wind budget to the grid meter', () => {
    const bars = windWalk(
      { kind: 'budget', energy: 8000, budgetedTheoretical: 10_000, theoretical: 10_450, theoreticalAtDensity: 10_330 },
      {
        expected: 8230,
        lost: { ...NONE, downtime: 310, curtailment: 150, icing: 95, degraded: 40 },
        gross: 7580,
        ownConsumption: -9,
        atConnection: 7405,
      },
    );
    const expected = {
      wind: 360,
      density: -96,
      modelGap: -34,
      icing: -95,
      unexplained: -55,
      gross: 7580,
      electrical: -166,
      atConnection: 7405,
    };
    expect(differences(energies(bars), expected, { absolute: 1e-9 })).toEqual([]);
  });

  test('leads from a nominal curve where there is no wind budget', () => {
    const start = { kind: 'theoretical', theoretical: 9000, theoreticalAtDensity: 8900, designed: 8500 } as const;
    const bars = windWalk(start, { ...production, expected: 8400 });
    expect(differences(energies(bars), { theoretical: 9000, density: -100, designLosses: -400, modelGap: -100 })).toEqual([]);
  });

  test('leads from dispatch orders to the grid meter', () => {
    const bars = storageWalk({
      scheduled: 1000,
      powerUnavailable: 60,
      energyLimited: 45,
      discharged: 883,
      auxiliary: 7,
      atConnection: 870,
    });
    expect(
      differences(energies(bars), {
        powerUnavailable: -60,
        energyLimited: -45,
        nonAdherence: -12,
        gross: 883,
        auxiliary: -7,
        electrical: -6,
      }),
    ).toEqual([]);
  });

  test('shares the last bars among the sources of a hybrid site', () => {
    const bars = hybridConnectionWalk({
      gross: 11_000,
      ownConsumption: -10,
      charged: 1500,
      discharged: 400,
      auxiliary: 50,
      atConnection: 9700,
    });
    expect(differences(energies(bars), { charge: -1500, discharge: 400, electrical: -140, atConnection: 9700 })).toEqual([]);
  });

  test('closes whatever the numbers', () => {
    const energy = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    const positive = fc.double({ min: 0, max: 1e7, noNaN: true });
    const lost = fc.record({
      downtime: positive,
      curtailment: positive,
      degraded: positive,
      unknown: positive,
      communication: positive,
      icing: positive,
      snow: positive,
      soiling: positive,
    });
    const made = fc.record({ expected: positive, lost, gross: positive, ownConsumption: energy, atConnection: energy });
    fc.assert(
      fc.property(positive, fc.double({ min: 0, max: 3, noNaN: true }), made, (budgeted, ratio, each) => {
        for (const bars of [
          solarWalk({ ...budget, energy: budgeted, insolationRatio: ratio }, each),
          windWalk({ kind: 'theoretical', theoretical: budgeted, theoreticalAtDensity: budgeted * ratio, designed: budgeted }, each),
        ]) {
          const changes = bars.filter(({ kind }) => kind === 'change').reduce((sum, bar) => sum + bar.energy, 0);
          const scale = Math.max(1, ...bars.map((bar) => Math.abs(bar.energy)));
          expect(Math.abs((bars[0]?.energy ?? _) + changes - (bars.at(-1)?.energy ?? _))).toBeLessThan(1e-8 * scale);
        }
      }),
    );
  });

  test('refuses numbers that are none', () => {
    expect(() => solarWalk(budget, { ...production, gross: _ })).toThrow('does not close');
  });
});

test('a discharge walk counts only intervals with an order or a discharge', () => {
  const sums = storageWalkSums({
    setpoint: column(1000, 1000, 0, -500, _),
    power: column(700, 0, 0, -500, 200),
    availableDischargePower: column(800, _, _, _, _),
    stateOfCharge: column(50, 5, 50, 50, 50),
    auxiliaryPower: column(10, _, 10, 10, 10),
    connectionPower: column(680, -3, -10, -520, 185),
    minStateOfCharge: 4,
    stepHours: 1,
  });
  const known = { scheduled: 2000, powerUnavailable: 200, energyLimited: 1000, discharged: 900, auxiliary: 20, atConnection: 862 };
  // 200 kWh came without an order that is known: it is not adherence to nothing.
  expect(sums).toEqual({ ...known, noData: 0, withoutExpectation: 200 });
});

test('a discharge walk tells orders whose execution is not known from those that were missed', () => {
  const sums = storageWalkSums({
    setpoint: column(1000, 1000),
    power: column(_, 900),
    availableDischargePower: column(_, _),
    stateOfCharge: column(50, 50),
    auxiliaryPower: column(_, _),
    connectionPower: column(_, _),
    minStateOfCharge: 4,
    stepHours: 1,
  });
  expect(differences(energies(storageWalk(sums)), { scheduled: 2000, nonAdherence: -100, noData: -1000, gross: 900 })).toEqual([]);
});
