import { dayBounds, localDayOf, type Period } from '@solvane/energy/time/local-day';
import type { DerivedColumns, ValidatedColumns } from '../signal-writer.ts';
import type { WritableColumn } from '../sql/native-format.ts';
import { CHUNK_MS, type ComputedKind } from '../sql/point-tables.ts';
import { findPointRuns } from './point-runs.ts';

/** Chunks as the store has them: points of row i end before `ends[i]`. */
interface Chunks {
  series: Uint32Array;
  startsMs: Float64Array;
  ends: Uint32Array;
  /** Milliseconds since the start of the row. */
  offsets: Uint32Array;
  values: Float64Array;
}

export type ValidatedChunks = Chunks & Pick<ValidatedColumns, 'flags' | 'methods'>;
export type DerivedChunks = Chunks & Pick<DerivedColumns, 'weights'>;
export type ChunkRows = ValidatedChunks | DerivedChunks;

/**
 * Edges of the chunks that share time with a period: each local day is cut every six hours from its beginning on, so that days have no chunk in
 * common and can be computed by themselves.
 */
export function chunkEdges({ startMs, endMs }: Period, zone: string): Float64Array {
  const edges: number[] = [];
  for (let day = localDayOf(startMs, zone); ; day++) {
    const bounds = dayBounds(day, zone);
    if (bounds.startMs >= endMs) break;
    for (let atMs = bounds.startMs; atMs < bounds.endMs; atMs += CHUNK_MS) {
      if (atMs + CHUNK_MS > startMs && atMs < endMs) edges.push(atMs);
    }
  }
  edges.push(Math.max(endMs, (edges.at(-1) ?? startMs) + 1));
  return Float64Array.from(edges);
}

/**
 * Points as chunks. Their values are not copied.
 *
 * @param points - between the first and the last edge; series ascend, and in each of them the times
 */
export function toChunks(points: ValidatedColumns | DerivedColumns, edgesMs: Float64Array): ChunkRows {
  const { series, timesMs, values } = points;
  const { first, edge } = findPointRuns(points, edgesMs);
  const rows: Chunks = {
    series: Uint32Array.from(first, (point) => series[point] ?? 0),
    startsMs: Float64Array.from(edge, (at) => edgesMs[at] ?? Number.NaN),
    ends: Uint32Array.from(first, (_, row) => first[row + 1] ?? series.length),
    offsets: new Uint32Array(series.length),
    values,
  };
  for (let row = 0; row < first.length; row++) {
    const [startMs, end] = [rows.startsMs[row] ?? Number.NaN, rows.ends[row] ?? 0];
    for (let i = first[row] ?? 0; i < end; i++) rows.offsets[i] = (timesMs[i] ?? Number.NaN) - startMs;
  }
  return 'weights' in points ? { ...rows, weights: points.weights } : { ...rows, flags: points.flags, methods: points.methods };
}

/** Some of the rows. */
export function pickChunks(rows: ChunkRows, wanted: Uint32Array): ChunkRows {
  if (wanted.length === rows.series.length) return rows;
  const lengths = Uint32Array.from(wanted, (row) => (rows.ends[row] ?? 0) - firstOf(rows, row));
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const picked = emptyRows('weights' in rows ? 'derived' : 'validated', { rows: wanted.length, points: count });
  let at = 0;
  wanted.forEach((row, i) => {
    picked.series[i] = rows.series[row] ?? 0;
    picked.startsMs[i] = rows.startsMs[row] ?? Number.NaN;
    const [from, to] = [firstOf(rows, row), rows.ends[row] ?? 0];
    picked.offsets.set(rows.offsets.subarray(from, to), at);
    picked.values.set(rows.values.subarray(from, to), at);
    if ('weights' in picked && 'weights' in rows) picked.weights.set(rows.weights.subarray(from, to), at);
    if ('flags' in picked && 'flags' in rows) {
      picked.flags.set(rows.flags.subarray(from, to), at);
      picked.methods.set(rows.methods.subarray(from, to), at);
    }
    at += to - from;
    picked.ends[i] = at;
  });
  return picked;
}

/** First point of a row. */
export function firstOf({ ends }: Pick<ChunkRows, 'ends'>, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0);
}

export interface RowPoint {
  offset: number;
  value: number;
  /** Flags and method, or weight. */
  own: readonly [number, number];
}

/** Rows of a few points, or of none. */
export function chunksOf(
  kind: ComputedKind,
  wanted: readonly { series: number; startMs: number; points: readonly RowPoint[] }[],
): ChunkRows {
  const all = wanted.flatMap(({ points }) => points);
  const rows = emptyRows(kind, { rows: wanted.length, points: all.length });
  let end = 0;
  wanted.forEach(({ series, startMs, points }, i) => {
    end += points.length;
    rows.series[i] = series;
    rows.startsMs[i] = startMs;
    rows.ends[i] = end;
  });
  all.forEach(({ offset, value, own: [first, second] }, i) => {
    rows.offsets[i] = offset;
    rows.values[i] = value;
    if ('weights' in rows) rows.weights[i] = first;
    else {
      rows.flags[i] = first;
      rows.methods[i] = second;
    }
  });
  return rows;
}

function emptyRows(kind: ComputedKind, { rows, points }: { rows: number; points: number }): ChunkRows {
  const shared = {
    series: new Uint32Array(rows),
    startsMs: new Float64Array(rows),
    ends: new Uint32Array(rows),
    offsets: new Uint32Array(points),
    values: new Float64Array(points),
  };
  if (kind === 'derived') return { ...shared, weights: new Float64Array(points) };
  return { ...shared, flags: new Uint32Array(points), methods: new Uint8Array(points) };
}

/** As columns of their table. */
export function chunkColumns(rows: ChunkRows): WritableColumn[] {
  const { series, startsMs, ends, offsets, values } = rows;
  const own: WritableColumn[] =
    'weights' in rows
      ? [{ name: 'weights', type: 'Array(Float64)', ends, values: rows.weights }]
      : [
          { name: 'flags', type: 'Array(UInt32)', ends, values: rows.flags },
          { name: 'methods', type: 'Array(UInt8)', ends, values: rows.methods },
        ];
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: startsMs },
    { name: 'offsets', type: 'Array(UInt32)', ends, values: offsets },
    { name: 'values', type: 'Array(Float64)', ends, values },
    ...own,
  ];
}
