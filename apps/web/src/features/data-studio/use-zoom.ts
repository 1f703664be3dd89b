import { isSamePeriod } from '@solvane/charts/options/zoom';
import type { Period } from '@solvane/energy/time/local-day';
import { useCallback, useState } from 'react';
import { zoomOf } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';

export interface Zoom {
  /** null: the whole period is in view. */
  zoom: Period | null;
  canUndo: boolean;
  show: (view: Period) => void;
  undo: () => void;
  clear: () => void;
}

/** The zoom lives in the address; the way back to earlier ones belongs to this visit. */
export function useZoom(search: StudioSearch, domain: Period, onSearch: (patch: Partial<StudioSearch>) => void): Zoom {
  const [earlier, setEarlier] = useState<readonly (Period | null)[]>([]);
  const zoom = zoomOf(search, domain);

  const apply = useCallback(
    (next: Period | null) =>
      onSearch(next && !isSamePeriod(next, domain) ? { from: next.startMs, to: next.endMs } : { from: undefined, to: undefined }),
    [onSearch, domain],
  );
  const show = (view: Period): void => {
    setEarlier((before) => [...before, zoom]);
    apply(view);
  };
  const undo = (): void => {
    if (earlier.length === 0 && zoom === null) return;
    apply(earlier.at(-1) ?? null);
    setEarlier((before) => before.slice(0, -1));
  };
  const clear = (): void => {
    setEarlier([]);
    apply(null);
  };
  return { zoom, canUndo: earlier.length > 0 || zoom !== null, show, undo, clear };
}
