import {
  Dictionary,
  Float64,
  Int32,
  makeVector,
  Table,
  TimestampMillisecond,
  tableFromArrays,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';

export interface PointBlock {
  deviceIds: readonly string[];
  signals: readonly string[];
  startMs: number;
  intervals: number;
}

const INTERVAL_MS = 600_000;

/** A smooth daily curve with a little noise: compresses like measured data, not like constants. */
export function valueAt(series: number, timeMs: number): number {
  const dayShare = (timeMs % 86_400_000) / 86_400_000;
  const curve = Math.max(0, Math.sin((dayShare - 0.25) * 2 * Math.PI));
  const noise = ((Math.imul(series + 1, 0x9e3779b1) ^ Math.imul(timeMs / INTERVAL_MS, 0x85ebca6b)) >>> 8) / 2 ** 24;
  return Math.round((curve * 900 + noise * 20) * 1000) / 1000;
}

export function pointsOf({ deviceIds, signals, intervals }: PointBlock): number {
  return deviceIds.length * signals.length * intervals;
}

/** One time column and one column per series named `segmentId/signal`. */
export function toColumnarArrow(block: PointBlock): Uint8Array<ArrayBuffer> {
  const times = timesOf(block);
  const columns: Record<string, Float64Array> = {};
  seriesOf(block).forEach((name, series) => {
    columns[name] = Float64Array.from(times, (timeMs) => valueAt(series, timeMs));
  });
  const data = tableFromArrays(columns);
  const time = new Table({
    t: makeVector({ type: new TimestampMillisecond(), data: BigInt64Array.from(times, BigInt), length: times.length, nullCount: 0 }),
  });
  return new Uint8Array(tableToIPC(time.assign(data), 'stream'));
}

/** Rows of segmentId, signal, t, v. */
export function toRowArrow(block: PointBlock): Uint8Array<ArrayBuffer> {
  const times = timesOf(block);
  const [segments, signals, stamps, values]: [string[], string[], bigint[], number[]] = [[], [], [], []];
  eachPoint(block, times, (deviceId, signal, timeMs, value) => {
    segments.push(deviceId);
    signals.push(signal);
    stamps.push(BigInt(timeMs));
    values.push(value);
  });
  const dictionary = (texts: string[]) => vectorFromArray(texts, new Dictionary(new Utf8(), new Int32()));
  const table = new Table({
    segmentId: dictionary(segments),
    signal: dictionary(signals),
    t: makeVector({ type: new TimestampMillisecond(), data: BigInt64Array.from(stamps), length: stamps.length, nullCount: 0 }),
    v: vectorFromArray(values, new Float64()),
  });
  return new Uint8Array(tableToIPC(table, 'stream'));
}

export function toColumnarCsv(block: PointBlock): string {
  const names = seriesOf(block);
  const lines = [['t', ...names].join(',')];
  for (const timeMs of timesOf(block)) lines.push([timeMs, ...names.map((_, series) => valueAt(series, timeMs))].join(','));
  return `${lines.join('\n')}\n`;
}

export function toRowCsv(block: PointBlock): string {
  const lines = ['segmentId,signal,t,v'];
  eachPoint(block, timesOf(block), (deviceId, signal, timeMs, value) => lines.push(`${deviceId},${signal},${timeMs},${value}`));
  return `${lines.join('\n')}\n`;
}

export function toJson(block: PointBlock): string {
  const times = timesOf(block);
  const series = block.deviceIds.flatMap((segmentId, device) =>
    block.signals.map((signal, index) => ({
      segmentId,
      signal,
      t: times,
      v: times.map((timeMs) => valueAt(device * block.signals.length + index, timeMs)),
    })),
  );
  return JSON.stringify({ series });
}

function timesOf({ startMs, intervals }: PointBlock): number[] {
  return Array.from({ length: intervals }, (_, index) => startMs + index * INTERVAL_MS);
}

function seriesOf({ deviceIds, signals }: PointBlock): string[] {
  return deviceIds.flatMap((deviceId) => signals.map((signal) => `${deviceId}/${signal}`));
}

function eachPoint(
  { deviceIds, signals }: PointBlock,
  times: readonly number[],
  visit: (deviceId: string, signal: string, timeMs: number, value: number) => void,
): void {
  deviceIds.forEach((deviceId, device) => {
    signals.forEach((signal, index) => {
      for (const timeMs of times) visit(deviceId, signal, timeMs, valueAt(device * signals.length + index, timeMs));
    });
  });
}
