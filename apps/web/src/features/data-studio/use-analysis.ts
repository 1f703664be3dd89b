import { NO_PINS, type PinnedCursors } from '@solvane/charts/options/pinned-cursors';
import type { Period } from '@solvane/energy/time/local-day';
import { useCallback, useMemo } from 'react';
import type { StudioSearch } from './studio-search.ts';

export interface Analysis {
  pins: PinnedCursors;
  onPins: (pins: PinnedCursors) => void;
  /** null: no span is chosen, or the chosen one lies outside of the period. */
  span: Period | null;
  onSpan: (span: Period | null) => void;
}

/** Cursors A and B and the chosen span. They live in the address, so that a link shows them to others. */
export function useAnalysis({ a, b, span }: StudioSearch, domain: Period, onSearch: (patch: Partial<StudioSearch>) => void): Analysis {
  const onPins = useCallback(({ aMs, bMs }: PinnedCursors) => onSearch({ a: aMs ?? undefined, b: bMs ?? undefined }), [onSearch]);
  const onSpan = useCallback(
    (next: Period | null) => onSearch({ span: next ? [Math.round(next.startMs), Math.round(next.endMs)] : undefined }),
    [onSearch],
  );
  const pins = useMemo(() => (a === undefined ? NO_PINS : { aMs: a, bMs: b ?? null }), [a, b]);
  const shown = useMemo(() => spanOf(span, domain), [span, domain]);
  return { pins, onPins, span: shown, onSpan };
}

function spanOf(span: StudioSearch['span'], domain: Period): Period | null {
  if (!span) return null;
  const [startMs, endMs] = [Math.max(span[0], domain.startMs), Math.min(span[1], domain.endMs)];
  return startMs < endMs ? { startMs, endMs } : null;
}
