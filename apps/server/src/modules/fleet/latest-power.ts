import type { SegmentId } from '@solvane/contract/ids';
import { VersionedCache } from '../../db/versioned-cache.ts';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { LatestPower } from './site-power.ts';
import type { ExpectedPower, ReadExpectedPower, ReadLatestPower } from './site-status.ts';

export interface LatestPowerDeps {
  /** Which series exist for devices. */
  registry: { list(segmentIds: readonly SegmentId[], apCode: string): Promise<readonly StoredSignal[]> };
  store: Pick<SignalReader, 'readLatest'>;
}

interface StoredSignal {
  segmentId: SegmentId;
  calcType: string;
  series: number;
}

/** Active power as validated, or as it came where nothing newer was validated yet. */
export function createReadLatestPower({ registry, store }: LatestPowerDeps): ReadLatestPower {
  const find = createFindPower(registry);
  return async (segmentIds, inventoryVersion) => {
    const stored = (await find(segmentIds, inventoryVersion)).filter(({ calcType }) => calcType !== 'Expected');
    const bySeries = new Map(stored.map((signal) => [signal.series, signal]));
    if (bySeries.size === 0) return new Map();
    const latest = await store.readLatest([...bySeries.keys()]);
    const newest = new Map<SegmentId, LatestPower>();
    for (const [index, series] of latest.series.entries()) {
      const signal = bySeries.get(series);
      const [timeMs, valueKw] = [latest.timesMs[index] ?? Number.NaN, latest.values[index] ?? Number.NaN];
      if (!signal || Number.isNaN(valueKw)) continue;
      const known = newest.get(signal.segmentId);
      if (!known || timeMs > known.timeMs || (timeMs === known.timeMs && signal.calcType === 'Validated'))
        newest.set(signal.segmentId, { timeMs, valueKw });
    }
    return newest;
  };
}

/** What sites were expected to deliver, beside what they did in the same interval: another one would compare two moments. */
export function createReadExpectedPower({ registry, store }: LatestPowerDeps): ReadExpectedPower {
  const find = createFindPower(registry);
  return async (siteSegmentIds, inventoryVersion) => {
    const stored = (await find(siteSegmentIds, inventoryVersion)).filter(({ calcType }) => calcType !== 'Raw');
    if (stored.length === 0) return new Map();
    const latest = await store.readLatest(stored.map(({ series }) => series));
    const at = new Map(Array.from(latest.series, (series, index) => [series, index]));
    const newest = (signal: StoredSignal | undefined) => {
      const index = signal && at.get(signal.series);
      return index === undefined ? undefined : { timeMs: latest.timesMs[index], value: latest.values[index] ?? Number.NaN };
    };
    const found = new Map<SegmentId, ExpectedPower>();
    for (const [segmentId, signals] of Map.groupBy(stored, (signal) => signal.segmentId)) {
      const expected = newest(signals.find(({ calcType }) => calcType === 'Expected'));
      const actual = newest(signals.find(({ calcType }) => calcType === 'Validated'));
      if (!expected || !actual || expected.timeMs === undefined || expected.timeMs !== actual.timeMs) continue;
      if (Number.isNaN(expected.value + actual.value)) continue;
      found.set(segmentId, { atMs: expected.timeMs, expectedKw: expected.value, actualKw: actual.value });
    }
    return found;
  };
}

const KEPT_DEVICES = 150_000;
const CALC_TYPES = ['Raw', 'Validated', 'Expected'];

/** Active power of devices: as it came, as validated and as expected. */
function createFindPower(registry: LatestPowerDeps['registry']) {
  const cache = new VersionedCache<SegmentId, StoredSignal[]>(KEPT_DEVICES);
  return async (segmentIds: readonly SegmentId[], inventoryVersion: string | undefined): Promise<StoredSignal[]> => {
    const bySegment = await cache.getMany(inventoryVersion, segmentIds, async (missing) => {
      const found = await registry.list(missing, 'ActivePower');
      return Map.groupBy(
        found.filter(({ calcType }) => CALC_TYPES.includes(calcType)),
        ({ segmentId }) => segmentId,
      );
    });
    return [...bySegment.values()].flat();
  };
}
