import type { SegmentId } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import { type PowerSources, sitePower } from './site-power.ts';

const [NOW, STEP] = [Date.UTC(2026, 5, 1, 12), 600_000];
const NOTHING: PowerSources = { pccs: [], meters: [], generators: [], collectionLoss: 0, intervalMs: STEP };

function devices(ratings: Record<string, number | null>) {
  return Object.entries(ratings).map(([id, capacityKw]) => ({ id: id as SegmentId, capacityKw }));
}

function latest(values: Record<string, number | [valueKw: number, timeMs: number]>) {
  return new Map(
    Object.entries(values).map(([id, value]) => {
      const [valueKw, timeMs] = Array.isArray(value) ? value : [value, NOW];
      return [id as SegmentId, { valueKw, timeMs }];
    }),
  );
}

describe('power of a site', () => {
  test('is read at the grid connection, else at the main meter, else summed over the generators', () => {
    const sources = { ...NOTHING, pccs: devices({ P: null }), meters: devices({ M: null }), generators: devices({ A: 100, B: 100 }) };
    const values = { P: 150, M: 155, A: 80, B: 80 };
    expect(sitePower(sources, latest(values))).toEqual({
      activePowerKw: 150,
      powerAtMs: NOW,
      powerSource: 'pcc',
      powerDevices: { known: 1, count: 1 },
      powerCoverage: 1,
    });
    const { P: _, ...withoutPcc } = values;
    expect(sitePower(sources, latest(withoutPcc))).toMatchObject({ activePowerKw: 155, powerSource: 'meter' });
    expect(sitePower(sources, latest({ A: 80, B: 80 }))).toMatchObject({ activePowerKw: 160, powerSource: 'generators' });
    expect(sitePower(sources, latest({}))).toEqual({
      activePowerKw: null,
      powerAtMs: null,
      powerSource: null,
      powerDevices: null,
      powerCoverage: null,
    });
  });

  test('of two inverters that report out of three is their plain sum, and says that a quarter is missing', () => {
    const sources = { ...NOTHING, generators: devices({ A: 1000, B: 500, C: 500 }) };
    expect(sitePower(sources, latest({ A: 800, B: 380 }))).toMatchObject({ activePowerKw: 1180, powerCoverage: 0.75 });
  });

  test('is no value when less than half of the rating reports', () => {
    const sources = { ...NOTHING, generators: devices({ A: 1000, B: 500, C: 600 }) };
    expect(sitePower(sources, latest({ B: 380 })).activePowerKw).toBeNull();
    expect(sitePower(sources, latest({ A: 380 })).activePowerKw).toBeNull();
    expect(sitePower(sources, latest({ A: 380, C: 100 })).activePowerKw).toBe(480);
  });

  test('loses the collection loss on its way out, and needs it on top on its way in', () => {
    const sources = { ...NOTHING, generators: devices({ A: 100 }), collectionLoss: 0.02 };
    expect(sitePower(sources, latest({ A: 100 })).activePowerKw).toBeCloseTo(98, 9);
    expect(sitePower(sources, latest({ A: -4.9 })).activePowerKw).toBeCloseTo(-5, 9);
    expect(sitePower(sources, latest({ A: 0 })).activePowerKw).toBe(0);
  });

  test('belongs to the newest interval that is complete; who is ahead counts, who has stopped does not', () => {
    const sources = { ...NOTHING, generators: devices({ A: 100, B: 100, C: 100 }) };
    const ahead = latest({ A: [10, NOW], B: [20, NOW - STEP], C: [30, NOW - STEP] });
    expect(sitePower(sources, ahead)).toMatchObject({ activePowerKw: 60, powerAtMs: NOW - STEP, powerCoverage: 1 });
    const stopped = latest({ A: [10, NOW], B: [20, NOW], C: [30, NOW - 100 * STEP] });
    expect(sitePower(sources, stopped)).toMatchObject({ activePowerKw: 30, powerAtMs: NOW, powerCoverage: 2 / 3 });
  });

  test('is not read at a meter that has stopped while the generators go on', () => {
    const sources = { ...NOTHING, meters: devices({ M: null }), generators: devices({ A: 100 }) };
    expect(sitePower(sources, latest({ M: [90, NOW - 2 * STEP], A: 50 }))).toMatchObject({ powerSource: 'meter' });
    expect(sitePower(sources, latest({ M: [90, NOW - 3 * STEP], A: 50 }))).toMatchObject({ powerSource: 'generators', activePowerKw: 50 });
  });

  test('is not read at one of several meters: none of them is the main one', () => {
    const sources = { ...NOTHING, meters: devices({ M: null, N: null }), generators: devices({ A: 100 }) };
    expect(sitePower(sources, latest({ M: 90, N: 90, A: 50 }))).toMatchObject({ powerSource: 'generators' });
  });

  test('counts devices alike where a rating is unknown', () => {
    const sources = { ...NOTHING, generators: devices({ A: 1000, B: null, C: null }) };
    expect(sitePower(sources, latest({ B: 1, C: 2 })).powerCoverage).toBeCloseTo(2 / 3, 9);
  });
});
