import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectAtRest, type HeapReading } from './heap-at-rest.ts';

const MEGABYTE = 1_048_576;
const LOOK_MS = 20_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process whose heap holds garbage until it is collected. */
function processWith(needed: number): { collected: number; work: (share: number, garbage: number) => void } {
  const reading: HeapReading = { cpuSeconds: 0, heldBytes: needed * MEGABYTE, usedBytes: needed * MEGABYTE };
  const state = {
    collected: 0,
    work: (share: number, garbage: number): void => {
      reading.cpuSeconds += (share * LOOK_MS) / 1_000;
      reading.heldBytes += garbage * MEGABYTE;
      reading.usedBytes += garbage * MEGABYTE;
      vi.advanceTimersByTime(LOOK_MS);
    },
  };
  collectAtRest({
    read: () => ({ ...reading }),
    collect: () => {
      state.collected += 1;
      reading.usedBytes = needed * MEGABYTE;
      reading.heldBytes = needed * MEGABYTE;
    },
  });
  return state;
}

test('what a start has left is collected when the process rests, and once', () => {
  const start = processWith(60);
  start.work(0.9, 80);
  expect(start.collected).toBe(0);
  start.work(0.02, 0);
  expect(start.collected).toBe(1);
  start.work(0.02, 0);
  expect(start.collected).toBe(1);
});

test('a process that works is left alone, however much it holds', () => {
  const work = processWith(60);
  for (let look = 0; look < 10; look += 1) work.work(0.5, 100);
  expect(work.collected).toBe(0);
});

test('little garbage is not worth a collection until it has become much', () => {
  const live = processWith(60);
  live.work(0.02, 0);
  const atFirst = live.collected;
  live.work(0.05, 20);
  expect(live.collected).toBe(atFirst);
  live.work(0.05, 20);
  expect(live.collected).toBe(atFirst + 1);
});

test('the process can collect its own heap', () => {
  collectAtRest();
  expect(() => vi.advanceTimersByTime(LOOK_MS)).not.toThrow();
});
