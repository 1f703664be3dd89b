import { useState } from 'react';
import type { TableRow } from './table-row.ts';

export interface Cursor {
  /** Place of the row that keys act on. null: none yet */
  place: number | null;
  row: TableRow | undefined;
  moveTo: (place: number) => void;
  moveBy: (step: number) => void;
}

/** The row that keys act on: it stays with its event, and with its place once the event is gone. */
export function useCursor(rows: readonly TableRow[], onMove: (place: number, row: TableRow) => void): Cursor {
  const [at, setAt] = useState<{ key: string; place: number } | null>(null);
  const place = at && placeOf(rows, at);
  const moveTo = (wanted: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, wanted));
    const row = rows[next];
    if (!row) return;
    setAt({ key: row.key, place: next });
    onMove(next, row);
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
