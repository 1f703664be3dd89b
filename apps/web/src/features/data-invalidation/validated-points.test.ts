import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { quantitiesOf, validatedPoints } from './validated-points.ts';

const segmentId = segmentIdSchema.parse('inv-1');
const series = (calcType: string, timesMs: number[], values: (number | null)[]) => ({
  segmentId,
  signalId: signalIdSchema.parse(`ActivePower||${calcType}`),
  timesMs,
  values,
});

test('raw, validated and flags lie on the intervals of validation', () => {
  const points = validatedPoints(
    [
      series('Raw', [0, 20], [5, 7]),
      series('Validated', [0, 10, 20], [5, 6, null]),
      series('QualityFlag', [10, 20], [65_537, 1 << 30]),
    ] as never,
    { segmentId, apCode: 'ActivePower' },
  );
  expect(points).toEqual({ timesMs: [0, 10, 20], raw: [5, null, 7], values: [5, 6, null], flags: [0, 65_537, 1 << 30] });
});

test('what is not validated yet is shown as it arrived', () => {
  const points = validatedPoints([series('Raw', [0, 10], [5, 7])] as never, { segmentId, apCode: 'ActivePower' });
  expect(points).toMatchObject({ raw: [5, 7], values: [null, null] });
});

test('a quantity that is chosen by several signals is one quantity', () => {
  expect(quantitiesOf(['ActivePower||ManualValidationFlag', 'ActivePower||Raw', 'IrradiancePOA||ManualValidationFlag'])).toEqual([
    'ActivePower',
    'IrradiancePOA',
  ]);
});
