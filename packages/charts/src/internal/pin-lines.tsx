import type { PinnedCursors } from '../options/pinned-cursors.ts';
import { type Period, periodShare } from '../options/time-series.ts';
import classes from '../time-series-chart.module.css';

/** Fixed cursors with their times in words; empty where a cursor is not set. */
export interface Pinned extends PinnedCursors {
  aLabel: string;
  bLabel: string;
}

interface PinLinesProps {
  pinned: Pinned;
  place: { left: number; width: number; view: Period };
  duration: ((lengthMs: number) => string) | undefined;
}

/** The fixed cursors over all plots, with the time between them. */
export function PinLines({ pinned: { aMs, bMs }, place, duration }: PinLinesProps) {
  const xOf = (atMs: number): number => place.left + periodShare(place.view, atMs) * place.width;
  const isInView = (atMs: number | null): atMs is number => atMs !== null && atMs >= place.view.startMs && atMs <= place.view.endMs;
  return (
    <>
      {[aMs, bMs].map((atMs, index) =>
        isInView(atMs) ? (
          <div key={index === 0 ? 'a' : 'b'} className={classes.pin} style={{ transform: `translateX(${xOf(atMs)}px)` }} aria-hidden />
        ) : null,
      )}
      {isInView(aMs) && isInView(bMs) && duration && (
        <div
          className={classes.between}
          style={{ left: xOf(Math.min(aMs, bMs)), width: Math.abs(xOf(bMs) - xOf(aMs)) }}
          aria-hidden
          data-narrow={Math.abs(xOf(bMs) - xOf(aMs)) < 72 || undefined}
        >
          <span>{duration(Math.abs(bMs - aMs))}</span>
        </div>
      )}
    </>
  );
}
