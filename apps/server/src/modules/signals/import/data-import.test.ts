import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DataImportReport, dataImportEndpoints, type MappingDraft, type UploadedData } from '@solvane/contract/data-import';
import type { Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { jobEndpoints } from '@solvane/contract/system';
import { describe, expect, test } from 'vitest';
import { sendFile } from '../../../testing/send-file.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { openTestEngine } from '../../../testing/test-signals.ts';
import { openPlant, type Plant } from '../testing/plant.ts';

const CSV = 'time,Power (kW),xyzzy\n2026-01-15 10:00:00,1.5,a\n2026-01-15 10:10:00,nothing,b\n2026-01-15 10:20:00,2.5,c\n';

async function upload(plant: Plant, user: TestClient, content: string | Buffer, fileName = 'Logger 7.csv'): Promise<UploadedData> {
  const response = await sendFile(plant, user, { path: dataImportEndpoints.upload.path, fileName, content });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json();
}

function forDevice({ mapping }: UploadedData, segmentId: string): MappingDraft {
  return { ...mapping, time: { ...mapping.time, zone: 'Europe/Stockholm' }, device: { segmentId } };
}

async function check(
  user: TestClient,
  { fileId }: UploadedData,
  mapping: MappingDraft,
): Promise<{ issues: Issue[]; report: DataImportReport | null }> {
  return user.call(dataImportEndpoints.check, { body: { fileId, mapping } });
}

describe('measured data from the browser', () => {
  test('are guessed, tried, and imported as the command does', async () => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    const file = await upload(plant, user, gzipSync(CSV), 'Logger 7.csv.gz');
    expect(file).toMatchObject({
      fileName: 'Logger 7.csv.gz',
      columns: ['time', 'Power (kW)', 'xyzzy'],
      mapping: { time: { column: 'time', interval: 'PT10M' }, signals: [{ column: 'Power (kW)', signal: 'ActivePower', unit: 'kW' }] },
    });
    expect(file.doubts.map(({ what }) => what).sort()).toEqual(['device', 'quantity', 'stamp', 'zone']);
    const mapping = forDevice(file, 'inv-1');
    expect(await check(user, file, mapping)).toEqual({
      issues: [],
      report: {
        rows: 3,
        points: 2,
        firstMs: Date.parse('2026-01-15T09:00:00Z'),
        lastMs: Date.parse('2026-01-15T09:20:00Z'),
        problems: [{ what: 'valueInvalid Power (kW)', count: 1, lines: [3] }],
        series: [{ segmentId: 'inv-1', signal: 'ActivePower||Raw', points: 2 }],
      },
    });
    expect(await plant.stored('inv-1')).toEqual([]);

    const body = { fileId: file.fileId, mapping } as never;
    const { jobId } = await user.call(dataImportEndpoints.start, { body });
    await plant.deps.jobs.runWaiting();
    const { items } = await user.call(jobEndpoints.list);
    expect(items.find((job) => job.jobId === jobId)).toMatchObject({
      state: 'succeeded',
      succeeded: 2,
      failed: 1,
      message: { key: 'DataImport_Done', values: { points: 2, series: 1, left: 1 } },
    });
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-15T09:00:00.000Z', 1.5],
      ['2026-01-15T09:20:00.000Z', 2.5],
    ]);
  });

  test('go to no device of another customer, which looks like one that does not exist', async () => {
    const plant = await openPlant();
    const { id: siteId } = await plant.given.site({ enterpriseId: 'other' });
    await plant.given.segment({ siteId: siteId as SiteId, id: 'theirs', name: 'Theirs' });
    const user = await plant.as({ of: 'solvind' });
    const file = await upload(plant, user, CSV);
    const [foreign, absent] = [await check(user, file, forDevice(file, 'theirs')), await check(user, file, forDevice(file, 'nowhere'))];
    expect(foreign).toMatchObject({
      report: null,
      issues: [{ path: ['Power (kW)', 'theirs'], message: 'Ingestion_Reason_unknownDevice' }],
    });
    expect(JSON.stringify(foreign).replaceAll('theirs', 'nowhere')).toBe(JSON.stringify(absent));
  });

  test('belong to the user who uploaded them only', async () => {
    const plant = await openPlant();
    const [user, colleague] = [await plant.as({ of: 'solvind' }), await plant.as({ of: 'solvind' })];
    const file = await upload(plant, user, CSV);
    const body = { fileId: file.fileId, mapping: forDevice(file, 'inv-1') } as never;
    expect((await colleague.refusal(dataImportEndpoints.check, { body })).status).toBe(404);
    expect((await colleague.refusal(dataImportEndpoints.start, { body })).status).toBe(404);
  });

  test('with a mapping that is none are told every problem of it', async () => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    const file = await upload(plant, user, CSV);
    const { issues } = await check(user, file, { ...file.mapping, time: { ...file.mapping.time, zone: 'Mars/Olympus' } });
    expect(issues.map(({ path }) => path.join('.')).sort()).toEqual(['device.segmentId', 'time.zone']);
  });

  test('name a missing column in words of the file, without a path of the server', async () => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    const file = await upload(plant, user, CSV);
    const mapping = forDevice(file, 'inv-1');
    const { issues } = await check(user, file, { ...mapping, time: { ...mapping.time, column: 'stamp' } });
    expect(issues).toEqual([
      {
        level: 'error',
        path: [],
        message: 'DataImport_Refused',
        text: 'The file cannot be imported: file.csv has no column stamp. It has time, Power (kW), xyzzy.',
        values: { reason: 'file.csv has no column stamp. It has time, Power (kW), xyzzy.' },
      },
    ]);
  });

  test.each([
    ['garbage.parquet', Buffer.from('no parquet at all')],
    ['garbage.csv', Buffer.from([0, 1, 2, 0, 255])],
    ['garbage.csv.gz', Buffer.from('not packed')],
  ])('in %s are refused as a file that cannot be read', async (fileName, content) => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    const response = await sendFile(plant, user, { path: dataImportEndpoints.upload.path, fileName, content });
    expect([response.statusCode, response.json().code]).toEqual([400, 'upload.failed']);
  });

  test('packed into a file that becomes hundreds of times as large are refused before the engine reads them', async () => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    // 1.2 GB in 1.2 MB: members that follow each other are unpacked one after the other.
    const bomb = Buffer.concat([gzipSync(CSV), ...Array(75).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, '0,1\n')))]);
    const answer = await sendFile(plant, user, { path: dataImportEndpoints.upload.path, fileName: 'bomb.csv.gz', content: bomb });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'upload.failed']);
    expect(JSON.stringify(answer.json())).toContain('200 times as large');
  });

  test('of a Parquet file are guessed from its own columns', async () => {
    const plant = await openPlant();
    const user = await plant.as({ of: 'solvind' });
    const parquet = await writeParquet();
    const file = await upload(plant, user, parquet, 'turbine.parquet');
    expect(file).toMatchObject({
      columns: ['time', 'power_kW'],
      mapping: { format: { kind: 'parquet' }, signals: [{ signal: 'ActivePower' }] },
    });
    expect((await check(user, file, forDevice(file, 'inv-1'))).report).toMatchObject({ rows: 2, points: 2 });
  });
});

/** As an analyst's tools write it: timestamps and numbers, no texts. */
async function writeParquet(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-parquet-'));
  try {
    const engine = await openTestEngine(folder);
    const path = join(folder, 'written.parquet');
    const rows = "select toDateTime64('2026-01-15 10:00:00', 3, 'UTC') + number * 600 as time, number + 0.5 as power_kW from numbers(2)";
    await engine.writeFile(rows, { path, format: 'Parquet' });
    await engine.close();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
