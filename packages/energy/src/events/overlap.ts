/** A period, half open. `endMs` null: still open. */
export interface TimeRange {
  startMs: number;
  endMs: number | null;
}

/**
 * Whether an event belongs to a period: an open one belongs to every later period.
 *
 * @param event - any
 * @param period - half open
 */
export function overlaps(event: TimeRange, period: TimeRange): boolean {
  return event.startMs < (period.endMs ?? Number.POSITIVE_INFINITY) && (event.endMs ?? Number.POSITIVE_INFINITY) > period.startMs;
}

/**
 * Time two ranges share.
 *
 * @param a - any
 * @param b - any
 * @returns milliseconds, 0 when they do not overlap, infinite when both are open
 */
export function overlapMs(a: TimeRange, b: TimeRange): number {
  const endMs = Math.min(a.endMs ?? Number.POSITIVE_INFINITY, b.endMs ?? Number.POSITIVE_INFINITY);
  return Math.max(0, endMs - Math.max(a.startMs, b.startMs));
}

/** Two edits that claim the same time, as positions in the list. */
export interface Overlap {
  first: number;
  second: number;
}

/**
 * Every pair of ranges that claim the same time.
 *
 * @param edits - in any order
 * @returns pairs of positions, the one that begins earlier first
 */
export function findOverlaps(edits: readonly TimeRange[]): Overlap[] {
  const order = [...edits.keys()].sort((a, b) => (edits[a]?.startMs ?? 0) - (edits[b]?.startMs ?? 0));
  return order.flatMap((first, position) =>
    order.slice(position + 1).flatMap((second) => {
      const [a, b] = [edits[first], edits[second]];
      return a && b && overlaps(a, b) ? [{ first, second }] : [];
    }),
  );
}

/**
 * Time of a period that no range covers.
 *
 * @param edits - in any order, may overlap
 * @param period - within which to look
 * @returns uncovered ranges by time
 */
export function gapsBetween(edits: readonly TimeRange[], period: { startMs: number; endMs: number }): { startMs: number; endMs: number }[] {
  const gaps: { startMs: number; endMs: number }[] = [];
  let coveredToMs = period.startMs;
  for (const { startMs, endMs } of [...edits].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs >= period.endMs) break;
    if (startMs > coveredToMs) gaps.push({ startMs: coveredToMs, endMs: startMs });
    coveredToMs = Math.max(coveredToMs, endMs ?? Number.POSITIVE_INFINITY);
  }
  if (coveredToMs < period.endMs) gaps.push({ startMs: coveredToMs, endMs: period.endMs });
  return gaps;
}
