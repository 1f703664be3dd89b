import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cell, writeWorkbookFile } from './workbook-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-workbook-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HEAD = ['site', 'value', 'note'];

async function writeAndRead(rows: readonly (readonly Cell[])[], rowsPerSheet?: number) {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`);
  await writeWorkbookFile(
    path,
    (async function* () {
      yield* rows;
    })(),
    { head: HEAD, sheetName: (number) => `Rows ${number} & more`, ...(rowsPerSheet ? { rowsPerSheet } : {}) },
  );
  return readXlsxFile(await readFile(path));
}

test('a workbook reads back what was written, whatever the texts', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((value) => value.trim() !== '' && value === value.trim());
  const row = fc.tuple(text, fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })), text);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const [sheet] = await writeAndRead(rows);
      const expected = rows.map(([site, value, note]) => [site, Object.is(value, -0) ? 0 : value, note]);
      expect(sheet?.data.map((cells) => cells.map((cell) => (Object.is(cell, -0) ? 0 : cell)))).toEqual([HEAD, ...expected]);
    }),
    { numRuns: 40 },
  );
});

test('rows beyond what a sheet holds go on in the next one, each with its head', async () => {
  const sheets = await writeAndRead(
    [1, 2, 3, 4, 5].map((value) => ['S', value, 'x']),
    2,
  );
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Rows 1 & more', 'Rows 2 & more', 'Rows 3 & more']);
  expect(sheets.map(({ data }) => data.map(([, value]) => value))).toEqual([
    ['value', 1, 2],
    ['value', 3, 4],
    ['value', 5],
  ]);
});

test('a local time is a date of the spreadsheet, to the second', async () => {
  const localMs = Date.UTC(2026, 2, 29, 3, 10, 5);
  const [sheet] = await writeAndRead([['S', { localMs }, 'x']]);
  const read = sheet?.data[1]?.[1];
  expect(read).toBeInstanceOf(Date);
  expect(Math.round((read as unknown as Date).getTime() / 1000) * 1000).toBe(localMs);
});

test('a workbook of nothing has a sheet with its head', async () => {
  expect(await writeAndRead([])).toEqual([{ sheet: 'Rows 1 & more', data: [HEAD] }]);
});

test('what XML cannot hold is left out', async () => {
  const [sheet] = await writeAndRead([['a\u0000b\u001fc', 1, '<&">']]);
  expect(sheet?.data[1]).toEqual(['abc', 1, '<&">']);
});

test('a workbook of half a million rows does not stand in memory', async () => {
  const path = join(folder, 'large.xlsx');
  // What other tests of this process have left.
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  await writeWorkbookFile(
    path,
    (async function* () {
      for (let row = 0; row < 500_000; row += 1) {
        if (row % 50_000 === 0) highest = Math.max(highest, process.memoryUsage().arrayBuffers);
        yield ['Plant', row / 7, '2026-01-15T00:00:00+01:00'];
      }
    })(),
    { head: HEAD, sheetName: String },
  );
  expect((await stat(path)).size).toBeGreaterThan(2_000_000);
  expect(highest - before).toBeLessThan(32 * 1024 * 1024);
});

test('a source that fails fails the workbook, and leaves no file open', async () => {
  const failing = async function* (): AsyncGenerator<Cell[]> {
    yield ['S', 1, 'x'];
    throw new Error('engine gone');
  };
  const path = join(folder, 'half.xlsx');
  await expect(writeWorkbookFile(path, failing(), { head: HEAD, sheetName: String })).rejects.toThrow('engine gone');
});
