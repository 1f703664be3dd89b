import { expect, test } from 'vitest';
import { releaseBuffer } from './release-buffer.ts';

test('large memory that is given back is gone from every view of it', () => {
  const column = new Float64Array(20_000).fill(7);
  const [rows, bytes] = [column.subarray(10, 20), new Uint8Array(column.buffer)];
  releaseBuffer(column);
  expect([column.length, rows.length, bytes.length, rows[0]]).toEqual([0, 0, 0, undefined]);
  releaseBuffer(column);
});

test('memory that another view may share, or that is small, is not released', () => {
  const whole = new Float64Array(40_000).fill(7);
  releaseBuffer(whole.subarray(0, 20_000));
  releaseBuffer(whole.subarray(1));
  expect(whole.every((value) => value === 7)).toBe(true);
  const small = Buffer.from('a text in memory that all small buffers share');
  releaseBuffer(small);
  expect(small.toString()).toContain('share');
});
