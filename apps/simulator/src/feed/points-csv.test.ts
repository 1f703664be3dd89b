import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawSignalsOf } from '../fleet/demo-signals.ts';
import { getPlan } from '../plant/demo-world.ts';
import { pointsCsv } from './points-csv.ts';

const signals = rawSignalsOf(getPlan('s01')).slice(0, 3);

function textOf(columns: number[][], timesMs: number[]): string[] {
  const readings = { timesMs: Float64Array.from(timesMs), signals, columns: columns.map((values) => Float64Array.from(values)) };
  return new TextDecoder().decode(pointsCsv(readings)).trimEnd().split('\n');
}

test('the time comes first, then one column per series named by its device and signal', () => {
  const [header, first] = textOf([[45.5], [Number.NaN], [-0.04]], [1_700_000_000_000]);
  expect(header).toBe(`t,${signals.map(({ device, signalId }) => `${device.id}/${signalId}`).join(',')}`);
  expect(first).toBe(`1700000000000,45.5,,${(-0.04).toFixed(signals[2]?.decimals)}`);
});

test('every number an instrument reports is read back as it was', () => {
  const reported = fc
    .tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.nat(2))
    .map(([digits, column]) => ({ value: digits / 10 ** (signals[column]?.decimals ?? 0) + 0, column }));
  fc.assert(
    fc.property(reported, ({ value, column }) => {
      const columns = signals.map((_, c) => [c === column ? value : Number.NaN]);
      const [, line = ''] = textOf(columns, [0]);
      expect(Number(line.split(',')[column + 1])).toBe(value);
    }),
  );
});
