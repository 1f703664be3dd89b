import { seededRandom } from '@solvane/series/seeded-random';
import { differences } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { peerPowers } from './peer-power.ts';

const _ = Number.NaN;

/** Inverters of 100 kW at one instant. */
function at(...loads: number[]) {
  return peerPowers(loads.map((load) => ({ power: Float64Array.of(100 * load), capacity: 100 })));
}
const full = (...loads: number[]) => at(...loads).map(({ power }) => (power[0] ?? _) / 100);
const weak = (...loads: number[]) => at(...loads).map((each) => (each.weak[0] ?? _) / 100);

describe('peers on one plane', () => {
  test('that are down pull neither the healthy ones nor each other', () => {
    expect(differences(full(0.8, 0.78, 0), [0.78, 0.8, 0.79])).toEqual([]);
    expect(differences(full(0.8, 0.79, 0.2, 0, _), [0.79, 0.8, 0.795, 0.795, 0.795])).toEqual([]);
  });

  test('tell nothing while all stand', () => {
    expect(full(0, 0, 0)).toEqual([_, _, _]);
    expect(full(0.02, 0.02, 0.01)).toEqual([_, _, _]);
    expect(weak(0, 0, 0)).toEqual([_, _, _]);
  });

  test('below two of them, or 30 % of the capacity, are weak evidence for those that stand only', () => {
    expect(full(0.7, 0)).toEqual([_, _]);
    expect(differences(weak(0.7, 0), [_, 0.7])).toEqual([]);
    const sevenDown = [0.7, 0, 0, 0, 0, 0, 0, 0];
    expect(full(...sevenDown)).toEqual(sevenDown.map(() => _));
    expect(differences(weak(...sevenDown), [_, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7])).toEqual([]);
    expect(differences(weak(0.7, 0.6, 0, 0, 0, 0, 0, 0), [_, _, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65])).toEqual([]);
    expect(differences(full(0.7, 0.6, 0, 0, 0, 0), [0.6, 0.7, 0.65, 0.65, 0.65, 0.65])).toEqual([]);
  });

  test('that an event or a setpoint holds down are no measure', () => {
    const held = Uint8Array.of(1);
    const [own] = peerPowers([
      { power: Float64Array.of(10), capacity: 100 },
      ...[60, 62, 61].map((kw) => ({ power: Float64Array.of(kw), capacity: 100, held })),
      ...[80, 82].map((kw) => ({ power: Float64Array.of(kw), capacity: 100 })),
    ]);
    expect(own?.power[0]).toBeCloseTo(81, 12);
  });

  test('of any number give an inverter nothing but what the others make', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 200; round++) {
      const loads = Array.from({ length: 3 + Math.floor(random() * 20) }, () => (random() < 0.2 ? 0 : 0.7 + 0.05 * random()));
      const working = loads.filter((load) => load > 0).sort((a, b) => a - b);
      for (const [k, value] of full(...loads).entries()) {
        if (Number.isNaN(value)) continue;
        const others = working.slice();
        const own = others.indexOf(loads[k] ?? _);
        if (own >= 0) others.splice(own, 1);
        const half = (others.length - 1) / 2;
        expect(value).toBeCloseTo(((others[Math.floor(half)] ?? _) + (others[Math.ceil(half)] ?? _)) / 2, 12);
      }
    }
  });
});
