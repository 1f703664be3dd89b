import { differences } from '@solvane/testing/differences';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountOptions, type AccountSlice, addAccounts, contractualLoss, deviceAccount } from './device-account.ts';
import { leaveOut } from './excluded-periods.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Six hours in which 100 kWh each were expected. */
function sixHours(slices: readonly AccountSlice[], produced: readonly number[], period = { startMs: 0, endMs: 6 * HOUR }): AccountOptions {
  const made = Float64Array.from(produced);
  return {
    grid: { startMs: 0, stepMs: HOUR, count: 6 },
    period,
    slices,
    expected: new Float64Array(6).fill(100),
    produced: made,
    loss: made.map((kwh) => 100 - kwh),
    lowResource: new Uint8Array(6),
    noData: new Uint8Array(6),
  };
}

const stop = (from: number, to: number): AccountSlice => ({
  startMs: from * HOUR,
  endMs: to * HOUR,
  eventType: 'Downtime',
  timeCategory: 'FO',
});

test('an outage is counted up to the edge of what the contract leaves out, to the second', () => {
  const slices = leaveOut([stop(0, 4)], [{ startMs: 2.5 * HOUR, endMs: 5 * HOUR }]);
  const { all } = deviceAccount(sixHours(slices, [0, 0, 0, 0, 100, 100]));
  const hours = all.seconds.map((seconds) => seconds / 3600);
  // Two and a half hours of outage, and the last hour of full performance.
  expect([hours[10], hours[0]]).toEqual([2.5, 1]);
  expect([all.lost[10], all.produced[0]]).toEqual([250, 100]);
  expect(contractualLoss(sixHours(slices, [0, 0, 0, 0, 100, 100]), () => 1)).toEqual(Float64Array.of(100, 100, 50, 0, 0, 0));
});

test('what is left out and what is not are the whole, whatever happened and however the periods overlap', () => {
  const hour = fc.nat({ max: 6 });
  const minutes = fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 90 }));
  fc.assert(
    fc.property(
      fc.array(minutes, { maxLength: 6 }),
      fc.array(fc.nat({ max: 100 }), { minLength: 6, maxLength: 6 }),
      fc.array(fc.tuple(hour, hour), { maxLength: 4 }),
      (pieces, produced, spans) => {
        let clock = 0;
        const slices = pieces.map(([pause, length]): AccountSlice => {
          const startMs = (clock + pause) * MINUTE;
          clock += pause + length;
          return { ...stop(0, 0), startMs, endMs: clock * MINUTE };
        });
        const periods = spans.map(([a, b]) => ({ startMs: Math.min(a, b) * HOUR, endMs: Math.max(a, b) * HOUR }));
        const counted = deviceAccount(sixHours(leaveOut(slices, periods), produced));
        const isOut = (hourAt: number) => periods.some(({ startMs, endMs }) => startMs <= hourAt * HOUR && endMs > hourAt * HOUR);
        const kept = [0, 1, 2, 3, 4, 5].filter((at) => !isOut(at));
        const parts = kept.map((at) => deviceAccount(sixHours(slices, produced, { startMs: at * HOUR, endMs: (at + 1) * HOUR })));
        const none = deviceAccount(sixHours([], produced, { startMs: 0, endMs: 0 }));
        const expected = parts.reduce(addAccounts, none);
        expect(differences(counted.all, { ...expected.all }, { absolute: 1e-6 })).toEqual([]);
        for (const { startMs, endMs } of leaveOut(slices, periods)) expect(startMs).toBeLessThan(endMs);
      },
    ),
  );
});
