import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { createSignalStore } from '../../../../signals/create-signal-store.ts';
import type { SignalStore } from '../../../../signals/signal-store.ts';
import type { SignalDatabase } from '../../../../signals/sql/signal-database.ts';
import { openTestEngine } from '../../../../testing/test-signals.ts';
import type { FileGuess } from './file-guess.ts';
import { guessFile } from './guess-file.ts';
import { writeMapping } from './write-mapping.ts';

let folder = '';
let store: SignalStore;
let engine: SignalDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-guess-'));
  engine = await openTestEngine(folder);
  store = createSignalStore({ database: engine, directory: { describeBlocks: async () => [] } });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function guess(content: string | Buffer, name = 'data.csv'): Promise<FileGuess> {
  const path = join(folder, name);
  await writeFile(path, content);
  return guessFile(store, path);
}

const refusal = (content: string | Buffer, name?: string): Promise<string> =>
  guess(content, name).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

/** Whether a place of the mapping is doubted, and how much speaks for it. */
const doubtsOf = ({ doubts }: FileGuess, what: string): string[] =>
  doubts.filter((doubt) => doubt.what === what).map(({ confidence }) => confidence);

/** Columns with the signal and the unit they are read as. */
const readAs = ({ mapping }: FileGuess): Record<string, string> =>
  Object.fromEntries(mapping.signals.map(({ column, signal, unit }) => [column, `${signal} ${unit}`]));

/** Rows every ten minutes from a day of 2025 on, each a time and cells. */
function rows(
  count: number,
  cells: (index: number) => string,
  { stamp = (iso: string) => iso, stepMinutes = 10, day = '2025-06-01' } = {},
): string {
  return Array.from({ length: count }, (_, index) => {
    const iso = new Date(Date.parse(`${day}T00:00:00Z`) + index * stepMinutes * 60_000).toISOString();
    return `${stamp(iso)},${cells(index)}\n`;
  }).join('');
}

const plain = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
const slashed = (order: 'dayFirst' | 'monthFirst') => (iso: string) => {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${order === 'dayFirst' ? `${day}/${month}` : `${month}/${day}`}/${year} ${iso.slice(11, 16)}`;
};
/** Power of a day, from 0 at midnight. */
const bell = (index: number, steps: number, peak: number): string =>
  Math.max(0, peak * Math.sin((Math.PI * (index - steps / 4)) / (steps / 2))).toFixed(2);

describe('day or month first', () => {
  test.each([
    ['by a number above 12 behind thousands of rows', 'dayFirst', 2000, '2025-03-01', []],
    ['by a number above 12 in the second place', 'monthFirst', 2000, '2025-03-01', []],
    ['by days that follow each other', 'dayFirst', 6 * 144, '2025-03-01', []],
    ['by days that follow each other in the second place', 'monthFirst', 6 * 144, '2025-03-01', []],
    ['by two days, which is likely', 'monthFirst', 200, '2025-01-02', ['likely']],
  ] as const)('is decided %s', async (_, order, count, day, doubts) => {
    const found = await guess(`t,power (kW)\n${rows(count, () => '1', { stamp: slashed(order), day })}`);
    expect([found.mapping.time.format, doubtsOf(found, 'order')]).toEqual([order, doubts]);
  });

  test('is requested where one day decides nothing, and the mapping cannot be used before the response', async () => {
    const found = await guess(`t,power (kW)\n${rows(100, () => '1', { stamp: slashed('monthFirst'), day: '2022-01-02' })}`);
    expect([found.mapping.time.format, doubtsOf(found, 'order')]).toEqual(['dayOrMonthFirst', ['open']]);
    expect(writeMapping(found)).toContain(
      'format: dayOrMonthFirst # DOUBT (open): the rows do not show whether the day or the month comes first',
    );
  });

  test('is refused where lines contradict each other, with both lines', async () => {
    const text = `t,power\n${rows(2000, () => '1', { stamp: slashed('dayFirst') })}${rows(2000, () => '1', { stamp: slashed('monthFirst'), day: '2025-08-01' })}`;
    expect(await refusal(text)).toMatch(/writes dates in two ways: line \d+ can only be day first, line \d+ only month first/);
  });
});

describe('times', () => {
  test.each([
    ['2025060102', 60, (iso: string) => iso.slice(0, 13).replaceAll(/\D/g, ''), { format: 'compact', interval: 'PT1H' }],
    ['digits of minutes', 15, (iso: string) => iso.slice(0, 16).replaceAll(/\D/g, ''), { format: 'compact', interval: 'PT15M' }],
    [
      'dd-mm-yyyy',
      10,
      (iso: string) => `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 16)}`,
      { format: 'dayFirst' },
    ],
    [
      'yyyy/mm/dd',
      5,
      (iso: string) => `${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}`,
      { format: 'iso', interval: 'PT5M' },
    ],
    ['01-Jun-2025', 30, (iso: string) => `${iso.slice(8, 10)}-Jun-2025 ${iso.slice(11, 16)}`, { format: 'dayFirst', interval: 'PT30M' }],
    ['seconds since 1970', 10, (iso: string) => String(Date.parse(iso) / 1000), { format: 'epochSeconds' }],
    [
      'days of a spreadsheet',
      15,
      (iso: string) => (Date.parse(iso) / 86_400_000 + 25_569).toFixed(9),
      { format: 'excelDays', interval: 'PT15M' },
    ],
    ['with an offset', 10, (iso: string) => iso.replace('.000Z', '+02:00'), { format: 'iso', zone: undefined }],
  ])('%s', async (_, stepMinutes, stamp, expected) => {
    const { mapping } = await guess(`time,power (kW)\n${rows(stepMinutes === 30 ? 1400 : 3000, () => '1', { stamp, stepMinutes })}`);
    expect({ zone: undefined, ...mapping.time }).toMatchObject(expected);
  });

  test.each([
    ['24:00', '2025-06-01 24:00', 'end', ['likely']],
    ['00:10 to 00:00', '', 'end', ['likely']],
  ])('name the end of the interval where a day ends at %s', async (_, last, stamp, confidence) => {
    const first = rows(143, () => '1', { stamp: (iso) => plain(new Date(Date.parse(iso) + 600_000).toISOString()) });
    const found = await guess(`t,power (kW)\n${first}${last || '2025-06-02 00:00'},1\n`);
    expect([found.mapping.time.stamp, doubtsOf(found, 'stamp')]).toEqual([stamp, confidence]);
  });

  test.each([
    ['Timestamp end', 'end'],
    ['interval_start', 'start'],
  ])('in a column called %s need no request', async (column, stamp) => {
    const found = await guess(`${column},power (kW)\n${rows(20, () => '1', { stamp: plain })}`);
    expect([found.mapping.time.stamp, doubtsOf(found, 'stamp')]).toEqual([stamp, []]);
  });

  test('in the middle of the interval, and beside it', async () => {
    const shifted = (minutes: number) => (iso: string) => plain(new Date(Date.parse(iso) + minutes * 60_000).toISOString());
    const middle = await guess(`t,power (kW)\n${rows(50, () => '1', { stamp: shifted(30), stepMinutes: 60 })}`);
    expect(middle.mapping.time).toMatchObject({ stamp: 'middle', interval: 'PT1H' });
    const beside = await guess(`t,power (kW)\n${rows(50, () => '1', { stamp: shifted(2), stepMinutes: 15 })}`);
    expect([beside.mapping.time.snapSeconds, doubtsOf(beside, 'phase')]).toEqual([150, ['likely']]);
  });

  test('a zone in the name of the column, or above the table', async () => {
    expect((await guess(`time_utc,power (kW)\n${rows(20, () => '1', { stamp: plain })}`)).doubts.map(({ what }) => what)).not.toContain(
      'zone',
    );
    const told = await guess(`Plant 7\nTime zone: Europe/Stockholm\nt,power (kW)\n${rows(20, () => '1', { stamp: plain })}`);
    expect([told.mapping.time.zone, told.mapping.format.skipLines, doubtsOf(told, 'zone')]).toEqual(['Europe/Stockholm', 2, ['likely']]);
    expect(doubtsOf(await guess(`t,power (kW)\n${rows(20, () => '1', { stamp: plain })}`), 'zone')).toEqual(['open']);
  });

  test('a date and a clock in columns of their own', async () => {
    const { mapping } = await guess(
      `Date,Hour,power (kW)\n${rows(200, () => '1', { stamp: (iso) => `${iso.slice(0, 10)},${iso.slice(11, 16)}`, stepMinutes: 60 })}`,
    );
    expect(mapping.time).toMatchObject({ column: 'Date', clock: 'Hour', interval: 'PT1H' });
  });

  test('rows at all distances are a logger that sends what changes, nights without rows are none', async () => {
    const minutes = [0, 1, 4, 5, 11, 12, 20, 29, 31, 44, 47, 60, 66, 67, 90, 99, 120, 131, 133, 160, 181, 190, 222, 240, 241, 260, 270];
    const onChange = minutes.map((minute) => `${plain(new Date(Date.UTC(2025, 5, 1, 6, minute)).toISOString())},${minute}\n`).join('');
    expect(doubtsOf(await guess(`t,power (kW)\n${onChange}`), 'hold')).toEqual(['unsure']);
    const days = [1, 2, 3].map((day) => rows(60, () => '1', { stamp: plain, day: `2025-06-0${day}` })).join('');
    expect(doubtsOf(await guess(`t,power (kW)\n${days}`), 'hold')).toEqual([]);
  });
});

describe('tables', () => {
  test('mean, standard deviation, minimum and maximum are signals of their own', async () => {
    const head = 'time,turbine,PowerMean (kW),PowerSD (kW),PowerMin (kW),PowerMax (kW),WindSpeed_avg,WindSpeed_std';
    expect(readAs(await guess(`${head}\n${rows(20, () => 'T1,5,1,4,6,7,1', { stamp: plain })}`))).toEqual({
      'PowerMean (kW)': 'ActivePower kW',
      'PowerSD (kW)': 'ActivePower||StdDev kW',
      'PowerMin (kW)': 'ActivePower||Min kW',
      'PowerMax (kW)': 'ActivePower||Max kW',
      WindSpeed_avg: 'NacelleWindSpeed m/s',
      WindSpeed_std: 'NacelleWindSpeed||StdDev m/s',
    });
  });

  test('one value per row: a column of names and one of values, with the unit beside them', async () => {
    const cells = (index: number): string =>
      [`INV-A,P_ac,W,${5000 + index}`, `INV-A,Modultemperatur,°C,30`, `INV-B,P_ac,W,6000`, `INV-B,uptime,h,7`][index % 4] ?? '';
    const text = rows(80, cells, { stamp: (iso) => plain(new Date(Math.floor(Date.parse(iso) / 2_400_000) * 600_000).toISOString()) });
    const { mapping, unknown } = await guess(`ts,device,tag,unit,value\n${text}`);
    expect(mapping).toMatchObject({
      device: { column: 'device', segments: { 'INV-A': '', 'INV-B': '' } },
      long: { nameColumn: 'tag', valueColumn: 'value' },
      signals: [{ column: 'P_ac', signal: 'ActivePower', unit: 'W' }],
    });
    expect(unknown).toContain('uptime');
  });

  test('twelve inverters in columns, each with a device to be named', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Inverter ${index + 1} Power (kW)`);
    const { mapping, doubts } = await guess(
      `Time,${names.join(',')}\n${rows(144, (index) => names.map(() => bell(index, 144, 40)).join(','), { stamp: plain })}`,
    );
    expect(mapping.device).toBeUndefined();
    expect(mapping.signals).toEqual(names.map((column) => ({ column, signal: 'ActivePower', unit: 'kW', segmentId: '' })));
    expect(doubts.filter(({ what }) => what === 'device')).toHaveLength(12);
  });

  test('columns named after devices alone, with the quantity in the name of the file', async () => {
    const found = await guess(
      `hour,T01,T02,T03\n${rows(48, () => '900,800.5,700', { stamp: plain, stepMinutes: 60 })}`,
      'active power kW 2025.csv',
    );
    expect(readAs(found)).toEqual({ T01: 'ActivePower kW', T02: 'ActivePower kW', T03: 'ActivePower kW' });
    expect(doubtsOf(found, 'quantity')).toEqual(['unsure', 'unsure', 'unsure']);
  });

  test('units in a line below the names, columns without a name, lines above and no power of a night at the beginning', async () => {
    const text = `Station Nord;;\n\nExport;01.06.2025;\n;Leistung;Einstrahlung\n;kW;W/m²\n${rows(
      144,
      (index) => `${bell(index, 144, 40)};${bell(index, 144, 900)}`,
      { stamp: plain },
    )
      .replaceAll('.', ',')
      .replaceAll(/^([^,]*),/gm, '$1;')}`;
    const found = await guess(text);
    expect(found.mapping).toMatchObject({
      format: { delimiter: ';', skipLines: 3, headerLines: 2, decimalComma: true },
      time: { column: 'column 1' },
    });
    expect(readAs(found)).toEqual({ Leistung: 'ActivePower kW', Einstrahlung: 'IrradiancePOA W/m²' });
  });

  test('tabs between cells, and a spreadsheet’s line that names its own mark', async () => {
    const tabbed = `Time\tPower (kW)\tnote\n${rows(30, () => '1.5\ta, b', { stamp: plain }).replaceAll(/^([^,]*),/gm, '$1\t')}`;
    expect((await guess(tabbed)).mapping).toMatchObject({ format: { delimiter: '\t' }, signals: [{ column: 'Power (kW)' }] });
    const named = `sep=;\r\n"Zeit";"WR 1 Leistung [W]"\r\n${rows(30, (index) => `${index}.5`, { stamp: plain }).replaceAll(/^([^,]*),(\d+)\.(.*)$/gm, '"$1";"$2,$3"')}`;
    expect((await guess(named)).mapping).toMatchObject({
      format: { delimiter: ';', skipLines: 1, decimalComma: true },
      signals: [{ signal: 'ActivePower', unit: 'W' }],
    });
  });

  test('names repeated inside the file are no device and no number', async () => {
    const part = `t,inverter,power (kW)\n${rows(50, () => 'A,2', { stamp: plain })}`;
    const { mapping } = await guess(part + part.replaceAll('2025-06-01', '2025-06-02'));
    expect(mapping).toMatchObject({ device: { column: 'inverter', segments: { A: '' } }, signals: [{ signal: 'ActivePower' }] });
  });

  test('forecasts and models beside a measurement', async () => {
    const found = await guess(
      `t,power (kW),power forecast (kW),expected power (kW),ghi clearsky\n${rows(20, () => '1,2,3,4', { stamp: plain })}`,
    );
    expect(readAs(found)).toEqual({ 'power (kW)': 'ActivePower kW', 'power forecast (kW)': 'ActivePower||Forecast kW' });
    expect(doubtsOf(found, 'forecast')).toEqual(['likely']);
    expect(found.leftOut).toEqual([
      { column: 'expected power (kW)', why: 'a model or a forecast' },
      { column: 'ghi clearsky', why: 'a model or a forecast' },
    ]);
  });

  test('rows that repeat the time of a device ask for what tells them apart', async () => {
    const found = await guess(`t,power (kW)\n${rows(60, () => '1', { stamp: plain }).repeat(3)}`);
    expect(found.doubts).toContainEqual({ path: ['device', 'segmentId'], what: 'duplicate', confidence: 'open', values: { share: 66.7 } });
  });

  test('a log of alarms becomes events', async () => {
    const { mapping } = await guess(
      'Start,End,Turbine,Alarm code,Description\n2025-06-01 10:03:27,2025-06-01 10:04:01,T1,7,Grid lost\n2025-06-01 11:00:00,2025-06-01 12:00:00,T2,9,Wind\n',
    );
    expect(mapping).toMatchObject({
      device: { column: 'Turbine', segments: { T1: '', T2: '' } },
      events: { code: 'Alarm code', text: 'Description', start: 'Start', end: 'End' },
      signals: [],
    });
  });

  test('the code that is active at each interval becomes events and a signal', async () => {
    const { mapping } = await guess(`t,turbine,alarm_code\n${rows(50, (index) => `T1,${index === 7 ? 9 : 0}`, { stamp: plain })}`);
    expect(mapping).toMatchObject({ events: { activeCode: 'alarm_code', ignore: ['0'] }, signals: [{ signal: 'EventCode' }] });
  });

  test('the largest sheet of a workbook', async () => {
    const day = (minute: number) => ({ value: new Date(Date.UTC(2025, 5, 1, 10, minute)), type: Date, format: 'dd/mm/yyyy hh:mm' });
    const data = [
      [
        { value: 'Time', type: String },
        { value: 'Power (kW)', type: String },
      ],
      ...[0, 15, 30, 45].map((minute) => [day(minute), { value: 1.5, type: Number }]),
    ];
    const content = await (
      await writeXlsxFile([
        { data: [[{ value: 'Notes', type: String }]], sheet: 'Info' },
        { data, sheet: 'Data' },
      ] as never)
    ).toBuffer();
    expect((await guess(content, 'export.xlsx')).mapping).toMatchObject({
      format: { kind: 'xlsx', sheet: 'Data' },
      time: { column: 'Time', format: 'iso', interval: 'PT15M' },
      signals: [{ signal: 'ActivePower', unit: 'kW' }],
    });
  });

  test('a Parquet file of an analyst, whose index has no name', async () => {
    const path = join(folder, 'frame.parquet');
    await engine.writeFile(
      "select toDateTime64('2025-06-01 00:00:00', 3, 'UTC') + number * 600 as `__index_level_0__`, number + 0.5 as ac_power_kw from numbers(100)",
      { path, format: 'Parquet' },
    );
    expect((await guessFile(store, path)).mapping).toMatchObject({
      format: { kind: 'parquet' },
      time: { column: '__index_level_0__', interval: 'PT10M' },
      signals: [{ column: 'ac_power_kw', signal: 'ActivePower', unit: 'kW' }],
    });
  });
});

describe('quantities and units', () => {
  const day = (name: string, value: (index: number) => number | string, more = 'poa irradiance (W/m²)'): string =>
    `t,${name},${more}\n${rows(144, (index) => `${value(index)},${bell(index, 144, 900)}`, { stamp: plain })}`;

  test.each([
    ['irradiance up to 1.1', 'ghi', (index: number) => bell(index, 144, 1.1), 'IrradianceGHI kW/m²'],
    ['irradiance up to 1.1 though the name says W/m²', 'GHI [W/m2]', (index: number) => bell(index, 144, 1.1), 'IrradianceGHI kW/m²'],
    ['irradiance up to 1100', 'ghi', (index: number) => bell(index, 144, 1100), 'IrradianceGHI W/m²'],
    ['air of 50 to 88', 'ambient temp', (index: number) => 50 + index / 4, 'AmbientTemperature °F'],
    ['air of 280 to 295', 'air_temp', (index: number) => 280 + index / 10, 'AmbientTemperature K'],
    ['air of -4 to 10', 'air_temp', (index: number) => -4 + index / 10, 'AmbientTemperature °C'],
    ['pressure of 101300', 'pressure', (index: number) => 101_300 + index, 'BarometricPressure Pa'],
    ['humidity of 0.2 to 0.9', 'humidity', (index: number) => 0.2 + index / 210, 'RelativeHumidity '],
    ['power of 4,000,000', 'ac power', (index: number) => bell(index, 144, 4_000_000), 'ActivePower W'],
  ])('by magnitude: %s', async (_, column, value, expected) => {
    const found = await guess(day(column, value));
    expect(readAs(found)[column]).toBe(expected);
    expect(found.doubts.filter(({ what, path }) => what === 'magnitude' && path[1] === 0)).toHaveLength(1);
  });

  test('power from 0 to 1 is requested to be a share of the rating', async () => {
    expect(doubtsOf(await guess(day('ac power', (index) => bell(index, 144, 0.9))), 'perUnit')).toEqual(['open']);
  });

  test('energy that only rises is a register', async () => {
    const found = await guess(day('meter energy (kWh)', (index) => 12_000 + index * 3));
    expect([readAs(found)['meter energy (kWh)'], doubtsOf(found, 'counter')]).toEqual(['ExportCounter kWh', ['likely']]);
    expect(readAs(await guess(day('meter energy (kWh)', (index) => bell(index, 144, 40))))['meter energy (kWh)']).toBe('ActiveEnergy kWh');
  });

  test('wind beside irradiance is the weather station’s, wind beside a rotor the nacelle’s', async () => {
    expect(readAs(await guess(day('wind_speed (m/s)', () => 4)))['wind_speed (m/s)']).toBe('WindSpeed m/s');
    expect(readAs(await guess(day('wind_speed (m/s)', () => 4, 'rotor speed (rpm)')))['wind_speed (m/s)']).toBe('NacelleWindSpeed m/s');
  });

  test('wind and power alone are a turbine’s', async () => {
    const found = await guess(`t,Windspeed (m/s),Power (kW)\n${rows(20, () => '6,700', { stamp: plain })}`);
    expect(readAs(found)['Windspeed (m/s)']).toBe('NacelleWindSpeed m/s');
  });

  test('weather beside power belongs to another device than the inverter', async () => {
    const { mapping } = await guess(day('ac power (kW)', (index) => bell(index, 144, 40)));
    expect(mapping.signals).toEqual([
      { column: 'ac power (kW)', signal: 'ActivePower', unit: 'kW' },
      { column: 'poa irradiance (W/m²)', signal: 'IrradiancePOA', unit: 'W/m²', segmentId: '' },
    ]);
  });
});

describe('refusals say what to do', () => {
  test.each([
    ['no dates', 'hour_of_year,power\n1,0\n2,5\n', 'rows that are only numbered need a date each'],
    ['dates in several columns', 'year,month,day,hour,power\n2025,6,1,0,4\n2025,6,1,1,5\n', 'have to be joined into one'],
    [
      'values of days',
      `date,power (kW)\n${rows(30, () => '5', { stamp: (iso) => iso.slice(0, 10), stepMinutes: 1440 })}`,
      'are a day apart',
    ],
    ['a list of devices', 'commissioned,name,power (kW)\n2020-01-01,A,5\n2020-01-01,B,6\n', 'it is a list, not a series'],
    ['texts only', `t,comment\n${rows(5, () => 'fine', { stamp: plain })}`, 'holds measured numbers'],
    ['models only', `t,ghi clearsky\n${rows(5, () => '4', { stamp: plain })}`, 'is a model or a forecast'],
    [
      'work orders',
      'Start,End,Description\n2025-06-01 10:00,2025-06-01 11:00,Fuse\n2025-06-03 10:00,2025-06-03 11:00,Fuse\n',
      'without a column of codes',
    ],
    ['prose', 'Dear customer\nplease find attached\nthe data.\n', 'is no table'],
  ])('%s', async (_, text, way) => {
    expect(await refusal(text)).toContain(way);
  });

  test.each([
    ['data.xls', 'Save it as .xlsx or as CSV'],
    ['data.ods', 'Save it as .xlsx or as CSV'],
    ['data.zip', 'Unpack it'],
    ['data.csv', 'is no text'],
  ])('a file called %s that is no table', async (name, way) => {
    expect(await refusal(Buffer.from([80, 75, 0, 0, 9]), name)).toContain(way);
  });
});
