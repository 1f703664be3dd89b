import { siteIdSchema } from '@solvane/contract/ids';
import type { DerivedColumn, SiteDayOutputs, ValidatedColumn } from '@solvane/energy/site-day/outputs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ComputedSeries } from './computed-series.ts';
import { ResultColumns } from './result-columns.ts';

const STEP_MS = 600_000;
const DEVICES = ['S1-INV1', 'S1-INV2'];

const value = fc.oneof(fc.constant(Number.NaN), fc.constant(0), fc.constant(-0), fc.double({ noNaN: true }));
const DAY_MS = 86_400_000;
const DAYS = 40;
const days = fc.uniqueArray(
  fc.record({
    day: fc.nat(DAYS - 1),
    count: fc.integer({ min: 0, max: 8 }),
    seed: fc.array(fc.tuple(value, value, fc.nat(3)), { minLength: 16, maxLength: 16 }),
    hasWeights: fc.boolean(),
  }),
  { maxLength: 4, selector: ({ day }) => day },
);

test('every value of the days of a period becomes one point, in order of its series and time, and what has no value is no derived point', async () => {
  await fc.assert(
    fc.asyncProperty(days, fc.nat(DAYS), fc.nat(DAYS), async (drawn, first, last) => {
      const outputs = drawn.sort((a, b) => a.day - b.day).map(outputsOf);
      const results = new ResultColumns({ startMs: 0, stepMs: STEP_MS, count: (DAYS * DAY_MS) / STEP_MS });
      for (const output of outputs) results.add(output);
      let next = 1_000;
      const numbers = new ComputedSeries(siteIdSchema.parse('S1'), [], (keys) => Promise.resolve(keys.map(() => next++)));
      await numbers.ensure(results.signals());
      const period = { startMs: Math.min(first, last) * DAY_MS, endMs: Math.max(first, last) * DAY_MS };
      const inside = outputs.filter(({ grid }) => grid.startMs >= period.startMs && grid.startMs < period.endMs);
      const derived = results.derivedPoints(period, numbers).points;
      const expected = rowsOf(inside, ({ derived: columns }) =>
        columns.map((column) => ({ column, number: numbers.getNumber(column) })),
      ).filter(({ column, i }) => !Number.isNaN(column.values[i]));
      expect(derived).toEqual({
        series: Uint32Array.from(expected, ({ number }) => number),
        timesMs: Float64Array.from(expected, ({ timeMs }) => timeMs),
        values: Float64Array.from(expected, ({ column, i }) => column.values[i] ?? Number.NaN),
        weights: Float64Array.from(expected, ({ column, i }) => column.weights?.[i] ?? 0),
      });
      const validated = results.validatedPoints(period, numbers).points;
      const all = rowsOf(inside, ({ validated: columns }) =>
        columns.map((column) => ({
          column,
          number: numbers.getNumber({ deviceId: column.deviceId, signalId: `${column.apCode}||Validated` }),
        })),
      );
      expect(validated).toEqual({
        series: Uint32Array.from(all, ({ number }) => number),
        timesMs: Float64Array.from(all, ({ timeMs }) => timeMs),
        values: Float64Array.from(all, ({ column, i }) => column.values[i] ?? Number.NaN),
        flags: Uint32Array.from(all, ({ column, i }) => column.flags[i] ?? 0),
        methods: Uint8Array.from(all, ({ column, i }) => column.methods[i] ?? 0),
      });
    }),
  );
});

type DrawnDay = Parameters<Parameters<typeof days.map>[0]>[0][number];

/** What results are made of here; nothing else of them is asked for. */
function outputsOf({ day, count, seed, hasWeights }: DrawnDay): SiteDayOutputs {
  const part = (device: number) => seed.slice(device * 8, device * 8 + count);
  const derived = DEVICES.map(
    (deviceId, device): DerivedColumn => ({
      deviceId,
      signalId: 'ExpectedPower||Derived',
      values: Float64Array.from(part(device), ([own]) => own),
      ...(hasWeights && { weights: Float64Array.from(part(device), ([, own]) => own) }),
    }),
  );
  const validated = DEVICES.map(
    (deviceId, device): ValidatedColumn => ({
      deviceId,
      apCode: 'ActivePower',
      values: Float64Array.from(part(device), ([own]) => own),
      flags: Int32Array.from(part(device), ([, , own]) => own),
      methods: Uint8Array.from(part(device), ([, , own]) => own),
    }),
  );
  const grid = { startMs: day * 86_400_000, stepMs: STEP_MS, count };
  return { grid, derived, validated } as unknown as SiteDayOutputs;
}

function rowsOf<C>(outputs: readonly SiteDayOutputs[], columnsOf: (output: SiteDayOutputs) => { column: C; number: number }[]) {
  const rows = outputs.flatMap((output) =>
    columnsOf(output).flatMap(({ column, number }) =>
      Array.from({ length: output.grid.count }, (_, i) => ({ column, number, i, timeMs: output.grid.startMs + i * STEP_MS })),
    ),
  );
  // Stable: days of a series stay in their order.
  return rows.sort((a, b) => a.number - b.number);
}
