import { join } from 'node:path';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { referenceData, referenceDataFolder } from '@solvane/testing/reference-data';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rawEvents } from '../db/schema/arrivals.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type Command, execute } from './command.ts';
import { fleetCommand } from './fleet.ts';
import { importCommand } from './import.ts';

/** The files of docs/examples/real-plants do what they promise. Every number below was counted in the data files by other means. */

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'examples', 'real-plants');

interface RealPlants extends TestApp {
  /** What the import of one data file printed, without the time it took. */
  load(mapping: string, dataFile: string): Promise<string[]>;
  /** Every stored point of a signal, by its UTC time. */
  stored(segmentId: string, signalId: string): Promise<Map<string, number | null>>;
  events(segmentId: string): Promise<[code: string, start: string, end: string][]>;
}

async function openPlants(): Promise<RealPlants> {
  const app = await testApp({ signals: true });
  const { deps, db } = app;
  const run = async (command: Command, ...args: string[]): Promise<string[]> => {
    const printed: string[] = [];
    const terminal = {
      folder: EXAMPLES,
      print: (line: string) => printed.push(line),
      status: () => undefined,
      ask: async () => '',
      signal: new AbortController().signal,
    };
    expect(await execute(command, deps, args, terminal), printed.join('\n')).toBe(0);
    return printed;
  };
  const fleet = await run(fleetCommand, 'import', 'fleet.yaml');
  expect(fleet).toEqual(expect.arrayContaining(['0 errors, 4 warnings', expect.stringMatching(/^sites +4 created/), 'Imported.']));
  const user = await app.as({ of: 'open-data' });
  return {
    ...app,
    load: async (mapping, dataFile) =>
      (await run(importCommand, mapping, join(referenceDataFolder(), dataFile))).map((line) => line.replace(/, [\d.]+ s$/, '')),
    stored: async (segmentId, signalId) => {
      const question = {
        segmentIds: [segmentId as SegmentId],
        signalIds: [signalId as SignalId],
        startMs: Date.UTC(2010, 0, 1),
        endMs: Date.UTC(2025, 0, 1),
        resolution: 'raw' as const,
      };
      const [series] = (await user.call(signalEndpoints.values, { body: question })).series;
      return new Map(series?.timesMs.map((timeMs, index) => [new Date(timeMs).toISOString(), series.values[index] ?? null]));
    },
    events: async (segmentId) => {
      const rows = await db
        .select()
        .from(rawEvents)
        .where(eq(rawEvents.segmentId, segmentId as SegmentId))
        .orderBy(asc(rawEvents.startMs));
      const iso = (ms: number | null): string => (ms === null ? 'open' : new Date(ms).toISOString());
      return rows.map(({ code, startMs, endMs }) => [code, iso(startMs), iso(endMs)]);
    },
  };
}

function ends<Value>(values: ReadonlyMap<string, Value>): {
  count: number;
  first: [string, Value] | undefined;
  last: [string, Value] | undefined;
} {
  const all = [...values];
  return { count: all.length, first: all[0], last: all.at(-1) };
}

function sum(values: Iterable<number | null>): number {
  return [...values].reduce<number>((total, value) => total + (value ?? 0), 0);
}

const flatirons = referenceData('wind_nrel_ge15');
describe.skipIf(flatirons.isAbsent)(`eight years of one turbine${flatirons.note}`, () => {
  test('are all there, six rows between the intervals at their own times', { timeout: 480_000 }, async () => {
    const { load, stored } = await openPlants();
    expect(await load('flatirons.yaml', 'wind_nrel_ge15/scada_10min_4cols.csv.gz')).toEqual([
      'scada_10min_4cols.csv.gz: 335,852 rows, imported 1,007,556 points of 3 series, 2010-02-18T02:30:00.000Z to 2018-01-13T08:30:00.000Z',
      'Done.',
    ]);
    // One time of the grid has two rows near it, of 13:59:58 and 14:00:00: each stays as it is.
    const power = await stored('flatirons-wt-1', 'ActivePower||Raw');
    expect(ends(power)).toEqual({
      count: 335_852,
      first: ['2010-02-18T02:30:00.000Z', -2.07],
      last: ['2018-01-13T08:30:00.000Z', -2.30732417106628],
    });
    expect(sum(power.values())).toBeCloseTo(33_006_089.528139, 3);
    const wind = await stored('flatirons-wt-1', 'NacelleWindSpeed||Raw');
    expect([wind.get('2017-02-04T03:00:00.000Z'), wind.get('2017-02-04T03:10:00.000Z')]).toEqual([89.79, 86.67]);
  });
});

const laHauteBorne = referenceData('wind_la_haute_borne_reference');
describe.skipIf(laHauteBorne.isAbsent)(`four turbines and their meter${laHauteBorne.note}`, () => {
  test('have all rows, and one turbine ends an interval before the others', async () => {
    const { load, stored } = await openPlants();
    const file = 'wind_la_haute_borne_reference/scada_4turbines_20140101_20140118_10min.csv.gz';
    expect(await load('la-haute-borne.yaml', file)).toEqual([
      expect.stringContaining(': 9,999 rows, imported 69,993 points of 28 series, 2014-01-01T00:00:00.000Z to 2014-01-18T08:30:00.000Z'),
      'Done.',
    ]);
    const power = (turbine: string) => stored(`la-haute-borne-${turbine}`, 'ActivePower||Raw');
    expect(ends(await power('r80711'))).toEqual({
      count: 2500,
      first: ['2014-01-01T00:00:00.000Z', 514.23999],
      last: ['2014-01-18T08:30:00.000Z', 945.9199800000001],
    });
    expect(ends(await power('r80790'))).toEqual({
      count: 2499,
      first: ['2014-01-01T00:00:00.000Z', 658.53003],
      last: ['2014-01-18T08:20:00.000Z', 875.5900300000001],
    });
  });

  test('the meter holds the energy of its year', async () => {
    const { load, stored } = await openPlants();
    expect(await load('la-haute-borne-meter.yaml', 'wind_la_haute_borne_reference/plant_meter_losses_2014_10min.csv.gz')).toEqual([
      expect.stringContaining(': 52,561 rows, imported 52,561 points of 1 series'),
      'Done.',
    ]);
    const energy = await stored('la-haute-borne-meter', 'ActiveEnergy||Raw');
    expect(ends(energy)).toEqual({
      count: 52_561,
      first: ['2014-01-01T00:00:00.000Z', 369.726],
      last: ['2015-01-01T00:00:00.000Z', 173.18],
    });
    energy.delete('2015-01-01T00:00:00.000Z');
    expect(sum(energy.values())).toBeCloseTo(11_005_524.01, 2);
  });
});

const nevada = referenceData('pv_doe_rtc_nevada');
describe.skipIf(nevada.isAbsent)(`a photovoltaic system whose clock stuttered${nevada.note}`, () => {
  test('has every value of the file, and none for the rows without values', async () => {
    const { load, stored } = await openPlants();
    expect(await load('nevada.yaml', 'pv_doe_rtc_nevada/doe_rtc_nevada_inverter_15min.csv.gz')).toEqual([
      expect.stringContaining(': 85,380 rows, imported 340,528 points of 4 series, 2015-11-24T19:30:00.000Z to 2018-05-09T19:15:00.000Z'),
      'Done.',
    ]);
    // In W in the file. 249 rows repeat an interval a few seconds late: they stay at their own times, and the sum is that of the file.
    const power = await stored('nevada-rtc-inv-1', 'ActivePower||Raw');
    expect(ends(power)).toEqual({
      count: 85_132,
      first: ['2015-11-24T19:30:00.000Z', expect.closeTo(2.63244, 9)],
      last: ['2018-05-09T19:15:00.000Z', expect.closeTo(2.5332, 9)],
    });
    expect(sum(power.values())).toBeCloseTo(58_475.842781651, 6);
    expect(ends(await stored('nevada-rtc-ws', 'AmbientTemperature||Raw')).first).toEqual(['2015-11-24T19:30:00.000Z', 20.5333]);
  });
});

const hillOfTowie = referenceData('wind_hill_of_towie_status');
describe.skipIf(hillOfTowie.isAbsent)(`a month of alarms of twenty-one turbines${hillOfTowie.note}`, () => {
  test('become events that last as long as their code stands', async () => {
    const { load, stored, events, db } = await openPlants();
    expect(await load('hill-of-towie.yaml', 'wind_hill_of_towie_status/tblSCTurFlag_2024_07.csv.gz')).toEqual([
      expect.stringContaining(
        ': 93,708 rows, imported 93,704 points of 21 series and 448 events, 2024-06-30T23:50:00.000Z to 2024-07-31T23:50:00.000Z',
      ),
      'Done.',
    ]);
    const all = await db.select().from(rawEvents);
    const byCode = Map.groupBy(all, ({ code }) => code);
    const counts = [...byCode].map(([code, own]) => [code, own.length] as const).sort(([, left], [, right]) => right - left);
    expect(counts.slice(0, 5)).toEqual([
      ['1005', 85],
      ['1001', 75],
      ['10105', 74],
      ['3130', 42],
      ['7111', 27],
    ]);
    expect(await events('hill-of-towie-t01')).toEqual(
      expect.arrayContaining([
        ['10105', '2024-07-07T19:20:00.000Z', '2024-07-07T19:30:00.000Z'],
        ['1005', '2024-07-22T13:50:00.000Z', '2024-07-22T14:20:00.000Z'],
        ['7111', '2024-07-22T14:20:00.000Z', '2024-07-22T14:50:00.000Z'],
        ['1005', '2024-07-22T14:50:00.000Z', '2024-07-22T15:00:00.000Z'],
      ]),
    );
    expect((await events('hill-of-towie-t07'))[0]).toEqual(['63162', '2024-06-30T23:50:00.000Z', '2024-07-07T19:20:00.000Z']);
    expect(ends(await stored('hill-of-towie-t01', 'EventCode||Raw')).count).toBe(4465);
  });
});
