import { meterClosure, type SiteQualityShares, siteQuality } from '../../losses/site-quality.ts';
import { ESTIMATED_MASK, QUALITY_FLAGS, SENSOR_FAULT_MASK } from '../../quality/flags.ts';

/** A share as its numerator and denominator: those of days add up to that of any period. */
export interface ShareSums {
  part: number;
  whole: number;
}

/** Intervals of one quantity by what became of them. PV quantities count by day only, and nothing counts while a logger sleeps. */
export interface QualityCounts {
  /** Intervals that should have a value. */
  expected: number;
  /** Of these, those in which one arrived. */
  present: number;
  /** Intervals with a mark of a sensor that fails. */
  faulty: number;
  /** Intervals with a value after validation, and those of them whose value is an estimate. */
  valued: number;
  estimated: number;
  /** Intervals that a test marked, or whose value is not the measured one. */
  touched: number;
}

/** What became of one quantity of all devices of one type. */
export interface SignalQualitySums extends QualityCounts {
  apCode: string;
  segmentType: string;
  devices: number;
  /** Intervals by bit of the quality flags; bits that no interval has are absent. */
  byBit: Partial<Record<string, number>>;
}

/** A signal of a device with intervals that are missing, marked or estimated. */
export interface FlawedSignal extends QualityCounts {
  deviceId: string;
  apCode: string;
  byBit: Partial<Record<string, number>>;
  /** Expected energy of the intervals that rest on these values. [kWh] 0: no energy rests on this quantity */
  energyAtStake: number;
}

/** What the quality of a site over any period is made of. Parts that the site does not have are absent. */
export interface SiteQualitySums {
  completeness: ShareSums;
  /** Estimates among the values. */
  estimated: ShareSums;
  /** Faulty among the present. */
  faults: ShareSums;
  metadata?: ShareSums;
  mapped: ShareSums;
  /** Energy of devices and grid meter in intervals in which both are known. [kWh] */
  meter?: { devices: number; connection: number; collectionLoss: number };
  signals: readonly SignalQualitySums[];
  flawed: readonly FlawedSignal[];
}

export const NO_COUNTS: QualityCounts = { expected: 0, present: 0, faulty: 0, valued: 0, estimated: 0, touched: 0 };

const COUNTS = ['expected', 'present', 'faulty', 'valued', 'estimated', 'touched'] as const;
const HIGHEST_BIT = 30;
/** Tests, sources other than the measurement, values entered by hand. */
const TOUCHED_MASK = SENSOR_FAULT_MASK | ESTIMATED_MASK | QUALITY_FLAGS.MISSING | QUALITY_FLAGS.MANUAL_INVALID | QUALITY_FLAGS.MANUAL_VALUE;

/**
 * Counts the intervals of a signal by their quality bits.
 *
 * @param flags - quality bits, shape (n)
 * @param mask - 0 where an interval does not count, shape (n); undefined: all count
 */
export function countFlags(
  flags: ArrayLike<number>,
  mask: Uint8Array | undefined,
): { counts: QualityCounts; byBit: Partial<Record<string, number>> } {
  const counts = { ...NO_COUNTS };
  const byBit: Partial<Record<string, number>> = {};
  for (let i = 0; i < flags.length; i++) {
    if (mask?.[i] === 0) continue;
    const bits = flags[i] ?? 0;
    counts.expected++;
    if ((bits & QUALITY_FLAGS.MISSING) === 0) counts.present++;
    if ((bits & QUALITY_FLAGS.NO_VALUE) === 0) counts.valued++;
    if (bits === 0) continue;
    if ((bits & SENSOR_FAULT_MASK) !== 0) counts.faulty++;
    if ((bits & TOUCHED_MASK) !== 0) counts.touched++;
    if ((bits & QUALITY_FLAGS.NO_VALUE) === 0 && (bits & ESTIMATED_MASK) !== 0) counts.estimated++;
    for (let bit = 0; bit <= HIGHEST_BIT; bit++) if ((bits & (1 << bit)) !== 0) byBit[bit] = (byBit[bit] ?? 0) + 1;
  }
  return { counts, byBit };
}

/**
 * Adds counts to others.
 *
 * @param total - is changed
 * @param more - what is added
 */
export function addCounts(total: QualityCounts, more: QualityCounts): void {
  for (const name of COUNTS) total[name] += more[name];
}

/**
 * Adds numbers of intervals by bit to others.
 *
 * @param total - is changed
 * @param more - what is added
 */
export function addBits(total: Partial<Record<string, number>>, more: Partial<Record<string, number>>): void {
  for (const [bit, intervals] of Object.entries(more)) total[bit] = (total[bit] ?? 0) + (intervals ?? 0);
}

/**
 * Sums of a longer period from those of its days.
 *
 * @param days - of one site, at least one
 * @throws RangeError without days
 */
export function addQualitySums(days: readonly SiteQualitySums[]): SiteQualitySums {
  const last = days.at(-1);
  if (!last) throw new RangeError('quality needs sums');
  const metadata = days.flatMap((day) => day.metadata ?? []);
  const meters = days.flatMap((day) => day.meter ?? []);
  const signals = new Map<string, SignalQualitySums>();
  const flawed = new Map<string, FlawedSignal>();
  for (const day of days) {
    for (const each of day.signals) {
      const key = `${each.apCode} ${each.segmentType}`;
      const total = signals.get(key) ?? { ...each, ...NO_COUNTS, devices: 0, byBit: {} };
      signals.set(key, total);
      total.devices = Math.max(total.devices, each.devices);
      addCounts(total, each);
      addBits(total.byBit, each.byBit);
    }
    for (const each of day.flawed) {
      const key = `${each.deviceId} ${each.apCode}`;
      const total = flawed.get(key) ?? { ...each, ...NO_COUNTS, byBit: {}, energyAtStake: 0 };
      flawed.set(key, total);
      addCounts(total, each);
      addBits(total.byBit, each.byBit);
      total.energyAtStake += each.energyAtStake;
    }
  }
  return {
    completeness: addShares(days.map(({ completeness }) => completeness)),
    estimated: addShares(days.map(({ estimated }) => estimated)),
    faults: addShares(days.map(({ faults }) => faults)),
    ...(metadata.length > 0 && { metadata: addShares(metadata) }),
    mapped: addShares(days.map(({ mapped }) => mapped)),
    ...(meters.length > 0 && { meter: addMeters(meters) }),
    signals: [...signals.values()],
    flawed: [...flawed.values()],
  };
}

/**
 * The parts a site's data are judged by, as shares.
 *
 * @param sums - of the period
 * @returns 0 to 1 each; NaN: the part does not exist
 */
export function qualityShares({ completeness, estimated, faults, metadata, mapped, meter }: SiteQualitySums): SiteQualityShares {
  return {
    completeness: shareOf(completeness),
    measured: 1 - shareOf(estimated),
    sensorHealth: 1 - shareOf(faults),
    metadata: metadata ? shareOf(metadata) : Number.NaN,
    mapped: mapped.whole > 0 ? shareOf(mapped) : 1,
    closure: meter ? meterClosure(meter.devices, meter.connection, meter.collectionLoss) : Number.NaN,
  };
}

/**
 * Score of a site's data over a period.
 *
 * @param sums - of the period
 * @returns 0 to 100; NaN when no part exists
 */
export function qualityScore(sums: SiteQualitySums): number {
  return siteQuality(qualityShares(sums));
}

function shareOf({ part, whole }: ShareSums): number {
  return whole > 0 ? part / whole : Number.NaN;
}

function addShares(shares: readonly ShareSums[]): ShareSums {
  return shares.reduce((sum, { part, whole }) => ({ part: sum.part + part, whole: sum.whole + whole }), { part: 0, whole: 0 });
}

function addMeters(meters: readonly NonNullable<SiteQualitySums['meter']>[]): NonNullable<SiteQualitySums['meter']> {
  return meters.reduce((sum, each) => ({
    devices: sum.devices + each.devices,
    connection: sum.connection + each.connection,
    collectionLoss: each.collectionLoss,
  }));
}
