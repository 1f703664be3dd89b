import { expect, test } from 'vitest';
import { giveBack } from './give-back.ts';

test('large memory that is given back is gone from every view of it', () => {
  const column = new Float64Array(20_000).fill(7);
  const [rows, bytes] = [column.subarray(10, 20), new Uint8Array(column.buffer)];
  giveBack(column);
  expect([column.length, rows.length, bytes.length, rows[0]]).toEqual([0, 0, 0, undefined]);
  giveBack(column);
});

test('memory of which somebody else may have the rest, or that is small, stays', () => {
  const whole = new Float64Array(40_000).fill(7);
  giveBack(whole.subarray(0, 20_000));
  giveBack(whole.subarray(1));
  expect(whole.every((value) => value === 7)).toBe(true);
  const small = Buffer.from('a text in memory that all small buffers share');
  giveBack(small);
  expect(small.toString()).toContain('share');
});
