import type { ReportedSignal } from '@solvane/energy/site-day/inputs';
import { localDayOf } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { ReferenceTable } from '@solvane/testing/reference-data';
import { at } from '../../columns/column.ts';
import { type AveragedPlant, longerIntervals } from '../averaged-plant.ts';
import { fittedCurves, type SpoiledTime } from '../fitted-curves.ts';
import { type PlantFigures, plantFigures } from '../interval-figures.ts';
import { type PlantEquipment, turbineIds } from '../minute-plant.ts';
import { plantConfiguration } from '../plant-configuration.ts';
import { computePlantDays } from '../plant-days.ts';

const STEP_MS = 600_000;

/** A farm measured every ten minutes. */
export interface MeasuredFarm {
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

export const MEASURED_FARMS: readonly MeasuredFarm[] = [
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
function tenMinutes({ equipment, turbines, columns, from, days }: MeasuredFarm, table: ReferenceTable): AveragedPlant {
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
function standstills({ equipment }: MeasuredFarm, { grid, signals }: AveragedPlant): SpoiledTime[] {
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

/**
 * What the engine makes of a farm at a longer interval.
 *
 * @param minutes - a multiple of ten that divides an hour
 */
export function farmFigures(each: MeasuredFarm, table: ReferenceTable, minutes: number): PlantFigures {
  const measured = tenMinutes(each, table);
  const averaged = longerIntervals(measured, minutes / 10);
  const first = localDayOf(averaged.grid.startMs, 'UTC');
  const site = plantConfiguration(each.equipment, fittedCurves(each.equipment, averaged, standstills(each, measured)));
  const outputs = computePlantDays({ ...averaged, site, days: Array.from({ length: each.days }, (_, i) => first + i), events: [] });
  return plantFigures(outputs, averaged, turbineIds(each.equipment));
}
