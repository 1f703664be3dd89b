import type { BatteryUnit, batteryStateEndpoints } from '@solvane/contract/battery-states';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { SeriesQuery } from '../../signals/signal-reader.ts';
import type { DeviceStateDeps, StateScope } from './read-device-states.ts';
import { findSeries, isOfNow, type ReadCalcType, readSiteSegments, type SiteSegments } from './site-segments.ts';
import type { StateSegment } from './state-devices.ts';

type Body = BodyOf<typeof batteryStateEndpoints.states>;
type Response = ResponseOf<typeof batteryStateEndpoints.states>;

const UNIT_TYPES: Record<Exclude<Body['units'], 'site'>, readonly string[]> = {
  inverter: ['BatteryInverter'],
  container: ['BatteryContainer', 'Container', 'BatteryBank'],
};
/** Whatever holds or converts energy of a battery. */
const BATTERY_TYPES = new Set(['BatteryInverter', 'BatteryContainer', 'Container', 'BatteryBank', 'BatteryRack', 'BatteryString']);
const CALC_TYPES: readonly ReadCalcType[] = ['Validated', 'Raw', 'Calculated'];
const COMPUTED_FIRST: readonly ReadCalcType[] = ['Calculated', 'Validated', 'Raw'];

const NOW_SIGNALS = [
  ...['StateOfCharge', 'ActivePower', 'DispatchSetpoint', 'AvailableChargePower', 'AvailableDischargePower', 'StoredEnergy'],
  ...[
    'UsableEnergyCapacity',
    'StateOfHealth',
    'CellVoltageSpread',
    'CellVoltageMax',
    'CellVoltageMin',
    'CellTemperatureMax',
    'CellTemperatureMin',
  ],
] as const;
type NowSignal = (typeof NOW_SIGNALS)[number];

/** A battery, or the batteries of a site, with everything of a battery below it. */
interface Unit {
  head: StateSegment;
  members: readonly StateSegment[];
  of: SiteSegments;
}

/** @throws AppError resource.notFound for a site out of scope */
export async function readBatteryStates(deps: DeviceStateDeps, scope: StateScope, { siteIds, units, history }: Body): Promise<Response> {
  const nowMs = deps.now();
  const sites = await readSiteSegments(deps, scope, siteIds);
  const found = sites.flatMap((site) => unitsOf(site, units));
  const values = await readNow(deps, found, nowMs);
  const attribute = await readRatings(deps, scope, { units: found, nowMs });
  const items = found.map((unit) => toItem(unit, { values, attribute }));
  return {
    nowMs,
    items,
    history: history === 'none' ? NO_HISTORY : await readHistory(deps, found, { nowMs, days: history === '7d' ? 7 : 1 }),
  };
}

const NO_HISTORY: Response['history'] = { timesMs: [], stateOfCharge: [], powerKw: [] };

function unitsOf(of: SiteSegments, units: Body['units']): Unit[] {
  const batteries = of.site.segments.filter(({ segmentType, isDisabled }) => BATTERY_TYPES.has(segmentType) && !isDisabled);
  if (batteries.length === 0) return [];
  if (units === 'site') {
    const head = of.site.segments.find(({ segmentId }) => segmentId === of.site.segmentId);
    return head ? [{ head, members: batteries, of }] : [];
  }
  const heads = batteries.filter(({ segmentType }) => UNIT_TYPES[units].includes(segmentType));
  return heads.map((head) => ({
    head,
    members: batteries.filter(({ path }) => path === head.path || path.startsWith(`${head.path}/`)),
    of,
  }));
}

interface NowValue {
  value: number;
  atMs: number;
}

/** Newest values that are of now, by segment and signal. */
type NowValues = (segmentId: SegmentId, signal: NowSignal) => NowValue | undefined;

async function readNow({ signals }: DeviceStateDeps, units: readonly Unit[], nowMs: number): Promise<NowValues> {
  const wanted = new Map<string, { query: SeriesQuery; stepMs: number }>();
  for (const { head, members, of } of units) {
    for (const { segmentId } of [head, ...members])
      for (const signal of NOW_SIGNALS) {
        const query = findSeries(of.segments.get(segmentId), signal, signal === 'ActivePower' ? CALC_TYPES : COMPUTED_FIRST);
        if (query) wanted.set(`${segmentId} ${signal}`, { query, stepMs: of.stepMs });
      }
  }
  const newest = await signals.readLatest([...wanted.values()].map(({ query }) => query.series));
  const rows = new Map(Array.from(newest.series, (series, row) => [series, row]));
  return (segmentId, signal) => {
    const known = wanted.get(`${segmentId} ${signal}`);
    const row = known && rows.get(known.query.series);
    if (!known || row === undefined) return undefined;
    const [atMs, value] = [newest.timesMs[row] ?? Number.NaN, newest.values[row] ?? Number.NaN];
    // Health is worked out once a day.
    const isCurrent = signal === 'StateOfHealth' || isOfNow(atMs, { nowMs, stepMs: known.stepMs });
    return Number.isNaN(value) || !isCurrent ? undefined : { value, atMs };
  };
}

type Attribute = (segmentId: SegmentId, name: 'capacityAc' | 'ratedEnergyCapacity') => number | undefined;

async function readRatings(
  { directory }: DeviceStateDeps,
  { inventoryVersion }: StateScope,
  { units, nowMs }: { units: readonly Unit[]; nowMs: number },
): Promise<Attribute> {
  const segmentIds = [...new Set(units.flatMap(({ head, members }) => [head, ...members].map(({ segmentId }) => segmentId)))];
  const date = toIsoDate(localDayOf(nowMs, 'UTC'));
  const read = (attribute: string) => directory.findAttribute(inventoryVersion, { segmentIds, attribute, date });
  const known = { capacityAc: await read('capacityAc'), ratedEnergyCapacity: await read('ratedEnergyCapacity') };
  return (segmentId, name) => {
    const value = known[name].get(segmentId);
    return typeof value === 'number' ? value : undefined;
  };
}

function toItem({ head, members, of }: Unit, { values, attribute }: { values: NowValues; attribute: Attribute }): BatteryUnit {
  const own = (signal: NowSignal) => values(head.segmentId, signal)?.value;
  const each = (signal: NowSignal) => members.flatMap(({ segmentId }) => values(segmentId, signal)?.value ?? []);
  const inverters = members.filter(({ segmentType }) => segmentType === 'BatteryInverter');
  const sumOf = (list: readonly StateSegment[], amountOf: (segmentId: SegmentId) => number | undefined) => {
    const found = list.flatMap(({ segmentId }) => amountOf(segmentId) ?? []);
    return found.length === 0 ? undefined : found.reduce((sum, value) => sum + value, 0);
  };
  const holders = topmost(members, ({ segmentId }) => values(segmentId, 'UsableEnergyCapacity') !== undefined);
  const usable = own('UsableEnergyCapacity') ?? sumOf(holders, (id) => values(id, 'UsableEnergyCapacity')?.value);
  const stored = own('StoredEnergy') ?? sumOf(holders, (id) => values(id, 'StoredEnergy')?.value);
  const charges = each('StateOfCharge');
  const rated = topmost(members, ({ segmentId }) => attribute(segmentId, 'ratedEnergyCapacity') !== undefined);
  const spreads = [...each('CellVoltageSpread'), ...members.flatMap(({ segmentId }) => spreadOf(segmentId, values))];
  const instants = NOW_SIGNALS.flatMap((signal) => [head, ...members].flatMap(({ segmentId }) => values(segmentId, signal)?.atMs ?? []));
  const power = sumOf(inverters, (id) => values(id, 'ActivePower')?.value);
  return {
    segmentId: head.segmentId,
    siteId: of.site.siteId,
    name: head.segmentId === of.site.segmentId ? of.site.name : head.name,
    stateOfCharge: nullable(own('StateOfCharge') ?? (stored !== undefined && usable ? (100 * stored) / usable : mean(charges))),
    stateOfChargeMin: charges.length === 0 ? null : Math.min(...charges),
    stateOfChargeMax: charges.length === 0 ? null : Math.max(...charges),
    powerKw: nullable(inverters.length > 0 ? power : own('ActivePower')),
    setpointKw: nullable(
      own('DispatchSetpoint') ?? setpointAbove(head, of, values) ?? sumOf(inverters, (id) => values(id, 'DispatchSetpoint')?.value),
    ),
    availableChargeKw: nullable(sumOf(inverters, (id) => values(id, 'AvailableChargePower')?.value)),
    availableDischargeKw: nullable(sumOf(inverters, (id) => values(id, 'AvailableDischargePower')?.value)),
    storedKwh: nullable(stored),
    usableKwh: nullable(usable),
    ratedPowerKw: nullable(sumOf(inverters, (id) => attribute(id, 'capacityAc'))),
    ratedKwh: nullable(sumOf(rated, (id) => attribute(id, 'ratedEnergyCapacity'))),
    stateOfHealth: nullable(own('StateOfHealth') ?? mean(each('StateOfHealth'))),
    cellSpreadMv: spreads.length === 0 ? null : Math.max(...spreads),
    cellTemperatureMax: largest(each('CellTemperatureMax')),
    cellTemperatureMin: largest(
      each('CellTemperatureMin').map((value) => -value),
      -1,
    ),
    atMs: instants.length === 0 ? null : Math.max(...instants),
  };
}

/** The order of a plant is on a segment beside the batteries: for a whole site it counts as its own. */
function setpointAbove({ segmentId }: StateSegment, { site }: SiteSegments, values: NowValues): number | undefined {
  if (segmentId !== site.segmentId) return undefined;
  const controllers = site.segments.filter(({ segmentType }) => segmentType === 'PowerPlantController');
  return controllers.flatMap((controller) => values(controller.segmentId, 'DispatchSetpoint')?.value ?? [])[0];
}

function spreadOf(segmentId: SegmentId, values: NowValues): number[] {
  const [max, min] = [values(segmentId, 'CellVoltageMax')?.value, values(segmentId, 'CellVoltageMin')?.value];
  return max === undefined || min === undefined ? [] : [1_000 * (max - min)];
}

/** Those that fit, without what stands below one of them: nothing counts twice. */
function topmost(members: readonly StateSegment[], fits: (segment: StateSegment) => boolean): StateSegment[] {
  const fitting = members.filter(fits);
  return fitting.filter(({ path }) => !fitting.some((other) => path !== other.path && path.startsWith(`${other.path}/`)));
}

async function readHistory(
  { signals }: DeviceStateDeps,
  units: readonly Unit[],
  { nowMs, days }: { nowMs: number; days: number },
): Promise<Response['history']> {
  const inverters = units.flatMap(({ members, of }) =>
    members.flatMap(({ segmentId, segmentType }) => (segmentType === 'BatteryInverter' ? [{ segmentId, of }] : [])),
  );
  const power = inverters.flatMap(({ segmentId, of }) => findSeries(of.segments.get(segmentId), 'ActivePower', CALC_TYPES) ?? []);
  const charge = units.flatMap(chargeSeries);
  if (power.length + charge.length === 0) return NO_HISTORY;
  const stepMs = days > 1 ? 3_600_000 : Math.max(...units.map(({ of }) => of.stepMs));
  const startMs = Math.floor(nowMs / stepMs) * stepMs - days * 86_400_000;
  const resolution = days > 1 || units.some(({ of }) => of.stepMs !== stepMs) ? 'hour' : 'raw';
  const read = await signals.read({ startMs, endMs: nowMs, resolution, series: [...power, ...charge], horizonMs: nowMs });
  const sums = new Map<number, { power: number[]; charge: number[] }>();
  for (const [at, columns] of read.series.entries())
    for (const [row, timeMs] of columns.timesMs.entries()) {
      const known = sums.get(timeMs) ?? { power: [], charge: [] };
      known[at < power.length ? 'power' : 'charge'].push(columns.values[row] ?? Number.NaN);
      sums.set(timeMs, known);
    }
  const timesMs = [...sums.keys()].sort((a, b) => a - b);
  return {
    timesMs,
    stateOfCharge: timesMs.map((timeMs) => nullable(mean((sums.get(timeMs)?.charge ?? []).filter((value) => !Number.isNaN(value))))),
    powerKw: timesMs.map((timeMs) => {
      const values = (sums.get(timeMs)?.power ?? []).filter((value) => !Number.isNaN(value));
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
    }),
  };
}

/** State of charge of a unit itself, else of what holds its energy. */
function chargeSeries({ head, members, of }: Unit) {
  const seriesOf = ({ segmentId }: StateSegment) => findSeries(of.segments.get(segmentId), 'StateOfCharge', COMPUTED_FIRST);
  return seriesOf(head) ?? topmost(members, (member) => seriesOf(member) !== undefined).flatMap((member) => seriesOf(member) ?? []);
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function largest(values: readonly number[], sign = 1): number | null {
  return values.length === 0 ? null : sign * Math.max(...values);
}

function nullable(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
