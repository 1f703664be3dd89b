import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { neighbourTime } from '../options/line-summary.ts';
import { type Period, periodShare, type TimeSeriesPlot } from '../options/time-series.ts';
import classes from '../time-series-chart.module.css';

interface SpanGripsProps {
  span: Period;
  place: { left: number; width: number; view: Period };
  domain: Period;
  plots: readonly TimeSeriesPlot[];
  text: { spanStart?: string; spanEnd?: string };
  timeText: (atMs: number) => string;
  onSpan: (span: Period | null) => void;
}

const BIG_STEP = 10;
type Edge = 'startMs' | 'endMs';

/** The chosen span over all plots. Its edges are dragged, or moved by arrow keys from one point to the next. */
export function SpanGrips({ span: settled, place, domain, plots, text, timeText, onSpan }: SpanGripsProps) {
  const [moving, setMoving] = useState<Period | null>(null);
  const span = moving ?? settled;
  const { left, width, view } = place;
  const inView = (atMs: number): number => Math.min(view.endMs, Math.max(view.startMs, atMs));
  const xOf = (atMs: number): number => left + periodShare(view, inView(atMs)) * width;
  if (span.endMs <= view.startMs || span.startMs >= view.endMs) return null;
  const moved = (edge: Edge, atMs: number): Period | null => {
    const inside = Math.min(domain.endMs, Math.max(domain.startMs, atMs));
    return (edge === 'startMs' ? inside < span.endMs : inside > span.startMs) ? { ...span, [edge]: inside } : null;
  };
  return (
    <>
      <div className={classes.span} style={{ left: xOf(span.startMs), width: xOf(span.endMs) - xOf(span.startMs) }} aria-hidden />
      {(['startMs', 'endMs'] as const).map((edge) =>
        span[edge] >= view.startMs && span[edge] <= view.endMs ? (
          <Grip
            key={edge}
            label={(edge === 'startMs' ? text.spanStart : text.spanEnd) ?? ''}
            valueText={timeText(span[edge])}
            atMs={span[edge]}
            domain={domain}
            x={xOf(span[edge])}
            msPerPixel={(view.endMs - view.startMs) / Math.max(1, width)}
            onMove={(atMs) => setMoving(moved(edge, neighbourTime(plots, atMs, 'nearest') ?? atMs) ?? span)}
            onSettle={() => {
              if (moving) onSpan(moving);
              setMoving(null);
            }}
            onStep={(direction, steps) => {
              let atMs = span[edge];
              for (let step = 0; step < steps; step += 1) atMs = neighbourTime(plots, atMs, direction) ?? atMs;
              const next = moved(edge, atMs);
              if (next) onSpan(next);
            }}
            onRemove={() => onSpan(null)}
          />
        ) : null,
      )}
    </>
  );
}

interface GripProps {
  label: string;
  valueText: string;
  atMs: number;
  domain: Period;
  x: number;
  msPerPixel: number;
  onMove: (atMs: number) => void;
  /** A drag ended. */
  onSettle: () => void;
  onStep: (direction: 'before' | 'after', steps: number) => void;
  onRemove: () => void;
}

function Grip({ label, valueText, atMs, domain, x, msPerPixel, onMove, onSettle, onStep, onRemove }: GripProps) {
  const held = useRef<{ fromX: number; fromMs: number } | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const steps = event.shiftKey ? BIG_STEP : 1;
    if (event.key === 'ArrowLeft') onStep('before', steps);
    else if (event.key === 'ArrowRight') onStep('after', steps);
    else if (event.key === 'Escape') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { fromX: event.clientX, fromMs: atMs };
  }

  function onPointerMove(event: PointerEvent): void {
    if (held.current) onMove(held.current.fromMs + (event.clientX - held.current.fromX) * msPerPixel);
  }

  function onRelease(): void {
    held.current = null;
    onSettle();
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.grip}
      style={{ left: x }}
      aria-label={label}
      aria-valuemin={domain.startMs}
      aria-valuemax={domain.endMs}
      aria-valuenow={atMs}
      aria-valuetext={valueText}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
    >
      <span aria-hidden />
    </div>
  );
}
