import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type siteWeatherEndpoints, WEATHER_QUANTITIES, type WeatherQuantity, type WeatherSource } from '@solvane/contract/site-weather';
import { haurwitzClearSky } from '@solvane/energy/pv/clear-sky';
import { sunPositions } from '@solvane/energy/pv/sun-position';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { type WeatherCondition, weatherCondition } from '@solvane/energy/weather/weather-condition';
import { circularMean } from '@solvane/series/circular';
import type { SeriesQuery } from '../../signals/signal-reader.ts';
import type { DeviceStateDeps, StateScope } from './read-device-states.ts';
import { findSeries, isOfNow, type ReadCalcType, readSiteSegments, type SiteSegments } from './site-segments.ts';
import type { StateSite } from './state-devices.ts';

type Response = ResponseOf<typeof siteWeatherEndpoints.read>;
type Quantity = Response['quantities'][number];

const CALC_TYPES: Record<WeatherSource, readonly ReadCalcType[]> = {
  station: ['Validated', 'Raw'],
  external: ['ExternalWeather'],
  satellite: ['Satellite'],
};
/** A turbine measures what a mast does not. */
const INSTEAD: Partial<Record<WeatherQuantity, string>> = { WindSpeed: 'NacelleWindSpeed', WindDirection: 'WindDirection' };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const [MOST_NATIVE_DAYS, MOST_HOURLY_DAYS] = [3, 62];
/** Twenty years of days fit into one picture; a longer period is a mistake, and takes minutes to count. */
const MOST_DAYS = 7_320;

/** @throws AppError signals.tooManyDatapoints for a period beyond twenty years, before anything is read */
export async function readSiteWeather(
  deps: DeviceStateDeps,
  scope: StateScope,
  { siteId, source, startMs, endMs }: BodyOf<typeof siteWeatherEndpoints.read>,
): Promise<Response> {
  const nowMs = deps.now();
  const days = (endMs - startMs) / DAY_MS;
  if (days > MOST_DAYS) throw new AppError('signals.tooManyDatapoints', { values: { requested: Math.ceil(days), allowed: MOST_DAYS } });
  const [known] = await readSiteSegments(deps, scope, [siteId]);
  if (!known) return { nowMs, condition: 'Unknown', quantities: [], timesMs: [], conditions: [], timezone: 'UTC' };
  const sensors = WEATHER_QUANTITIES.map((apCode) => ({ apCode, series: sensorsOf(known, apCode, CALC_TYPES[source]) })).filter(
    ({ series }) => series.length > 0,
  );
  const all = sensors.flatMap(({ series }) => series);
  const resolution = days <= MOST_NATIVE_DAYS ? 'raw' : days <= MOST_HOURLY_DAYS ? 'hour' : 'day';
  // Providers tell most quantities by the hour.
  const stepMs = source === 'external' ? Math.max(known.stepMs, HOUR_MS) : known.stepMs;
  const [read, newest] = await Promise.all([
    deps.signals.read({ startMs, endMs, resolution, series: all, horizonMs: nowMs }),
    source === 'external' ? readForeseenNow(deps, all, { nowMs, stepMs }) : readNewest(deps, all),
  ]);
  const columns = new Map(all.map(({ series }, at) => [series, read.series[at]]));
  const timesMs = Float64Array.from(new Set(all.flatMap(({ series }) => [...(columns.get(series)?.timesMs ?? [])]))).sort();
  const quantities = sensors.map(({ apCode, series }): Quantity => {
    const byTime = new Map<number, number[]>();
    for (const { series: number } of series) {
      const column = columns.get(number);
      for (const [at, timeMs] of (column?.timesMs ?? []).entries())
        byTime.set(timeMs, [...(byTime.get(timeMs) ?? []), column?.values[at] ?? Number.NaN]);
    }
    const ends = series
      .flatMap(({ series: number }) => newest.get(number) ?? [])
      .filter(({ atMs, value }) => !Number.isNaN(value) && isOfNow(atMs, { nowMs, stepMs }));
    const atMs = Math.max(...ends.map((end) => end.atMs));
    const values = ends.flatMap((end) => (end.atMs === atMs ? end.value : []));
    return {
      apCode,
      unit: findSignalDefinition(`${apCode}||Validated`)?.unit ?? '',
      segmentIds: series.map(({ segmentId }) => segmentId),
      latest: values.length > 0 ? { value: meanOf(apCode, values), atMs } : null,
      values: Array.from(timesMs, (timeMs) => nullable(meanOf(apCode, byTime.get(timeMs) ?? []))),
    };
  });
  const lengthMs = resolution === 'raw' ? known.stepMs : resolution === 'hour' ? 3_600_000 : DAY_MS;
  const valueAt = (apCode: WeatherQuantity, at: number) => quantities.find((each) => each.apCode === apCode)?.values[at] ?? Number.NaN;
  const nowOf = (apCode: WeatherQuantity) => quantities.find((each) => each.apCode === apCode)?.latest?.value ?? Number.NaN;
  const last = Math.max(...quantities.map(({ latest: value }) => value?.atMs ?? Number.NEGATIVE_INFINITY));
  const [condition] = Number.isFinite(last)
    ? conditionsOf(known.site, { timesMs: Float64Array.of(last), lengthMs: known.stepMs, valueAt: nowOf })
    : [];
  return {
    nowMs,
    condition: condition ?? 'Unknown',
    quantities,
    timesMs: [...timesMs],
    conditions: conditionsOf(known.site, { timesMs, lengthMs, valueAt }),
    timezone: known.zone,
  };
}

interface Newest {
  atMs: number;
  value: number;
}

/** The newest value of each series that has one. */
async function readNewest({ signals }: Pick<DeviceStateDeps, 'signals'>, of: readonly SeriesQuery[]): Promise<Map<number, Newest>> {
  const { series, timesMs, values } = await signals.readLatest(of.map((each) => each.series));
  return new Map(Array.from(series, (number, row) => [number, { atMs: timesMs[row] ?? Number.NaN, value: values[row] ?? Number.NaN }]));
}

/** Intervals in which the value of now is looked for. */
const FORESEEN_STEPS = 3;

/** The newest values of a provider are of days to come: that of now is the last that has begun. */
async function readForeseenNow(
  { signals }: Pick<DeviceStateDeps, 'signals'>,
  of: readonly SeriesQuery[],
  { nowMs, stepMs }: { nowMs: number; stepMs: number },
): Promise<Map<number, Newest>> {
  const startMs = nowMs - FORESEEN_STEPS * stepMs;
  const { series } = await signals.read({ startMs, endMs: nowMs + 1, resolution: 'raw', series: of });
  return new Map(
    of.flatMap((query, at) => {
      const column = series[at];
      const [atMs, value] = [column?.timesMs.at(-1), column?.values.at(-1)];
      return atMs === undefined || value === undefined ? [] : [[query.series, { atMs, value }] as const];
    }),
  );
}

function sensorsOf({ site, segments }: SiteSegments, apCode: WeatherQuantity, calcTypes: readonly ReadCalcType[]) {
  const of = (code: string) =>
    site.segments.flatMap(({ segmentId }) =>
      segmentId === site.segmentId ? [] : (findSeries(segments.get(segmentId), code, calcTypes) ?? []),
    );
  const own = of(apCode);
  const instead = INSTEAD[apCode];
  return (own.length > 0 || instead === undefined ? own : of(instead)).map((query) =>
    apCode === 'Rainfall' ? { ...query, aggregation: 'sum' as const } : query,
  );
}

function meanOf(apCode: WeatherQuantity, values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return Number.NaN;
  if (apCode === 'WindDirection') return circularMean(Float64Array.from(known)).direction;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

interface ConditionInputs {
  timesMs: Float64Array;
  lengthMs: number;
  valueAt: (apCode: WeatherQuantity, at: number) => number;
}

/** A word for each interval; without a place there is neither night nor a clear sky to compare with. */
function conditionsOf({ latitude, longitude }: StateSite, { timesMs, lengthMs, valueAt }: ConditionInputs): WeatherCondition[] {
  const middles = timesMs.map((timeMs) => timeMs + lengthMs / 2);
  const isPlaced = latitude !== null && longitude !== null && lengthMs < DAY_MS;
  const zenith = isPlaced ? sunPositions({ timesMs: middles, location: { latitude, longitude, altitude: 0 } }).apparentZenith : undefined;
  const clear = zenith && haurwitzClearSky(zenith);
  return Array.from(timesMs, (_, at) => {
    const clearSky = clear?.[at] ?? Number.NaN;
    return weatherCondition({
      windSpeed: valueAt('WindSpeed', at),
      rainRate: (valueAt('Rainfall', at) * 3_600_000) / lengthMs,
      ambientTemperature: valueAt('AmbientTemperature', at),
      apparentZenith: zenith?.[at] ?? Number.NaN,
      clearSkyIndex: clearSky > 0 ? valueAt('IrradianceGHI', at) / clearSky : Number.NaN,
    });
  });
}

function nullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
