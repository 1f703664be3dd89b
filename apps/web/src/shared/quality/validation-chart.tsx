import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { flagLanes, isRemoved, pointState, runsOf } from './flag-lanes.ts';
import classes from './validation-chart.module.css';
import { niceTicks } from './value-ticks.ts';

interface Range {
  startMs: number;
  endMs: number;
}

export interface ValidatedPoints {
  timesMs: readonly number[];
  raw: readonly (number | null)[];
  values: readonly (number | null)[];
  flags: readonly number[];
}

interface ValidationChartProps {
  /** Quantity and device. */
  title: string;
  unit: string;
  zone: string;
  points: ValidatedPoints;
  /** Shown dimmed: newer ones are being calculated. */
  isStale?: boolean;
  /** Chosen part, where one can be chosen by dragging. */
  range?: Range | null;
  onRange?: ((range: Range | null) => void) | undefined;
}

const FIRST_WIDTH = 480;
const EDGES = { left: 46, right: 12, top: 10, bottom: 190 };
const LANE = 18;
const LABELS = 150;

/** Raw against validated: what was taken out is dotted, what was put in its place hollow; one lane per rule below. */
export function ValidationChart({ title, unit, zone, points, isStale = false, range, onRange }: ValidationChartProps) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const id = useId();
  const plot = useRef<SVGRectElement>(null);
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const PLOT = { left: EDGES.left, right: width - EDGES.right, top: EDGES.top, bottom: EDGES.bottom };
  const [cursor, setCursor] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const { timesMs, raw, values, flags } = points;
  const stepMs = (timesMs[1] ?? 0) - (timesMs[0] ?? 0) || 600_000;
  const [startMs, endMs] = [timesMs[0] ?? 0, (timesMs.at(-1) ?? 0) + stepMs];
  const shown = [...raw, ...values].filter((value) => value !== null);
  const ticks = niceTicks(Math.min(0, ...shown), Math.max(1e-9, ...shown));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const lanes = flagLanes(flags);
  const removedLanes = lanes.filter(({ kind }) => kind === 'removed');
  const height = PLOT.bottom + 26 + (lanes.length + (lanes.length > 0 ? 2 : 0)) * LANE;
  const x = (instantMs: number): number => PLOT.left + ((instantMs - startMs) / Math.max(1, endMs - startMs)) * (PLOT.right - PLOT.left);
  const y = (value: number): number => PLOT.bottom - ((value - low) / Math.max(1e-9, high - low)) * (PLOT.bottom - PLOT.top);
  const at = (index: number): number => x((timesMs[index] ?? 0) + stepMs / 2);
  const path = (column: readonly (number | null)[], isShown: (index: number) => boolean): string =>
    runsOf(column, (value, index) => value !== null && isShown(index))
      .map(([first, last]) => {
        const part = column.slice(first, last + 1).map((value, i) => `${at(first + i).toFixed(1)} ${y(value ?? 0).toFixed(1)}`);
        return part.length === 1 ? `M${part[0]} h1.5` : `M${part.join(' L')}`;
      })
      .join(' ');
  const indexOf = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect();
    const share = box ? (event.clientX - box.left) / Math.max(1, box.width) : 0;
    return Math.min(timesMs.length - 1, Math.max(0, Math.floor(share * timesMs.length)));
  };
  const rangeOf = (from: number, to: number): Range => ({
    startMs: timesMs[Math.min(from, to)] ?? startMs,
    endMs: (timesMs[Math.max(from, to)] ?? startMs) + stepMs,
  });
  const chosen = drag ? rangeOf(drag.from, drag.to) : range;
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -12, PageDown: 12 };
    const step = steps[event.key];
    if (step === undefined) {
      if (event.key === 'Escape') onRange?.(null);
      return;
    }
    event.preventDefault();
    const next = Math.min(timesMs.length - 1, Math.max(0, (cursor ?? 0) + step));
    setCursor(next);
    if (!event.shiftKey || !onRange) return;
    const first = range && cursor !== null ? Math.min(range.startMs, timesMs[next] ?? 0) : (timesMs[cursor ?? next] ?? 0);
    onRange({ startMs: first, endMs: Math.max(range?.endMs ?? 0, (timesMs[next] ?? 0) + stepMs) });
  };
  const timeText = (instantMs: number): string =>
    formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  const numberText = (value: number | null | undefined): string =>
    value === null || value === undefined ? '\u2014' : formatNumber(value, { maximumSignificantDigits: 4 });
  const cursorText =
    cursor === null
      ? ''
      : formatMessage(
          { id: 'ValidationChart_Cursor' },
          {
            time: timeText(timesMs[cursor] ?? 0),
            raw: numberText(raw[cursor]),
            validated: numberText(values[cursor]),
            rules: lanes
              .filter(({ runs }) => runs.some(([first, last]) => first <= cursor && cursor <= last))
              .map(({ method }) => formatMessage({ id: `QualityMethod_${method}` }))
              .join(', '),
          },
        );
  return (
    <figure ref={figure} className={classes.chart} data-stale={isStale || undefined}>
      <figcaption>
        <span>{unit === '' ? title : `${title}, ${unit}`}</span>
        <span aria-live="polite">{cursorText}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a chart with a cursor, moved by keys */}
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} aria-describedby={id} tabIndex={0} onKeyDown={onKeyDown}>
        <desc id={id}>{formatMessage({ id: onRange ? 'ValidationChart_Keys_Range' : 'ValidationChart_Keys' })}</desc>
        {ticks.map((tick) => (
          <g key={tick}>
            <path className={tick === 0 ? classes.axis : classes.grid} d={`M${PLOT.left} ${y(tick)} H${PLOT.right}`} />
            <text className={classes.tick} x={PLOT.left - 6} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick, { maximumSignificantDigits: 4 })}
            </text>
          </g>
        ))}
        {timeTicks({ startMs, endMs }, width / 80).map((tick) => (
          <text key={tick} className={classes.tick} x={x(tick)} y={PLOT.bottom + 16} textAnchor="middle">
            {endMs - startMs > 3 * 86_400_000
              ? formatDate(tick, { day: 'numeric', month: 'short', timeZone: zone })
              : formatDate(tick, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })}
          </text>
        ))}
        {lanes
          .filter(({ kind }) => kind === 'replaced')
          .flatMap(({ method, runs }) =>
            runs.map(([first, last]) => (
              <rect
                key={`${method} ${first}`}
                className={classes.shade}
                x={x(timesMs[first] ?? 0)}
                width={Math.max(1, x((timesMs[last] ?? 0) + stepMs) - x(timesMs[first] ?? 0))}
                y={PLOT.top}
                height={PLOT.bottom - PLOT.top}
              />
            )),
          )}
        {chosen && (
          <rect
            className={classes.chosen}
            x={x(Math.max(startMs, chosen.startMs))}
            width={Math.max(1, x(Math.min(endMs, chosen.endMs)) - x(Math.max(startMs, chosen.startMs)))}
            y={PLOT.top}
            height={PLOT.bottom - PLOT.top}
          />
        )}
        <path
          className={classes.removed}
          d={path(raw, (index) => isRemoved(flags[index] ?? 0, raw[index] ?? null, values[index] ?? null))}
        />
        <path className={classes.validated} d={path(values, (index) => pointState(flags[index] ?? 0) === 'good')} />
        {values.map((value, index) => {
          const state = pointState(flags[index] ?? 0);
          return value === null || state === 'good' || state === 'none' ? null : (
            <circle key={timesMs[index]} className={classes[state]} cx={at(index)} cy={y(value)} r={2.2} />
          );
        })}
        {cursor !== null && <path className={classes.cursor} d={`M${at(cursor)} ${PLOT.top} V${height - 8}`} />}
        {lanes.map(({ method, kind, intervals, runs }, index) => {
          const top = PLOT.bottom + 26 + (index + (kind === 'removed' ? 1 : removedLanes.length > 0 ? 2 : 1)) * LANE;
          return (
            <g key={method}>
              <text className={classes.lane} x={4} y={top + 12}>
                {formatMessage({ id: `QualityMethod_${method}` })}
              </text>
              <text className={classes.count} x={LABELS + 34} y={top + 12} textAnchor="end">
                {formatNumber(intervals)}
              </text>
              {runs.map(([first, last]) => (
                <rect
                  key={first}
                  className={classes[kind]}
                  x={Math.max(LABELS + 40, x(timesMs[first] ?? 0))}
                  width={Math.max(2, x((timesMs[last] ?? 0) + stepMs) - Math.max(LABELS + 40, x(timesMs[first] ?? 0)))}
                  y={top + 4}
                  height={9}
                />
              ))}
            </g>
          );
        })}
        {removedLanes.length > 0 && (
          <text className={classes.group} x={4} y={PLOT.bottom + 38}>
            {formatMessage({ id: 'ValidationChart_RemovedBy' })}
          </text>
        )}
        {removedLanes.length < lanes.length && (
          <text className={classes.group} x={4} y={PLOT.bottom + 38 + (removedLanes.length > 0 ? (removedLanes.length + 1) * LANE : 0)}>
            {formatMessage({ id: 'ValidationChart_ReplacedBy' })}
          </text>
        )}
        <rect
          ref={plot}
          className={classes.surface}
          data-draggable={onRange !== undefined || undefined}
          x={PLOT.left}
          y={PLOT.top}
          width={PLOT.right - PLOT.left}
          height={PLOT.bottom - PLOT.top}
          onPointerMove={(event) => {
            const index = indexOf(event);
            setCursor(index);
            if (drag) setDrag({ ...drag, to: index });
          }}
          onPointerLeave={() => !drag && setCursor(null)}
          onPointerDown={(event) => {
            if (!onRange) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            const index = indexOf(event);
            setDrag({ from: index, to: index });
          }}
          onPointerUp={() => {
            if (drag) onRange?.(rangeOf(drag.from, drag.to));
            setDrag(null);
          }}
        />
      </svg>
      <p className={classes.legend}>
        <span data-kind="validated">{formatMessage({ id: 'ValidationChart_Validated' })}</span>
        <span data-kind="removed">{formatMessage({ id: 'ValidationChart_Removed' })}</span>
        <span data-kind="estimated">{formatMessage({ id: 'QualityState_estimated' })}</span>
      </p>
    </figure>
  );
}

/** Pixels there are: text keeps its size. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, Math.round(entry.contentRect.width))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const HOUR_MS = 3_600_000;

function timeTicks({ startMs, endMs }: Range, most: number): number[] {
  const hours = [3, 6, 12, 24, 72, 168].find((each) => (endMs - startMs) / (each * HOUR_MS) <= most) ?? 168;
  const stepMs = hours * HOUR_MS;
  const first = Math.ceil(startMs / stepMs) * stepMs;
  return Array.from({ length: Math.max(0, Math.ceil((endMs - first) / stepMs)) }, (_, i) => first + i * stepMs);
}
