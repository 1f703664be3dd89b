import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { drawnLine } from '../options/stack.ts';
import { indexAt, type TimeSeriesLine, type TimeSeriesPlot } from '../options/time-series.ts';
import classes from '../time-series-chart.module.css';
import { prepareCanvas } from './canvas.ts';
import { type PlotPicture, paintCursorDots, paintPlot } from './paint-plot.ts';
import type { ChartPalette } from './palette.ts';
import { plotFrame, type TimeFrame } from './plot-layout.ts';
import { type GestureTarget, listenForTimeGestures } from './time-gestures.ts';

export interface PlotAreaProps {
  plot: TimeSeriesPlot;
  lines: readonly TimeSeriesLine[];
  frame: TimeFrame;
  size: { width: number; height: number };
  pixelRatio: number;
  palette: ChartPalette;
  locale: string;
  strong: ReadonlySet<string>;
  nowMs: number;
  noValue: string;
  cursorMs: number | null;
  gestures: GestureTarget;
}

/** More dots than these hide the lines they sit on. */
const MOST_DOTS = 10;

/** One plot: a canvas with the lines, and one above it with what follows the cursor. */
export const PlotArea = memo(function PlotArea(props: PlotAreaProps) {
  const { plot, lines, frame, size, pixelRatio, palette, locale, strong, nowMs, noValue, cursorMs, gestures } = props;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const { view } = gestures;
  const layout = useMemo(() => plotFrame({ plot, lines, view, frame, height: size.height }), [plot, lines, view, frame, size.height]);
  const picture = useMemo<PlotPicture>(
    () => ({ plot, lines, frame, layout, palette, locale, strong, nowMs, noValue }),
    [plot, lines, frame, layout, palette, locale, strong, nowMs, noValue],
  );

  // Canvases are painted after React has placed them.
  useLayoutEffect(() => paint(canvas, size, pixelRatio, (context) => paintPlot(context, picture)), [picture, size, pixelRatio]);
  useLayoutEffect(
    () =>
      paint(overlay, size, pixelRatio, (context) =>
        paintCursorDots(context, picture, cursorMs === null ? [] : dotsAt(lines, strong, cursorMs)),
      ),
    [picture, lines, strong, cursorMs, size, pixelRatio],
  );
  useGestures(area, gestures);

  return (
    <div ref={area} className={classes.area} style={{ height: size.height }}>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <canvas ref={overlay} className={classes.canvas} aria-hidden />
    </div>
  );
});

/** Listens for gestures on an element as long as it is there. */
export function useGestures(area: RefObject<HTMLElement | null>, gestures: GestureTarget): void {
  const now = useEffectEvent(() => gestures);
  useEffect(() => (area.current ? listenForTimeGestures(area.current, () => now()) : undefined), [area]);
}

export function paint(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: { width: number; height: number },
  pixelRatio: number,
  draw: (context: CanvasRenderingContext2D) => void,
): void {
  if (!canvas.current || size.width === 0) return;
  const context = prepareCanvas(canvas.current, size.width, size.height, pixelRatio);
  if (context) draw(context);
}

function dotsAt(
  lines: readonly TimeSeriesLine[],
  strong: ReadonlySet<string>,
  cursorMs: number,
): { line: TimeSeriesLine; atMs: number; value: number }[] {
  const shown = lines.length > MOST_DOTS ? lines.filter(({ id }) => strong.has(id)) : lines;
  return shown.flatMap((line) => {
    const index = line.shape === 'bars' ? -1 : indexAt(line, cursorMs);
    const value = drawnLine(line).values[index] ?? Number.NaN;
    return Number.isNaN(value) ? [] : [{ line, atMs: line.shape === 'step' ? cursorMs : (line.timesMs[index] ?? cursorMs), value }];
  });
}
