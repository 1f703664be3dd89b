import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SiteId } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { openConsole } from './testing/import-console.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'examples', 'mappings');
const START = '2026-01-15T10:00:00.000Z';
const NEXT = '2026-01-15T10:10:00.000Z';

/** A mapping of one device, with further lines of YAML. */
function mappingOf(time: string, more = '', column = 'p'): string {
  return `version: 1
time: { column: t, zone: UTC, stamp: start, interval: PT10M${time} }
device: { segmentId: inv-1 }
signals: [{ column: ${column}, signal: ActivePower }]
${more}`;
}

describe('times of a file', () => {
  test.each([
    ['years first with slashes', '', '2026/01/15 10:00:00', '2026/01/15 10:10:00'],
    ['years first without leading zeros', '', '2026-1-15 10:00', '2026-1-15 10:10'],
    ['day first with dashes', ', format: dayFirst', '15-01-2026 10:00', '15-01-2026 10:10'],
    ['day first with the name of the month', ', format: dayFirst', '15-Jan-2026 10:00', '15-Jan-2026 10:10'],
    ['day first with two digits of the year', ', format: dayFirst', '15/01/26 10:00', '15/01/26 10:10'],
    ['month first with afternoons', ', format: monthFirst', '1/15/2026 10:00 AM', '"1/15/2026, 10:10:00 AM"'],
    ['digits without a mark between', ', format: compact', '202601151000', '202601151010'],
    ['days of a spreadsheet', ', format: excelDays', '46037.4166666667', '46037.4236111111'],
    ['seconds since 1970', ', format: epochSeconds', '1768471200', '1768471800'],
    ['the middle of the interval', ', stamp: middle', '2026-01-15 10:05', '2026-01-15 10:15'],
  ])('%s', async (_, time, first, second) => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf(time).replace(', stamp: start', time.includes('stamp') ? '' : ', stamp: start');
    expect(await load(mapping, `t,p\n${first},1\n${second},2\n`)).toMatchObject({ code: 0 });
    expect(await plant.stored('inv-1')).toEqual([
      [START, 1],
      [NEXT, 2],
    ]);
  });

  test('hours from 1 to 24 name the end of the hour', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf(', format: compact').replace('stamp: start, interval: PT10M', 'stamp: end, interval: PT1H');
    await load(mapping, 't,p\n2026011401,1\n2026011424,24\n');
    expect(await plant.stored('inv-1')).toEqual([
      ['2026-01-14T00:00:00.000Z', 1],
      ['2026-01-14T23:00:00.000Z', 24],
    ]);
  });

  test.each([
    ['10:00', '10:10'],
    ['1000', '1010'],
    ['10:00:00', '10:10:00'],
  ])('a date and a clock %s in columns of their own', async (first, second) => {
    const { plant, load } = await openConsole();
    const { code, text } = await load(
      mappingOf(', format: dayFirst, clock: h'),
      `t,h,p\n15.01.2026,${first},1\n15.01.2026 00:00:00,${second},2\n`,
    );
    expect([code, text]).toEqual([0, expect.not.stringContaining('timeInvalid')]);
    expect(await plant.stored('inv-1')).toEqual([
      [START, 1],
      [NEXT, 2],
    ]);
  });

  test('a month above 12 is reported with its line, not read as a day', async () => {
    const { plant, load } = await openConsole();
    const { text } = await load(mappingOf(', format: dayFirst'), 't,p\n12/01/2026 10:00,1\n01/13/2026 10:00,2\n');
    expect(text).toContain('  timeInvalid: 1, line 3');
    expect(await plant.stored('inv-1')).toEqual([['2026-01-12T10:00:00.000Z', 1]]);
  });
});

describe('tables of a file', () => {
  test('one value per row, by the name of what was measured', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, zone: UTC, stamp: start, interval: PT10M }
device: { column: d, segments: { A: inv-1, B: inv-2 } }
long: { nameColumn: tag, valueColumn: v }
signals: [{ column: P_ac, signal: ActivePower, unit: W }, { column: T, signal: InverterTemperature }]
`;
    const rows = ['10:00,A,P_ac,1500', '10:00,A,T,31', '10:00,B,P_ac,2500', '10:00,B,uptime,never', '10:10,A,T,broken'];
    const { text } = await load(mapping, `t,d,tag,v\n${rows.map((row) => `2026-01-15 ${row}`).join('\n')}\n`);
    expect(text).toContain('  valueInvalid T: 1, line 6');
    expect(await plant.stored('inv-1')).toEqual([[START, 1.5]]);
    expect(await plant.stored('inv-2')).toEqual([[START, 2.5]]);
    expect(await plant.stored('inv-1', 'InverterTemperature||Raw')).toEqual([[START, 31]]);
  });

  test('a column per device', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, zone: UTC, stamp: start, interval: PT10M }
signals: [{ column: 'Inverter 1', signal: ActivePower, segmentId: inv-1 }, { column: 'Inverter 2', signal: ActivePower, segmentId: inv-2 }]
`;
    await load(mapping, 't,Inverter 1,Inverter 2\n2026-01-15 10:00,1,2\n');
    expect([await plant.stored('inv-1'), await plant.stored('inv-2')]).toEqual([[[START, 1]], [[START, 2]]]);
    expect((await load(mapping.replace(', segmentId: inv-2', ''), '')).text).toContain('device: is missing');
  });

  test('a head of several lines, columns without a name, and the head once more in the middle', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf('', 'format: { skipLines: 1, headerLines: 2 }\n', "'column 2'").replace('column: t', "column: 'column 1'");
    const file = 'Plant 7\n,\n,kW\n2026-01-15 10:00,1\ncolumn 1,\n2026-01-15 10:10,x\n';
    const { text } = await load(mapping, file);
    expect(text).toContain('  valueInvalid column 2: 1, line 6');
    expect(text).toContain('  headerRepeated: 1, line 5');
    expect(await plant.stored('inv-1')).toEqual([[START, 1]]);
  });

  test('only the rows that count, multiplied by a factor, with the line numbers of the file', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf('', "only: { run: ['1'] }\n").replace('signal: ActivePower', 'signal: ActivePower, factor: 500');
    const rows = ['10:00,0,9', '10:00,1,0.5', '10:10,0,x', '10:10,1,x'];
    const { text } = await load(mapping, `t,run,p\n${rows.map((row) => `2026-01-15 ${row}`).join('\n')}\n`);
    expect(text).toContain('  valueInvalid p: 1, line 5');
    expect(await plant.stored('inv-1')).toEqual([[START, 250]]);
  });

  test('tabs between cells, which may hold commas and quotes', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf('', 'format: { delimiter: "\\t" }\n');
    expect(await load(mapping, 't\tnote\tp\r\n2026-01-15 10:00\t"a, b"\t1\r\n')).toMatchObject({ code: 0 });
    expect(await plant.stored('inv-1')).toEqual([[START, 1]]);
  });

  test('no line of column names at all', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf('', 'format: { headerLines: 0 }\n', "'column 2'").replace('column: t', "column: 'column 1'");
    await load(mapping, '2026-01-15 10:00,1\n2026-01-15 10:10,2\n');
    expect(await plant.stored('inv-1')).toEqual([
      [START, 1],
      [NEXT, 2],
    ]);
  });

  test('digits in groups, and texts of another encoding', async () => {
    const { plant, load } = await openConsole();
    const mapping = mappingOf(
      '',
      "format: { delimiter: ';', decimalComma: true, thousands: '.', encoding: windows-1252 }\n",
      "'Leistung ø'",
    );
    const file = Buffer.from('t;Leistung ø\n2026-01-15 10:00;1.234,5\n', 'latin1');
    expect(await load(mapping, gzipSync(file), { name: 'data.csv.gz' })).toMatchObject({ code: 0 });
    expect(await plant.stored('inv-1')).toEqual([[START, 1234.5]]);
    const wide = Buffer.from('\uFEFFt;Leistung ø\n2026-01-15 10:10;2\n', 'utf16le');
    expect(await load(mapping.replace('windows-1252', 'utf-16'), wide)).toMatchObject({ code: 0 });
    expect(await plant.stored('inv-1')).toEqual([
      [START, 1234.5],
      [NEXT, 2],
    ]);
  });

  test('a sheet of a workbook, with dates and numbers as the workbook has them', async () => {
    const { plant, load } = await openConsole();
    const day = (time: string) => ({ value: new Date(`2026-01-15T${time}Z`), type: Date, format: 'dd/mm/yyyy hh:mm' });
    const sheet = [
      ['Export of January', null],
      ['t', 'p'],
      [day('10:00:00'), { value: -1.5, type: Number }],
      [day('10:10:00'), 'n/a'],
      [day('10:20:00'), 'out of order'],
    ].map((row) => row.map((cell) => (typeof cell === 'string' ? { value: cell, type: String } : cell)));
    const content = await (
      await writeXlsxFile([
        { data: [[]], sheet: 'Info' },
        { data: sheet, sheet: 'Data' },
      ] as never)
    ).toBuffer();
    const mapping = mappingOf('', "format: { sheet: Data, skipLines: 1, missing: ['n/a'] }\n");
    const { text } = await load(mapping, content, { name: 'export.xlsx' });
    expect(text).toContain('  valueInvalid p: 1, line 5');
    expect(await plant.stored('inv-1')).toEqual([[START, -1.5]]);
    expect((await load(mapping.replace('sheet: Data', 'sheet: January'), content, { name: 'export.xlsx' })).text).toContain(
      'has no sheet January. It has Info, Data.',
    );
  });
});

describe('the mappings of docs/examples/mappings read what stands in their first lines', () => {
  test.each(['wide', 'long', 'logger-export'])('%s', async (name) => {
    const { plant, load } = await openConsole();
    await plant.given.segment({ siteId: 'plant' as SiteId, id: 'ws-1', name: 'WS-1', segmentType: 'WeatherStation' });
    const mapping = await readFile(join(EXAMPLES, `${name}.yaml`), 'utf8');
    const lines = [...mapping.matchAll(/^# {3}(.*)$/gm)].map(([, line]) => line ?? '');
    const file = `${lines.join('\n')}\n`;
    const { code, text } = await load(mapping, name === 'logger-export' ? Buffer.from(file, 'latin1') : file);
    expect([code, text]).toEqual([0, expect.stringMatching(/imported [23] points of [234] series(.|\n)*Done\.$/)]);
  });
});

describe('what cannot be imported is refused with the way to mend it', () => {
  test('two columns of one signal', async () => {
    const { plant, load } = await openConsole();
    const mapping = `version: 1
time: { column: t, zone: UTC, stamp: start, interval: PT10M }
device: { segmentId: inv-1 }
signals: [{ column: mean, signal: ActivePower }, { column: sd, signal: ActivePower }]
`;
    const file = 't,mean,sd\n2026-01-15 10:00,100,4\n';
    const { code, text } = await load(mapping, file, { args: ['--dry-run'] });
    expect([code, text]).toEqual([1, expect.stringContaining('mean, sd → inv-1 ActivePower||Raw')]);
    await load(mapping.replace('column: sd, signal: ActivePower', 'column: sd, signal: ActivePower||StdDev'), file);
    expect([await plant.stored('inv-1'), await plant.stored('inv-1', 'ActivePower||StdDev')]).toEqual([[[START, 100]], [[START, 4]]]);
  });

  test.each([
    ['data.xls', 'Save it as .xlsx or as CSV'],
    ['data.zip', 'Unpack it'],
    ['data.xlsx', 'Save its sheet as CSV'],
  ])('%s', async (name, hint) => {
    const { load } = await openConsole();
    expect(await load(mappingOf(''), 'no workbook', { name })).toEqual({ code: 1, text: expect.stringContaining(hint) });
  });

  test('a time whose order of day and month is not decided', async () => {
    const { load } = await openConsole();
    const { code, text } = await load(mappingOf(', format: dayOrMonthFirst'), 't,p\n1/2/2026 10:00,1\n');
    expect([code, text]).toEqual([1, expect.stringMatching(/time\.format: .*"dayFirst".*"monthFirst"/)]);
  });
});
