import { type KeyboardEvent, type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { type KeyAction, keyAction } from './internal/chart-keys.ts';
import { LegendTable, type LegendText } from './internal/legend-table.tsx';
import { useChartPalette } from './internal/palette.ts';
import { PinLines } from './internal/pin-lines.tsx';
import { PlotArea } from './internal/plot-area.tsx';
import { timeFrame } from './internal/plot-layout.ts';
import { SpanGrips } from './internal/span-grips.tsx';
import { TIME_AXIS_HEIGHT, TimeAxis } from './internal/time-axis.tsx';
import type { GestureTarget } from './internal/time-gestures.ts';
import { usePixelRatio, useSize } from './internal/use-size.ts';
import { neighbourTime } from './options/line-summary.ts';
import { numberText } from './options/number-text.ts';
import { panelsOf } from './options/panels.ts';
import { NO_PINS, type PinnedCursors, putPin } from './options/pinned-cursors.ts';
import { flaggedIndexAt } from './options/point-quality.ts';
import { type Period, periodShare, type TimeSeriesLine, type TimeSeriesPlot, valueAt, type ZoneClock } from './options/time-series.ts';
import { cursorTimeText } from './options/time-ticks.ts';
import type { ValueRange } from './options/value-range.ts';
import { columnDigits } from './options/value-scale.ts';
import { isSamePeriod } from './options/zoom.ts';
import classes from './time-series-chart.module.css';

export interface TimeSeriesText extends LegendText {
  /** Accessible name of the chart. */
  name: string;
  /** What the chart shows, in a sentence. */
  summary: string;
  /** How to use it by keyboard. */
  keys: string;
  /** Label on ranges without data. */
  noValue: string;
  /** Name of a value axis as something to take hold of. */
  axis?: (head: string) => string;
  /** Length of the time between two fixed cursors. */
  duration?: (lengthMs: number) => string;
  /** Names of the grips at the edges of a chosen span. */
  spanStart?: string;
  spanEnd?: string;
}

/** Where time stands on the chart: `width` pixels from `left` on show `view`. */
export interface TimePlace {
  left: number;
  width: number;
  view: Period;
}

export interface TimeSeriesChartProps {
  plots: readonly TimeSeriesPlot[];
  /** Everything there is to see. */
  domain: Period;
  /** What is in view. */
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  locale: string;
  text: TimeSeriesText;
  /** Default: the wheel zooms. False where the chart is a part of a page that scrolls. */
  wheelZooms?: boolean;
  /** Default: a table of figures under each plot. False where the one who shows the chart names the lines. */
  hasLegend?: boolean;
  /** Rows under the plots, on the same time axis and under the same cursor. */
  lanes?: (place: TimePlace) => ReactNode;
  /** Pixels that the lanes take. */
  lanesHeight?: number;
  /** What lies over plots and lanes, as the edges of an event. */
  marks?: (place: TimePlace) => ReactNode;
  /** The cursor moved; null: it left. */
  onCursor?: (atMs: number | null) => void;
  /** Fixed cursors, with `onPins`: a click or Enter sets A, with Shift B; the legend has a column for each and their difference. */
  pins?: PinnedCursors;
  onPins?: (pins: PinnedCursors) => void;
  /** Behind the name of a line in the legend, for the value at cursor A, else at the last place of the cursor; null: there was none. */
  lineAction?: (line: TimeSeriesLine, atMs: number | null) => ReactNode;
  /** The user moved, zoomed or freed the value axis of a plot; the range is in the unit on screen. */
  onRange?: (plot: TimeSeriesPlot, range: ValueRange) => void;
  /** Beside the head of a plot. */
  plotTools?: (plot: TimeSeriesPlot) => ReactNode;
  /** A chosen span, with `onSpan`: dragging on a plot chooses, dragging on the time axis zooms, grips and their arrow keys move its edges. */
  span?: Period | null;
  onSpan?: (span: Period | null) => void;
  /** A gesture or key ended with this view. */
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

const EMPTY: ReadonlySet<string> = new Set();
const LEGEND_ROW = 24;
const LEGEND_ROWS = 8;
const HEAD = 22;
const LOWEST_PLOT = 112;
const HIGHEST_PLOT = 520;

/** Stacked plots over one time axis: one cursor, one zoom, a legend table under each plot. */
export function TimeSeriesChart({
  plots,
  domain,
  view: settled,
  nowMs,
  clock,
  locale,
  text,
  wheelZooms = true,
  hasLegend = true,
  lanes,
  lanesHeight = 0,
  marks,
  onCursor,
  pins = NO_PINS,
  onPins,
  lineAction,
  plotTools,
  onRange,
  span = null,
  onSpan,
  onViewChange,
  onUndo,
}: TimeSeriesChartProps) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const { width, height } = useSize(root);
  const pixelRatio = usePixelRatio();
  const palette = useChartPalette();
  const [cursorMs, setOwnCursor] = useState<number | null>(null);
  const setCursorMs = useCallback(
    (atMs: number | null) => {
      setOwnCursor(atMs);
      if (atMs !== null) setLastMs(atMs);
      onCursor?.(atMs);
    },
    [onCursor],
  );
  const [lastMs, setLastMs] = useState<number | null>(null);
  const [picked, setPicked] = useState<Period | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [hidden, setHidden] = useState(EMPTY);
  const [moving, setMoving] = useState<{ from: Period; view: Period; rested: Period } | null>(null);
  const keysId = useId();
  const summaryId = useId();

  // A gesture counts only until the view it started from is replaced.
  const { view, rested } = moving && isSamePeriod(moving.from, settled) ? moving : { view: settled, rested: settled };
  // Figures follow when a gesture has ended, and then a moment later: the lines must not wait for them.
  const legendView = useDeferredValue(rested);
  const frame = useMemo(() => timeFrame(plots, width), [plots, width]);
  const stepMs = useMemo(() => Math.min(...plots.flatMap(({ lines }) => lines.map((line) => line.stepMs))), [plots]);
  const shownLines = useMemo(() => plots.map(({ lines }) => lines.filter(({ id }) => !hidden.has(id))), [plots, hidden]);
  const strong = useMemo(() => (pointed === null ? EMPTY : new Set([pointed])), [pointed]);
  const plotSize = useMemo(
    () => ({ width, height: plotHeight(plots, height - lanesHeight, hasLegend) }),
    [plots, width, height, lanesHeight, hasLegend],
  );
  const snap = useCallback(
    (atMs: number | null) => setCursorMs(atMs === null ? null : snapped(plots, view, atMs)),
    [plots, view, setCursorMs],
  );
  const toggle = useCallback(
    (id: string) =>
      setHidden((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]))),
    [],
  );
  const gestures = useMemo<GestureTarget>(
    () => ({
      ...frame,
      view,
      domain,
      wheelZooms,
      onCursor: snap,
      onPick: setPicked,
      onClick: onPins ? (atMs, isShift) => onPins(putPin(pins, isShift ? 'b' : 'a', snapped(plots, view, atMs))) : null,
      onMove: (next) => setMoving({ from: settled, view: next, rested }),
      onSettle: (next) => {
        setMoving({ from: settled, view: next, rested: next });
        if (!isSamePeriod(next, settled)) onViewChange(next);
      },
      onSpan: onSpan ? (next) => onSpan(snappedSpan(plots, view, next)) : null,
      onUndo,
    }),
    [frame, view, rested, settled, domain, wheelZooms, snap, plots, pins, onPins, onSpan, onViewChange, onUndo],
  );
  const axes = useMemo(
    () =>
      onRange &&
      plots.map((plot) => ({
        label: text.axis?.(headOf(plot)) ?? headOf(plot),
        valueText: axisText(plot, locale),
        onRange: (range: ValueRange) => onRange(plot, range),
      })),
    [onRange, plots, text, locale],
  );
  const panels = useMemo(() => {
    const members = new Map(plots.map((plot, index) => [plot, { plot, lines: shownLines[index] ?? plot.lines, axis: axes?.[index] }]));
    return panelsOf(plots).map((panel) => ({ id: panel.id, members: panel.plots.flatMap((plot) => members.get(plot) ?? []) }));
  }, [plots, shownLines, axes]);
  const axisGestures = useMemo(() => ({ ...gestures, onSpan: null }), [gestures]);
  const timeText = useCallback(
    (atMs: number | null) => (atMs === null || !Number.isFinite(stepMs) ? '' : cursorTimeText({ atMs, view, stepMs, clock, locale })),
    [view, stepMs, clock, locale],
  );
  const actionMs = pins.aMs ?? lastMs;
  const actionOf = useMemo(() => lineAction && ((line: TimeSeriesLine) => lineAction(line, actionMs)), [lineAction, actionMs]);
  const cursorLabel = timeText(cursorMs);
  const pinned = useMemo(() => ({ ...pins, aLabel: timeText(pins.aMs), bLabel: timeText(pins.bMs) }), [pins, timeText]);

  const perform = (act: KeyAction): void => {
    if (act.kind === 'cursor') setCursorMs(act.atMs);
    else if (act.kind === 'view') onViewChange(act.view);
    else if (act.kind === 'pins') onPins?.(act.pins);
    else if (act.kind === 'span') onSpan?.(act.span);
    else onUndo();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const act = keyAction(event, { plots, view, domain, cursorMs, pins: onPins ? pins : null, span: onSpan ? span : undefined });
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    perform(act);
  };

  // A single plot has its axis right below it; several share one below them all.
  const isAxisAtPlot = panels.length === 1 && !lanes;
  const legendOf = (members: (typeof panels)[number]['members']) =>
    hasLegend &&
    members.map(({ plot }) => (
      <LegendTable
        key={plot.id}
        plot={plot}
        view={legendView}
        nowMs={nowMs}
        cursorMs={cursorMs}
        cursorLabel={cursorLabel}
        pinned={pinned}
        locale={locale}
        palette={palette}
        text={text}
        hidden={hidden}
        onToggle={toggle}
        onPoint={setPointed}
        lineAction={actionOf}
      />
    ));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say "form"
    <div
      ref={setRoot}
      className={classes.chart}
      role="group"
      aria-label={text.name}
      aria-describedby={`${summaryId} ${keysId}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart has a keyboard cursor
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <p id={summaryId} className={classes.unseen}>
        {text.summary}
      </p>
      <p id={keysId} className={classes.unseen}>
        {text.keys}
      </p>
      <p className={classes.unseen} aria-live="polite">
        {cursorMs === null ? '' : spoken(shownLines, plots, cursorMs, cursorLabel, locale)}
      </p>
      <div className={classes.plots}>
        {panels.map(({ id, members }) => (
          <section key={id} className={classes.plot} aria-label={members.map(({ plot }) => headOf(plot)).join(', ')}>
            <div className={classes.head}>
              {members.map(({ plot }) => (
                <span key={plot.id} className={classes.headOf}>
                  {members.length > 1 && <span aria-hidden>{plot.side === 'right' ? '→' : '←'}</span>}
                  {headOf(plot)}
                  {plotTools?.(plot)}
                </span>
              ))}
              <PointNote lines={members.flatMap(({ lines }) => lines)} atMs={cursorMs ?? pins.aMs} />
            </div>
            <PlotArea
              axes={members}
              frame={frame}
              size={plotSize}
              pixelRatio={pixelRatio}
              palette={palette}
              locale={locale}
              strong={strong}
              nowMs={nowMs}
              noValue={text.noValue}
              qualityNames={text.quality?.names}
              cursorMs={cursorMs}
              gestures={gestures}
            />
            {!isAxisAtPlot && legendOf(members)}
          </section>
        ))}
        {lanes?.({ ...frame, view })}
        {marks?.({ ...frame, view })}
        <PinLines pinned={pinned} place={{ ...frame, view }} duration={text.duration} />
        {span && onSpan && !picked && (
          <SpanGrips span={span} place={{ ...frame, view }} domain={domain} plots={plots} text={text} timeText={timeText} onSpan={onSpan} />
        )}
        {picked && <div className={classes.picked} style={spanStyle(picked, view, frame)} />}
        {cursorMs !== null && (
          <div
            className={classes.cursor}
            style={{ transform: `translateX(${frame.left + periodShare(view, cursorMs) * frame.width}px)` }}
          />
        )}
      </div>
      <TimeAxis
        frame={frame}
        width={width}
        pixelRatio={pixelRatio}
        palette={palette}
        clock={clock}
        locale={locale}
        cursorMs={cursorMs}
        pinned={pinned}
        stepMs={stepMs}
        gestures={axisGestures}
        isPinned={!isAxisAtPlot}
      />
      {isAxisAtPlot && panels.map(({ members }) => legendOf(members))}
    </div>
  );
}

/** What is special about the points under the cursor, beside the head of their plot. */
function PointNote({ lines, atMs }: { lines: readonly TimeSeriesLine[]; atMs: number | null }) {
  if (atMs === null) return null;
  const notes = lines.flatMap((line) => {
    const index = flaggedIndexAt(line, atMs);
    return index < 0 ? [] : [`${line.label}: ${line.quality?.text(index) ?? ''}`];
  });
  return notes.length > 0 ? <span className={classes.note}>{notes.slice(0, 3).join(' · ')}</span> : null;
}

/** The ends that were set, as they are heard. */
function axisText({ range, factor, unit }: TimeSeriesPlot, locale: string): string {
  const end = (value: number | null | undefined): string =>
    value === null || value === undefined ? '…' : numberText(value * factor, columnDigits(value * factor), locale);
  return `${end(range?.min)} – ${end(range?.max)} ${unit}`;
}

function headOf({ title, unit }: TimeSeriesPlot): string {
  return [title, unit].filter(Boolean).join(', ');
}

/** Plots share what the legends leave of the height, and scroll when it is too little. */
function plotHeight(plots: readonly TimeSeriesPlot[], height: number, hasLegend: boolean): number {
  const legendOf = (lines: number): number => (hasLegend ? (Math.min(lines, LEGEND_ROWS + 0.5) + 1) * LEGEND_ROW + 10 : 0);
  const count = panelsOf(plots).length;
  const taken = plots.reduce((sum, { lines }) => sum + legendOf(lines.length), TIME_AXIS_HEIGHT + HEAD * count);
  return Math.min(HIGHEST_PLOT, Math.max(LOWEST_PLOT, Math.floor((height - taken) / Math.max(1, count))));
}

/** The nearest point's time, or the minute where no point is near. */
function snapped(plots: readonly TimeSeriesPlot[], view: Period, atMs: number): number {
  const nearest = neighbourTime(plots, atMs, 'nearest');
  const near = (view.endMs - view.startMs) / 24;
  if (nearest !== null && Math.abs(nearest - atMs) <= near && nearest >= view.startMs && nearest <= view.endMs) return nearest;
  return Math.round(atMs / 60_000) * 60_000;
}

/** Whole intervals: from the point at or before the first edge to the end of the interval of the last. */
function snappedSpan(plots: readonly TimeSeriesPlot[], view: Period, { startMs, endMs }: Period): Period {
  const from = snapped(plots, view, startMs);
  const to = snapped(plots, view, endMs);
  return from < to ? { startMs: from, endMs: to } : { startMs, endMs };
}

function spanStyle(
  { startMs, endMs }: Period,
  view: Period,
  { left, width }: { left: number; width: number },
): { left: number; width: number } {
  return { left: left + periodShare(view, startMs) * width, width: ((endMs - startMs) / (view.endMs - view.startMs)) * width };
}

/** The first lines' values at the cursor, for those who listen. */
function spoken(
  shown: readonly (readonly TimeSeriesLine[])[],
  plots: readonly TimeSeriesPlot[],
  atMs: number,
  label: string,
  locale: string,
): string {
  const values = plots.flatMap((plot, index) =>
    (shown[index] ?? []).slice(0, 6).map((line) => {
      const value = valueAt(line, atMs) * plot.factor;
      const index = flaggedIndexAt(line, atMs);
      const quality = index < 0 ? '' : ` (${line.quality?.text(index) ?? ''})`;
      return `${line.label} ${line.detail} ${numberText(value, columnDigits(value), locale)} ${plot.unit}${quality}`;
    }),
  );
  return `${label}: ${values.join(', ')}`;
}
