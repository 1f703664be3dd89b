/** Up to two fixed instants that values are read at and compared between; null: not set. B is never set without A. */
export interface PinnedCursors {
  aMs: number | null;
  bMs: number | null;
}

export const NO_PINS: PinnedCursors = { aMs: null, bMs: null };

/** The cursors after one was put at an instant: the first is always A, and one put where it already is, is taken away. */
export function putPin(pins: PinnedCursors, which: 'a' | 'b', atMs: number): PinnedCursors {
  if (which === 'b' && pins.aMs !== null) return { aMs: pins.aMs, bMs: pins.bMs === atMs ? null : atMs };
  if (pins.aMs === atMs) return { aMs: pins.bMs, bMs: null };
  return { aMs: atMs, bMs: pins.bMs };
}

/** The cursors without the one that was set last; null: there is none to take away. */
export function dropPin({ aMs, bMs }: PinnedCursors): PinnedCursors | null {
  if (bMs !== null) return { aMs, bMs: null };
  return aMs === null ? null : NO_PINS;
}
