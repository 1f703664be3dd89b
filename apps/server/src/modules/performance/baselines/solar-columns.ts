import type { SegmentId } from '@solvane/contract/ids';
import { clippedIntervals } from '@solvane/energy/pv/clipping';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { intervalGrid } from '@solvane/energy/time/interval';
import { localDaysOf, type Period } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { Facet, SignalReader } from '../../../signals/signal-reader.ts';
import type { ConfiguredSite } from '../configuration/site-configuration.ts';
import { disturbedIntervals, type TurbineGrid } from './turbine-columns.ts';

export interface SolarReaders {
  db: Db;
  store: Pick<SignalReader, 'read'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

interface SolarColumnsOf {
  device: SiteDevice;
  devices: readonly SiteDevice[];
  period: Period;
  configured: ConfiguredSite;
}

/** What an inverter made in the weather it had, shape (n) each, and what speaks against an interval: 1 where it does. */
export interface SolarColumns {
  nominalPower: Float64Array;
  power: Float64Array;
  planeIrradiance: Float64Array;
  ambientTemperature: Float64Array;
  windSpeed: Float64Array;
  disturbed: Uint8Array;
  clipped: Uint8Array;
  estimated: Uint8Array;
}

export async function readSolarColumns(deps: SolarReaders, { device, devices, period, configured }: SolarColumnsOf): Promise<SolarColumns> {
  const { stepMs, zone, siteSegmentId } = configured;
  const grid = { period, stepMs };
  const stations = devices
    .filter(({ segmentType }) => segmentType === 'WeatherStation' || segmentType === 'PlaneOfArray')
    .map(({ id }) => id);
  const sources = [device.id, device.primaryWeatherStationId, ...stations, siteSegmentId].filter((id) => id !== undefined) as SegmentId[];
  const series = await deps.registry.list([...new Set(sources)]);
  const first = (apCode: string, calcType: string) =>
    sources.flatMap((id) => series.find((each) => each.segmentId === id && each.apCode === apCode && each.calcType === calcType) ?? [])[0];
  const own = (apCode: string, calcType: string) =>
    series.find((each) => each.segmentId === device.id && each.apCode === apCode && each.calcType === calcType);
  const power = own('ActivePower', 'Validated');
  const light = first('IrradiancePOA', 'Validated');
  const wanted: { found: typeof power; facet: Facet }[] = [
    { found: own('TemperatureAdjustedNominalPower', 'Calculated'), facet: 'value' },
    { found: power, facet: 'value' },
    { found: power, facet: 'estimated' },
    { found: light, facet: 'value' },
    { found: light, facet: 'estimated' },
    { found: first('AmbientTemperature', 'Validated'), facet: 'value' },
    { found: first('WindSpeed', 'Validated'), facet: 'value' },
  ];
  const queries = wanted.flatMap(({ found, facet }) =>
    found
      ? [{ series: found.series, kind: pointKindOf(found.calcType), zone, intervalMs: stepMs, aggregation: 'avg' as const, facet }]
      : [],
  );
  const read = queries.length > 0 ? (await deps.store.read({ series: queries, ...period, resolution: 'raw' })).series : [];
  const { count, startMs } = intervalGrid(period, stepMs);
  let next = 0;
  const columns = wanted.map(({ found }) => {
    const column = new Float64Array(count).fill(Number.NaN);
    const points = found ? read[next++] : undefined;
    points?.timesMs.forEach((timeMs, i) => {
      column[Math.round((timeMs - startMs) / stepMs)] = points.values[i] ?? Number.NaN;
    });
    return column;
  });
  const missing = new Float64Array(count).fill(Number.NaN);
  const [nominalPower = missing, measured = missing, estimated = missing, planeIrradiance = missing, isLightEstimated = missing] = columns;
  const [, , , , , ambientTemperature = missing, windSpeed = missing] = columns;
  const disturbed = await disturbedIntervals(deps.db, [device.id as SegmentId, siteSegmentId], grid);
  const clipped = clippedByDay(device, { power: measured, grid, zone, startMs });
  const isEstimated = measured.map((_, i) => ((estimated[i] ?? 0) > 0 || (isLightEstimated[i] ?? 0) > 0 ? 1 : 0));
  return {
    ...{ nominalPower, power: measured, planeIrradiance, ambientTemperature, windSpeed },
    ...{ disturbed, clipped, estimated: Uint8Array.from(isEstimated) },
  };
}

interface ClippedColumns {
  power: Float64Array;
  grid: TurbineGrid;
  zone: string;
  startMs: number;
}

/** An inverter without a stated rating shows its limit day by day. */
function clippedByDay(device: SiteDevice, { power, grid, zone, startMs }: ClippedColumns): Uint8Array {
  const days = localDaysOf(
    Float64Array.from(power, (_, i) => startMs + i * grid.stepMs),
    zone,
  );
  const clipped = new Uint8Array(power.length);
  let from = 0;
  for (let i = 1; i <= power.length; i++) {
    if (i < power.length && days[i] === days[from]) continue;
    clipped.set(clippedIntervals({ acRating: device.capacityAc, plane: device.plane }, power.subarray(from, i)), from);
    from = i;
  }
  return clipped;
}
