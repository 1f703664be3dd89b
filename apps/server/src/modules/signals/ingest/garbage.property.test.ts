import { ERRORS } from '@solvane/contract/errors';
import { ingestResponseSchema } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { arbitraryGarbage } from '@solvane/testing/arbitrary-input';
import { Dictionary, Float64, Int32, Table, TimestampMillisecond, tableToIPC, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARROW_TYPE, CSV_TYPE, JSON_TYPE, NDJSON_TYPE, NOON_MS, openPlant, type Plant } from '../testing/plant.ts';

/** Whatever a plant sends is answered: taken, with a reason for each row that is not, or refused as a whole in the shape of every other refusal. */

const TEN_MS = NOON_MS - 2 * 3_600_000;
const RUNS = 30;

/** Cells that a broken gateway writes. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '""',
    '"a',
    ',',
    '\\N',
    'NULL',
    'nan',
    '-inf',
    '1e999',
    '0x10',
    '1,5',
    ' 7 ',
    '\u0000',
    '\ufeff',
    '\r',
    '\t',
    '+-1',
    '1_000',
  ),
  fc.double({ noDefaultInfinity: true }).map(String),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const time = fc.oneof(
  fc.constantFrom(
    '',
    'soon',
    '2026-02-30T10:00:00Z',
    '2026-01-15T10:00:00',
    '24:00',
    '-1',
    '1e3',
    '99999999999999999999',
    '2026-01-15T10:00:00+99:99',
  ),
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const withoutBreaks = (text: string): string => text.replaceAll(/["\n\r]/g, '_');

async function answerTo(plant: Plant, contentType: string, body: string | Buffer): Promise<number> {
  const response = await plant.send(contentType, body);
  const content = response.json();
  if (response.statusCode === 200) expect(ingestResponseSchema.parse(content)).toBeTruthy();
  else {
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(ERRORS).toHaveProperty([content.code]);
    expect(content).toMatchObject({ title: expect.any(String), message: expect.any(String), requestId: expect.any(String) });
  }
  return response.statusCode;
}

/** A value of its own per run, so that what is read is what this run has stored. */
let last = 0;
const nextValue = (): number => ++last;

async function expectStored(plant: Plant, value: number): Promise<void> {
  expect(await plant.stored('inv-1')).toContainEqual([new Date(TEN_MS).toISOString(), value]);
}

test('bytes of any kind are answered in every form', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
    arbitraryGarbage.map((garbage) => Buffer.from(JSON.stringify(garbage) ?? '')),
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(JSON_TYPE, NDJSON_TYPE, CSV_TYPE, ARROW_TYPE), bytes, async (contentType, body) => {
      await answerTo(plant, contentType, body);
    }),
    { numRuns: RUNS * 2 },
  );
});

test('JSON: good series are stored beside any others', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const anything = fc.oneof(arbitraryGarbage, fc.jsonValue());
  const other = fc.record({
    segmentId: fc.oneof(fc.constantFrom('inv-2', 'unknown'), fc.string({ unit: 'binary' })),
    signal: fc.oneof(fc.constantFrom('ActivePower', 'Happiness', 'ActivePower||Expected'), fc.string({ unit: 'binary' })),
    t: fc.array(anything, { maxLength: 6 }),
    v: fc.array(anything, { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(other, { maxLength: 4 }), async (others) => {
      const value = nextValue();
      const good = { segmentId: 'inv-1', signal: 'ActivePower', t: [TEN_MS], v: [value] };
      expect(await answerTo(plant, JSON_TYPE, JSON.stringify({ series: [...others, good] }))).toBe(200);
      await expectStored(plant, value);
    }),
    { numRuns: RUNS },
  );
});

test('lines of JSON: a good line is stored between any others', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const line = fc.oneof(
    arbitraryGarbage.map((garbage) => JSON.stringify(garbage) ?? ''),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    fc
      .record({
        segmentId: fc.constantFrom('inv-2', 'unknown'),
        signal: fc.constantFrom('ActivePower', 'x'),
        t: arbitraryGarbage,
        v: arbitraryGarbage,
      })
      .map((row) => JSON.stringify(row)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 5 }), async (before, after) => {
      const value = nextValue();
      const good = JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: TEN_MS, v: value });
      expect(await answerTo(plant, NDJSON_TYPE, [...before, good, ...after].join('\n'))).toBe(200);
      await expectStored(plant, value);
    }),
    { numRuns: RUNS },
  );
});

test('rows of CSV: a good row is stored between any others', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const row = fc.oneof(
    fc.array(cell.map(withoutBreaks), { maxLength: 8 }).map((cells) => cells.join(',')),
    fc
      .tuple(fc.constantFrom('inv-2', 'unknown'), time, cell)
      .map(([device, t, v]) => `${device},ActivePower,${withoutBreaks(t)},${withoutBreaks(v)}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), fc.array(row, { maxLength: 5 }), async (before, after) => {
      const value = nextValue();
      const good = `inv-1,ActivePower,${TEN_MS},${value}`;
      expect(await answerTo(plant, CSV_TYPE, ['segmentId,signal,t,v', ...before, good, ...after].join('\n'))).toBe(200);
      await expectStored(plant, value);
    }),
    { numRuns: RUNS },
  );
});

test('columns of CSV: a good cell is stored between any others', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const cells = fc.tuple(cell.map(withoutBreaks), cell.map(withoutBreaks));
  const rows = fc.array(
    fc.tuple(time, fc.array(cell, { maxLength: 5 })).map(([t, others]) => [withoutBreaks(t), ...others.map(withoutBreaks)].join(',')),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(rows, cells, rows, async (before, [left, right], after) => {
      const value = nextValue();
      // A comma inside would move the good cell to another column.
      const good = [left.replaceAll(',', ''), TEN_MS, value, right].join(',');
      const body = ['unknown/ActivePower,t,inv-1/ActivePower,inv-2/Happiness', ...before, good, ...after].join('\n');
      expect(await answerTo(plant, CSV_TYPE, body)).toBe(200);
      await expectStored(plant, value);
    }),
    { numRuns: RUNS },
  );
});

test('Arrow: good columns and rows are stored beside any others', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const number = fc.option(fc.double());
  const instant = fc.option(fc.integer({ min: -1_000_000, max: 2_000_000_000 }).map((seconds) => seconds * 1000));
  const ipc = (columns: Record<string, Vector>): Buffer => Buffer.from(tableToIPC(new Table(columns), 'stream'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(instant, number, number), { maxLength: 6 }),
      fc.constantFrom(...NUMBER_TYPES),
      async (rows, typeOf) => {
        const value = nextValue();
        const times = vectorFromArray([...rows.map(([t]) => t), TEN_MS], new TimestampMillisecond());
        const columns = ipc({
          'inv-2/Happiness': vectorFromArray([...rows.map(([, , v]) => v), 1], typeOf()),
          t: times,
          'inv-1/ActivePower': vectorFromArray([...rows.map(([, v]) => v), value], typeOf()),
        });
        expect(await answerTo(plant, ARROW_TYPE, columns)).toBe(200);
        await expectStored(plant, value);
        const next = nextValue();
        const table = ipc({
          segmentId: vectorFromArray([...rows.map(([t]) => (t === null ? null : `unknown-${t}`)), 'inv-1'], new Utf8()),
          signal: vectorFromArray([...rows.map(() => 'ActivePower'), 'ActivePower'], new Utf8()),
          t: times,
          v: vectorFromArray([...rows.map(([, v]) => v), next], typeOf()),
        });
        expect(await answerTo(plant, ARROW_TYPE, table)).toBe(200);
        await expectStored(plant, next);
      },
    ),
    { numRuns: RUNS },
  );
});

/** Dictionaries are read by the engine, plain numbers before. */
const NUMBER_TYPES = [() => new Float64(), () => new Dictionary(new Float64(), new Int32())];

test('a whole stream cut anywhere, or with a byte changed, is answered', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const whole = Buffer.from(
    tableToIPC(
      new Table({
        t: vectorFromArray([TEN_MS, TEN_MS + 600_000], new TimestampMillisecond()),
        'inv-1/ActivePower': vectorFromArray([1, 2], new Float64()),
        'inv-2/ActivePower': vectorFromArray([null, 3], new Float64()),
      }),
      'stream',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (place, byte, isCut) => {
      const broken = Buffer.from(whole);
      broken[place] = byte;
      await answerTo(plant, ARROW_TYPE, isCut ? whole.subarray(0, place) : broken);
    }),
    { numRuns: RUNS },
  );
});

test('a body with a new series in every row is refused by name, before it fills the memory', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const count = LIMITS.ingestSeries + 1;
  const names = Array.from({ length: count }, (_, index) => `d${index}`);
  const bodies: [string, string][] = [
    [CSV_TYPE, `segmentId,signal,t,v\n${names.map((name) => `${name},ActivePower,${TEN_MS},1`).join('\n')}`],
    [CSV_TYPE, `t,${names.map((name) => `${name}/ActivePower`).join(',')}\n`],
    [NDJSON_TYPE, names.map((name) => `{"segmentId":"${name}","signal":"ActivePower","t":${TEN_MS},"v":1}`).join('\n')],
    [JSON_TYPE, JSON.stringify({ series: names.map((segmentId) => ({ segmentId, signal: 'ActivePower', t: [TEN_MS], v: [1] })) })],
  ];
  for (const [contentType, body] of bodies) {
    const response = await plant.send(contentType, body);
    expect([contentType, response.statusCode, response.json()]).toEqual([
      contentType,
      413,
      expect.objectContaining({ code: 'ingest.tooManySeries', values: { allowed: LIMITS.ingestSeries } }),
    ]);
  }
});
