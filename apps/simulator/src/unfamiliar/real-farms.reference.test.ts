import type { ReportedSignal } from '@solvane/energy/site-day/inputs';
import { localDayOf } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { type ReferenceTable, referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { at } from '../columns/column.ts';
import { type AveragedPlant, longerIntervals } from './averaged-plant.ts';
import { fittedCurves, type SpoiledTime } from './fitted-curves.ts';
import { type PlantFigures, plantFigures } from './interval-figures.ts';
import { type PlantEquipment, turbineIds } from './minute-plant.ts';
import { plantConfiguration } from './plant-configuration.ts';
import { computePlantDays } from './plant-days.ts';

const STEP_MS = 600_000;

interface Farm {
  dataset: string;
  file: string;
  equipment: PlantEquipment;
  /** Name of each turbine in the file; empty: the file is of one. */
  turbines: readonly string[];
  columns: { turbine?: string; time: string; power: string; wind: string; temperature?: string };
  /** Whole days, UTC. */
  from: string;
  days: number;
}

const FARMS: readonly Farm[] = [
  {
    dataset: 'wind_la_haute_borne_reference',
    file: 'scada_4turbines_20140101_20140118_10min.csv.gz',
    equipment: farm(48.45, 5.59, 411, {
      layout: [
        [0, 0],
        [190, -1020],
        [210, -480],
        [20, 500],
      ],
      ratedKw: 2050,
      hubHeight: 80,
    }),
    turbines: ['R80711', 'R80721', 'R80736', 'R80790'],
    columns: { turbine: 'Wind_turbine_name', time: 'Date_time', power: 'P_avg', wind: 'Ws_avg', temperature: 'Ot_avg' },
    from: '2014-01-02T00:00:00Z',
    days: 15,
  },
  {
    dataset: 'wind_res_anonymised',
    file: 'homer_2turbines_202307_10min.csv.gz',
    equipment: farm(55, -3, 200, { layout: [[0, 0]], ratedKw: 1330, hubHeight: 60 }),
    turbines: ['HMR_T02'],
    // Its thermometer writes whole degrees: nothing would write means of them.
    columns: { turbine: 'TurbineName', time: 'TimeStamp_StartFormat', power: 'ActivePowerMean', wind: 'WindSpeedMean' },
    from: '2023-07-01T00:00:00Z',
    days: 31,
  },
  {
    dataset: 'wind_nrel_ge15',
    file: 'scada_10min_4cols.csv.gz',
    equipment: farm(39.91, -105.22, 1850, { layout: [[0, 0]], ratedKw: 1500, hubHeight: 80 }),
    turbines: [''],
    columns: { time: 'dttm', power: 'kw', wind: 'wind_speed' },
    from: '2013-02-01T00:00:00Z',
    days: 28,
  },
];

function farm(latitude: number, longitude: number, altitude: number, wind: NonNullable<PlantEquipment['wind']>): PlantEquipment {
  return { id: 'farm', zone: 'UTC', location: { latitude, longitude, altitude }, wind };
}

/** Only hours of which every value arrived: the same data at every interval. */
function tenMinutes({ equipment, turbines, columns, from, days }: Farm, table: ReferenceTable): AveragedPlant {
  const grid = { startMs: Date.parse(from), stepMs: STEP_MS, count: (days * DAY_MS) / STEP_MS };
  const times = table.texts(columns.time);
  const names = columns.turbine ? table.texts(columns.turbine) : times.map(() => '');
  const read = { ActivePower: columns.power, NacelleWindSpeed: columns.wind, AmbientTemperature: columns.temperature };
  const signals = new Map<string, ReportedSignal[]>(turbineIds(equipment).map((id) => [id, []]));
  for (const [apCode, column] of Object.entries(read)) {
    if (column === undefined) continue;
    const values = table.numbers(column);
    const raws = turbines.map(() => new Float64Array(grid.count).fill(Number.NaN));
    times.forEach((time, row) => {
      const instantMs = Date.parse(/[Z+]/.test(time) ? time : `${time.replace(' ', 'T')}Z`);
      const raw = raws[turbines.indexOf(names[row] ?? '')];
      const i = (instantMs - grid.startMs) / STEP_MS;
      if (raw && i >= 0 && i < grid.count) raw[i] = values[row] ?? Number.NaN;
    });
    turbineIds(equipment).forEach((id, k) => {
      const raw = raws[k];
      if (raw) signals.get(id)?.push({ apCode, raw: wholeHours(raw) });
    });
  }
  return { grid, signals };
}

/** In wind: a curve is made without them, and without the longer intervals that share time with them. */
function standstills({ equipment }: Farm, { grid, signals }: AveragedPlant): SpoiledTime[] {
  return turbineIds(equipment).flatMap((deviceId) => {
    const column = (apCode: string) => signals.get(deviceId)?.find((signal) => signal.apCode === apCode)?.raw ?? new Float64Array(0);
    const [power, wind] = [column('ActivePower'), column('NacelleWindSpeed')];
    return [...power.keys()].flatMap((i) => {
      const isStopped = at(power, i) <= 0.005 * (equipment.wind?.ratedKw ?? 0) && at(wind, i) > 4;
      const startMs = grid.startMs + i * grid.stepMs;
      return isStopped ? [{ deviceId, startMs, endMs: startMs + grid.stepMs }] : [];
    });
  });
}

function wholeHours(values: Float64Array): Float64Array {
  return values.map((value, i) => (values.subarray(i - (i % 6), i - (i % 6) + 6).some(Number.isNaN) ? Number.NaN : value));
}

describe.each(FARMS)('measured at $dataset', (each) => {
  const data = referenceData(each.dataset);
  const known = new Map<number, PlantFigures>();
  const figuresAt = (minutes: number): PlantFigures => {
    const before = known.get(minutes);
    if (before) return before;
    const measured = tenMinutes(each, data.table(each.file));
    const averaged = longerIntervals(measured, minutes / 10);
    const first = localDayOf(averaged.grid.startMs, 'UTC');
    const site = plantConfiguration(each.equipment, fittedCurves(each.equipment, averaged, standstills(each, measured)));
    const outputs = computePlantDays({ ...averaged, site, days: Array.from({ length: each.days }, (_, i) => first + i), events: [] });
    const figures = plantFigures(outputs, averaged, turbineIds(each.equipment));
    known.set(minutes, figures);
    return figures;
  };

  test.skipIf(data.isAbsent).each([30, 60])(`%i min are what ten are${data.note}`, (minutes) => {
    const [figures, reference] = [figuresAt(minutes), figuresAt(10)];
    expect(Math.abs(figures.energy / reference.energy - 1)).toBeLessThan(0.001);
    expect(Math.abs(figures.expected / reference.expected - 1)).toBeLessThan(0.015);
    expect(Math.abs(figures.timeAvailability - reference.timeAvailability)).toBeLessThan(0.5);
    expect(figures.removed.share).toBeLessThan(reference.removed.share + 0.005);
  });
});
