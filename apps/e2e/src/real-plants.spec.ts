import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import { signalEndpoints } from '@solvane/contract/signals';
import type { HttpUser } from '@solvane/testing/http-user';
import { referenceDataFolder } from '@solvane/testing/reference-data';
import { expect, type Product, test } from './product.ts';
import { chart, expectDrawn, expectShows, figuresOf } from './studio.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const examples = join(root, 'docs', 'examples', 'real-plants');

interface RealPlant {
  title: string;
  mapping: string;
  data: string;
  devices: string[];
  signal: string;
  period: string;
  /** The line that is compared with the answer of the server. */
  line: { device: string; name: string; startMs: number; endMs: number; times: number };
}

const PLANTS: RealPlant[] = [
  {
    title: 'eight years of one turbine',
    mapping: 'flatirons.yaml',
    data: 'wind_nrel_ge15/scada_10min_4cols.csv.gz',
    devices: ['flatirons-wt-1'],
    signal: 'NacelleWindSpeed||Raw',
    period: '2017-02-01_2017-02-02',
    line: { device: 'flatirons-wt-1', name: 'WT-1', startMs: Date.UTC(2017, 1, 1, 7), endMs: Date.UTC(2017, 1, 2, 7), times: 1 },
  },
  {
    title: 'four turbines of La Haute Borne',
    mapping: 'la-haute-borne.yaml',
    data: 'wind_la_haute_borne_reference/scada_4turbines_20140101_20140118_10min.csv.gz',
    devices: ['r80711', 'r80721', 'r80736', 'r80790'].map((name) => `la-haute-borne-${name}`),
    signal: 'ActivePower||Raw',
    period: '2014-01-05_2014-01-06',
    line: {
      device: 'la-haute-borne-r80711',
      name: 'R80711',
      startMs: Date.UTC(2014, 0, 4, 23),
      endMs: Date.UTC(2014, 0, 5, 23),
      times: 1e-3,
    },
  },
  {
    title: 'the photovoltaic system in Nevada',
    mapping: 'nevada.yaml',
    data: 'pv_doe_rtc_nevada/doe_rtc_nevada_inverter_15min.csv.gz',
    devices: ['nevada-rtc-ws'],
    signal: 'IrradiancePOA||Raw',
    period: '2016-06-21_2016-06-22',
    line: {
      device: 'nevada-rtc-ws',
      name: 'Weather station',
      startMs: Date.UTC(2016, 5, 21, 7),
      endMs: Date.UTC(2016, 5, 22, 7),
      times: 1,
    },
  },
  {
    title: 'the alarms of Hill of Towie',
    mapping: 'hill-of-towie.yaml',
    data: 'wind_hill_of_towie_status/tblSCTurFlag_2024_07.csv.gz',
    devices: ['hill-of-towie-t01'],
    signal: 'EventCode||Raw',
    period: '2024-07-22_2024-07-23',
    line: { device: 'hill-of-towie-t01', name: 'T01', startMs: Date.UTC(2024, 6, 21, 23), endMs: Date.UTC(2024, 6, 22, 23), times: 1 },
  },
];

test.describe('a real plant, imported by the commands while the product runs', () => {
  for (const plant of PLANTS) {
    const data = join(referenceDataFolder(), plant.data);
    test(`${plant.title} is charted next to the demo fleet`, async ({ visitAs, product, userOf }) => {
      // biome-ignore lint/suspicious/noSkippedTests: the data are not part of the project
      test.skip(!existsSync(data), `no data ${plant.data}; set SOLVANE_REFERENCE_DATA to the folder that holds it`);
      test.setTimeout(480_000);
      expect(await command(product, ['fleet', 'import', join(examples, 'fleet.yaml')])).toContain('Imported.');
      expect(await command(product, ['import', join(examples, plant.mapping), data])).toMatch(/imported|Done/);

      const { enterprises } = await (await userOf('provider')).call(deviceTreeEndpoints.sites, {});
      await (await userOf('provider')).call(accountSettingsEndpoints.saveSelectedEnterpriseIds, { body: enterprises.map(({ id }) => id) });
      const choice = new URLSearchParams({
        devices: JSON.stringify(plant.devices),
        signals: JSON.stringify([plant.signal]),
        period: plant.period,
        resolution: 'raw',
      });
      const { page } = await visitAs('provider', `/data-studio?${choice}`);
      const lines = plant.devices.length;
      await expect(chart(page)).toHaveAccessibleDescription(new RegExp(`^${lines} lines? in 1 plot`));
      await expectDrawn(chart(page).locator('canvas').first());
      const values = await valuesOf(await userOf('provider'), plant);
      expect(values.length).toBeGreaterThan(50);
      const figures = await figuresOf(page, plant.line.name);
      expectShows(figures.max, Math.max(...values) * plant.line.times, 'highest value');
      expectShows(figures.last, (values.at(-1) ?? Number.NaN) * plant.line.times, 'last value');
    });
  }
});

/** As a person at the console of the server does it. */
async function command({ dataFolder }: Product, args: string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SOLVANE_')));
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tools', 'tasks.ts'), ...args], {
    cwd: root,
    env: { ...env, SOLVANE_DATA: dataFolder },
  });
  return stdout;
}

async function valuesOf(user: HttpUser, { signal, line: { device, startMs, endMs } }: RealPlant): Promise<number[]> {
  const body = { segmentIds: [device as never], signalIds: [signal as never], startMs, endMs, resolution: 'raw' as const };
  const { series } = await user.call(signalEndpoints.values, { body });
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}
