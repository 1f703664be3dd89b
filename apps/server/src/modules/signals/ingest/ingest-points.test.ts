import { gzipSync } from 'node:zlib';
import { LIMITS } from '@solvane/contract/limits';
import {
  Float16,
  Float64,
  Int64,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampSecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { ARROW_TYPE, CSV_TYPE, JSON_TYPE, NDJSON_TYPE, NOON_MS, openPlant } from '../testing/plant.ts';

const TEN = '2026-01-15T10:00:00.000Z';
const TEN_MS = Date.parse(TEN);
const STEP_MS = 600_000;

function arrow(columns: Record<string, Vector>): Buffer {
  return Buffer.from(tableToIPC(new Table(columns), 'stream'));
}

const texts = (...values: (string | null)[]) => vectorFromArray(values, new Utf8());
const numbers = (...values: (number | null)[]) => vectorFromArray(values, new Float64());
const millis = (...values: (number | null)[]) => vectorFromArray(values, new TimestampMillisecond());

/** The same two points in every form a plant may send. */
const FORMS: [form: string, contentType: string, body: string | Buffer][] = [
  [
    'JSON',
    JSON_TYPE,
    JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: [TEN_MS, TEN_MS + STEP_MS], v: [1.5, -2] }] }),
  ],
  [
    'NDJSON',
    NDJSON_TYPE,
    `{"segmentId":"inv-1","signal":"ActivePower","t":${TEN_MS},"v":1.5}\n{"segmentId":"inv-1","signal":"ActivePower||Raw","t":"2026-01-15T11:10:00+01:00","v":-2}\n`,
  ],
  ['rows of CSV', CSV_TYPE, `segmentId,signal,t,v\ninv-1,ActivePower,${TEN},1.5\ninv-1,ActivePower,${TEN_MS + STEP_MS},-2\n`],
  [
    'rows of CSV with the columns in another order',
    CSV_TYPE,
    `v,note,t,signal,segmentId\r\n1.5,x,${TEN_MS},ActivePower,inv-1\r\n-2,,${TEN_MS + STEP_MS},ActivePower,inv-1`,
  ],
  ['columns of CSV', CSV_TYPE, `t,inv-1/ActivePower,inv-2/ActivePower\n${TEN},1.5,\n2026-01-15 10:10:00+00:00,-2,\n`],
  [
    'rows of Arrow',
    ARROW_TYPE,
    arrow({
      segmentId: texts('inv-1', 'inv-1'),
      signal: texts('ActivePower', 'ActivePower'),
      t: millis(TEN_MS, TEN_MS + STEP_MS),
      v: numbers(1.5, -2),
    }),
  ],
  [
    'rows of Arrow with dictionaries and times as text',
    ARROW_TYPE,
    arrow({
      segmentId: vectorFromArray(['inv-1', 'inv-1']),
      signal: vectorFromArray(['ActivePower', 'ActivePower']),
      t: vectorFromArray([TEN, '2026-01-15T10:10:00Z']),
      v: numbers(1.5, -2),
    }),
  ],
  [
    'columns of Arrow',
    ARROW_TYPE,
    arrow({ t: millis(TEN_MS, TEN_MS + STEP_MS), 'inv-1/ActivePower': numbers(1.5, -2), 'inv-2/ActivePower': numbers(null, null) }),
  ],
  [
    'columns of Arrow with times in microseconds',
    ARROW_TYPE,
    arrow({ t: vectorFromArray([TEN_MS, TEN_MS + STEP_MS], new TimestampMicrosecond()), 'inv-1/ActivePower': numbers(1.5, -2) }),
  ],
  [
    'columns of Arrow with times in seconds',
    ARROW_TYPE,
    arrow({ t: vectorFromArray([TEN_MS, TEN_MS + STEP_MS], new TimestampSecond()), 'inv-1/ActivePower': numbers(1.5, -2) }),
  ],
  [
    'columns of Arrow with times as numbers',
    ARROW_TYPE,
    arrow({ t: vectorFromArray([BigInt(TEN_MS), BigInt(TEN_MS + STEP_MS)], new Int64()), 'inv-1/ActivePower': numbers(1.5, -2) }),
  ],
];

describe('a plant delivers points', () => {
  test.each(FORMS)('as %s', async (_, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, body)).toEqual({ accepted: 2, rejected: 0, reasons: [] });
    expect(await plant.stored('inv-1')).toEqual([
      [TEN, 1.5],
      ['2026-01-15T10:10:00.000Z', -2],
    ]);
  });

  test.each(FORMS)('packed, as %s', async (_, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, gzipSync(body), { 'content-encoding': 'gzip' })).toEqual({
      accepted: 2,
      rejected: 0,
      reasons: [],
    });
    expect(await plant.stored('inv-1')).toHaveLength(2);
  });

  test.each(FORMS)('twice, and has them once: %s', async (_, contentType, body) => {
    const plant = await openPlant();
    await plant.ingest(contentType, body);
    expect(await plant.ingest(contentType, body)).toEqual({ accepted: 2, rejected: 0, reasons: [] });
    expect(await plant.stored('inv-1')).toHaveLength(2);
  });

  test('in several units, and reads the catalogue’s', async () => {
    const plant = await openPlant();
    const series = (segmentId: string, signal: string, unit: string, value: number) => ({
      segmentId,
      signal,
      unit,
      t: [TEN_MS],
      v: [value],
    });
    const response = await plant.ingest(
      JSON_TYPE,
      JSON.stringify({
        series: [
          series('inv-1', 'ActivePower', 'MW', 1.25),
          series('inv-1', 'InverterTemperature', 'K', 300),
          series('inv-2', 'ActivePower', '°C', 1),
        ],
      }),
    );
    expect(response).toEqual({
      accepted: 2,
      rejected: 1,
      reasons: [{ segmentId: 'inv-2', signal: 'ActivePower', reason: 'wrongUnit', count: 1, lines: [0] }],
    });
    expect(await plant.stored('inv-1')).toEqual([[TEN, 1250]]);
    expect((await plant.stored('inv-1', 'InverterTemperature||Raw'))[0]?.[1]).toBeCloseTo(26.85, 10);
  });

  test('with clocks that are a little off the interval’s grid, and others that are far off it', async () => {
    const plant = await openPlant();
    for (const [contentType, body] of [
      [CSV_TYPE, 'segmentId,signal,t,v\ninv-1,ActivePower,2026-01-15T10:00:59Z,1\ninv-1,ActivePower,2026-01-15T10:13:00Z,2\n'],
      [
        JSON_TYPE,
        JSON.stringify({
          series: [{ segmentId: 'inv-2', signal: 'ActivePower', t: ['2026-01-15T10:00:59Z', '2026-01-15T10:13:00Z'], v: [1, 2] }],
        }),
      ],
    ] as const)
      await plant.ingest(contentType, body);
    // Each stands at its own time: calculation knows which interval a drifting clock means.
    const expected = [
      ['2026-01-15T10:00:59.000Z', 1],
      ['2026-01-15T10:13:00.000Z', 2],
    ];
    expect(await plant.stored('inv-1')).toEqual(expected);
    expect(await plant.stored('inv-2')).toEqual(expected);
  });
});

describe('points denser than the interval of their site', () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => minute);
  const timeOf = (minute: number) => new Date(TEN_MS + minute * 60_000).toISOString();

  test.each([
    ['JSON', JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: minutes.map(timeOf), v: minutes }] })],
    ['NDJSON', NDJSON_TYPE, minutes.map((v) => JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: timeOf(v), v })).join('\n')],
    ['rows of CSV', CSV_TYPE, `segmentId,signal,t,v\n${minutes.map((v) => `inv-1,ActivePower,${timeOf(v)},${v}`).join('\n')}`],
    ['columns of CSV', CSV_TYPE, `t,inv-1/ActivePower\n${minutes.map((v) => `${timeOf(v)},${v}`).join('\n')}`],
  ])('are there at their own times: %s', async (_form, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, body)).toMatchObject({ accepted: 60 });
    expect(await plant.stored('inv-1')).toEqual(minutes.map((minute) => [timeOf(minute), minute]));
  });

  test.each([
    [
      'JSON',
      JSON_TYPE,
      JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: [TEN, TEN_MS, TEN_MS], v: [1, 2, 3] }] }),
    ],
    ['NDJSON', NDJSON_TYPE, [1, 2, 3].map((v) => JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: TEN_MS, v })).join('\n')],
    ['rows of CSV', CSV_TYPE, `segmentId,signal,t,v\n${[1, 2, 3].map((v) => `inv-1,ActivePower,${TEN},${v}`).join('\n')}`],
    ['columns of CSV', CSV_TYPE, `t,inv-1/ActivePower\n${[1, 2, 3].map((v) => `${TEN},${v}`).join('\n')}`],
  ])('are merged only where they have one time, and counted: %s', async (_form, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, body)).toEqual({
      accepted: 3,
      rejected: 0,
      reasons: [],
      merged: [{ segmentId: 'inv-1', signal: 'ActivePower', count: 2 }],
    });
    expect(await plant.stored('inv-1')).toEqual([[TEN, 3]]);
  });
});

describe('of several values for one moment the last one holds', () => {
  test.each([
    ['JSON', JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: [TEN_MS, TEN_MS], v: [1, 2] }] })],
    [
      'series of JSON',
      JSON_TYPE,
      JSON.stringify({
        series: [
          { segmentId: 'inv-1', signal: 'ActivePower', t: [TEN_MS], v: [1] },
          { segmentId: 'inv-1', signal: 'ActivePower||Raw', t: [TEN_MS], v: [2] },
        ],
      }),
    ],
    [
      'NDJSON',
      NDJSON_TYPE,
      [1, 2].map((value) => JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: TEN_MS, v: value })).join('\n'),
    ],
    ['rows of CSV', CSV_TYPE, `segmentId,signal,t,v\ninv-1,ActivePower,${TEN},1\ninv-1,ActivePower||Raw,${TEN},2`],
    ['columns of CSV', CSV_TYPE, `t,inv-1/ActivePower\n${TEN},1\n${TEN},2`],
    ['columns of Arrow', ARROW_TYPE, arrow({ t: millis(TEN_MS, TEN_MS), 'inv-1/ActivePower': numbers(1, 2) })],
  ])('within one body of %s', async (_, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, body)).toMatchObject({ accepted: 2, rejected: 0 });
    expect(await plant.stored('inv-1')).toEqual([[TEN, 2]]);
  });

  test('across bodies of different form, whatever their order in time', async () => {
    const plant = await openPlant();
    await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS + STEP_MS},5\n${TEN_MS},1\n`);
    await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: [TEN_MS], v: [2] }] }));
    expect(await plant.stored('inv-1')).toEqual([
      [TEN, 2],
      ['2026-01-15T10:10:00.000Z', 5],
    ]);
  });
});

describe('what a provider foresees', () => {
  const [DAY_MS, FORECAST] = [86_400_000, 'ActivePower||Forecast'];
  const [TOMORROW, TOO_FAR] = [NOON_MS + DAY_MS, NOON_MS + (LIMITS.ingestForecastDays + 1) * DAY_MS];
  const halves = (...values: number[]) => vectorFromArray(values, new Float16());

  test.each<[form: string, contentType: string, body: string | Buffer]>([
    [
      'JSON',
      JSON_TYPE,
      JSON.stringify({
        series: ['ActivePower', FORECAST].map((signal) => ({ segmentId: 'inv-1', signal, t: [TOMORROW, TOO_FAR], v: [1, 2] })),
      }),
    ],
    [
      'NDJSON',
      NDJSON_TYPE,
      ['ActivePower', FORECAST]
        .flatMap((signal) => [TOMORROW, TOO_FAR].map((t) => JSON.stringify({ segmentId: 'inv-1', signal, t, v: 1 })))
        .join('\n'),
    ],
    [
      'rows of CSV',
      CSV_TYPE,
      `segmentId,signal,t,v\n${['ActivePower', FORECAST].flatMap((signal) => [TOMORROW, TOO_FAR].map((t) => `inv-1,${signal},${t},1`)).join('\n')}\n`,
    ],
    ['columns of CSV', CSV_TYPE, `t,inv-1/ActivePower,inv-1/${FORECAST}\n${TOMORROW},1,2\n${TOO_FAR},1,2\n`],
    [
      'columns of Arrow',
      ARROW_TYPE,
      arrow({ t: millis(TOMORROW, TOO_FAR), 'inv-1/ActivePower': numbers(1, 2), [`inv-1/${FORECAST}`]: numbers(1, 2) }),
    ],
    [
      'columns of Arrow that only the engine reads',
      ARROW_TYPE,
      arrow({ t: millis(TOMORROW, TOO_FAR), 'inv-1/ActivePower': halves(1, 2), [`inv-1/${FORECAST}`]: halves(1, 2) }),
    ],
  ])('may lie ahead, as far as anyone foresees it: %s', async (_, contentType, body) => {
    const plant = await openPlant();
    const { accepted, reasons } = await plant.ingest(contentType, body);
    expect(accepted).toBe(1);
    expect(reasons.map(({ signal, reason, count }) => [signal, reason, count]).toSorted()).toEqual([
      ['ActivePower', 'inFuture', 2],
      [FORECAST, 'inFuture', 1],
    ]);
  });
});

describe('one bad row never costs the rest', () => {
  const GOOD = `inv-1,ActivePower,${TEN},7`;
  /** Line 2 is good, line 3 is the bad one, line 4 is good. */
  const ROWS: [what: string, row: string, reason: string][] = [
    ['an unknown device', `unknown,ActivePower,${TEN},1`, 'unknownDevice'],
    ['a device without a name', `,ActivePower,${TEN},1`, 'unknownDevice'],
    ['an unknown quantity', `inv-1,Happiness,${TEN},1`, 'unknownSignal'],
    ['a quantity of other devices', `inv-1,RotorSpeed,${TEN},1`, 'signalNotForDevice'],
    ['what only the product computes', `inv-1,ActivePower||Expected,${TEN},1`, 'notWritable'],
    ['a time in the future', 'inv-1,ActivePower,2026-01-15T12:10:01Z,1', 'inFuture'],
    ['NaN', `inv-1,ActivePower,${TEN},NaN`, 'notFinite'],
    ['infinity', `inv-1,ActivePower,${TEN},-inf`, 'notFinite'],
    ['a number too large', `inv-1,ActivePower,${TEN},1e999`, 'notFinite'],
    ['a word for a value', `inv-1,ActivePower,${TEN},much`, 'valueInvalid'],
    ['a decimal comma', `inv-1,ActivePower,${TEN},"1,5"`, 'valueInvalid'],
    ['a hexadecimal value', `inv-1,ActivePower,${TEN},0x10`, 'valueInvalid'],
    ['a time without a zone', 'inv-1,ActivePower,2026-01-15T10:00:00,1', 'timeWithoutZone'],
    ['a word for a time', 'inv-1,ActivePower,soon,1', 'timeInvalid'],
    ['no time', 'inv-1,ActivePower,,1', 'timeInvalid'],
    ['a day that does not exist', 'inv-1,ActivePower,2025-02-30T10:00:00Z,1', 'timeInvalid'],
    ['an hour that does not exist', 'inv-1,ActivePower,2025-02-20T25:00:00Z,1', 'timeInvalid'],
    ['a time before time', 'inv-1,ActivePower,1066-10-14T09:00:00Z,1', 'timeInvalid'],
    ['a time as a fraction', 'inv-1,ActivePower,1768471200000.5,1', 'timeInvalid'],
    ['a time out of any range', 'inv-1,ActivePower,-99999999999999,1', 'timeInvalid'],
    ['a row that ends early', 'inv-1', 'unknownSignal'],
  ];

  test.each(ROWS)('rows of CSV: %s', async (_, row, reason) => {
    const plant = await openPlant();
    const response = await plant.ingest(CSV_TYPE, `segmentId,signal,t,v\n${GOOD}\n${row}\ninv-2,ActivePower,${TEN},8\n`);
    expect(response).toMatchObject({ accepted: 2, rejected: 1, reasons: [{ reason, count: 1, lines: [3] }] });
    expect([await plant.stored('inv-1'), await plant.stored('inv-2')]).toEqual([[[TEN, 7]], [[TEN, 8]]]);
  });

  const LINES: [what: string, line: string, reason: string][] = [
    ['no JSON', '{', 'rowInvalid'],
    ['a list', '[1,2]', 'rowInvalid'],
    ['nothing of a point', '{}', 'unknownDevice'],
    ['an unknown device', `{"segmentId":"unknown","signal":"ActivePower","t":${TEN_MS},"v":1}`, 'unknownDevice'],
    ['a word for a value', `{"segmentId":"inv-1","signal":"ActivePower","t":${TEN_MS},"v":"much"}`, 'valueInvalid'],
    ['an object for a value', `{"segmentId":"inv-1","signal":"ActivePower","t":${TEN_MS},"v":{"a":1}}`, 'valueInvalid'],
    ['true for a value', `{"segmentId":"inv-1","signal":"ActivePower","t":${TEN_MS},"v":true}`, 'valueInvalid'],
    ['a number too large', `{"segmentId":"inv-1","signal":"ActivePower","t":${TEN_MS},"v":1e999}`, 'rowInvalid'],
    ['a time without a zone', '{"segmentId":"inv-1","signal":"ActivePower","t":"2026-01-15T10:00:00","v":1}', 'timeWithoutZone'],
    ['no time', '{"segmentId":"inv-1","signal":"ActivePower","v":1}', 'timeInvalid'],
    ['a fraction for a time', '{"segmentId":"inv-1","signal":"ActivePower","t":1.5,"v":1}', 'timeInvalid'],
  ];

  test.each(LINES)('lines of JSON: %s', async (_, line, reason) => {
    const plant = await openPlant();
    const good = (id: string) => JSON.stringify({ segmentId: id, signal: 'ActivePower', t: TEN_MS, v: 7 });
    const response = await plant.ingest(NDJSON_TYPE, `${good('inv-1')}\n${line}\n${good('inv-2')}\n`);
    expect(response).toMatchObject({ accepted: 2, rejected: 1, reasons: [{ reason, count: 1, lines: [2] }] });
    expect([await plant.stored('inv-1'), await plant.stored('inv-2')]).toEqual([[[TEN, 7]], [[TEN, 7]]]);
  });

  test('empty lines are no points, and no value is no mistake', async () => {
    const plant = await openPlant();
    const line = JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: TEN_MS, v: 7 });
    const none = JSON.stringify({ segmentId: 'inv-1', signal: 'ActivePower', t: TEN_MS, v: null });
    expect(await plant.ingest(NDJSON_TYPE, `\n${line}\n\n${none}\n\n`)).toEqual({ accepted: 1, rejected: 0, reasons: [] });
    expect(await plant.ingest(CSV_TYPE, `segmentId,signal,t,v\n\n${GOOD}\n\ninv-1,ActivePower,${TEN},\n`)).toEqual({
      accepted: 1,
      rejected: 0,
      reasons: [],
    });
  });

  test('columns of CSV: bad cells by line, columns that cannot be stored by name', async () => {
    const plant = await openPlant();
    const response = await plant.ingest(
      CSV_TYPE,
      `t,inv-1/ActivePower,unknown/ActivePower,inv-1/Happiness,inv-2/ActivePower\n${TEN},1,2,3,x\nsoon,1,2,3,4\n2026-01-15T10:10:00Z,5,,,6\n`,
    );
    expect(response).toEqual({
      accepted: 3,
      rejected: 7,
      reasons: [
        { segmentId: 'unknown', signal: 'ActivePower', reason: 'unknownDevice', count: 2, lines: [2, 3] },
        { segmentId: 'inv-1', signal: 'Happiness', reason: 'unknownSignal', count: 2, lines: [2, 3] },
        { segmentId: 'inv-1', signal: 'ActivePower', reason: 'timeInvalid', count: 1, lines: [3] },
        { segmentId: 'inv-2', signal: 'ActivePower', reason: 'timeInvalid', count: 1, lines: [3] },
        { segmentId: 'inv-2', signal: 'ActivePower', reason: 'valueInvalid', count: 1, lines: [2] },
      ],
    });
    expect([await plant.stored('inv-1'), await plant.stored('inv-2')]).toEqual([
      [
        [TEN, 1],
        ['2026-01-15T10:10:00.000Z', 5],
      ],
      [['2026-01-15T10:10:00.000Z', 6]],
    ]);
  });

  test('rows of Arrow: by their index', async () => {
    const plant = await openPlant();
    const response = await plant.ingest(
      ARROW_TYPE,
      arrow({
        segmentId: texts('inv-1', 'unknown', null, 'inv-2', 'inv-2', 'inv-2', 'inv-2'),
        signal: texts('ActivePower', 'ActivePower', 'ActivePower', 'ActivePower', 'ActivePower', 'ActivePower', null),
        t: millis(TEN_MS, TEN_MS, TEN_MS, TEN_MS, NOON_MS + 600_001, null, TEN_MS),
        v: numbers(1, 2, 3, Number.POSITIVE_INFINITY, 5, 6, 7),
      }),
    );
    expect(response).toEqual({
      accepted: 1,
      rejected: 6,
      reasons: [
        { segmentId: 'unknown', signal: 'ActivePower', reason: 'unknownDevice', count: 1, lines: [1] },
        { segmentId: '', signal: 'ActivePower', reason: 'unknownDevice', count: 1, lines: [2] },
        { segmentId: 'inv-2', signal: '', reason: 'unknownSignal', count: 1, lines: [6] },
        { segmentId: 'inv-2', signal: 'ActivePower', reason: 'inFuture', count: 1, lines: [4] },
        { segmentId: 'inv-2', signal: 'ActivePower', reason: 'notFinite', count: 1, lines: [3] },
        { segmentId: 'inv-2', signal: 'ActivePower', reason: 'timeInvalid', count: 1, lines: [5] },
      ],
    });
    expect(await plant.stored('inv-1')).toEqual([[TEN, 1]]);
  });

  test('a time just inside the ten minutes that clocks may be ahead is taken', async () => {
    const plant = await openPlant();
    expect(await plant.ingest(CSV_TYPE, 't,inv-1/ActivePower\n2026-01-15T12:10:00Z,1\n')).toMatchObject({ accepted: 1 });
  });

  test('a device of a plant that the key is not for is unknown, and keeps what it has', async () => {
    const plant = await openPlant();
    const other = await plant.given.site({ id: 'elsewhere', enterpriseId: 'other' });
    await plant.given.segment({ siteId: other.id, id: 'theirs' });
    const row = `segmentId,signal,t,v\ntheirs,ActivePower,${TEN},1\n${GOOD}\n`;
    expect(await plant.ingest(CSV_TYPE, row)).toMatchObject({
      accepted: 1,
      reasons: [{ segmentId: 'theirs', reason: 'unknownDevice', lines: [2] }],
    });
    expect(await plant.deps.signals.registry.list(['theirs' as never])).toEqual([]);
  });
});

describe('a body that cannot be read is refused, and nothing of it is stored', () => {
  test.each([
    ['no JSON', JSON_TYPE, '{"series":', 400, 'request.malformed'],
    ['JSON of another shape', JSON_TYPE, '[]', 400, 'request.invalid'],
    ['a series without a device', JSON_TYPE, '{"series":[{"signal":"ActivePower","t":[],"v":[]}]}', 400, 'request.invalid'],
    ['nothing for JSON', JSON_TYPE, '', 400, 'request.malformed'],
    ['nothing for CSV', CSV_TYPE, '', 400, 'request.malformed'],
    ['CSV without a time', CSV_TYPE, 'segmentId,signal,v\n', 400, 'request.invalid'],
    ['CSV with nothing but times', CSV_TYPE, 't\n2026-01-15T10:00:00Z\n', 400, 'request.invalid'],
    ['CSV with a column twice', CSV_TYPE, 't,inv-1/ActivePower,inv-1/ActivePower\n', 400, 'request.invalid'],
    ['CSV with an open quote in its head', CSV_TYPE, 't,"inv-1/ActivePower\n', 400, 'request.malformed'],
    ['bytes for CSV', CSV_TYPE, Buffer.from([0, 255, 254, 1, 2, 3]), 400, 'request.invalid'],
    ['nothing for Arrow', ARROW_TYPE, '', 400, 'request.malformed'],
    ['text for Arrow', ARROW_TYPE, 'segmentId,signal,t,v\n', 400, 'request.malformed'],
    [
      'Arrow cut in the middle',
      ARROW_TYPE,
      arrow({ t: millis(...Array(500).fill(TEN_MS)), 'inv-1/ActivePower': numbers(...Array(500).fill(1)) }).subarray(0, 3000),
      400,
      'request.malformed',
    ],
    ['Arrow without a time', ARROW_TYPE, arrow({ 'inv-1/ActivePower': numbers(1) }), 400, 'request.invalid'],
    ['Arrow with words for values', ARROW_TYPE, arrow({ t: millis(TEN_MS), 'inv-1/ActivePower': texts('much') }), 400, 'request.invalid'],
    ['another type', 'text/plain', 'hello', 415, 'request.unsupportedType'],
    ['another type of JSON', 'application/vnd.api+json', '{}', 415, 'request.unsupportedType'],
  ])('%s', async (_, contentType, body, status, code) => {
    const plant = await openPlant();
    const response = await plant.send(contentType, body);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await plant.deps.signals.registry.list(['inv-1' as never])).toEqual([]);
  });

  test('what says it is packed and is not', async () => {
    const plant = await openPlant();
    for (const contentType of [JSON_TYPE, CSV_TYPE, NDJSON_TYPE, ARROW_TYPE]) {
      const response = await plant.send(contentType, 'no gzip at all', { 'content-encoding': 'gzip' });
      expect([response.statusCode, response.json().code]).toEqual([400, 'request.malformed']);
    }
    const packing = await plant.send(CSV_TYPE, 'x', { 'content-encoding': 'zip' });
    expect([packing.statusCode, packing.json().code]).toEqual([415, 'request.unsupportedType']);
  });

  test('a body that ends in the middle of its packing', async () => {
    const plant = await openPlant();
    const packed = gzipSync(
      `t,inv-1/ActivePower\n${Array.from({ length: 5_000 }, (_, i) => `${TEN_MS - i * STEP_MS},${Math.sin(i)}`).join('\n')}`,
    );
    const response = await plant.send(CSV_TYPE, packed.subarray(0, packed.length / 2), { 'content-encoding': 'gzip' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'request.malformed']);
    expect(await plant.deps.signals.registry.list(['inv-1' as never])).toEqual([]);
  });

  test('a body of more points than one request may hold, with both counts', async () => {
    const plant = await openPlant();
    const points = LIMITS.ingestColumnarPoints + 1;
    const names = Array.from({ length: 100 }, (_, index) => `d${index}/ActivePower`);
    const row = `\n${TEN_MS}${',1'.repeat(100)}`;
    const response = await plant.send(CSV_TYPE, `t,${names.join(',')}${row.repeat(Math.ceil(points / 100))}`);
    expect([response.statusCode, response.json()]).toEqual([
      413,
      expect.objectContaining({
        code: 'ingest.tooManyPoints',
        values: { requested: Math.ceil(points / 100) * 100, allowed: LIMITS.ingestColumnarPoints },
      }),
    ]);
  });

  test.each([
    ['CSV', CSV_TYPE, 'segmentId,signal,t,v\n'],
    ['columns of CSV', CSV_TYPE, 't,inv-1/ActivePower'],
    ['NDJSON', NDJSON_TYPE, ''],
    ['JSON', JSON_TYPE, '{"series":[]}'],
    ['JSON with an empty series', JSON_TYPE, '{"series":[{"segmentId":"inv-1","signal":"ActivePower","t":[],"v":[]}]}'],
    ['Arrow', ARROW_TYPE, arrow({ t: millis(), 'inv-1/ActivePower': numbers() })],
  ])('but %s without a point is fine', async (_, contentType, body) => {
    const plant = await openPlant();
    expect(await plant.ingest(contentType, body)).toEqual({ accepted: 0, rejected: 0, reasons: [] });
  });

  test('nothing stays behind in the folder where bodies wait', async () => {
    const plant = await openPlant();
    await plant.send(CSV_TYPE, `t,inv-1/ActivePower\n${TEN},1\n`);
    await plant.send(ARROW_TYPE, 'garbage');
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(`${plant.deps.config.dataFolder}/spool`)).toEqual([]);
  });
});

test('only keys deliver: a user is refused, no sign-in is requested', async () => {
  const plant = await openPlant();
  const send = (headers: Record<string, string>) =>
    plant.app.inject({
      method: 'POST',
      url: '/api/ingest/points',
      headers: { ...headers, 'content-type': CSV_TYPE },
      payload: 't,inv-1/ActivePower\n',
    });
  expect((await send(plant.user.headers)).statusCode).toBe(403);
  expect((await send({})).statusCode).toBe(401);
  expect(
    (await plant.user.refusal({ method: 'POST', path: '/api/ingest/events' } as never, { body: { events: [] } } as never)).status,
  ).toBe(403);
});

describe('every form reads the same times', () => {
  const TIMES: [time: string, verdict: string][] = [
    ['2026-01-15T10:00Z', TEN],
    ['2026-01-15 10:00:00Z', TEN],
    ['2026-01-15T11:00:00+01', TEN],
    ['2026-01-15T15:30:00+05:30', TEN],
    ['2026-01-15T04:00:00.000-0600', TEN],
    ['2026-01-15T10:00:00,000 Z', TEN],
    ['2026-01-14T24:00:00Z', '2026-01-15T00:00:00.000Z'],
    ['2026-01-15', 'timeWithoutZone'],
    ['2026-01-15T10:00', 'timeWithoutZone'],
    ['2026-01-15T10:00:00.5', 'timeWithoutZone'],
    ['2026-01-15T24:30:00Z', 'timeInvalid'],
    ['2026-01-15T10:60:00Z', 'timeInvalid'],
    ['2026-01-15T10:00:60Z', 'timeInvalid'],
    ['2026-02-29T10:00:00Z', 'timeInvalid'],
    ['2026-13-01T10:00:00Z', 'timeInvalid'],
    ['0000-01-01T10:00:00Z', 'timeInvalid'],
    ['15.01.2026 10:00:00Z', 'timeInvalid'],
    ['Thu, 15 Jan 2026 10:00:00 GMT', 'timeInvalid'],
    ['9999-12-31T23:59:59Z', 'inFuture'],
  ];

  test.each(TIMES)('%s', async (time, verdict) => {
    const plant = await openPlant();
    const point = { segmentId: 'inv-1', signal: 'ActivePower' };
    for (const [contentType, body] of [
      [JSON_TYPE, JSON.stringify({ series: [{ ...point, t: [time], v: [1] }] })],
      [NDJSON_TYPE, JSON.stringify({ ...point, t: time, v: 1 })],
      [CSV_TYPE, `segmentId,signal,t,v\ninv-1,ActivePower,"${time}",1\n`],
      [CSV_TYPE, `t,inv-1/ActivePower\n"${time}",1\n`],
      [ARROW_TYPE, arrow({ t: texts(time), 'inv-1/ActivePower': numbers(1) })],
    ] as const) {
      const { accepted, reasons } = await plant.ingest(contentType, body);
      expect([contentType, accepted === 1 ? (await plant.stored('inv-1'))[0]?.[0] : reasons[0]?.reason]).toEqual([contentType, verdict]);
    }
  });
});

test('values beyond everything are refused in every form, and stay finite in every unit', async () => {
  const plant = await openPlant();
  const point = { segmentId: 'inv-1', signal: 'ActivePower', unit: 'MW' };
  for (const [contentType, body] of [
    [JSON_TYPE, JSON.stringify({ series: [{ ...point, t: [TEN_MS, TEN_MS + STEP_MS], v: [1e307, 1] }] })],
    [NDJSON_TYPE, [1e307, 1].map((v, index) => JSON.stringify({ ...point, t: TEN_MS + index * STEP_MS, v })).join('\n')],
    [CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS},1e307\n${TEN_MS + STEP_MS},1\n`],
    [ARROW_TYPE, arrow({ t: millis(TEN_MS, TEN_MS + STEP_MS), 'inv-1/ActivePower': numbers(1e307, 1) })],
  ] as const)
    expect(await plant.ingest(contentType, body)).toMatchObject({ accepted: 1, rejected: 1, reasons: [{ reason: 'notFinite' }] });
});

test('names that no database takes cost nothing else', async () => {
  const plant = await openPlant();
  const [zero, long] = ['\u0000', 'x'.repeat(100_000)];
  const good = { segmentId: 'inv-1', signal: 'ActivePower' };
  const json = JSON.stringify({
    series: [good, { ...good, segmentId: zero }, { ...good, signal: zero }].map((one) => ({ ...one, t: [TEN_MS], v: [1] })),
  });
  expect(await plant.ingest(JSON_TYPE, json)).toMatchObject({ accepted: 1, rejected: 2 });
  const rows = [`inv-1,ActivePower`, `${zero},ActivePower`, `inv-1,${zero}`, `${long},ActivePower`, `inv-1,${long}`, `'; drop,\\`];
  const csv = `segmentId,signal,t,v\n${rows.map((row) => `${row},${TEN_MS},1`).join('\n')}`;
  expect(await plant.ingest(CSV_TYPE, csv)).toMatchObject({ accepted: 1, rejected: 5 });
});
