import { useLayoutEffect, useRef } from 'react';
import type { ZoneClock } from '../options/time-series.ts';
import { cursorTimeText } from '../options/time-ticks.ts';
import classes from '../time-series-chart.module.css';
import { paintTimeAxis } from './paint-time-axis.ts';
import type { ChartPalette } from './palette.ts';
import type { Pinned } from './pin-lines.tsx';
import { paint, useGestures } from './plot-area.tsx';
import type { TimeFrame } from './plot-layout.ts';
import type { GestureTarget } from './time-gestures.ts';

interface TimeAxisProps {
  frame: TimeFrame;
  width: number;
  pixelRatio: number;
  palette: ChartPalette;
  clock: ZoneClock;
  locale: string;
  cursorMs: number | null;
  pinned: Pinned;
  stepMs: number;
  gestures: GestureTarget;
  /** It stays in view where the plots above it scroll. */
  isPinned: boolean;
}

export const TIME_AXIS_HEIGHT = 28;

/** The one time axis under all plots, with the time of the cursor in a flag. */
export function TimeAxis({
  frame,
  width,
  pixelRatio,
  palette,
  clock,
  locale,
  cursorMs,
  pinned,
  stepMs,
  gestures,
  isPinned,
}: TimeAxisProps) {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { view } = gestures;

  // Painted after every render: a dozen labels, and it changes with the cursor.
  useLayoutEffect(() =>
    paint(canvas, { width, height: TIME_AXIS_HEIGHT }, pixelRatio, (context) =>
      paintTimeAxis(context, {
        view,
        frame,
        clock,
        locale,
        palette,
        cursors: [
          ...pinFlags(pinned),
          ...(cursorMs === null ? [] : [{ atMs: cursorMs, label: cursorTimeText({ atMs: cursorMs, view, stepMs, clock, locale }) }]),
        ],
      }),
    ),
  );
  useGestures(area, gestures);

  return (
    <div ref={area} className={classes.axis} data-pinned={isPinned || undefined} style={{ height: TIME_AXIS_HEIGHT }}>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
    </div>
  );
}

function pinFlags({ aMs, bMs, aLabel, bLabel }: Pinned): { atMs: number; label: string }[] {
  return [...(aMs === null ? [] : [{ atMs: aMs, label: `A ${aLabel}` }]), ...(bMs === null ? [] : [{ atMs: bMs, label: `B ${bLabel}` }])];
}
