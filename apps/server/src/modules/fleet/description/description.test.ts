import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REGIONAL_FORMATS } from '@solvane/contract/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { issueText, pageText } from '../../access/sign-in/page-text.ts';
import { checkDescription } from './check-description.ts';
import { readFleetFile, writeFleetFile } from './fleet-file.ts';
import { parseDescription } from './parse-description.ts';
import { locateAll } from './source.ts';
import { writeYaml } from './yaml-source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-fleet-'));
});
afterAll(() => rm(folder, { recursive: true }));

const TURBINE = { capacityAc: 1500, hubHeight: 80, rotorDiameter: 77 };

const PLANT = `
version: 1
enterprises:
  - { id: north, name: North Energy }
  - { id: service, name: Service & Söner }
sites:
  - id: ridge
    name: Ridge
    enterpriseId: north
    contractorEnterpriseIds: [ service ]
    visibilityState: Published
    timezone: America/Denver
    latitude: 41.2
    longitude: -104.5
    country: US
    energyType: Wind
    metadata:
      commissioningDate: 2016-05-01
      exportLimit: [ { from: null, value: 4000 }, { from: 2021-03-28, value: 3500 } ]
    segments:
      - { id: M-1, name: Meter, type: Meter }
      - { id: WT-1, name: "1", type: WindTurbine, parentId: M-1, metadata: { capacityAc: 1500, hubHeight: 80, rotorDiameter: 77, serialNumber: "00123" } }
      - { id: WT-2, name: "2", type: WindTurbine, parentId: M-1, disabled: true, metadata: { capacityAc: [ { from: 2019-01-01, value: 1600 }, { from: null, value: 1500 }, { from: 2024-07-01, value: null } ], hubHeight: 80, rotorDiameter: 77 } }
`;

async function readText(text: string) {
  const file = join(folder, 'plant.yaml');
  await writeFile(file, text);
  return read(file);
}

async function read(file: string) {
  const source = await readFleetFile(file);
  const { description, issues } =
    source.issues.length > 0 ? { description: undefined, issues: source.issues } : parseDescription(source.value);
  const all = [...issues, ...(description ? checkDescription(description) : [])];
  // Every problem has a sentence, with all its placeholders.
  for (const issue of all)
    for (const locale of REGIONAL_FORMATS)
      expect(issueText(pageText(locale), issue)).not.toMatch(
        /^(The value is not valid|Värdet är inte giltigt|La valeur n’est pas valide)$/,
      );
  return { description, issues: await locateAll(source, all) };
}

function site(extra: string) {
  return `version: 1\nenterprises: [ { id: north, name: North } ]\nsites:\n  - id: ridge\n    name: Ridge\n    enterpriseId: north\n    timezone: UTC\n    latitude: 1\n    longitude: 1\n    country: US\n    energyType: Wind\n    metadata: { commissioningDate: 2016-05-01 }\n${extra}`;
}

describe('a fleet description', () => {
  test('in YAML has no problems when it is complete', async () => {
    const { description, issues } = await readText(PLANT);
    expect(issues).toEqual([]);
    expect(description?.sites[0]?.segments.map(({ id, parentId, disabled }) => [id, parentId, disabled])).toEqual([
      ['M-1', null, false],
      ['WT-1', 'M-1', false],
      ['WT-2', 'M-1', true],
    ]);
    expect(description?.sites[0]?.segments[2]?.metadata.capacityAc).toEqual([
      { from: null, value: 1500 },
      { from: '2019-01-01', value: 1600 },
      { from: '2024-07-01', value: null },
    ]);
  });

  test.each(['plant.yaml', 'plant.xlsx'])('comes back the same from %s', async (name) => {
    const { description } = await readText(PLANT);
    if (!description) throw new Error('expected a description');
    const file = join(folder, name);
    await writeFleetFile(file, description);
    const again = await read(file);
    expect(again.issues).toEqual([]);
    expect(again.description).toEqual(description);
  });

  test('is written so that a person can go on with it: no defaults, one segment on a line', async () => {
    const { description } = await readText(PLANT);
    if (!description) throw new Error('expected a description');
    const text = writeYaml(description);
    expect(text).not.toContain('disabled: false');
    expect(text.split('\n').filter((line) => line.includes('id: M-1, name: Meter'))).toHaveLength(1);
  });
});

describe('every problem of a description is reported at once, with its line', () => {
  test('what is wrong with references and types', async () => {
    const { issues } = await readText(
      site(
        [
          '    segments:',
          '      - { id: A, name: A, type: Inverter, parentId: GONE, metadata: { capacityAc: 1, capacityDc: 1 } }',
          '      - { id: B, name: B, type: Windmill }',
          '      - { id: B, name: B, type: DataLogger }',
          '      - { id: C, name: C, type: DataLogger, parentId: D }',
          '      - { id: D, name: D, type: DataLogger, parentId: C }',
          '      - { id: ridge, name: R, type: DataLogger }',
          '      - { id: S, name: S, type: Site }',
        ].join('\n'),
      ),
    );
    expect(issues.map(({ line, message, level }) => [line, message, level])).toEqual([
      [14, 'Fleet_Import_UnlikelyEnergyType', 'warning'],
      [14, 'Fleet_Import_UnknownParent', 'error'],
      [15, 'Fleet_Import_UnknownType', 'error'],
      [16, 'Fleet_Import_DuplicateId', 'error'],
      [17, 'Fleet_Import_ParentCircle', 'error'],
      [18, 'Fleet_Import_ParentCircle', 'error'],
      [19, 'Fleet_Import_DuplicateId', 'error'],
      [20, 'Fleet_Import_UnknownType', 'error'],
    ]);
  });

  test.each([
    ['hubHeight: tall', 'Attribute_Problem_kind'],
    ['hubHeight: 4000', 'Attribute_Problem_max'],
    ['hubHeight: -1', 'Attribute_Problem_min'],
    ['powerRegulation: sometimes', 'Attribute_Problem_option'],
    ['warrantyEnd: 2025-02-30', 'Attribute_Problem_date'],
    ['hubheight: 80', 'Attribute_Problem_unknown'],
    ['tilt: 30', 'Attribute_Problem_type'],
    ['primaryWeatherStationId: nowhere', 'Attribute_Problem_segment'],
    ['hubHeight: [ { from: 2020-01-01, value: 80 }, { from: 2020-01-01, value: 90 } ]', 'Fleet_Import_SameDateTwice'],
    ['cutOutWindSpeed: 10, cutInWindSpeed: 10', 'Attribute_Problem_notAbove'],
  ])('the attribute %s', async (attribute, message) => {
    const others = Object.entries(TURBINE).filter(([name]) => !attribute.startsWith(name));
    const metadata = [...others.map(([name, value]) => `${name}: ${value}`), attribute].join(', ');
    const { issues } = await readText(site(`    segments:\n      - { id: W, name: W, type: WindTurbine, metadata: { ${metadata} } }`));
    expect(issues.filter(({ level }) => level === 'error').map((issue) => issue.message)).toEqual([message]);
    expect(issues[0]?.line).toBe(14);
  });

  test('a site field among the attributes, an unknown zone, an unknown enterprise', async () => {
    const { issues } = await readText(
      site('')
        .replace('timezone: UTC', 'timezone: Mars/Olympus')
        .replace('enterpriseId: north', 'enterpriseId: south')
        .replace('metadata: { ', 'metadata: { country: US, '),
    );
    expect(issues.map(({ message }) => message)).toEqual([
      'Fleet_Import_UnknownEnterprise',
      'Attribute_Problem_zone',
      'Fleet_Import_AttributeIsField',
    ]);
  });

  test('what calculations will miss is a warning and no obstacle', async () => {
    const { issues } = await readText(
      'version: 1\nenterprises: [ { id: n, name: N } ]\nsites:\n  - { id: s, name: S, enterpriseId: n, energyType: Wind, segments: [ { id: W, name: W, type: WindTurbine } ] }',
    );
    expect(new Set(issues.map(({ level }) => level))).toEqual(new Set(['warning']));
    expect(issues.map(({ values }) => values?.attribute)).toEqual([
      'timezone',
      'latitude',
      'longitude',
      'commissioningDate',
      'capacityAc',
      'hubHeight',
      'rotorDiameter',
    ]);
  });

  test('text that is no YAML, with the line where it ends to be', async () => {
    const { issues } = await readText('version: 1\nsites:\n  - id: "open\n');
    expect(issues[0]).toMatchObject({ message: 'Fleet_Import_Unreadable', level: 'error' });
    expect(issues[0]?.values?.line).toBeGreaterThan(2);
  });

  test('values of the wrong shape', async () => {
    const { issues } = await readText(
      `${site('')}    longitude: 200\n`.replace('    longitude: 1\n', '').replace('id: ridge', 'id: "has spaces"'),
    );
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['sites.0.id', 'Fleet_Import_InvalidValue'],
      ['sites.0.longitude', 'Fleet_Import_InvalidValue'],
    ]);
  });
});

describe('a workbook is read as people fill it in', () => {
  async function readSheets(sheets: Record<string, (string | number | boolean | Date | null)[][]>) {
    const file = join(folder, 'typed.xlsx');
    await writeXlsxFile(
      Object.entries(sheets).map(([sheet, data]) => ({
        sheet,
        data: data.map((row) => row.map((value) => (value instanceof Date ? { value, format: 'yyyy-mm-dd', type: Date } : value))),
      })),
    ).toFile(file);
    return read(file);
  }

  const ENTERPRISES = [
    ['ID', 'Name'],
    ['north', 'North'],
  ];

  test('ids of digits, dates as dates, words for truth, empty rows and columns', async () => {
    const { description, issues } = await readSheets({
      enterprises: ENTERPRISES,
      Sites: [
        ['id', 'name', 'enterpriseId', 'timezone', 'latitude', 'longitude', 'country', 'energyType', 'commissioningDate'],
        [17, 'Ridge', 'north', 'UTC', 1.5, 2, 'US', 'Wind', new Date(Date.UTC(2016, 4, 1))],
      ],
      Segments: [
        ['siteId', 'id', 'name', 'type', 'disabled', 'capacityAc', 'hubHeight', 'rotorDiameter', null, 'serialNumber'],
        [17, 1701, 1, 'WindTurbine', 'TRUE', '1500', 80, 77, null, 4711],
        [null, null, null, null, null, null, null, null, null, null],
        [17, 1702, 2, 'WindTurbine', false, 1500, 80, 77, null, 'B-2'],
      ],
      History: [
        ['id', 'attribute', 'from', 'value'],
        [1701, 'capacityAc', new Date(Date.UTC(2020, 0, 1)), 1600],
      ],
    });
    expect(issues).toEqual([]);
    expect(description?.sites[0]).toMatchObject({ id: '17', latitude: 1.5, metadata: { commissioningDate: '2016-05-01' } });
    expect(description?.sites[0]?.segments).toMatchObject([
      {
        id: '1701',
        name: '1',
        disabled: true,
        metadata: {
          serialNumber: '4711',
          capacityAc: [
            { from: null, value: 1500 },
            { from: '2020-01-01', value: 1600 },
          ],
        },
      },
      { id: '1702', disabled: false, metadata: { capacityAc: 1500, serialNumber: 'B-2' } },
    ]);
  });

  test('problems are named by sheet and cell', async () => {
    const { issues } = await readSheets({
      Enterprises: ENTERPRISES,
      Sites: [
        ['id', 'name', 'enterpriseId', 'timezone', 'latitude', 'longitude', 'country', 'energyType', 'commissioningDate'],
        ['ridge', 'Ridge', 'north', 'UTC', 1, 2, 'US', 'Wind', '2016-05-01'],
      ],
      Segments: [
        ['siteId', 'id', 'name', 'type', 'parentId', 'hubHeight', 'capacityAc', 'rotorDiameter'],
        ['ridge', 'W-1', 'One', 'WindTurbine', null, 80, 1500, 77],
        ['ridge', 'W-2', 'Two', 'WindTurbine', 'W-9', 900, 1500, 77],
      ],
    });
    expect(issues.map(({ location, message }) => [location, message])).toEqual([
      ['Segments!E3', 'Fleet_Import_UnknownParent'],
      ['Segments!F3', 'Attribute_Problem_max'],
    ]);
  });

  test('unknown columns, sites and segments', async () => {
    const { issues } = await readSheets({
      Enterprises: ENTERPRISES,
      Sites: [
        ['id', 'name', 'enterpriseId', 'colour'],
        ['ridge', 'Ridge', 'north', 'green'],
      ],
      Segments: [
        ['siteId', 'id', 'name', 'type'],
        ['rigde', 'W-1', 'One', 'WindTurbine'],
      ],
      History: [
        ['id', 'attribute', 'from', 'value'],
        ['W-7', 'capacityAc', '2020-01-01', 1],
      ],
    });
    expect(issues.map(({ location, message }) => [location, message])).toEqual([
      ['Sites!D1', 'Fleet_Import_UnknownColumn'],
      ['Segments!A2', 'Fleet_Import_UnknownSite'],
      ['History!A2', 'Fleet_Import_UnknownSegment'],
    ]);
  });

  test('a file that is no workbook', async () => {
    const file = join(folder, 'broken.xlsx');
    await writeFile(file, 'not a workbook');
    expect((await read(file)).issues).toMatchObject([{ message: 'Fleet_Import_Unreadable', location: '' }]);
  });
});
