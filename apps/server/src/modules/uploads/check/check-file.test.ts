import type { UploadCode } from '@solvane/contract/uploads/upload-codes';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type CheckedUpload, openUpload } from './check-file.ts';
import type { Known, KnownDevice } from './known.ts';

type Cell = string | number | null;

const turbine = (segmentId: string, changes: Partial<KnownDevice> = {}): KnownDevice =>
  ({
    segmentId,
    name: `Turbine ${segmentId}`,
    segmentType: 'WindTurbine',
    siteId: 'ridge',
    enterpriseId: 'solvind',
    zone: 'Europe/Stockholm',
    stepMs: 600_000,
    ...changes,
  }) as KnownDevice;

const KNOWN: Known = {
  devices: [
    turbine('WT1'),
    turbine('WT2'),
    turbine('WT3'),
    turbine('INV1', { segmentType: 'Inverter' }),
    turbine('FAR', { siteId: 'other' as never }),
  ],
  sites: [{ siteId: 'ridge' as never, name: 'Ridge', energyType: 'Wind' }],
  budgetYears: ['ridge 2025'],
  datedTables: [],
  curves: [],
  nowMs: Date.UTC(2026, 0, 15, 12),
};

async function check(kind: UploadKind, tables: readonly (readonly (readonly Cell[])[])[], known: Known = KNOWN): Promise<CheckedUpload> {
  const content = await writeXlsxFile(
    sheetsOf(kind).map(({ name, columns }, at) => ({
      sheet: name,
      data: [columns.map(({ header }) => header), ...(tables[at] ?? []).map((row) => [...row])],
    })),
  ).toBuffer();
  const { check: judge } = await openUpload(kind, { fileName: 'file.xlsx', content });
  return judge(known);
}

async function checkCsv(kind: UploadKind, text: string): Promise<CheckedUpload> {
  return (await openUpload(kind, { fileName: 'file.csv', content: Buffer.from(text) })).check(KNOWN);
}

/** `sheet row column code` of everything that is wrong. */
function found({ findings }: CheckedUpload, level: 'error' | 'warning' = 'error'): string[] {
  return findings.filter((finding) => finding.level === level).map(({ sheet, row, column, code }) => [sheet, row, column, code].join(' '));
}

const METADATA = ['V90', 'Nominal', 1.225, 0, 2, 0, 360, '2019-05-01', '2025-07-01', null, null, '10 min'] as const;
const POINTS = [
  ['V90', 3, 0],
  ['V90', 13, 2000],
] as const;
const ASSIGNED = [['V90', 'WT1', 'Turbine WT1']] as const;

/** The metadata row with some cells of another content. */
function metadata(
  changes: Partial<
    Record<'id' | 'type' | 'density' | 'directionMin' | 'directionMax' | 'start' | 'end' | 'days' | 'hours' | 'resolution', Cell>
  >,
): Cell[] {
  const places = { id: 0, type: 1, density: 2, directionMin: 5, directionMax: 6, start: 7, end: 8, days: 9, hours: 10, resolution: 11 };
  return METADATA.map((cell, at) => {
    const name = Object.entries(places).find(([, place]) => place === at)?.[0] as keyof typeof changes | undefined;
    return name !== undefined && name in changes ? (changes[name] ?? null) : cell;
  });
}

test('power curves of three sheets become curves with points, conditions and turbines', async () => {
  const { plan, errors, warnings } = await check('powerCurves', [
    [metadata({ days: '05-01/09-30', hours: '22:00/24:00' })],
    POINTS,
    ASSIGNED,
  ]);
  expect([errors, warnings]).toEqual([0, 0]);
  expect(plan).toMatchObject({
    curves: [
      {
        id: null,
        name: 'V90',
        enterpriseId: 'solvind',
        type: 'Nominal',
        points: [
          { windSpeed: 3, power: 0 },
          { windSpeed: 13, power: 2000 },
        ],
        dayRange: { from: 501, to: 930 },
        timeRange: { fromMinute: 1320, toMinute: 1440 },
        // Midnight in Stockholm, in summer time.
        effectiveStartMs: Date.UTC(2019, 3, 30, 22),
        effectiveEndMs: Date.UTC(2025, 5, 30, 22),
        segmentIds: ['WT1'],
      },
    ],
  });
});

test('empty cells of a power curve mean their defaults, with a warning', async () => {
  const empty = ['V90', 'Nominal', null, null, null, null, null, null, null, null, null, '10 min'];
  const checked = await check('powerCurves', [[empty], POINTS, ASSIGNED]);
  expect(checked.plan).toMatchObject({
    curves: [
      {
        airDensity: 1.225,
        airDensityMin: 0,
        airDensityMax: 2,
        windDirectionMin: 0,
        windDirectionMax: 360,
        effectiveStartMs: null,
        effectiveEndMs: null,
      },
    ],
  });
  expect(found(checked, 'warning')).toEqual(
    ['airDensity', 'airDensityMin', 'airDensityMax', 'windDirectionMin', 'windDirectionMax', 'effectiveStart', 'effectiveEnd'].map(
      (column) => `Metadata 2 ${column} cellDefault`,
    ),
  );
});

test.for<[title: string, changes: Parameters<typeof metadata>[0], column: string, code: UploadCode]>([
  ['a direction above 360', { directionMax: 400 }, 'windDirectionMax', 'directionRange'],
  ['a density of 2.225', { density: 2.225 }, 'airDensity', 'densityRange'],
  ['a density of 0', { density: 0 }, 'airDensity', 'densityRange'],
  ['an unknown type', { type: 'Efective' }, 'type', 'curveTypeUnknown'],
  ['no type', { type: null }, 'type', 'cellEmpty'],
  ['a day range that starts on the leap day', { days: '02-29/04-30', hours: '00:00/24:00' }, 'dayRange', 'dayRangeLeapDay'],
  ['a day range without an hour range', { days: '10-01/12-31' }, 'hourRange', 'rangeIncomplete'],
  ['a day that no month has', { days: '04-31/05-30', hours: '00:00/24:00' }, 'dayRange', 'dayRangeFormat'],
  ['hours that do not fit the resolution', { days: '05-01/09-30', hours: '22:00/23:55' }, 'hourRange', 'hourRangeResolution'],
  ['hours in words', { days: '05-01/09-30', hours: 'night' }, 'hourRange', 'hourRangeFormat'],
  ['hours that end before they start', { days: '05-01/09-30', hours: '22:00/06:00' }, 'hourRange', 'rangeOrder'],
  ['a resolution without unit', { resolution: '10' }, 'resolution', 'resolutionInvalid'],
  ['a resolution that is not the site’s', { resolution: '15 min' }, 'resolution', 'resolutionDiffers'],
  ['an end before the start', { end: '2018-01-01' }, 'effectiveEnd', 'effectiveOrder'],
  ['a date in words', { start: 'May 2019' }, 'effectiveStart', 'dateInvalid'],
])('%s is refused in its cell', async ([, changes, column, code]) => {
  expect(found(await check('powerCurves', [[metadata(changes)], POINTS, ASSIGNED]))).toEqual([`Metadata 2 ${column} ${code}`]);
});

test('0 and 360 degrees, and densities of 0 and 2, mean no limit', async () => {
  expect((await check('powerCurves', [[metadata({ directionMin: 0, directionMax: 360 })], POINTS, ASSIGNED])).errors).toBe(0);
});

test('effective periods of one power curve id must not overlap; one behind the other they are two curves', async () => {
  const next = (start: string) => [METADATA, metadata({ start, end: null })];
  expect(found(await check('powerCurves', [next('2025-06-01'), POINTS, ASSIGNED]))).toEqual(['Metadata 3 effectiveStart effectiveOverlap']);
  const { plan, errors } = await check('powerCurves', [next('2025-07-01'), POINTS, ASSIGNED]);
  expect(errors).toBe(0);
  expect(plan).toMatchObject({ curves: [{ name: 'V90 (2019-05-01)' }, { name: 'V90 (2025-07-01)' }] });
});

test('points, devices and names are judged in their own sheets', async () => {
  const points = [...POINTS, ['V90', 13, 2001], ['V90', 14, null], ['V90', null, null], ['X', 3, 1], [null, 4, 1]];
  const devices = [...ASSIGNED, ['V90', 'WT1', null], ['V90', 'WT2', 'WT-2'], ['V90', 'INV1', null], ['V90', 'nowhere', null]];
  const checked = await check('powerCurves', [[METADATA], points, devices]);
  expect(found(checked)).toEqual([
    'PowerCurve 4 windSpeed speedTwice',
    'PowerCurve 5 power cellEmpty',
    'PowerCurve 7 curveId curveMissingInMetadata',
    'PowerCurve 8 curveId cellEmpty',
    'Device Assignment 3 deviceId assignedTwice',
    'Device Assignment 4 deviceName deviceNameDiffers',
    'Device Assignment 5 deviceId deviceType',
    'Device Assignment 6 deviceId deviceUnknown',
  ]);
  expect(found(checked, 'warning')).toEqual(['PowerCurve 6  rowWithoutValues']);
});

test('a missing sheet and a missing column are named', async () => {
  const content = await writeXlsxFile([{ sheet: 'Metadata', data: [['Power curve id', 'Type']] }]).toBuffer();
  const checked = (await openUpload('powerCurves', { fileName: 'a.xlsx', content })).check(KNOWN);
  expect(checked.findings.map(({ code, values }) => [code, ...Object.values(values)])).toEqual(
    [
      ['columnMissing', 'Site resolution'],
      ['sheetMissing', 'PowerCurve'],
      ['sheetMissing', 'Device Assignment'],
    ].sort((a, b) => (a[0] === 'sheetMissing' ? -1 : 1) - (b[0] === 'sheetMissing' ? -1 : 1)),
  );
});

test('what is no table at all is unreadable', async () => {
  const checked = (await openUpload('budgets', { fileName: 'a.xlsx', content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) })).check(KNOWN);
  expect(checked.findings.map(({ code }) => code)).toEqual(['fileUnreadable']);
});

const BUDGET_HEAD = 'Site id;Year;Month;Energy (kWh)';
const year = (of: number, energy = '1000,5') => Array.from({ length: 12 }, (_, month) => `ridge;${of};${month + 1};${energy}`);

test('budgets are read from CSV with decimal commas', async () => {
  const { plan, errors, warnings } = await checkCsv('budgets', [BUDGET_HEAD, ...year(2027)].join('\n'));
  expect([errors, warnings]).toEqual([0, 0]);
  expect(plan).toMatchObject({
    sites: [{ siteId: 'ridge', rows: Array.from({ length: 12 }, (_, at) => ({ year: 2027, month: at + 1, energyKwh: 1000.5 })) }],
  });
});

test('a budget year that occurs twice is refused once; one that exists is replaced and says so', async () => {
  const checked = await checkCsv('budgets', [BUDGET_HEAD, ...year(2025), ...year(2025)].join('\n'));
  expect(found(checked)).toEqual(['Budgets 14 year yearTwice']);
  expect(found(checked, 'warning')).toEqual(['Budgets 2 year yearReplaced']);
});

test('budgets of 0 or 1 throughout, and months that are missing, are warnings', async () => {
  expect(found(await checkCsv('budgets', [BUDGET_HEAD, ...year(2027, '0')].join('\n')), 'warning')).toEqual(['Budgets 2 energy allZero']);
  expect(found(await checkCsv('budgets', [BUDGET_HEAD, ...year(2027, '1')].join('\n')), 'warning')).toEqual(['Budgets 2 energy allOne']);
  expect(found(await checkCsv('budgets', [BUDGET_HEAD, ...year(2027).slice(1)].join('\n')), 'warning')).toEqual([
    'Budgets 2 month budgetMonthsMissing',
  ]);
});

test('energies of a budget that are exceeded more often are less', async () => {
  const head = `${BUDGET_HEAD};Energy P75 (kWh);Energy P90 (kWh);Wind speed (m/s)`;
  const rows = (p75: string, p90: string) => [head, ...year(2027).map((row) => `${row};${p75};${p90};7,5`)].join('\n');
  const { plan, errors } = await checkCsv('budgets', rows('950', '900'));
  expect(errors).toBe(0);
  const [first] = plan?.kind === 'budgets' ? (plan.sites[0]?.rows ?? []) : [];
  expect(first).toMatchObject({ energyKwh: 1000.5, energyP75Kwh: 950, energyP90Kwh: 900, windSpeed: 7.5 });
  expect(found(await checkCsv('budgets', rows('950', '951')))[0]).toBe('Budgets 2 energyP75 quantileOrder');
  expect(found(await checkCsv('budgets', rows('', '1001')))[0]).toBe('Budgets 2 energyP90 quantileOrder');
});

const coefficients = (value: Cell, months = 12): Cell[][] =>
  Array.from({ length: months }, (_, month) => ['WT1', null, '2026-01-01', month + 1, value, 0, 20, null]);

test('coefficients need twelve months; all 0, all 1 and empty values are warnings', async () => {
  expect((await check('expectedCoefficients', [coefficients(0.9)])).plan).toMatchObject({
    sites: [{ siteId: 'ridge', rows: [{ month: 1, coefficient: 0.9 }] }].map((site) => ({ siteId: site.siteId })),
  });
  expect(found(await check('expectedCoefficients', [coefficients(0.9, 11)]))).toEqual(['Coefficients 2 month monthsMissing']);
  expect(found(await check('expectedCoefficients', [[...coefficients(0.9), ...coefficients(0.8, 1)]]))).toEqual([
    'Coefficients 14 month monthTwice',
  ]);
  expect(found(await check('expectedCoefficients', [coefficients(1.3)]))[0]).toBe('Coefficients 2 coefficient aboveMax');
  expect(found(await check('expectedCoefficients', [coefficients(0)]), 'warning')).toEqual(['Coefficients 2 coefficient allZero']);
  expect(found(await check('expectedCoefficients', [coefficients(1)]), 'warning')).toEqual(['Coefficients 2 coefficient allOne']);
  expect(found(await check('expectedCoefficients', [coefficients(null)]), 'warning')).toEqual(['Coefficients 2 coefficient valuesEmpty']);
});

test('reference turbines cannot be ranked twice, with gaps, by themselves or by another site', async () => {
  const rows = (...ranked: [rank: number, reference: string][]) => [
    ranked.map(([rank, reference]) => ['WT1', null, '2026-01-01', rank, reference, null]),
  ];
  expect((await check('referenceTurbines', rows([1, 'WT2'], [2, 'WT3']))).plan).toMatchObject({
    sites: [
      {
        siteId: 'ridge',
        rows: [
          {
            segmentId: 'WT1',
            effectiveFrom: '2026-01-01',
            references: [
              { segmentId: 'WT2', rank: 1 },
              { segmentId: 'WT3', rank: 2 },
            ],
          },
        ],
      },
    ],
  });
  const errors = async (...ranked: [number, string][]) => found(await check('referenceTurbines', rows(...ranked)));
  expect(await errors([1, 'WT2'], [1, 'WT3'])).toEqual(['Reference turbines 3 rank rankTwice']);
  expect(await errors([1, 'WT2'], [3, 'WT3'])).toEqual(['Reference turbines 2 rank rankGap']);
  expect(await errors([1, 'WT2'], [2, 'WT2'])).toEqual(['Reference turbines 3 referenceId referenceTwice']);
  expect(await errors([1, 'WT1'])).toEqual(['Reference turbines 2 referenceId referenceItself']);
  expect(await errors([1, 'FAR'])).toEqual(['Reference turbines 2 referenceId referenceElsewhere']);
  expect(await errors([1, 'INV1'])).toEqual(['Reference turbines 2 referenceId deviceType']);
});

const manual = (...rows: [time: string, value: string, signal?: string, unit?: string][]) =>
  [
    'Device id,Signal,Unit,Timestamp,Value',
    ...rows.map(([time, value, signal = 'ActivePower', unit = '']) => `WT1,${signal},${unit},${time},${value}`),
  ].join('\n');

test('manual values stand on the clock of the site, in the unit of the catalogue', async () => {
  const { plan, errors } = await checkCsv(
    'manualData',
    manual(['2025-07-01T12:00', '1.5', 'ActivePower', 'MW'], ['2025-07-01 12:10', '700']),
  );
  expect(errors).toBe(0);
  expect(plan.kind === 'manualData' && plan.series.map(({ apCode, timesMs, values }) => [apCode, [...timesMs], [...values]])).toEqual([
    ['ActivePower', [Date.UTC(2025, 6, 1, 10), Date.UTC(2025, 6, 1, 10, 10)], [1500, 700]],
  ]);
});

test('of two rows in the hour that a clock shows twice, the first is the earlier one', async () => {
  const twice = await checkCsv('manualData', manual(['2025-10-26T02:30', '1'], ['2025-10-26T02:30', '2']));
  expect(twice.plan.kind === 'manualData' && [...(twice.plan.series[0]?.timesMs ?? [])]).toEqual([
    Date.UTC(2025, 9, 26, 0, 30),
    Date.UTC(2025, 9, 26, 1, 30),
  ]);
  expect([twice.errors, twice.warnings]).toEqual([0, 0]);
  expect(found(await checkCsv('manualData', manual(['2025-10-26T02:30', '1'])), 'warning')).toEqual([
    'Manual data 2 timestamp timestampAmbiguous',
  ]);
});

test.for<[title: string, row: [string, string, string?, string?], column: string, code: UploadCode]>([
  ['a time with a zone', ['2025-07-01T12:00Z', '1'], 'timestamp', 'timestampHasZone'],
  ['a time with an offset', ['2025-07-01T12:00+02:00', '1'], 'timestamp', 'timestampHasZone'],
  ['a time of another form', ['1 July 2025 12:00', '1'], 'timestamp', 'timestampFormat'],
  ['a time that the clock skipped', ['2025-03-30T02:30', '1'], 'timestamp', 'timestampSkipped'],
  ['a time beside the intervals', ['2025-07-01T12:03', '1'], 'timestamp', 'timestampBesideInterval'],
  ['a time ahead', ['2026-01-15T13:00', '1'], 'timestamp', 'timestampAhead'],
  ['no value', ['2025-07-01T12:00', ''], 'value', 'cellEmpty'],
  ['a value in words', ['2025-07-01T12:00', 'n/a'], 'value', 'notANumber'],
  ['an unknown signal', ['2025-07-01T12:00', '1', 'Strength'], 'signal', 'signalUnknown'],
  ['a signal of another type of device', ['2025-07-01T12:00', '1', 'StateOfCharge'], 'signal', 'signalNotOfDevice'],
  ['a unit of another quantity', ['2025-07-01T12:00', '1', 'ActivePower', 'm/s'], 'unit', 'unitUnknown'],
])('%s is refused in its cell', async ([, row, column, code]) => {
  expect(found(await checkCsv('manualData', manual(row)))).toEqual([`Manual data 2 ${column} ${code}`]);
});

test('a point that occurs twice is refused', async () => {
  expect(found(await checkCsv('manualData', manual(['2025-07-01T12:00', '1'], ['2025-07-01T12:00', '2'])))).toEqual([
    'Manual data 3 timestamp pointTwice',
  ]);
});
