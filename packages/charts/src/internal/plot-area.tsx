import { memo, type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { axisPlaces } from '../options/panels.ts';
import { drawnLine } from '../options/stack.ts';
import { indexAt, type TimeSeriesLine, type TimeSeriesPlot } from '../options/time-series.ts';
import type { ValueRange } from '../options/value-range.ts';
import classes from '../time-series-chart.module.css';
import { prepareCanvas } from './canvas.ts';
import { MovingLines } from './moving-lines.ts';
import { paintCursorDots, paintPlot } from './paint-plot.ts';
import type { ChartPalette } from './palette.ts';
import { plotFrame, type TimeFrame } from './plot-layout.ts';
import type { PlotPicture, QualityNames } from './plot-picture.ts';
import { type GestureTarget, listenForTimeGestures } from './time-gestures.ts';
import { ValueAxisGrip } from './value-axis-grip.tsx';

/** A plot of the area, with its value axis. */
interface PlotAxis {
  plot: TimeSeriesPlot;
  /** Lines that are not hidden. */
  lines: readonly TimeSeriesLine[];
  /** Name of the value axis and its state in words, with what a gesture on it makes of it; absent: it cannot be changed. */
  axis?: { label: string; valueText: string; onRange: (range: ValueRange) => void } | undefined;
}

export interface PlotAreaProps {
  axes: readonly PlotAxis[];
  frame: TimeFrame;
  size: { width: number; height: number };
  pixelRatio: number;
  palette: ChartPalette;
  locale: string;
  strong: ReadonlySet<string>;
  nowMs: number;
  noValue: string;
  qualityNames: QualityNames | undefined;
  cursorMs: number | null;
  gestures: GestureTarget;
}

/** More dots than these hide the lines they sit on. */
const MOST_DOTS = 10;

/** One drawing area: a canvas with the lines, and one above it with what follows the cursor. */
export const PlotArea = memo(function PlotArea(props: PlotAreaProps) {
  const { axes, frame, size, pixelRatio, palette, locale, strong, nowMs, noValue, qualityNames, cursorMs, gestures } = props;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const { view } = gestures;
  const pictures = useMemo<readonly PlotPicture[]>(() => {
    const places = axisPlaces(axes.map(({ plot }) => plot));
    const isShared = axes.length > 1;
    return axes.map(({ plot, lines }, index) => ({
      plot,
      lines,
      frame,
      layout: plotFrame({ plot, lines, view, frame, height: size.height, isShared }),
      axis: { ...(places[index] ?? { side: 'left', column: 0 }), isShared, isFirst: index === 0 },
      ...{ palette, locale, strong, nowMs, noValue, qualityNames, pixel: 1 / pixelRatio },
    }));
  }, [axes, view, frame, size.height, pixelRatio, palette, locale, strong, nowMs, noValue, qualityNames]);

  const moving = useRef<MovingLines>(null);
  const paintLines = useCallback(
    () =>
      paint(canvas, size, pixelRatio, (context) => {
        for (const picture of pictures) paintPlot(context, picture, () => moving.current?.paint(context, picture));
      }),
    [pictures, size, pixelRatio],
  );
  const paintAgain = useEffectEvent(paintLines);
  // Lives as long as the canvas does.
  useLayoutEffect(() => {
    const lines = new MovingLines(() => paintAgain());
    moving.current = lines;
    return () => lines.stop();
  }, []);
  // Canvases are painted after React has placed them.
  useLayoutEffect(paintLines, [paintLines]);
  useLayoutEffect(
    () =>
      paint(overlay, size, pixelRatio, (context) => {
        if (cursorMs === null) return;
        for (const picture of pictures) paintCursorDots(context, picture, dotsAt(picture.lines, strong, cursorMs));
      }),
    [pictures, strong, cursorMs, size, pixelRatio],
  );
  useGestures(area, gestures);

  return (
    <div ref={area} className={classes.area} style={{ height: size.height }}>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <canvas ref={overlay} className={classes.canvas} aria-hidden />
      {axes.map(({ plot, axis }, index) => {
        const picture = pictures[index];
        return (
          axis &&
          picture && (
            <ValueAxisGrip
              key={plot.id}
              {...axis}
              left={gripLeft(picture, axes.length > 1)}
              width={axes.length > 1 ? frame.axisWidth : frame.left}
              height={size.height}
              min={picture.layout.scale.min}
              max={picture.layout.scale.max}
            />
          )
        );
      })}
    </div>
  );
});

function gripLeft({ frame, axis }: PlotPicture, isShared: boolean): number {
  if (!isShared) return 0;
  const away = axis.column * frame.axisWidth;
  return axis.side === 'left' ? frame.left - away - frame.axisWidth : frame.left + frame.width + away;
}

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
