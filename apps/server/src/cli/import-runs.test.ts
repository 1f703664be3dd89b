import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { describe, expect, test } from 'vitest';
import { ONE_DEVICE, openConsole } from './testing/import-console.ts';

describe('an import', () => {
  const FILE = 'time,power\n2026-01-15 11:00,1\n';

  test('a dry run tells what it would do and writes nothing', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(ONE_DEVICE, FILE, { args: ['--dry-run'] });
    expect(text).toContain('1 rows, would import 1 points of 1 series');
    expect(text).toContain('  inv-1 ActivePower||Raw: 1 points');
    expect(await plant.stored('inv-1')).toEqual([]);
    expect(await plant.deps.signals.registry.list(['inv-1' as never])).toEqual([]);
    expect((await load(ONE_DEVICE, FILE)).text).toContain('imported 1 points');
  });

  test('a file that was finished is passed over, until it or the mapping changes or it is asked for again', async () => {
    const { run, load } = await openConsole();
    await load(ONE_DEVICE, FILE);
    expect((await run('map.yaml', 'data.csv')).text).toContain('data.csv: imported before');
    await run('map.yaml', 'data.csv', '--again', '--dry-run');
    expect((await run('map.yaml', 'data.csv')).text).toContain('data.csv: imported before');
    expect((await run('map.yaml', 'data.csv', '--again')).text).toContain('imported 1 points');
    expect((await load(ONE_DEVICE, `${FILE}2026-01-15 11:10,2\n`)).text).toContain('imported 2 points');
    expect((await load(`${ONE_DEVICE}# corrected\n`, `${FILE}2026-01-15 11:10,2\n`)).text).toContain('imported 2 points');
  });

  test('an interrupted run goes on with the files that were not finished', async () => {
    const console = await openConsole();
    const { plant, folder, run } = console;
    await writeFile(join(folder, 'map.yaml'), ONE_DEVICE);
    for (const day of [1, 2, 3]) await writeFile(join(folder, `${day}.csv`), `time,power\n2026-01-0${day} 11:00,${day}\n`);
    const { store } = plant.deps.signals;
    const write = store.writeRawFrom;
    let writes = 0;
    store.writeRawFrom = (points, options) => {
      writes += 1;
      if (writes === 2) console.terminal.abort();
      return write(points, options);
    };
    const interrupted = await run('map.yaml', '1.csv', '2.csv', '3.csv');
    expect([interrupted.code, interrupted.text]).toEqual([
      1,
      expect.stringMatching(/1\.csv: 1 rows, imported.*Stopped\. The same command again goes on/s),
    ]);
    store.writeRawFrom = write;
    console.terminal = new AbortController();
    expect((await run('map.yaml', '1.csv', '2.csv', '3.csv')).text).toMatch(
      /1\.csv: imported before.*2\.csv: 1 rows, imported 1.*3\.csv: 1 rows, imported 1.*Done\.$/s,
    );
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual([1, 2, 3]);
  });

  test('the next file is read while one is written, and of a point in both the later file wins', async () => {
    const { plant, folder, run } = await openConsole();
    await writeFile(join(folder, 'map.yaml'), ONE_DEVICE);
    for (const value of [1, 2, 3]) await writeFile(join(folder, `${value}.csv`), `time,power\n2026-01-15 11:00,${value}\n`);
    const { store } = plant.deps.signals;
    const [write, read] = [store.writeRawFrom, store.useStagedFile];
    const secondRead = Promise.withResolvers<void>();
    let [reads, writing] = [0, 0];
    store.useStagedFile = (file, work, options) => {
      const isSecond = ++reads === 2;
      return read(
        file,
        (staged) => {
          if (isSecond) secondRead.resolve();
          return work(staged);
        },
        options,
      );
    };
    store.writeRawFrom = async (points, options) => {
      writing += 1;
      expect(writing).toBe(1);
      await secondRead.promise;
      await write(points, options);
      writing -= 1;
    };
    const { text } = await run('map.yaml', '1.csv', '2.csv', '3.csv');
    expect(text).toMatch(/^1\.csv: .*\n2\.csv: .*\n3\.csv: .*\nDone\.$/);
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual([3]);
  });

  test('a file that cannot be read lets the ones before it finish and none behind it begin', async () => {
    const { plant, folder, run } = await openConsole();
    await writeFile(join(folder, 'map.yaml'), ONE_DEVICE);
    await writeFile(join(folder, '1.csv'), 'time,power\n2026-01-01 11:00,1\n');
    await writeFile(join(folder, '2.csv'), 'time,kraft\n2026-01-02 11:00,2\n');
    await writeFile(join(folder, '3.csv'), 'time,power\n2026-01-03 11:00,3\n');
    const { code, text } = await run('map.yaml', '1.csv', '2.csv', '3.csv');
    expect([code, text]).toEqual([1, expect.stringMatching(/^1\.csv: 1 rows, imported.*\n.*2\.csv has no column power/)]);
    expect((await plant.stored('inv-1')).map(([, value]) => value)).toEqual([1]);
    expect((await run('map.yaml', '1.csv')).text).toContain('1.csv: imported before');
  });

  test('a file that is named twice is imported once', async () => {
    const { load } = await openConsole();
    const { text } = await load(ONE_DEVICE, FILE, { args: ['data.csv'] });
    expect(text.match(/imported/g)).toHaveLength(1);
  });

  test('a file without rows, and one of the years before 1970', async () => {
    const { plant, load } = await openConsole();
    const { code, text } = await load(ONE_DEVICE, 'time,power\n');
    expect([code, text]).toEqual([0, expect.stringContaining('0 rows, imported 0 points of 1 series, no usable time')]);
    expect((await load(ONE_DEVICE, 'time,power\n1969-07-20 21:10,1\n')).text).toContain('imported 1 points');
    const { store } = plant.deps.signals;
    const [row] = await plant.deps.signals.registry.list(['inv-1' as never]);
    expect((await store.readLatest([row?.series ?? 0])).values).toEqual(Float64Array.of(1));
  });

  test('lines of a problem are told in their order, whatever devices they are of', async () => {
    const { load } = await openConsole();
    const mapping = `version: 1
time: { column: t, stamp: start, interval: PT10M }
device: { column: wt, segments: { A: inv-1, B: inv-2 } }
signals: [{ column: p, signal: ActivePower }]
`;
    const rows = Array.from({ length: 30 }, (_, index) => `2026-01-15T10:00:00Z,${'BAC'[index % 3]},x`);
    const { text } = await load(mapping, `t,wt,p\n${rows.join('\n')}\n`);
    expect(text).toContain(`  valueInvalid p: 30, line ${Array.from({ length: 20 }, (_, index) => index + 2).join(', ')}, ...`);
    expect(text).toContain('  unknownDevice: 10, line 4, 7, 10');
  });

  test('what was imported shows in the status of its site', async () => {
    const { plant, load } = await openConsole();
    await load(ONE_DEVICE, FILE);
    const { items } = await plant.user.call(ingestEndpoints.status);
    expect(items).toMatchObject([{ siteId: 'plant', lastPointMs: Date.UTC(2026, 0, 15, 10) }]);
  });
});
