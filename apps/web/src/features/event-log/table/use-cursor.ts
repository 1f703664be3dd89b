import { useState } from 'react';
import type { TableRow } from './table-row.ts';

export interface Cursor {
  /** Place of the row that keys act on. null: none yet */
  place: number | null;
  row: TableRow | undefined;
  moveTo: (place: number) => void;
  moveBy: (step: number) => void;
}

/**
 * The row that keys act on: it stays with its event, and with its place once the event is gone. Another part may move it, as the details of an event
 * that walk along the list.
 */
export function useCursor(rows: readonly TableRow[], ledTo: string | undefined, onMove: (row: TableRow) => void): Cursor {
  const [at, setAt] = useState<{ key: string; place: number } | null>(null);
  const [followed, setFollowed] = useState(ledTo);
  if (followed !== ledTo) {
    setFollowed(ledTo);
    const place = rows.findIndex((row) => row.key === ledTo);
    if (ledTo !== undefined && place !== -1) setAt({ key: ledTo, place });
  }
  const place = at && placeOf(rows, at);
  const moveTo = (wanted: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, wanted));
    const row = rows[next];
    if (!row) return;
    setAt({ key: row.key, place: next });
    onMove(row);
  };
  return {
    place,
    row: place === null ? undefined : rows[place],
    moveTo,
    moveBy: (step) => moveTo(place === null ? (step > 0 ? 0 : rows.length - 1) : place + step),
  };
}

function placeOf(rows: readonly TableRow[], { key, place }: { key: string; place: number }): number | null {
  if (rows[place]?.key === key) return place;
  const moved = rows.findIndex((row) => row.key === key);
  if (moved !== -1) return moved;
  return rows.length === 0 ? null : Math.min(place, rows.length - 1);
}
