import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { longestTurn, MOST_YARDSTICKS } from '../testing/longest-turn.ts';
import { readWorkbook } from './read-workbook.ts';
import { unpackedBytes } from './zip-directory.ts';

async function workbook(rows: number): Promise<Buffer> {
  const data = Array.from({ length: rows }, (_, at) => [{ value: `=${at}` }, { value: at }]);
  return writeXlsxFile(data, { sheet: 'Codes' }).toBuffer();
}

test('sheets come back with their texts, formulas as the texts they were', async () => {
  const [sheet] = await readWorkbook(await workbook(2));
  expect(sheet).toEqual({
    sheet: 'Codes',
    data: [
      ['=0', 0],
      ['=1', 1],
    ],
  });
});

test('a large workbook keeps the main thread for a moment only', { timeout: 60_000 }, async () => {
  const content = await workbook(30_000);
  expect(await longestTurn(() => readWorkbook(content))).toBeLessThan(MOST_YARDSTICKS);
});

test('a small file that says it unpacks to gigabytes is refused before it is unpacked', async () => {
  const content = await workbook(1);
  const entry = content.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  content.writeUInt32LE(0xf0_00_00_00, entry + 24);
  expect(unpackedBytes(content)).toBeGreaterThan(4_000_000_000);
  await expect(readWorkbook(content)).rejects.toThrow('larger than 256 MB');
});

test('what is no workbook is refused, cut off or not', async () => {
  await expect(readWorkbook(Buffer.from('PK\u0003\u0004'))).rejects.toThrow();
  await expect(readWorkbook((await workbook(5)).subarray(0, 900))).rejects.toThrow();
  expect(unpackedBytes(new Uint8Array(3))).toBe(0);
});
