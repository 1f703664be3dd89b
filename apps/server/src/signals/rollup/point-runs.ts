import type { PointColumns } from '../signal-writer.ts';

/** Points of one series between two edges: they begin at point `first[n]`, and end where the next ones begin. */
export interface PointRuns {
  first: Uint32Array;
  /** Position of the edge before them. */
  edge: Uint32Array;
}

/**
 * Points by series and by where they lie between edges.
 *
 * @param points - from the first edge on; series ascend, and in each of them the times
 * @param edgesMs - ascending
 */
export function findPointRuns({ series, timesMs }: Pick<PointColumns, 'series' | 'timesMs'>, edgesMs: Float64Array): PointRuns {
  const [first, edge]: [number[], number[]] = [[], []];
  let [number, at, endMs] = [-1, 0, 0];
  for (let i = 0; i < series.length; i++) {
    const own = series[i] ?? 0;
    const timeMs = timesMs[i] ?? Number.NaN;
    if (own === number && timeMs < endMs) continue;
    if (own !== number) at = 0;
    while (timeMs >= (edgesMs[at + 1] ?? Number.POSITIVE_INFINITY)) at += 1;
    endMs = edgesMs[at + 1] ?? Number.POSITIVE_INFINITY;
    number = own;
    first.push(i);
    edge.push(at);
  }
  return { first: Uint32Array.from(first), edge: Uint32Array.from(edge) };
}
