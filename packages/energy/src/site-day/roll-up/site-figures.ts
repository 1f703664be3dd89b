import { isEmpty } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { UNCLASSIFIED } from '../../events/category-sets.ts';
import type { SignalQuality } from '../../quality/site.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { GroupedSite } from '../group/group-site.ts';
import { sumOf } from '../layout/device-tree.ts';
import { ofDay } from '../layout/frame.ts';
import { onceADay } from '../layout/once-a-day.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import { meterEnergy } from '../losses/site-meter.ts';
import type { DerivedColumn, ValidatedColumn } from '../outputs.ts';
import {
  addBits,
  addCounts,
  countFlags,
  type FlawedSignal,
  NO_COUNTS,
  type QualityCounts,
  qualityScore,
  type ShareSums,
  type SignalQualitySums,
  type SiteQualitySums,
} from './quality-sums.ts';

/** What the figures of a site are made of beyond the context. */
export interface SiteResult {
  losses: readonly DeviceLosses[];
  grouped: GroupedSite;
  /** Power and energy of the site. */
  production: readonly ValidatedColumn[];
}

/**
 * Figures only a site as a whole has: what it earned and lost on the way, how much of its rating it used, and how good its data are.
 *
 * @param context - everything known of the day
 * @param result - of the stages before
 * @returns columns, and what the quality of any period is made of; undefined: no interval of the day has passed
 */
export function siteFigures(context: DetectContext, result: SiteResult): { columns: DerivedColumn[]; quality?: SiteQualitySums } {
  const { site, tree, frame, signals } = context;
  const columns: DerivedColumn[] = [];
  const put = (apCode: ApCode, column: Pick<DerivedColumn, 'values' | 'weights'>): void => {
    if (isEmpty(column.values)) return;
    columns.push({ deviceId: site.id, signalId: signalIdOf(apCode, 'Calculated'), ...column });
  };
  if (frame.day.count === 0) return { columns };
  const reported = signals.find(site.id, 'ActiveEnergy')?.values;
  const energy = reported ? ofDay(reported, frame) : result.production.find(({ apCode }) => apCode === 'ActiveEnergy')?.values;
  if (energy) {
    // A battery delivers what others produced: its rating is no capacity to produce.
    const producing = tree.generators.filter(({ energySource }) => energySource !== 'BESS');
    const rated = new Float64Array(frame.day.count).fill(sumOf(producing) * frame.stepHours);
    put('CapacityFactor', { values: combine(energy, rated, (kwh, most) => (most > 0 ? (100 * kwh) / most : Number.NaN)), weights: rated });
    const price = result.losses[0]?.price;
    if (price) put('Revenue', { values: combine(energy, price, (kwh, perMwh) => (kwh / 1000) * perMwh) });
  }
  const meters = meteredEnergies(context);
  if (meters) put('ElectricalLoss', { values: combine(meters.generators, meters.connection, (made, arrived) => made - arrived) });
  const health = dataHealth(context);
  put('DataAvailability', { values: combine(health.valid, health.expected, percent), weights: health.expected });
  const meter = meters && energyOf(meters);
  const { total } = health;
  const quality: SiteQualitySums = {
    completeness: { part: total.present, whole: total.expected },
    estimated: { part: total.estimated, whole: total.valued },
    faults: { part: total.faulty, whole: total.present },
    ...(site.metadataShare !== undefined && { metadata: { part: site.metadataShare, whole: 1 } }),
    mapped: mappedTime(result.grouped, context),
    ...(meter && { meter: { ...meter, collectionLoss: site.collectionLoss } }),
    signals: health.signals,
    flawed: health.flawed,
  };
  put('SiteQuality', onceADay(qualityScore(quality), sumOf(tree.generators), frame));
  return { columns, quality };
}

/** Energy of the generators and of the grid meter, shape (day.count). undefined: not both are measured */
function meteredEnergies(context: DetectContext): { generators: Float64Array; connection: Float64Array } | undefined {
  const { tree, energies, frame } = context;
  const connection = meterEnergy(context);
  const ofGenerators = tree.generators.flatMap(({ id }) => energies.get(id)?.values ?? []);
  if (!connection || ofGenerators.length === 0 || ofGenerators.length < tree.generators.length) return undefined;
  const generators = new Float64Array(frame.day.count);
  for (const column of ofGenerators) {
    const values = ofDay(column, frame);
    for (let i = 0; i < generators.length; i++) generators[i] = (generators[i] ?? 0) + (values[i] ?? Number.NaN);
  }
  return { generators, connection };
}

/** Over the intervals in which both are known. */
function energyOf({ generators, connection }: { generators: Float64Array; connection: Float64Array }) {
  const energy = { devices: 0, connection: 0 };
  for (let i = 0; i < generators.length; i++) {
    const sent = generators[i] ?? Number.NaN;
    const read = connection[i] ?? Number.NaN;
    if (Number.isNaN(sent + read)) continue;
    energy.devices += sent;
    energy.connection += read;
  }
  return energy;
}

interface DataHealth {
  /** Values that were expected and stood all tests, and that were expected, shape (day.count). */
  valid: Float64Array;
  expected: Float64Array;
  total: QualityCounts;
  signals: SignalQualitySums[];
  flawed: FlawedSignal[];
}

/** Over all signals of all devices; the sun is not asked for light at night, nor a logger for anything while it sleeps. */
function dataHealth(context: DetectContext): DataHealth {
  const { signals, frame, tree, silences } = context;
  const { count } = frame.day;
  const first = frame.spanInWindow.start + frame.dayInSpan.start;
  const isDay = Uint8Array.from({ length: count }, (_, i) => ((frame.sunElevation[first + i] ?? Number.NaN) > 0 ? 1 : 0));
  const dayCount = isDay.reduce((sum, flag) => sum + flag, 0);
  const health = { valid: new Float64Array(count), expected: new Float64Array(count) };
  const always = { expected: 0, valid: 0 };
  const ofSun = { expected: 0, valid: 0 };
  const total = { ...NO_COUNTS };
  const byQuantity = new Map<string, SignalQualitySums>();
  const flawed: FlawedSignal[] = [];
  const energyAtStake = stakesOf(context);
  for (const device of signals.devices) {
    const { energySource, segmentType = 'Site' } = tree.find(device.id) ?? {};
    const isSolar = energySource === 'PV';
    const standby = silences.get(device.id)?.standby;
    const asleep = standby && ofDay(standby, frame);
    const awake = asleep?.map((flag) => 1 - flag);
    const awakeByDay = asleep?.map((flag, i) => (flag === 1 ? 0 : (isDay[i] ?? 0)));
    for (const signal of device.signals) {
      const { apCode } = signal;
      const isMasked = isSolar && isOfTheSun(signal);
      const mask = isMasked ? (awakeByDay ?? isDay) : awake;
      const shared = mask === undefined ? always : mask === isDay ? ofSun : undefined;
      if (shared) shared.expected++;
      else if (mask) addMask(health.expected, mask);
      const key = `${apCode} ${segmentType}`;
      const sums = byQuantity.get(key) ?? { apCode, segmentType, devices: 0, ...NO_COUNTS, byBit: {} };
      byQuantity.set(key, sums);
      sums.devices++;
      // Of most signals nothing is missing or marked: they are counted together.
      if (shared && signal.isFlawless) {
        shared.valid++;
        const all = shared === always ? count : dayCount;
        addCounts(sums, { ...NO_COUNTS, expected: all, present: all, valued: all });
        continue;
      }
      addValid(health.valid, signal, { first, mask });
      const flags = ofDay(signal.flags, frame);
      const { counts, byBit } = countFlags(flags, mask);
      addCounts(sums, counts);
      addBits(sums.byBit, byBit);
      if (counts.touched > 0 || counts.valued < counts.expected)
        flawed.push({ deviceId: device.id, apCode, ...counts, byBit, energyAtStake: energyAtStake(device.id, { apCode, flags, mask }) });
    }
  }
  for (const sums of byQuantity.values()) addCounts(total, sums);
  for (let i = 0; i < count; i++) {
    const byDay = isDay[i] ?? 0;
    health.expected[i] = (health.expected[i] ?? 0) + always.expected + byDay * ofSun.expected;
    health.valid[i] = (health.valid[i] ?? 0) + always.valid + byDay * ofSun.valid;
  }
  // Listed by name, so that the order of the devices changes nothing.
  const quantityOf = ({ apCode, segmentType }: SignalQualitySums) => `${apCode} ${segmentType}`;
  const signalOf = ({ deviceId, apCode }: FlawedSignal) => `${deviceId} ${apCode}`;
  return { ...health, total, signals: sortedBy([...byQuantity.values()], quantityOf), flawed: sortedBy(flawed, signalOf) };
}

function sortedBy<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function addMask(sums: Float64Array, mask: Uint8Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (mask[i] ?? 0);
}

function addValid(valid: Float64Array, { good }: SignalQuality, { first, mask }: { first: number; mask: Uint8Array | undefined }): void {
  for (let i = 0; i < valid.length; i++) if (mask?.[i] !== 0 && !Number.isNaN(good[first + i])) valid[i] = (valid[i] ?? 0) + 1;
}

/** Of the generator itself. */
const OF_GENERATORS = ['ActivePower', 'ActiveEnergy', 'DcPower'];
/** Of the resource, which all generators of the site are compared with. */
const OF_SITES = ['IrradiancePOA', 'IrradianceGHI', 'WindSpeed', 'ModuleTemperature', 'AmbientTemperature'];
const OF_TURBINES = ['NacelleWindSpeed', ...OF_GENERATORS];

type StakeOf = (deviceId: string, signal: { apCode: string; flags: Int32Array; mask: Uint8Array | undefined }) => number;

/** Expected energy of the intervals in which a signal is missing, marked or estimated; sensors of the same quantity share that of the site. */
function stakesOf({ expectations, signals, frame }: DetectContext): StakeOf {
  const ofDevice = new Map(expectations.map(({ device, energy }) => [device.id, ofDay(energy, frame)]));
  const ofSite = new Float64Array(frame.day.count);
  for (const [, energy] of sortedBy([...ofDevice], ([id]) => id))
    for (let i = 0; i < ofSite.length; i++) ofSite[i] = (ofSite[i] ?? 0) + known(energy[i]);
  const sensors = new Map<string, number>();
  for (const { signals: each } of signals.devices) for (const { apCode } of each) sensors.set(apCode, (sensors.get(apCode) ?? 0) + 1);
  return (deviceId, { apCode, flags, mask }) => {
    const own = OF_TURBINES.includes(apCode) ? ofDevice.get(deviceId) : undefined;
    const energy = own ?? (OF_SITES.includes(apCode) ? ofSite : undefined);
    if (!energy) return 0;
    let sum = 0;
    for (let i = 0; i < energy.length; i++) if (mask?.[i] !== 0 && (flags[i] ?? 0) !== 0) sum += known(energy[i]);
    return own ? sum : sum / Math.max(1, sensors.get(apCode) ?? 1);
  };
}

function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

function isOfTheSun({ apCode }: SignalQuality): boolean {
  return apCode.startsWith('Irradiance') || apCode === 'ActivePower' || apCode === 'ActiveEnergy' || apCode.startsWith('Dc');
}

/** Time of all events of the day, and of those whose code is mapped and classified. [ms] */
function mappedTime({ devices }: GroupedSite, { frame: { period } }: DetectContext): ShareSums {
  let all = 0;
  let mapped = 0;
  for (const { slices, unmappedCodes } of devices) {
    for (const { startMs, endMs, code, category } of slices) {
      const lengthMs = Math.min(endMs, period.endMs) - Math.max(startMs, period.startMs);
      if (!(lengthMs > 0)) continue;
      all += lengthMs;
      if (!unmappedCodes.includes(code) && category !== UNCLASSIFIED) mapped += lengthMs;
    }
  }
  return { part: mapped, whole: all };
}

function percent(part: number, whole: number): number {
  return whole > 0 ? (100 * part) / whole : Number.NaN;
}
