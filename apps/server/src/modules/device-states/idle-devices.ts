import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import { lowLight, lowWind } from '@solvane/energy/availability/low-resource';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import { sunPositions } from '@solvane/energy/pv/sun-position';
import { median } from '@solvane/series/quantile';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { SegmentSeries } from './latest-values.ts';
import type { StateDevice, StateSite } from './state-devices.ts';

/** Whether a device has nothing to do, and since when it is as it is. */
export interface Idleness {
  isIdle: boolean;
  /** NaN: longer than HISTORY_MS, or not known */
  sinceMs: number;
}

export interface IdleDeps {
  signals: Pick<SignalReader, 'read'>;
  /** Every segment of the sites with its series. */
  segments: ReadonlyMap<SegmentId, SegmentSeries>;
  cutInOf: (segmentId: SegmentId) => number;
  nowMs: number;
}

const HOUR_MS = 3_600_000;
/** How far back it is looked for the beginning of too little wind or light. */
const HISTORY_MS = 24 * HOUR_MS;
/** Values of as many of the newest intervals can still arrive. */
const LATE_INTERVALS = 3;
const DEFAULT_STEP_MS = 600_000;
/** Of its rating: with less a battery without orders rests. */
const RESTING_SHARE = 0.005;

type EnergySource = 'PV' | 'Wind' | 'BESS';

const SOURCE_OF_TYPE: Readonly<Record<string, EnergySource>> = {
  Inverter: 'PV',
  WindTurbine: 'Wind',
  Turbine: 'Wind',
  BatteryInverter: 'BESS',
};

/** What a device makes its power of; undefined: none that can be known. */
export function energySourceOf({ segmentType, site }: Pick<StateDevice, 'segmentType' | 'site'>): EnergySource | undefined {
  if (segmentType !== 'Generator') return SOURCE_OF_TYPE[segmentType];
  return site.energyType === 'Hybrid' ? undefined : site.energyType;
}

/** Devices that have too little light or wind, or no order. Those that none of it is known of are left out. */
export async function readIdleDevices(
  deps: IdleDeps,
  devices: readonly StateDevice[],
  ratingOf: (segmentId: SegmentId) => number,
): Promise<Map<SegmentId, Idleness>> {
  const bySource = Map.groupBy(devices, energySourceOf);
  const solarSites = [...new Set((bySource.get('PV') ?? []).map(({ site }) => site))];
  const lights = new Map(solarSites.map((site) => [site, lightInputs(deps.segments, site)]));
  const needs = new Map(devices.map((device) => [device.segmentId, ownNeed(deps, device)]));
  const inputs = [...lights.values(), ...[...needs.values()].map((need) => need?.inputs ?? [])].flat();
  const spans = await readSpans(deps, [...new Map(inputs.map((input) => [input.series, input])).values()]);
  const columnsOf = (of: readonly Input[]) => of.flatMap(({ series }) => spans.get(series) ?? []);
  const ofSites = new Map([...lights].map(([site, of]) => [site, lightSpell(deps, site, columnsOf(of))]));
  const idle = new Map<SegmentId, Idleness>();
  for (const device of devices) {
    const need = needs.get(device.segmentId);
    const limits = { cutIn: deps.cutInOf(device.segmentId), rating: ratingOf(device.segmentId) };
    const spell = need ? ownSpell(deps, need, { columns: columnsOf(need.inputs), ...limits }) : ofSites.get(device.site);
    if (spell && (need || energySourceOf(device) === 'PV')) idle.set(device.segmentId, spell);
  }
  return idle;
}

interface Columns {
  timesMs: Float64Array;
  values: Float64Array;
}

interface Input {
  series: number;
  kind: 'raw' | 'validated';
  zone: string;
  intervalMs: number;
}

/** What a device itself tells of having nothing to do. */
interface OwnNeed {
  by: 'wind' | 'order' | 'power';
  inputs: Input[];
}

function ownNeed({ segments }: IdleDeps, device: StateDevice): OwnNeed | undefined {
  const source = energySourceOf(device);
  const own = segments.get(device.segmentId);
  if (source === 'Wind') return { by: 'wind', inputs: inputsOf(own, 'NacelleWindSpeed') };
  if (source !== 'BESS') return undefined;
  const upwards = device.path.split('/').reverse();
  const [order] = upwards.flatMap((id) => inputsOf(segments.get(segmentIdSchema.parse(id)), 'DispatchSetpoint'));
  return order ? { by: 'order', inputs: [order] } : { by: 'power', inputs: inputsOf(own, 'ActivePower') };
}

/** Light on the modules, from every sensor of the site; on the ground where none measures that. */
function lightInputs(segments: IdleDeps['segments'], site: StateSite): Input[] {
  const known = site.segments.flatMap(({ segmentId }) => segments.get(segmentId) ?? []);
  const onPlane = known.flatMap((segment) => inputsOf(segment, 'IrradiancePOA'));
  return onPlane.length > 0 ? onPlane : known.flatMap((segment) => inputsOf(segment, 'IrradianceGHI'));
}

function inputsOf(segment: SegmentSeries | undefined, apCode: string): Input[] {
  if (!segment) return [];
  const { zone, intervalMs } = segment;
  const validated = segment.series.get(`${apCode}||Validated`);
  const raw = segment.series.get(`${apCode}||Raw`);
  if (validated) return [{ series: validated.series, kind: 'validated', zone, intervalMs }];
  return raw ? [{ series: raw.series, kind: 'raw', zone, intervalMs }] : [];
}

async function readSpans({ signals, nowMs }: IdleDeps, inputs: readonly Input[]): Promise<Map<number, Columns>> {
  if (inputs.length === 0) return new Map();
  const series = inputs.map((input) => ({ ...input, aggregation: 'avg' as const }));
  // Whole hours: requests within one of them share what was read.
  const [startMs, endMs] = [Math.floor((nowMs - HISTORY_MS) / HOUR_MS) * HOUR_MS, Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS];
  const response = await signals.read({ startMs, endMs, resolution: 'raw', series });
  return new Map(inputs.flatMap((input, at) => (response.series[at] ? [[input.series, response.series[at]] as const] : [])));
}

/** By the median of the sensors of each interval; where they have no value by the sun alone. */
function lightSpell({ nowMs, segments }: IdleDeps, site: StateSite, columns: readonly Columns[]): Idleness | undefined {
  const stepMs = segments.get(site.segmentId)?.intervalMs ?? DEFAULT_STEP_MS;
  const isPlaced = site.latitude !== null && site.longitude !== null;
  if (!isPlaced && columns.every(({ timesMs }) => timesMs.length === 0)) return undefined;
  const lastMs = Math.floor(nowMs / stepMs) * stepMs - stepMs;
  const count = Math.round(HISTORY_MS / stepMs);
  const timesMs = Float64Array.from({ length: count }, (_, k) => lastMs - (count - 1 - k) * stepMs);
  const values: number[][] = Array.from({ length: count }, () => []);
  for (const column of columns)
    for (const [at, timeMs] of column.timesMs.entries())
      values[count - 1 - Math.round((lastMs - timeMs) / stepMs)]?.push(column.values[at] ?? Number.NaN);
  const light = Float64Array.from(values, (ofInterval) => median(Float64Array.from(ofInterval)));
  // The newest values are on their way.
  let arrived = count;
  while (arrived > count - LATE_INTERVALS && Number.isNaN(light[arrived - 1])) arrived -= 1;
  const zenith = zenithAt(
    site,
    timesMs.map((timeMs) => timeMs + stepMs / 2),
  );
  return newestSpell(timesMs, lowLight(light, zenith).subarray(0, arrived));
}

/** The sun of a site without a place is always up: then only its sensors decide. */
function zenithAt({ latitude, longitude }: StateSite, timesMs: Float64Array): Float64Array {
  if (latitude === null || longitude === null) return new Float64Array(timesMs.length);
  return sunPositions({ timesMs, location: { latitude, longitude, altitude: 0 } }).apparentZenith;
}

function ownSpell(
  { nowMs }: IdleDeps,
  { by, inputs }: OwnNeed,
  { columns, cutIn, rating }: { columns: readonly Columns[]; cutIn: number; rating: number },
): Idleness | undefined {
  const [column] = columns;
  const stepMs = inputs[0]?.intervalMs ?? DEFAULT_STEP_MS;
  const lastMs = column?.timesMs.at(-1) ?? Number.NaN;
  if (!column || !(nowMs - (lastMs + stepMs) <= silentAfterMs(stepMs))) return undefined;
  const { timesMs, values } = column;
  if (by === 'wind') return newestSpell(timesMs, lowWind(values, cutIn));
  const most = by === 'power' && rating > 0 ? RESTING_SHARE * rating : 0;
  return newestSpell(
    timesMs,
    Uint8Array.from(values, (kw) => (Math.abs(kw) <= most ? 1 : 0)),
  );
}

/** The newest of the periods that are alike. */
function newestSpell(timesMs: Float64Array, flags: Uint8Array): Idleness {
  const last = flags.length - 1;
  let first = last;
  while (first > 0 && flags[first - 1] === flags[last]) first -= 1;
  return { isIdle: flags[last] === 1, sinceMs: first <= 0 ? Number.NaN : (timesMs[first] ?? Number.NaN) };
}
