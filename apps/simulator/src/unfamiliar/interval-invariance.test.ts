import { localDay } from '@solvane/energy/time/local-day';
import { describe, expect, test } from 'vitest';
import { INTERVALS, type IntervalFigures, intervalFigures, simulatedDays } from './interval-figures.ts';
import { HYBRID_FAULTS, HYBRID_PLANT, SOLAR_FAULTS, SOLAR_PLANT, WIND_FAULTS, WIND_PLANT } from './plants.ts';

const PERIOD = { first: localDay(2025, 5, 1), count: 32 };
/** Ten minutes are what the others are compared with. */
const COMPARED = INTERVALS.filter((minutes) => minutes !== 10);
const PLANTS = [
  { kind: 'a solar roof', plan: SOLAR_PLANT, faults: SOLAR_FAULTS, expectedWithin: 0.01 },
  { kind: 'a wind farm', plan: WIND_PLANT, faults: WIND_FAULTS, expectedWithin: 0.015 },
  { kind: 'modules with a battery', plan: HYBRID_PLANT, faults: HYBRID_FAULTS, expectedWithin: 0.01 },
];

function apart(value: number, reference: number): number {
  return Math.abs(value / reference - 1);
}

describe.each(PLANTS)('$kind with logger intervals of any length', ({ plan, faults, expectedWithin }) => {
  const simulated = simulatedDays(plan, PERIOD, faults);
  const known = new Map<number, IntervalFigures>();
  const figuresAt = (minutes: number): IntervalFigures => {
    const figures = known.get(minutes) ?? intervalFigures(simulated, minutes);
    known.set(minutes, figures);
    return figures;
  };

  test.each(INTERVALS)('%i min: keeps the energy', (minutes) => {
    const { energy, trueEnergy } = figuresAt(minutes);
    expect(apart(energy, trueEnergy)).toBeLessThan(0.001);
  });

  test.each(COMPARED)('%i min: expects what ten minutes expect', (minutes) => {
    expect(apart(figuresAt(minutes).expected, figuresAt(10).expected)).toBeLessThan(expectedWithin);
  });

  test.each(COMPARED)('%i min: is as available as with ten minutes', (minutes) => {
    expect(Math.abs(figuresAt(minutes).timeAvailability - figuresAt(10).timeAvailability)).toBeLessThan(0.5);
  });

  test.each(COMPARED)('%i min: loses to every event, stated or found, what it loses with ten minutes', (minutes) => {
    for (const { id } of faults)
      expect([id, apart(figuresAt(minutes).lost.get(id) ?? 0, figuresAt(10).lost.get(id) ?? 0)]).toEqual([
        id,
        expect.toSatisfy((share: number) => share < 0.1),
      ]);
  });

  test.each(INTERVALS)('%i min: no rule removes good points', (minutes) => {
    expect(figuresAt(minutes).removed).toEqual({ rule: expect.any(String), share: expect.toSatisfy((share: number) => share < 0.005) });
  });
});
