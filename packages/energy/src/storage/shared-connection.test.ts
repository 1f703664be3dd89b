import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curtailedAtSource, energyLedger, sharedLimitLoss, throughCollection } from './shared-connection.ts';

const one = (value: number) => Float64Array.of(value);
const plant = { solar: one(8000), wind: one(3000), battery: one(-1500), auxiliary: one(50), collectionLoss: 0.01 };

describe('energy ledger of a hybrid plant', () => {
  test('says who sent how much where', () => {
    const expected = {
      solarToBattery: [1500],
      windToBattery: [0],
      gridToBattery: [0],
      solarToBus: [6500],
      windToBus: [3000],
      solarAuxiliary: [34.2105],
      windAuxiliary: [15.7895],
      solarNet: [6401.1316],
      windNet: [2954.3684],
      connection: [9355.5],
    };
    expect(differences(energyLedger(plant), expected, printed(4))).toEqual([]);
  });

  test('charges from where the priority says, and the rest from the grid', () => {
    const byWind = energyLedger({ ...plant, chargePriority: ['Wind', 'PV', 'Grid'] });
    expect([byWind.solarToBattery[0], byWind.windToBattery[0]]).toEqual([0, 1500]);
    const atNight = energyLedger({ ...plant, solar: one(-5), wind: one(100) });
    expect([atNight.solarToBattery[0], atNight.windToBattery[0], atNight.gridToBattery[0]]).toEqual([0, 100, 1400]);
    expect(energyLedger({ ...plant, chargePriority: ['Grid'] }).gridToBattery[0]).toBe(1500);
  });

  test('takes more from the grid than the devices use', () => {
    expect(throughCollection(-990, 0.01)).toBe(-1000);
    expect(throughCollection(1000, 0.01)).toBe(990);
  });

  test('knows nothing of an interval with an unknown device', () => {
    const ledger = energyLedger({ ...plant, wind: one(Number.NaN) });
    expect(Object.values(ledger).map(([value]) => value)).toEqual(Array(13).fill(Number.NaN));
  });

  test('balances whatever the devices do', () => {
    const energy = fc.integer({ min: -500, max: 10_000 });
    fc.assert(
      fc.property(energy, energy, fc.integer({ min: -5000, max: 5000 }), fc.nat({ max: 200 }), (pv, turbines, storage, own) => {
        const ledger = energyLedger({
          solar: one(pv),
          wind: one(turbines),
          battery: one(storage),
          auxiliary: one(own),
          collectionLoss: 0.02,
        });
        const value = (name: keyof typeof ledger) => ledger[name][0] ?? Number.NaN;
        const bus = value('solarToBus') + value('windToBus') + value('batteryToBus');
        // Without anybody feeding the bus the grid delivers own consumption and losses.
        const unborne = bus > 0 ? 0 : own + (pv + turbines + storage - own - value('connection'));
        const parts = value('solarNet') + value('windNet') + value('batteryNet') - value('gridToBattery') - unborne;
        expect(differences(parts, value('connection'), { absolute: 1e-6 })).toEqual([]);
        expect(differences(value('solarToBattery') + value('windToBattery') + value('gridToBattery'), Math.max(0, -storage))).toEqual([]);
      }),
    );
  });
});

describe('a shared grid limit', () => {
  const limited = {
    expected: [one(9000), one(3200)],
    charge: one(1500),
    discharge: one(0),
    auxiliary: one(50),
    collectionLoss: 0.01,
    limit: one(9355.5),
  };

  test('cuts off what could have arrived above it', () => {
    expect(differences(sharedLimitLoss(limited), { potential: [10543.5], curtailed: [1188] })).toEqual([]);
  });

  test('is borne by each source for what it fell short', () => {
    const interval = { allExpected: 12_200, curtailed: 1188, collectionLoss: 0.01 };
    expect(curtailedAtSource({ ...interval, expected: 9000, actual: 8000 })).toBe(1000);
    expect(curtailedAtSource({ ...interval, expected: 3200, actual: 3000 })).toBe(200);
    expect(differences(curtailedAtSource({ ...interval, expected: 9000, actual: Number.NaN }), (1200 * 9000) / 12_200)).toEqual([]);
  });
});
