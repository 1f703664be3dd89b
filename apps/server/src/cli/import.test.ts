import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { signalEndpoints } from '@solvane/contract/signals';
import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rawEvents } from '../db/schema/arrivals.ts';
import type { Plant } from '../modules/signals/testing/plant.ts';
import { openTestEngine } from '../testing/test-signals.ts';
import { ONE_DEVICE, openConsole } from './testing/import-console.ts';

describe('values', () => {
  test('of one device, packed, in local time', async () => {
    const { plant, load } = await openConsole();
    const file = gzipSync('time,power\n2026-01-15 11:00:00,1.5\n2026-01-15 11:10:00,\n2026-01-15 11:20:00,-2\n');
    const { code, text } = await load(ONE_DEVICE, file, { name: 'data.csv.gz' });
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        /^data\.csv\.gz: 3 rows, imported 2 points of 1 series, 2026-01-15T10:00:00\.000Z to 2026-01-15T10:20:00\.000Z, [\d.]+ s\nDone\.$/,
      ),
    ]);
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-15T10:00:00.000Z', 1.5],
      ['2026-01-15T10:20:00.000Z', -2],
    ]);
  });

  test('with a decimal comma, a unit, words for nothing, lines above the head, and times of the end of the interval', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
format: { delimiter: ';', decimalComma: true, skipLines: 2, missing: ['n/a'] }
time: { column: Zeit, format: dayFirst, zone: '+01:00', stamp: end, interval: PT10M }
device: { segmentId: inv-1 }
signals: [{ column: Leistung, signal: ActivePower, unit: MW }, { column: Temp, signal: InverterTemperature, unit: K }]
`;
    const file = '\uFEFFlogger 7\n\nZeit;Leistung;Temp\n15.01.2026 11:10;1,25;300,15\n15.01.2026 11:20;n/a;n/a\n15.01.2026 11:30;1,5;x\n';
    const { text } = await load(mapping, file);
    expect(text).toContain('  valueInvalid Temp: 1, line 6');
    expect(text).toContain('Done, without the rows listed above.');
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-15T10:00:00.000Z', 1250],
      ['2026-01-15T10:20:00.000Z', 1500],
    ]);
    expect((await plant.stored('inv-1', 'InverterTemperature||Raw')).map(([, value]) => value)).toEqual([expect.closeTo(27, 9)]);
  });

  test('of several devices by a column, with columns that belong to one of them, and rows of unknown devices', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, stamp: start, interval: PT10M }
device: { column: wt, segments: { A: inv-1, B: inv-2 } }
signals: [{ column: p, signal: ActivePower }, { column: temp, signal: InverterTemperature, segmentId: inv-2 }]
`;
    const file =
      't,wt,p,temp\n2026-01-15T10:00:00Z,A,1,20\n2026-01-15T10:00:00Z,B,2,\n2026-01-15T10:00:00Z,C,3,\n2026-01-15T10:10:00Z,A,4,21\n';
    const { text } = await load(mapping, file);
    expect(text).toContain('  unknownDevice: 1, line 4');
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual([1, 4]);
    expect((await plant.stored('inv-2')).map(([, value]) => value)).toEqual([2]);
    expect((await plant.stored('inv-2', 'InverterTemperature||Raw')).map(([, value]) => value)).toEqual([20, 21]);
  });

  test('by a table of texts, where a text that is not listed is told', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, stamp: start, interval: PT10M }
device: { segmentId: inv-1 }
signals: [{ column: s, signal: OperatingState, values: { run: 4, stop: 0 } }]
`;
    const { text } = await load(mapping, 't,s\n2026-01-15T10:00:00Z,run\n2026-01-15T10:10:00Z,jog\n2026-01-15T10:20:00Z,stop\n');
    expect(text).toContain('  valueInvalid s: 1, line 3');
    expect((await plant.stored('inv-1', 'OperatingState||Raw')).map(([, value]) => value)).toEqual([4, 0]);
  });

  test('of a Parquet file, and a column it does not have', async () => {
    const { folder, plant, load } = await openConsole();
    const content = await parquetOf(
      folder,
      `select toDateTime64('2026-01-15 11:00:00', 3, 'UTC') + toIntervalMinute(10 * number) as time, [1.5, 2.][number + 1] as power from numbers(2)`,
    );
    expect(await load(ONE_DEVICE, content, { name: 'copy.parquet' })).toMatchObject({ code: 0 });
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-15T10:00:00.000Z', 1.5],
      ['2026-01-15T10:10:00.000Z', 2],
    ]);
    const { code, text } = await load(ONE_DEVICE.replace('column: power', 'column: nothing'), content, { name: 'copy.parquet' });
    expect([code, text]).toEqual([1, expect.stringContaining('nothing')]);
  });
});

/** A Parquet file as an analyst's tools write it: timestamps and numbers, no texts. */
async function parquetOf(folder: string, rows: string): Promise<Buffer> {
  const engine = await openTestEngine(folder);
  const path = join(folder, 'written.parquet');
  await engine.writeFile(rows, { path, format: 'Parquet' });
  await engine.close();
  return readFile(path);
}

describe('times', () => {
  const AUTUMN = 'time,power\n2025-10-26 01:50,1\n2025-10-26 02:00,2\n2025-10-26 02:50,3\n2025-10-26 03:00,4\n';
  const SPRING = 'time,power\n2025-03-30 01:50,1\n2025-03-30 02:00,2\n2025-03-30 02:50,3\n2025-03-30 03:00,4\n';
  const YEAR = { startMs: Date.UTC(2025, 0, 1), endMs: Date.UTC(2026, 0, 1) };

  async function times({ user }: Plant): Promise<string[]> {
    const body = { segmentIds: ['inv-1'], signalIds: ['ActivePower||Raw'], ...YEAR, resolution: 'raw' as const, maxPoints: 100_000 };
    const [series] = (await user.call(signalEndpoints.values, { body })).series;
    return (series?.timesMs ?? []).map((timeMs) => new Date(timeMs).toISOString().slice(0, 16));
  }

  test.each([
    ['reported with its lines', '', ['2025-10-25T23:50', '2025-10-26T02:00'], 'timeAmbiguous: 2, line 3, 4'],
    [
      'the first of the two',
      ', ambiguous: first',
      ['2025-10-25T23:50', '2025-10-26T00:00', '2025-10-26T00:50', '2025-10-26T02:00'],
      'Done.',
    ],
    [
      'the second of the two',
      ', ambiguous: second',
      ['2025-10-25T23:50', '2025-10-26T01:00', '2025-10-26T01:50', '2025-10-26T02:00'],
      'Done.',
    ],
  ])('that exist twice are %s', async (_, more, expected, told) => {
    const { plant, load } = await openConsole();
    const { text } = await load(ONE_DEVICE.replace(' }', `${more} }`), AUTUMN);
    expect(text).toContain(told);
    expect(await times(plant)).toEqual(expected);
  });

  test.each([
    ['reported with their lines', '', ['2025-03-30T00:50', '2025-03-30T01:00'], 'timeNonexistent: 2, line 3, 4'],
    ['moved behind the gap', ', nonexistent: shiftForward', ['2025-03-30T00:50', '2025-03-30T01:00', '2025-03-30T01:50'], 'Done.'],
  ])('that do not exist are %s', async (_, more, expected, told) => {
    const { plant, load } = await openConsole();
    const { text } = await load(ONE_DEVICE.replace(' }', `${more} }`), SPRING);
    expect(text).toContain(told);
    expect(await times(plant)).toEqual(expected);
  });

  test('near the grid are moved onto it, others stay as they are', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(ONE_DEVICE, 'time,power\n2026-01-15 11:00:29,1\n2026-01-15 11:10:31,2\n2026-01-15 11:19:31,3\n');
    expect(text).toContain('Done.');
    expect((await plant.stored('inv-1')).map(([time]) => time)).toEqual([
      '2026-01-15T10:00:00.000Z',
      '2026-01-15T10:10:31.000Z',
      '2026-01-15T10:20:00.000Z',
    ]);
  });

  test('near a time where another row stands stay as they are', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(ONE_DEVICE, 'time,power\n2026-01-15 11:00:00,1\n2026-01-15 11:09:58,2\n2026-01-15 11:10:00,3\n');
    expect(text).toContain('imported 3 points');
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-15T10:00:00.000Z', 1],
      ['2026-01-15T10:09:58.000Z', 2],
      ['2026-01-15T10:10:00.000Z', 3],
    ]);
  });

  test('that are none, of other centuries or of the future cost their rows only', async () => {
    const { plant, load } = await openConsole();
    const rows = [
      '2026-01-15 11:00,1',
      'soon,2',
      ',3',
      '1066-10-14 09:00,4',
      '9999-12-31 00:00,5',
      '2026-01-15 13:20,6',
      '2026-01-15 25:00,7',
      '2026-01-15 11:10,8',
    ];
    const { text } = await load(ONE_DEVICE, `time,power\n${rows.join('\n')}\n`);
    expect(text).toContain('  timeInvalid: 4, line 3, 4, 5, 8');
    expect(text).toContain('  inFuture: 2, line 6, 7');
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual([1, 8]);
  });

  test('without a zone are refused where the mapping names none', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(
      ONE_DEVICE.replace(' zone: Europe/Stockholm,', ''),
      'time,power\n2026-01-15 11:00,1\n2026-01-15T10:10:00Z,2\n',
    );
    expect(text).toContain('  timeWithoutZone: 1, line 2');
    expect(await plant.stored('inv-1')).toEqual([['2026-01-15T10:10:00.000Z', 2]]);
  });

  test.each([
    ['monthFirst', '1/15/2026 11:00 AM'],
    ['dayFirst', '15.1.2026 11:00:00'],
    ['dayFirst', '15/01/2026 10:00 Z'],
    ['epochSeconds', '1768471200'],
    ['epochMilliseconds', '1768471200000'],
  ])('as %s: %s', async (format, time) => {
    const { plant, load } = await openConsole();
    const zone = format.startsWith('epoch') ? '' : 'zone: Europe/Stockholm, ';
    const mapping = ONE_DEVICE.replace('zone: Europe/Stockholm, ', `${zone}format: ${format}, `);
    expect((await load(mapping, `time,power\n${time},1\n`)).text).toContain('Done.');
    expect(await plant.stored('inv-1')).toEqual([['2026-01-15T10:00:00.000Z', 1]]);
  });
});

describe('several rows of one device and time', () => {
  const time = (i: number) => new Date(Date.UTC(2026, 0, 14, 0, i * 10)).toISOString();
  const two = (powerOf: (device: number, i: number) => number) =>
    `time,power\n${[0, 1].flatMap((device) => Array.from({ length: 100 }, (_, i) => `${time(i)},${powerOf(device, i)}`)).join('\n')}\n`;

  test('with other values stop an import: a column that identifies the device may be missing', async () => {
    const { plant, load } = await openConsole();
    const file = two((device, i) => device * 1000 + i);
    const { code, text } = await load(ONE_DEVICE, file);
    expect(code).toBe(1);
    expect(text).toContain(
      '100 of 200 rows repeat the time of another row of the same device with other values. Is a column that identifies',
    );
    expect(await plant.stored('inv-1')).toEqual([]);
  });

  test('count as the newest where the mapping says so, and the others are counted', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(
      `${ONE_DEVICE}duplicates: newest\n`,
      two((device, i) => device * 1000 + i),
    );
    expect(text).toContain('  sameTime: 100, line 2, 3, 4');
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual(Array.from({ length: 100 }, (_, i) => 1000 + i));
  });

  test('with the same values are counted and cost nothing', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(
      ONE_DEVICE,
      two((_, i) => i),
    );
    expect(text).toContain('  sameTime: 100, line 2, 3, 4');
    expect(await plant.stored('inv-1')).toHaveLength(100);
  });

  test('are reported where they are few', async () => {
    const { plant, load } = await openConsole();
    const rows = Array.from({ length: 150 }, (_, i) => `${time(i % 149)},${i}`);
    const { text } = await load(ONE_DEVICE, `time,power\n${rows.join('\n')}\n`);
    expect(text).toContain('  sameTime: 1, line 2');
    expect((await plant.stored('inv-1'))[0]?.[1]).toBe(149);
  });
});

describe('events', () => {
  async function events({ db }: Plant) {
    const rows = await db.select().from(rawEvents).orderBy(asc(rawEvents.segmentId), asc(rawEvents.startMs));
    const time = (ms: number | null) => ms && new Date(ms).toISOString().slice(11, 19);
    return rows.map(({ segmentId, code, startMs, endMs, message }) => [segmentId, code, time(startMs), time(endMs), message]);
  }

  test('from the code that was active at each interval: a change and a gap end them', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, stamp: start, interval: PT10M }
device: { column: wt, segments: { A: inv-1, B: inv-2 } }
events: { activeCode: code, ignore: ['0'] }
`;
    const rows = [
      '10:00:00Z,A,7',
      '10:10:00Z,A,7',
      '10:20:00Z,A,9',
      '10:30:00Z,A,0',
      '10:40:00Z,A,9',
      '11:00:00Z,A,9',
      '11:10:00Z,B,9',
      '11:10:00Z,C,9',
    ];
    const { text } = await load(mapping, `t,wt,code\n${rows.map((row) => `2026-01-15T${row}`).join('\n')}\n`);
    expect(text).toMatch(/8 rows, imported 0 points of 0 series and 5 events/);
    expect(text).toContain('  unknownDevice: 1, line 9');
    expect(await events(plant)).toEqual([
      ['inv-1', '7', '10:00:00', '10:20:00', ''],
      ['inv-1', '9', '10:20:00', '10:30:00', ''],
      ['inv-1', '9', '10:40:00', '10:50:00', ''],
      ['inv-1', '9', '11:00:00', '11:10:00', ''],
      ['inv-2', '9', '11:10:00', '11:20:00', ''],
    ]);
  });

  const ROWS = `version: 1
time: { column: on, format: dayFirst, zone: Europe/Stockholm, stamp: start, interval: PT10M }
device: { segmentId: inv-1 }
events: { code: code, text: text, start: on, end: off, ignore: ['OK'] }
`;

  test('from one row each, at any second, open where the end is empty', async () => {
    const { plant, load } = await openConsole();
    const file =
      'on,off,code,text\n15.01.2026 11:03:27,15.01.2026 11:04:01,F1,Grid lost\n15.01.2026 11:07:00,,F2,\n15.01.2026 11:08:00,15.01.2026 11:09:00,OK,\n';
    const { code, text } = await load(ROWS, file);
    expect([code, text]).toEqual([0, expect.stringContaining('and 2 events')]);
    expect(await events(plant)).toEqual([
      ['inv-1', 'F1', '10:03:27', '10:04:01', 'Grid lost'],
      ['inv-1', 'F2', '10:07:00', null, ''],
    ]);
  });

  test('open where the end is a text that means no value', async () => {
    const { plant, load } = await openConsole();
    const { code, text } = await load(ROWS, 'on,off,code,text\n15.01.2026 11:03:27,-,F1,\n15.01.2026 11:05:00, - ,F2,\n');
    expect([code, text]).toEqual([0, expect.stringContaining('and 2 events')]);
    expect(text).not.toContain('timeInvalid');
    expect(await events(plant)).toEqual([
      ['inv-1', 'F1', '10:03:27', null, ''],
      ['inv-1', 'F2', '10:05:00', null, ''],
    ]);
  });

  test('of a log of the past end with it, where it leaves them open', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(ROWS, 'on,off,code,text\n15.01.2016 11:03:27,,F1,\n17.01.2016 12:05:00,17.01.2016 12:07:30,F2,\n');
    expect(await events(plant)).toEqual([
      ['inv-1', 'F1', '10:03:27', '11:15:00', ''],
      ['inv-1', 'F2', '11:05:00', '11:07:30', ''],
    ]);
    const rows = await plant.db.select().from(rawEvents);
    expect(rows.map(({ endMs }) => new Date(endMs ?? 0).toISOString().slice(0, 10))).toEqual(['2016-01-17', '2016-01-17']);
    expect(text).toContain('  eventStillOpen: 1, line 2');
  });

  test('until the next row of the device, where rows have no end', async () => {
    const { plant, load } = await openConsole();
    const file = 'on,code,text\n15.01.2026 11:00:05,F1,\n15.01.2026 11:02:00,OK,\n15.01.2026 11:05:00,F2,\n';
    await load(ROWS.replace(' end: off,', ''), file);
    expect(await events(plant)).toEqual([
      ['inv-1', 'F1', '10:00:05', '10:02:00', ''],
      ['inv-1', 'F2', '10:05:00', null, ''],
    ]);
  });

  test('whose times cannot be used are told with their lines', async () => {
    const { plant, load } = await openConsole();
    const rows = [
      '26.10.2025 02:30:00,26.10.2025 04:00:00',
      '26.10.2025 01:30:00,26.10.2025 02:30:00',
      '26.10.2025 05:00:00,26.10.2025 04:00:00',
      '26.10.2025 06:00:00,26.10.2025 07:00:00',
    ];
    const { text } = await load(ROWS, `on,off,code,text\n${rows.map((row) => `${row},F,`).join('\n')}\n`);
    expect(text).toContain('  timeAmbiguous: 1, line 2');
    expect(text).toContain('  timeAmbiguous off: 1, line 3');
    expect(text).toContain('  timeInvalid event F: 1, line 4');
    expect((await events(plant)).map(([, , start]) => start)).toEqual(['05:00:00']);
  });
});

describe('a mapping that cannot work is refused with all that is wrong', () => {
  test.each([
    ['no YAML', ': :', 'YAML'],
    ['nothing to import', ONE_DEVICE.replace(/signals.*/, ''), 'signals: are missing, and so are events'],
    ['an unknown time zone', ONE_DEVICE.replace('Europe/Stockholm', 'Europe/Atlantis'), 'time.zone: is no time zone'],
    ['a stamp that is none', ONE_DEVICE.replace('stamp: start', 'stamp: noon'), 'time.stamp'],
    ['an unknown device', ONE_DEVICE.replace('inv-1', 'inv-9'), 'power → inv-9 ActivePower: unknownDevice'],
    ['an unknown signal', ONE_DEVICE.replace('ActivePower', 'Happiness'), 'power → inv-1 Happiness: unknownSignal'],
    ['a signal of other devices', ONE_DEVICE.replace('ActivePower', 'RotorSpeed'), 'signalNotForDevice'],
    ['a unit of something else', ONE_DEVICE.replace('signal: ActivePower', 'signal: ActivePower, unit: °C'), 'wrongUnit'],
    ['a column that is not there', ONE_DEVICE.replace('column: power', 'column: kraft'), 'has no column kraft. It has time, power.'],
  ])('%s', async (_, mapping, told) => {
    const { plant, load } = await openConsole();
    const { code, text } = await load(mapping, 'time,power\n2026-01-15 11:00,1\n');
    expect([code, text]).toEqual([1, expect.stringContaining(told)]);
    expect(await plant.stored('inv-1')).toEqual([]);
  });

  test('a file that is not there, an option that is none, nothing at all', async () => {
    const { folder, run } = await openConsole();
    await writeFile(join(folder, 'map.yaml'), ONE_DEVICE);
    expect(await run('map.yaml', 'nowhere.csv')).toEqual({ code: 1, text: expect.stringContaining('nowhere.csv is no file') });
    expect(await run('nowhere.yaml', 'nowhere.csv')).toEqual({ code: 1, text: expect.stringContaining('nowhere.yaml cannot be read') });
    expect(await run('--force')).toEqual({ code: 1, text: expect.stringContaining('--dry-run') });
    expect(await run()).toEqual({ code: 1, text: expect.stringContaining('npm run import') });
  });

  test('garbage that is called Parquet', async () => {
    const { load } = await openConsole();
    const { code, text } = await load(ONE_DEVICE, 'no parquet at all', { name: 'data.parquet' });
    expect([code, text]).toEqual([1, expect.stringContaining('data.parquet cannot be read as the mapping says')]);
  });
});
