import { isEmpty } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { UNCLASSIFIED } from '../../events/category-sets.ts';
import { meterClosure, siteQuality } from '../../losses/site-quality.ts';
import { ESTIMATED_MASK, QUALITY_FLAGS, SENSOR_FAULT_MASK } from '../../quality/flags.ts';
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
 */
export function siteFigures(context: DetectContext, result: SiteResult): DerivedColumn[] {
  const { site, tree, frame, signals } = context;
  const columns: DerivedColumn[] = [];
  const put = (apCode: ApCode, column: Pick<DerivedColumn, 'values' | 'weights'>): void => {
    if (isEmpty(column.values)) return;
    columns.push({ deviceId: site.id, signalId: signalIdOf(apCode, 'Calculated'), ...column });
  };
  if (frame.day.count === 0) return columns;
  const reported = signals.find(site.id, 'ActiveEnergy')?.values;
  const energy = reported ? ofDay(reported, frame) : result.production.find(({ apCode }) => apCode === 'ActiveEnergy')?.values;
  if (energy) {
    const rated = new Float64Array(frame.day.count).fill(sumOf(tree.generators) * frame.stepHours);
    put('CapacityFactor', { values: combine(energy, rated, (kwh, most) => (most > 0 ? (100 * kwh) / most : Number.NaN)), weights: rated });
    const price = result.losses[0]?.price;
    if (price) put('Revenue', { values: combine(energy, price, (kwh, perMwh) => (kwh / 1000) * perMwh) });
  }
  const meters = meteredEnergies(context);
  if (meters) put('ElectricalLoss', { values: combine(meters.generators, meters.connection, (made, arrived) => made - arrived) });
  const health = dataHealth(context);
  put('DataAvailability', { values: combine(health.valid, health.expected, percent), weights: health.expected });
  const quality = siteQuality({
    completeness: health.presentShare,
    measured: 1 - health.estimatedShare,
    sensorHealth: 1 - health.faultShare,
    metadata: site.metadataShare ?? Number.NaN,
    mapped: mappedShare(result.grouped, context),
    closure: meters ? closureOf(meters, site.collectionLoss) : Number.NaN,
  });
  put('SiteQuality', onceADay(quality, sumOf(tree.generators), frame));
  return columns;
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
function closureOf({ generators, connection }: { generators: Float64Array; connection: Float64Array }, collectionLoss: number): number {
  let made = 0;
  let arrived = 0;
  for (let i = 0; i < generators.length; i++) {
    const sent = generators[i] ?? Number.NaN;
    const read = connection[i] ?? Number.NaN;
    if (Number.isNaN(sent + read)) continue;
    made += sent;
    arrived += read;
  }
  return meterClosure(made, arrived, collectionLoss);
}

interface DataHealth {
  /** Values that were expected and stood all tests, and that were expected, shape (day.count). */
  valid: Float64Array;
  expected: Float64Array;
  presentShare: number;
  estimatedShare: number;
  faultShare: number;
}

/** Over all signals of all devices; the sun is not asked for light at night, nor a logger for anything while it sleeps. */
function dataHealth({ signals, frame, tree, silences }: DetectContext): DataHealth {
  const { count } = frame.day;
  const inSpan = frame.dayInSpan.start;
  const first = frame.spanInWindow.start + inSpan;
  const isDay = Uint8Array.from({ length: count }, (_, i) => ((frame.sunElevation[first + i] ?? Number.NaN) > 0 ? 1 : 0));
  const health = { valid: new Float64Array(count), expected: new Float64Array(count) };
  const total = { expected: 0, present: 0, faulty: 0, valued: 0, estimated: 0 };
  const always = { expected: 0, valid: 0 };
  const ofSun = { expected: 0, valid: 0 };
  for (const device of signals.devices) {
    const isSolar = tree.find(device.id)?.energySource === 'PV';
    const standby = silences.get(device.id)?.standby;
    const asleep = standby && ofDay(standby, frame);
    const awake = asleep?.map((flag) => 1 - flag);
    const awakeByDay = asleep?.map((flag, i) => (flag === 1 ? 0 : (isDay[i] ?? 0)));
    for (const signal of device.signals) {
      const isMasked = isSolar && isOfTheSun(signal);
      const mask = isMasked ? (awakeByDay ?? isDay) : awake;
      const shared = mask === undefined ? always : mask === isDay ? ofSun : undefined;
      if (shared) shared.expected++;
      else if (mask) addMask(health.expected, mask);
      // Of most signals nothing is missing or marked: they are counted together.
      if (shared && signal.isFlawless) {
        shared.valid++;
        continue;
      }
      const counts = countSignal(signal, { inSpan, inWindow: first, mask }, health.valid);
      total.expected += counts.expected;
      total.present += counts.present;
      total.faulty += counts.faulty;
      total.valued += counts.valued;
      total.estimated += counts.estimated;
    }
  }
  const flawless = always.valid * count + ofSun.valid * isDay.reduce((sum, flag) => sum + flag, 0);
  total.expected += flawless;
  total.present += flawless;
  total.valued += flawless;
  for (let i = 0; i < count; i++) {
    const byDay = isDay[i] ?? 0;
    health.expected[i] = (health.expected[i] ?? 0) + always.expected + byDay * ofSun.expected;
    health.valid[i] = (health.valid[i] ?? 0) + always.valid + byDay * ofSun.valid;
  }
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : Number.NaN);
  return {
    ...health,
    presentShare: share(total.present, total.expected),
    estimatedShare: share(total.estimated, total.valued),
    faultShare: share(total.faulty, total.present),
  };
}

function addMask(sums: Float64Array, mask: Uint8Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (mask[i] ?? 0);
}

/** Where a day begins in columns of the span and of the window, and which of its intervals count. */
interface CountedDay {
  inSpan: number;
  inWindow: number;
  mask: Uint8Array | undefined;
}

/** @returns how many values were expected, arrived, looked broken, are there now, and are estimates */
function countSignal({ flags, good }: SignalQuality, { inSpan, inWindow, mask }: CountedDay, valid: Float64Array) {
  let wanted = 0;
  let missing = 0;
  let faulty = 0;
  let empty = 0;
  let estimated = 0;
  for (let i = 0; i < valid.length; i++) {
    if (mask?.[i] === 0) continue;
    wanted++;
    if (!Number.isNaN(good[inWindow + i])) valid[i] = (valid[i] ?? 0) + 1;
    const bits = flags[inSpan + i] ?? 0;
    if (bits === 0) continue;
    if ((bits & QUALITY_FLAGS.MISSING) !== 0) missing++;
    if ((bits & SENSOR_FAULT_MASK) !== 0) faulty++;
    if ((bits & QUALITY_FLAGS.NO_VALUE) !== 0) empty++;
    else if ((bits & ESTIMATED_MASK) !== 0) estimated++;
  }
  return { expected: wanted, present: wanted - missing, faulty, valued: wanted - empty, estimated };
}

function isOfTheSun({ apCode }: SignalQuality): boolean {
  return apCode.startsWith('Irradiance') || apCode === 'ActivePower' || apCode === 'ActiveEnergy' || apCode.startsWith('Dc');
}

/** Of the time of all events of the day, that of events whose code is mapped and classified. 1 without events. */
function mappedShare({ devices }: GroupedSite, { frame: { period } }: DetectContext): number {
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
  return all > 0 ? mapped / all : 1;
}

function percent(part: number, whole: number): number {
  return whole > 0 ? (100 * part) / whole : Number.NaN;
}
