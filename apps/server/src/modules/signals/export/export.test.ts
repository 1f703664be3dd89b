import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formulaEndpoints } from '@solvane/contract/formulas';
import { signalEndpoints } from '@solvane/contract/signals';
import { eq } from 'drizzle-orm';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { userJobs } from '../../../db/schema/jobs.ts';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { openTestEngine } from '../../../testing/test-signals.ts';
import { CSV_TYPE, openPlant, type Plant } from '../testing/plant.ts';
import { assertColumnsFit } from './export-job.ts';

const START_MS = Date.UTC(2026, 0, 14, 23);
const STEP_MS = 600_000;

async function openFilledPlant(): Promise<Plant> {
  const plant = await openPlant();
  const rows = [`${START_MS},1.5,-2`, `${START_MS + STEP_MS},2.5,`, `${START_MS + 3 * STEP_MS},,7`];
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower,inv-2/ActivePower\n${rows.join('\n')}\n`);
  return plant;
}

const REQUEST = {
  segmentIds: ['inv-1', 'inv-2'],
  signalIds: ['ActivePower||Raw'],
  startMs: START_MS,
  endMs: START_MS + 3_600_000,
  resolution: 'raw' as const,
};

type Order = { format: 'csv' | 'xlsx' | 'parquet'; layout?: 'long' | 'wide'; request?: object };

/** Orders an export, has it made, and fetches the file as its user. */
async function exportFile(plant: Plant, { format, layout, request = {} }: Order) {
  const body = { request: { ...REQUEST, ...request }, format, ...(layout ? { layout } : {}) };
  const { jobId, rows } = await plant.user.call(signalEndpoints.export, { body });
  expect(await plant.deps.jobs.runWaiting()).toBe(1);
  const [job] = await plant.db.select().from(userJobs).where(eq(userJobs.id, jobId));
  const response = await download(plant, plant.user, job?.fileId ?? '');
  expect(response.statusCode).toBe(200);
  return { rows, job, fileId: job?.fileId ?? '', content: response.rawPayload, headers: response.headers };
}

function download({ app }: Plant, { headers }: TestClient, fileId: string) {
  return app.inject({ url: `/api/files/${fileId}`, headers });
}

const LONG = [
  ['Plant', 'INV-1', 'ActivePower||Raw', 'kW', '2026-01-15T00:00:00+01:00', 1.5],
  ['Plant', 'INV-1', 'ActivePower||Raw', 'kW', '2026-01-15T00:10:00+01:00', 2.5],
  ['Plant', 'INV-2', 'ActivePower||Raw', 'kW', '2026-01-15T00:00:00+01:00', -2],
  ['Plant', 'INV-2', 'ActivePower||Raw', 'kW', '2026-01-15T00:30:00+01:00', 7],
];
const WIDE = [
  ['2026-01-15T00:00:00+01:00', 1.5, -2],
  ['2026-01-15T00:10:00+01:00', 2.5, null],
  ['2026-01-15T00:30:00+01:00', null, 7],
];
const LONG_HEAD = ['site', 'device', 'signal', 'unit', 'time', 'value'];
const WIDE_HEAD = ['time', 'Plant INV-1 ActivePower||Raw kW', 'Plant INV-2 ActivePower||Raw kW'];

const cases = [
  ['long', LONG_HEAD, LONG],
  ['wide', WIDE_HEAD, WIDE],
] as const;

describe.each(cases)('%s exports hold the points that exist, in local time', (layout, head, expected) => {
  test('as CSV', async () => {
    const plant = await openFilledPlant();
    const { content, headers } = await exportFile(plant, { format: 'csv', layout });
    const cell = (value: string | number | null) => (value === null ? '\\N' : typeof value === 'number' ? String(value) : `"${value}"`);
    expect(content.toString()).toBe(
      [head.map((name) => `"${name}"`), ...expected.map((row) => row.map(cell))].map((row) => `${row.join(',')}\n`).join(''),
    );
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': expect.stringContaining('signals.csv'),
    });
  });

  test('as a workbook', async () => {
    const plant = await openFilledPlant();
    const { content } = await exportFile(plant, { format: 'xlsx', layout });
    const sheets = await readXlsxFile(content);
    expect(sheets[0]?.data).toEqual([head, ...expected]);
  });

  test('as Parquet', async () => {
    const plant = await openFilledPlant();
    const { content } = await exportFile(plant, { format: 'parquet', layout });
    const path = join(plant.deps.config.dataFolder, 'export.parquet');
    await writeFile(path, content);
    const isText = (name: string) => LONG_HEAD.includes(name) && name !== 'value';
    const structure = head.map((name) => `\`${name}\` ${isText(name) ? 'String' : 'Nullable(Float64)'}`).join(', ');
    const database = await openTestEngine(plant.deps.config.dataFolder);
    const columns = await database.useFile({ path, format: 'Parquet', structure }, (source) =>
      database.select(
        `select ${head.map((name) => (isText(name) ? `\`${name}\`` : `ifNull(\`${name}\`, nan) as \`${name}\``)).join(', ')} from ${source}`,
      ),
    );
    const rows = expected.map((_, row) =>
      head.map((name) => {
        if (isText(name)) return textsOf(columns, name)[row];
        const value = numbersOf(columns, name)[row];
        return Number.isNaN(value) ? null : value;
      }),
    );
    expect(rows).toEqual(expected);
  });
});

test('the rows are counted before the start, and told at the end', async () => {
  const plant = await openFilledPlant();
  expect(await plant.user.call(signalEndpoints.exportCount, { body: REQUEST })).toEqual({ rows: 4 });
  const { rows, job } = await exportFile(plant, { format: 'csv' });
  expect(rows).toBe(4);
  expect(job).toMatchObject({
    state: 'succeeded',
    succeededCount: 4,
    messageKey: 'Signals_Export_Done',
    messageValues: { rows: 4 },
  });
  expect(readdirSync(join(plant.deps.config.dataFolder, 'spool'))).toEqual([]);
});

test('an export by the hour has a row per hour', async () => {
  const plant = await openFilledPlant();
  const { content } = await exportFile(plant, { format: 'csv', request: { resolution: 'hour' } });
  expect(content.toString().split('\n').slice(1, 3)).toEqual([
    '"Plant","INV-1","ActivePower||Raw","kW","2026-01-15T00:00:00+01:00",2',
    '"Plant","INV-2","ActivePower||Raw","kW","2026-01-15T00:00:00+01:00",2.5',
  ]);
});

test.each(['csv', 'xlsx', 'parquet'] as const)('an export of nothing is an empty %s file', async (format) => {
  const plant = await openFilledPlant();
  const { rows, job } = await exportFile(plant, { format, request: { signalIds: ['DcPower||Raw'] } });
  expect([rows, job?.state]).toEqual([0, 'succeeded']);
});

test('a sheet has a column for 16,383 series and no more; other files and layouts have no such end', () => {
  const wide = { format: 'xlsx', layout: 'wide' } as const;
  expect(() => assertColumnsFit(wide, 16_384)).toThrow('signals.tooManySignals');
  for (const [order, count] of [
    [wide, 16_383],
    [{ ...wide, layout: 'long' }, 200_000],
    [{ ...wide, format: 'csv' }, 200_000],
  ] as const)
    expect(() => assertColumnsFit(order, count)).not.toThrow();
});

const SITE_SOLD = "with owner as (insert into enterprises values ('buyer', 'Buyer', 1)) update sites set enterprise_id = 'buyer'";

test.each([
  ['the site', SITE_SOLD],
  ['the permission', "delete from role_permissions where permission = 'PageDataStudio'"],
])('a user who lost %s since fetches the file no more', async (_lost, statement) => {
  const plant = await openFilledPlant();
  const { fileId } = await exportFile(plant, { format: 'csv' });
  await plant.db.execute(statement);
  expect((await download(plant, plant.user, fileId)).statusCode).toBe(404);
});

test('an export that waits is made of what its user may still see', async () => {
  const plant = await openFilledPlant();
  const { jobId } = await plant.user.call(signalEndpoints.export, { body: { request: REQUEST, format: 'csv' } });
  await plant.db.execute(SITE_SOLD);
  await plant.deps.jobs.runWaiting();
  const [job] = await plant.db.select().from(userJobs).where(eq(userJobs.id, jobId));
  expect(job).toMatchObject({ fileId: null });
});

test('no other user can fetch the file', async () => {
  const plant = await openFilledPlant();
  const { fileId } = await exportFile(plant, { format: 'csv' });
  const colleague = await plant.as({ of: 'solvind', by: 'token' });
  expect((await download(plant, colleague, fileId)).statusCode).toBe(404);
});

describe('exports of what is computed in memory', () => {
  const filters = [{ kind: 'value', signalId: 'ActivePower||Raw', min: 2 }] as const;
  const kept = LONG.filter(([, , , , , value]) => Number(value) >= 2);

  test('filters hold for the file, and the rows are counted before', async () => {
    const plant = await openFilledPlant();
    const request = { ...REQUEST, filters: [...filters] };
    expect(await plant.user.call(signalEndpoints.exportCount, { body: request as never })).toEqual({ rows: 2 });
    const { rows, content } = await exportFile(plant, { format: 'csv', request: { filters } });
    expect(rows).toBe(2);
    expect(content.toString().split('\n').slice(1, -1)).toEqual(
      kept.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : `"${cell}"`)).join(',')),
    );
  });

  test('calculated signals are in the file, as Parquet too', async () => {
    const plant = await openFilledPlant();
    const { items } = await plant.user.call(formulaEndpoints.save, {
      body: { name: 'Double', text: 'ActivePower.Raw * 2', unit: null, timeAggregation: 'avg', treeAggregation: 'avg', sharedWith: null },
    });
    const request = { signalIds: [items[0]?.signalId] };
    const csv = await exportFile(plant, { format: 'csv', request });
    expect(csv.content.toString().split('\n')[1]).toBe('"Plant","INV-1","Double","kW","2026-01-15T00:00:00+01:00",3');
    const parquet = await exportFile(plant, { format: 'parquet', layout: 'wide', request });
    expect([parquet.rows, parquet.content.subarray(0, 4).toString()]).toEqual([4, 'PAR1']);
  });
});
