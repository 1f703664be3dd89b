import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { prepareCanvas } from './internal/canvas.ts';
import { type LanePalette, paintLanes } from './internal/paint-lanes.ts';
import { paintTimeAxis } from './internal/paint-time-axis.ts';
import { type readPalette, useChartPalette } from './internal/palette.ts';
import { useLaneGestures } from './internal/use-lane-gestures.ts';
import { usePixelRatio, useSize } from './internal/use-size.ts';
import classes from './lanes-chart.module.css';
import type { Lane, LaneSpan } from './options/lanes.ts';
import type { Period, ZoneClock } from './options/time-series.ts';
import { cursorTimeText } from './options/time-ticks.ts';
import { pan, zoomAround } from './options/zoom.ts';

export interface LanesChartProps {
  /** What the lanes show, for those who listen. */
  label: string;
  /** How to move in it, for those who listen. */
  description: string;
  lanes: readonly Lane[];
  /** Everything there is to see. */
  domain: Period;
  view: Period;
  clock: ZoneClock;
  locale: string;
  onView: (view: Period) => void;
  /** A click on a bar of a lane. */
  onBar: (lane: number, bar: number) => void;
  /** A rectangle was drawn over lanes and time. */
  onSpan: (span: LaneSpan) => void;
  onLane: (lane: number) => void;
  onCursor: (instantMs: number | null) => void;
}

const LANE_HEIGHT = 26;
const AXIS_HEIGHT = 28;
/** Viewport for labels that stand over the ends. */
const AXIS_MARGIN = 20;
const STEP = 0.25;
const ZOOM = 2;

/** Bars along time, a lane for each device: wheel with Ctrl zooms, dragging draws a rectangle, dragging with Shift moves. */
export function LanesChart(props: LanesChartProps) {
  const { label, description, lanes, domain, view, clock, locale, onView, onCursor } = props;
  const descriptionId = useId();
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { width } = useSize(area);
  const { height } = useSize(scroller);
  const pixelRatio = usePixelRatio();
  const palette = useChartPalette();
  const colours = useLaneColours(lanes, palette);
  const [top, setTop] = useState(0);
  const body = useRef<HTMLCanvasElement>(null);
  const axis = useRef<HTMLCanvasElement>(null);
  const { hover, drawn, cursorMs } = useLaneGestures(area, { ...props, width, laneHeight: LANE_HEIGHT });
  const first = Math.floor(top / LANE_HEIGHT);
  const shown = lanes.slice(first, Math.ceil((top + height) / LANE_HEIGHT) + 1);

  // Painted after every render: only what is in sight.
  useLayoutEffect(() => {
    const context = body.current && width > 0 ? prepareCanvas(body.current, width, height, pixelRatio) : null;
    if (context)
      paintLanes(context, { lanes, view, width, height, top, laneHeight: LANE_HEIGHT, palette: colours, hover, drawn, cursorMs });
  });
  useLayoutEffect(() => {
    const context = axis.current && width > 0 ? prepareCanvas(axis.current, width + 2 * AXIS_MARGIN, AXIS_HEIGHT, pixelRatio) : null;
    const cursors =
      cursorMs === null ? [] : [{ atMs: cursorMs, label: cursorTimeText({ atMs: cursorMs, view, stepMs: 60_000, clock, locale }) }];
    if (context) paintTimeAxis(context, { view, frame: { left: AXIS_MARGIN, width }, clock, locale, palette, cursors });
  });

  const keys: Record<string, () => Period> = {
    '+': () => zoomAround({ view, domain, aroundMs: cursorMs ?? (view.startMs + view.endMs) / 2, factor: 1 / ZOOM }),
    '-': () => zoomAround({ view, domain, aroundMs: cursorMs ?? (view.startMs + view.endMs) / 2, factor: ZOOM }),
    ArrowLeft: () => pan(view, domain, -(view.endMs - view.startMs) * STEP),
    ArrowRight: () => pan(view, domain, (view.endMs - view.startMs) * STEP),
    Home: () => domain,
  };
  const leave = useCallback(() => onCursor(null), [onCursor]);
  return (
    <div className={classes.root}>
      <p id={descriptionId} className={classes.hidden}>
        {description}
      </p>
      <section
        ref={setScroller}
        className={classes.scroll}
        aria-label={label}
        aria-describedby={descriptionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is moved by keys
        tabIndex={0}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={(event) => {
          const next = keys[event.key]?.();
          if (!next || event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onView(next);
        }}
      >
        <div className={classes.lanes} style={{ blockSize: lanes.length * LANE_HEIGHT }}>
          <ul className={classes.labels} style={{ paddingBlockStart: first * LANE_HEIGHT }}>
            {shown.map((lane, index) => (
              <li key={lane.id} style={{ blockSize: LANE_HEIGHT }}>
                <button type="button" onClick={() => props.onLane(first + index)}>
                  <b>{lane.label}</b> <span className={classes.detail}>{lane.detail}</span>{' '}
                  {lane.amount !== '' && <span className={classes.amount}>· {lane.amount}</span>}
                </button>
              </li>
            ))}
          </ul>
          <div className={classes.area} ref={setArea} onPointerLeave={leave} data-hover={hover !== null || undefined}>
            <canvas ref={body} className={classes.body} style={{ inlineSize: width, blockSize: height }} aria-hidden />
          </div>
        </div>
      </section>
      <canvas ref={axis} className={classes.axis} aria-hidden style={{ inlineSize: width + 2 * AXIS_MARGIN, blockSize: AXIS_HEIGHT }} />
    </div>
  );
}

/** Colours of the bars as the theme has them now. */
function useLaneColours(lanes: readonly Lane[], palette: ReturnType<typeof readPalette>): LanePalette {
  return useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    const names = new Set(lanes.flatMap(({ bars }) => bars.map(({ colour }) => colour)));
    const token = (name: string): string => styles.getPropertyValue(`--${name}`).trim() || 'gray';
    return {
      ...palette,
      accent: token('accent'),
      selected: token('accent-soft'),
      bars: new Map([...names].map((name) => [name, token(name)])),
    };
  }, [lanes, palette]);
}
