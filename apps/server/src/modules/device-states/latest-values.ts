import type { SegmentId } from '@solvane/contract/ids';
import { getSegmentType, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { RequestedSegment } from '../signals/queries/signal-directory.ts';

/** A segment with its series, or those of them that are needed. */
export type SegmentSeries = Pick<RequestedSegment, 'segmentId' | 'segmentType' | 'zone' | 'intervalMs' | 'series'>;

export interface LatestValue {
  timeMs: number;
  value: number;
}

/** Newest values of devices. */
export interface LatestValues {
  /** As validated, or as it came where nothing newer was validated yet. */
  find(segmentId: SegmentId, apCode: string): LatestValue | undefined;
  findExpected(segmentId: SegmentId): LatestValue | undefined;
  /** Start of the newest interval with any received value. NaN: never */
  lastReceivedMs(segmentId: SegmentId): number;
}

const EXPECTED = 'ActivePower||Expected';

/** Newest values of everything that devices sent, and of what the states of devices are made of. */
export async function readLatestValues(
  signals: Pick<SignalReader, 'readLatest'>,
  devices: readonly SegmentSeries[],
): Promise<LatestValues> {
  const numbers = devices.flatMap(({ segmentType, series }) =>
    [...series].flatMap(([id, { series: number }]) => (isRead(id, segmentType) ? number : [])),
  );
  const latest = await signals.readLatest(numbers);
  const rows = new Map<number, number>();
  for (let row = 0; row < latest.series.length; row++) rows.set(latest.series[row] ?? Number.NaN, row);
  const segments = new Map(devices.map((device) => [device.segmentId, device]));
  const newestOf = (segmentId: SegmentId, signalId: string): LatestValue | undefined => {
    const row = rows.get(segments.get(segmentId)?.series.get(signalId)?.series ?? Number.NaN);
    const value = row === undefined ? Number.NaN : (latest.values[row] ?? Number.NaN);
    return row === undefined || Number.isNaN(value) ? undefined : { timeMs: latest.timesMs[row] ?? Number.NaN, value };
  };
  return {
    find: (segmentId, apCode) => {
      const [validated, raw] = [newestOf(segmentId, `${apCode}||Validated`), newestOf(segmentId, `${apCode}||Raw`)];
      return validated && raw && raw.timeMs > validated.timeMs ? raw : (validated ?? raw);
    },
    findExpected: (segmentId) => newestOf(segmentId, EXPECTED),
    lastReceivedMs: (segmentId) => {
      let newestMs = Number.NaN;
      for (const [id, { series }] of segments.get(segmentId)?.series ?? []) {
        if (!isRaw(id)) continue;
        const row = rows.get(series);
        const timeMs = row === undefined ? Number.NaN : (latest.timesMs[row] ?? Number.NaN);
        if (!(newestMs >= timeMs)) newestMs = timeMs;
      }
      return newestMs;
    },
  };
}

/** Quantities whose newest value stands beside the state. */
const OF_GENERATORS = ['ActivePower', 'NacelleWindSpeed', 'IrradiancePOA', 'IrradianceGHI', 'StateOfCharge', 'DispatchSetpoint'];

/** What a device without power measures, best first. */
export function readingsOf(segmentType: string): readonly string[] {
  return isSegmentType(segmentType) ? defaultSignals(segmentType) : [];
}

function defaultSignals(segmentType: SegmentType): readonly string[] {
  return getSegmentType(segmentType).defaultSignals;
}

function isRaw(signalId: string): boolean {
  return signalId.endsWith('||Raw');
}

function isRead(signalId: string, segmentType: string): boolean {
  if (isRaw(signalId) || signalId === EXPECTED) return true;
  if (!signalId.endsWith('||Validated')) return false;
  const apCode = signalId.slice(0, signalId.indexOf('||'));
  return OF_GENERATORS.includes(apCode) || readingsOf(segmentType).includes(apCode);
}
