import { expect, test } from 'vitest';
import type { PointsFingerprint } from '../signal-maintenance.ts';
import { compareCopy, totalPoints } from './fingerprint.ts';

const part = (block: number, rows: number, checksum: string): PointsFingerprint => ({
  table: 'point_raw',
  block,
  month: 202506,
  rows,
  checksum,
});

test('a copy is compared where the store stood still, and counted where it changed meanwhile', () => {
  const before = [part(1, 10, '5'), part(2, 20, '6'), part(3, 30, '7')];
  const after = [part(1, 10, '5'), part(2, 21, '9'), part(3, 30, '7')];
  const copy = [part(1, 10, '5'), part(2, 20, '6'), part(3, 30, '8')];
  expect(compareCopy(copy, { before, after })).toEqual({ compared: 10, changed: 20, different: ['point_raw, block 3, 202506'] });
  expect(compareCopy(copy.slice(1), { before, after }).different).toEqual(['point_raw, block 1, 202506', 'point_raw, block 3, 202506']);
  expect(compareCopy([...before, part(4, 1, '1')], { before, after: before }).different).toEqual(['point_raw, block 4, 202506']);
});

test('totals add up counts and checksums, which wrap as in the engine', () => {
  const [raw] = totalPoints([part(1, 10, '18446744073709551615'), part(2, 20, '3')]);
  expect(raw).toEqual({ table: 'point_raw', rows: 30, checksum: '2' });
});
