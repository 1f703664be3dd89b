import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capabilityAvailability, capabilitySums, powerAvailability } from './capability.ts';
import { adherenceSums, dispatchAdherence, feasibleOrder } from './dispatch.ts';
import { conversionLoss, equivalentFullCycles, roundTripEfficiency } from './efficiency.ts';
import { chargeRate, countStateOfCharge, stateOfChargeFromEnergy } from './state-of-charge.ts';
import { capacityMeasurements, stateOfHealth } from './state-of-health.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('state of charge', () => {
  const battery = { roundTripEfficiency: 0.88, stepHours: 0.5, initial: 50 };
  const usable = (n: number) => new Float64Array(n).fill(4000);
  const silent = (n: number) => new Float64Array(n).fill(_);

  test('is counted from power', () => {
    const counted = countStateOfCharge({ ...battery, reported: silent(4), power: column(1000, 1000, -1500, 0), usableEnergy: usable(4) });
    expect(differences(counted.value, [36.675, 23.3499, 40.939, 40.939], printed(4))).toEqual([]);
    expect([...counted.suspect]).toEqual([0, 0, 0, 0]);
  });

  test('is set right by each report', () => {
    const counted = countStateOfCharge({ ...battery, reported: column(_, 30, _), power: column(1000, 1000, 0), usableEnergy: usable(3) });
    expect(differences(counted.value, [36.675, 30, 30], printed(4))).toEqual([]);
  });

  test('stays on the scale, in doubt', () => {
    const counted = countStateOfCharge({ ...battery, reported: silent(2), power: column(6000, -20_000), usableEnergy: usable(2) });
    expect(counted).toEqual({ value: column(0, 100), suspect: Uint8Array.of(1, 1) });
  });

  test('bridges an hour without power readings, not more', () => {
    const power = column(0, _, _, 0, _, _, _, 0, 0);
    const counted = countStateOfCharge({ ...battery, reported: column(_, _, _, _, _, _, _, _, 70), power, usableEnergy: usable(9) });
    expect(counted.value).toEqual(column(50, 50, 50, 50, _, _, _, _, 70));
    expect([...counted.suspect]).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0]);
  });

  test('is unknown before the first report', () => {
    const { value } = countStateOfCharge({
      ...battery,
      initial: _,
      reported: column(_, 40),
      power: column(10, 10),
      usableEnergy: usable(2),
    });
    expect(value).toEqual(column(_, 40));
  });

  test('follows from stored energy', () => {
    expect(stateOfChargeFromEnergy(column(1000, 1000), column(4000, 0))).toEqual(column(25, _));
    expect(chargeRate(column(1500, -1500), usable(2))).toEqual(column(0.375, 0.375));
  });
});

describe('state of health', () => {
  const discharge = {
    dcPower: column(0, 1080, 1080, 1080, 0, -500, 900, 900),
    stateOfCharge: column(90, 75, 60, 45, 45, 55, 40, 35),
    ratedPower: 2000,
    stepHours: 0.5,
  };

  test('is the capacity a deep discharge shows', () => {
    const found = capacityMeasurements(discharge);
    expect(found).toEqual([{ start: 1, end: 4, energy: 1620, depth: 45, capacity: 3600 }]);
    expect(stateOfHealth(column(3500, 3600, 3700), 4000)).toBeCloseTo(0.9, 12);
    expect(stateOfHealth(column(), 4000)).toBeNaN();
  });

  test('is not read from cold cells, hard discharges or capacity tests that stop early', () => {
    const temperature = (celsius: number) => new Float64Array(8).fill(celsius);
    expect(capacityMeasurements({ ...discharge, cellTemperatureMin: temperature(14), cellTemperatureMax: temperature(20) })).toEqual([]);
    expect(capacityMeasurements({ ...discharge, cellTemperatureMin: temperature(20), cellTemperatureMax: temperature(36) })).toEqual([]);
    expect(capacityMeasurements({ ...discharge, cellTemperatureMin: temperature(20), cellTemperatureMax: temperature(30) })).toHaveLength(
      1,
    );
    expect(capacityMeasurements({ ...discharge, ratedPower: 900 })).toEqual([]);
    expect(capacityMeasurements({ ...discharge, minDepth: 80 })).toEqual([]);
  });
});

describe('efficiency', () => {
  test.each([
    [100, 80, 0, 0.8000000000000002],
    [100, 80, 5, 0.8459888254204331],
    [100, 80, -5, 0.7565111745795668],
    [200, 150, 23.723210104756447, 0.86],
  ])('of %d kWh in and %d out with %d more inside', (charge, discharge, storedChange, expected) => {
    expect(differences(roundTripEfficiency({ charge, discharge, storedChange }), expected)).toEqual([]);
  });

  test('explains the change of stored energy exactly', () => {
    const energy = fc.double({ min: 1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(energy, energy, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (charge, discharge, share) => {
        const storedChange = share * charge;
        const oneWay = Math.sqrt(roundTripEfficiency({ charge, discharge, storedChange }));
        expect(
          differences(oneWay * charge - discharge / oneWay, storedChange, { relative: 1e-6, absolute: 1e-6 * (charge + discharge) }),
        ).toEqual([]);
      }),
    );
  });

  test('is not read from a small charge, and counts own consumption when asked', () => {
    expect(roundTripEfficiency({ charge: 100, discharge: 80, storedChange: 0, usableEnergy: 501 })).toBeNaN();
    expect(roundTripEfficiency({ charge: 0, discharge: 0, storedChange: 0 })).toBeNaN();
    expect(roundTripEfficiency({ charge: 100, discharge: 80, storedChange: 0, auxiliary: 28 })).toBeCloseTo(0.625, 12);
  });

  test('leaves a loss inside', () => {
    expect(differences(conversionLoss({ charge: 200, discharge: 150, storedChange: 23.7232 }), 26.2768)).toEqual([]);
  });

  test('throughput is counted in full cycles', () => {
    expect(equivalentFullCycles(5200, 4420, 4000)).toBe(1.2025);
    expect(equivalentFullCycles(100, 86, 50)).toBe(1.86);
    expect(equivalentFullCycles(100, _, 50)).toBe(1);
  });
});

describe('availability of a storage', () => {
  const energy = column(4000, 4000, 3600, 3600, 4000, 3800);

  test('is what was there of what the contract asks for', () => {
    expect(differences(capabilityAvailability(capabilitySums(energy, 4000)), 0.958333, printed(6))).toEqual([]);
    expect(differences(capabilityAvailability(capabilitySums(energy, 3800)), 0.982456, printed(6))).toEqual([]);
  });

  test('leaves out what is not known', () => {
    expect(capabilitySums(column(1000, _), 2000)).toEqual({ available: 1000, contracted: 2000 });
    expect(capabilityAvailability(capabilitySums(column(_), 2000))).toBeNaN();
  });

  test('of power is the worse direction', () => {
    const discharging = capabilitySums(column(2000, 2000, 1500, 0, 2000, 1000), 2000);
    const charging = capabilitySums(column(2000), 2000);
    expect(differences(powerAvailability(charging, discharging), 0.708333, printed(6))).toEqual([]);
    expect(powerAvailability(capabilitySums(column(), 2000), charging)).toBe(1);
  });
});

describe('dispatch adherence', () => {
  const setpoint = column(1000, 1000, -800, 0, 500, 1500);
  const power = column(990, 940, -790, 10, 500, 1200);
  const free = new Float64Array(6).fill(_);
  const limits = { availableChargePower: free, availableDischargePower: free, stateOfCharge: free };

  test('compares orders with what came', () => {
    const adherence = dispatchAdherence(adherenceSums(feasibleOrder({ setpoint, ...limits }), power, 2000));
    expect(differences(adherence, { time: 0.666667, energy: 0.91875 }, printed(6))).toEqual([]);
  });

  test('asks only for what the battery could give', () => {
    const availableDischargePower = column(2000, 2000, 2000, 2000, 2000, 1200);
    const order = feasibleOrder({ setpoint, ...limits, availableDischargePower });
    expect(differences(dispatchAdherence(adherenceSums(order, power, 2000)), { time: 0.833333, energy: 0.98 }, printed(6))).toEqual([]);
  });

  test('asks nothing of an empty or a full battery', () => {
    const order = feasibleOrder({
      setpoint: column(500, 500, -500, -500, -500),
      availableChargePower: column(_, _, _, _, 300),
      availableDischargePower: new Float64Array(5).fill(_),
      stateOfCharge: column(11, 11.1, 94, 93.9, 50),
      minStateOfCharge: 10,
      maxStateOfCharge: 95,
    });
    expect(order).toEqual(column(0, 500, 0, -500, -300));
  });

  test('does not judge where nothing was ordered', () => {
    expect(adherenceSums(column(_, 100), column(50, _), 2000)).toEqual({ considered: 0, followed: 0, deviation: 0, ordered: 0 });
    expect(dispatchAdherence(adherenceSums(column(0), column(0), 2000))).toEqual({ time: 1, energy: _ });
  });
});
