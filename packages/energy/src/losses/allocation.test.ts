import { differences } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventType } from '../events/event-types.ts';
import { type AllocationOptions, allocateLosses, type LossSlice, residualEnergy } from './allocation.ts';
import { intervalLoss, isOutageBehindSilence, shareOfSiteSetpoint } from './interval-loss.ts';
import { carveResidual } from './residual.ts';

const MINUTE = 60_000;
const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

/** Slices given as minutes of an hour that is one interval long. */
function slices(...list: [EventType, number, number][]): LossSlice[] {
  return list.map(([eventType, start, end]) => ({ eventType, startMs: start * MINUTE, endMs: end * MINUTE }));
}

/** One hour in which 100 kWh are expected. */
function inOneHour(produced: number, timeline: LossSlice[], more: Partial<AllocationOptions> = {}) {
  const expected = column(100);
  const { loss } = intervalLoss({ expected, actual: column(produced) });
  return allocateLosses({ grid: { startMs: 0, stepMs: 60 * MINUTE, count: 1 }, expected, loss, slices: timeline, ...more });
}

describe('loss of an interval', () => {
  test('is what is missing, never what was consumed at night', () => {
    const { loss } = intervalLoss({ expected: column(100, 0, 100), actual: column(70, -1.5, 105) });
    expect(loss).toEqual(column(30, 0, 0));
  });

  test('is not known without expectation or production, and neither stands in for the other', () => {
    const found = intervalLoss({ expected: column(_, 100, _, 0), actual: column(80, _, _, _) });
    // Where nothing is expected nothing is lost: nights without rows.
    expect(found).toMatchObject({ loss: column(_, _, _, 0), produced: column(80, _, _, _), expected: column(_, 100, _, 0) });
  });

  test('of a silent device counts only where a contract says so', () => {
    const options = { expected: column(100, 100, 100), actual: column(_, 60, _), silent: Uint8Array.of(1, 1, 0) };
    expect(intervalLoss(options).loss).toEqual(column(_, 40, _));
    const asLost = intervalLoss({ ...options, silenceTreatment: 'asLost' });
    expect(asLost.loss).toEqual(column(100, 40, _));
    expect([...asLost.lostInSilence]).toEqual([1, 0, 0]);
  });

  test('hid behind silence when the meter counted far too little', () => {
    expect(isOutageBehindSilence(84, 100)).toBe(true);
    expect(isOutageBehindSilence(86, 100)).toBe(false);
    expect(isOutageBehindSilence(_, 100)).toBe(false);
  });
});

describe('allocation', () => {
  const stopAndCurtailment = slices(['Downtime', 0, 18], ['Curtailment', 18, 42]);
  const order = { setpoint: column(50) };

  test.each([
    [70, 18, 12],
    [40, 40, 20],
    [95, 3, 2],
  ])('with %d kWh left gives the stop %d and the curtailment %d', (produced, stop, curtailment) => {
    const found = inOneHour(produced, stopAndCurtailment, order);
    expect(differences(found, { downtime: [stop], curtailment: [curtailment], unexplained: [0], bySlice: [stop, curtailment] })).toEqual(
      [],
    );
  });

  test('a curtailment explains no more than what lies above its order', () => {
    const found = inOneHour(45, slices(['Curtailment', 0, 60]), order);
    expect(differences(found, { curtailment: [50], unexplained: [5] })).toEqual([]);
    expect(differences(inOneHour(45, slices(['Curtailment', 0, 60])), { curtailment: [55], unexplained: [0] })).toEqual([]);
  });

  test('warnings and silence explain nothing', () => {
    expect(inOneHour(80, slices(['Warning', 0, 30], ['Communication Loss', 30, 60])).unexplained).toEqual(column(20));
    const asLost = { loss: column(100), lostInSilence: Uint8Array.of(1) };
    expect(inOneHour(0, slices(['Communication Loss', 0, 60]), asLost).communication).toEqual(column(100));
  });

  test('gives nothing to any event, not even 0, where the loss is not known', () => {
    const found = inOneHour(_, slices(['Downtime', 0, 60]));
    for (const part of [found.downtime, found.curtailment, found.degraded, found.communication, found.unknown, found.unexplained])
      expect(part).toEqual(column(_));
    expect(found.bySlice).toEqual(column(0));
    expect(residualEnergy(column(100, _), column(_, 80), { ...found, downtime: column(_, _) })).toEqual(column(_, _));
  });

  test('the rest goes to stops, or stays unexplained when asked', () => {
    const stop = slices(['Downtime', 0, 6], ['Degraded', 6, 12]);
    expect(differences(inOneHour(50, stop), { downtime: [40], degraded: [10] })).toEqual([]);
    expect(differences(inOneHour(50, stop, { spill: 'residual' }), { downtime: [10], degraded: [10], unexplained: [30] })).toEqual([]);
  });

  test('follows a storm over thirteen intervals', () => {
    const actual = column(98, 97, 96, 0, 0, 0, 0, 0, 0, 60, 95, 95, 95);
    const expected = new Float64Array(13).fill(100);
    const timeline: LossSlice[] = slices(
      ['Warning', 0, 30],
      ['Downtime', 30, 90],
      ['Curtailment', 90, 100],
      ['Communication Loss', 100, 130],
    );
    const { loss, produced } = intervalLoss({ expected, actual });
    const found = allocateLosses({
      grid: { startMs: 0, stepMs: 10 * MINUTE, count: 13 },
      expected,
      loss,
      slices: timeline,
      setpoint: new Float64Array(13).fill(360),
    });
    expect(differences(found.bySlice, [0, 600, 40, 0])).toEqual([]);
    const residual = residualEnergy(expected, produced, found).reduce((sum, value) => sum + value, 0);
    expect(differences(residual, 24)).toEqual([]);
    expect(1300 - 664).toBe(actual.reduce((sum, value) => sum + value, 0));
  });

  test('shares an order to the site by expectation', () => {
    expect(shareOfSiteSetpoint(column(600, 600, _), column(100, 0, 1), column(400, 0, 1))).toEqual(column(150, _, _));
  });

  test('adds up to the loss, each part at least nothing', () => {
    const type = fc.constantFrom<EventType>(
      'Downtime',
      'Curtailment',
      'Degraded',
      'Communication Loss',
      'Unknown',
      'Warning',
      'Informational',
    );
    const piece = fc.tuple(type, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 0, max: 15 }));
    const energy = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.tuple(energy, energy, energy), { minLength: 1, maxLength: 20 }),
        (pieces, rows) => {
          let clock = 0;
          const timeline = pieces.map(([eventType, length, pause]) => {
            const startMs = (clock + pause) * MINUTE;
            clock += pause + length;
            return { eventType, startMs, endMs: clock * MINUTE };
          });
          const expected = Float64Array.from(rows, ([wanted]) => wanted);
          const actual = Float64Array.from(rows, ([, made]) => made);
          const { loss, produced } = intervalLoss({ expected, actual });
          const found = allocateLosses({
            grid: { startMs: 0, stepMs: 10 * MINUTE, count: rows.length },
            expected,
            loss,
            slices: timeline,
            setpoint: Float64Array.from(rows, ([, , order]) => order),
          });
          const parts = [found.downtime, found.curtailment, found.degraded, found.communication, found.unknown, found.unexplained];
          loss.forEach((lost, i) => {
            expect(
              differences(
                parts.reduce((sum, part) => sum + (part[i] ?? _), 0),
                lost,
                { absolute: 1e-9 },
              ),
            ).toEqual([]);
          });
          for (const part of parts) expect(part.every((value) => value >= 0)).toBe(true);
          const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
          expect(differences(total(found.bySlice), total(loss) - total(found.unexplained), { absolute: 1e-6 })).toEqual([]);
          const overshoot = total(residualEnergy(expected, produced, found)) - total(found.unexplained);
          expect(overshoot).toBeLessThanOrEqual(1e-6);
        },
      ),
    );
  });
});

describe('residual', () => {
  const day = (values: number[]) => Int32Array.from(values);

  test('is carved by snow first, then by dirt', () => {
    const parts = carveResidual({
      residual: column(10, 10, 10),
      dayIndex: day([0, 0, 0]),
      snowOrIce: Uint8Array.of(1, 0, 0),
      soilingPotential: column(3, 3, _),
    });
    expect(parts).toEqual({ snow: column(10, 0, 0), soiling: column(0, 3, 0), rest: column(0, 7, 10) });
  });

  test('is not carved where it is not known, and the rest of the day is carved as without those intervals', () => {
    const parts = carveResidual({
      residual: column(-8, _, 10, 10),
      dayIndex: day([0, 0, 0, 0]),
      snowOrIce: Uint8Array.of(0, 1, 1, 0),
      soilingPotential: column(6, 6, 6, 6),
    });
    expect(differences(parts.snow, [0, 0, 7.5, 0])).toEqual([]);
    expect(differences(parts.soiling, [0, 0, 0, 4.5])).toEqual([]);
    expect(parts.rest[1]).toBeNaN();
  });

  test('never gives away more than the day is short of', () => {
    const parts = carveResidual({
      residual: column(-8, 10, 10, 5, -9),
      dayIndex: day([0, 0, 0, 1, 1]),
      snowOrIce: Uint8Array.of(0, 1, 0, 0, 0),
      soilingPotential: column(6, 6, 6, 6, 6),
    });
    expect(differences(parts.snow, [0, 7.5, 0, 0, 0])).toEqual([]);
    expect(differences(parts.soiling, [0, 0, 4.5, 0, 0])).toEqual([]);
    expect(differences(parts.rest, [-8, 2.5, 5.5, 5, -9])).toEqual([]);
  });
});
