import { neighbourTime } from '../options/line-summary.ts';
import { dropPin, type PinnedCursors, putPin } from '../options/pinned-cursors.ts';
import type { Period, TimeSeriesPlot } from '../options/time-series.ts';
import { pan, zoomAround } from '../options/zoom.ts';

export type KeyAction =
  | { kind: 'cursor'; atMs: number | null }
  | { kind: 'view'; view: Period }
  | { kind: 'pins'; pins: PinnedCursors }
  | { kind: 'span'; span: Period | null }
  | { kind: 'undo' };

export interface KeyState {
  plots: readonly TimeSeriesPlot[];
  view: Period;
  domain: Period;
  cursorMs: number | null;
  /** null: this chart has no fixed cursors. */
  pins: PinnedCursors | null;
  /** Chosen span; null: none, undefined: none can be chosen. */
  span: Period | null | undefined;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const BIG_STEP = 10;

/** What a key does to the chart; null: it is not a key of the chart. */
export function keyAction(event: Pressed, state: KeyState): KeyAction | null {
  const { plots, view, domain, cursorMs } = state;
  const length = view.endMs - view.startMs;
  const aroundMs = cursorMs ?? view.startMs + length / 2;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = event.key === 'ArrowLeft' ? 'before' : 'after';
      return { kind: 'cursor', atMs: stepCursor(state, direction, event.shiftKey ? BIG_STEP : 1) };
    }
    case 'Home':
      return { kind: 'cursor', atMs: neighbourTime(plots, view.startMs - 1, 'after') };
    case 'End':
      return { kind: 'cursor', atMs: neighbourTime(plots, view.endMs, 'before') };
    case '+':
    case '=':
      return { kind: 'view', view: zoomAround({ view, domain, aroundMs, factor: 0.5 }) };
    case '-':
      return { kind: 'view', view: zoomAround({ view, domain, aroundMs, factor: 2 }) };
    case 'PageUp':
    case 'PageDown':
      return { kind: 'view', view: pan(view, domain, (event.key === 'PageUp' ? -length : length) / 2) };
    case '0':
      return { kind: 'view', view: domain };
    case 'Backspace':
      return { kind: 'undo' };
    case 'z':
      return event.ctrlKey || event.metaKey ? { kind: 'undo' } : null;
    case 'Enter':
      return state.pins && cursorMs !== null ? { kind: 'pins', pins: putPin(state.pins, event.shiftKey ? 'b' : 'a', cursorMs) } : null;
    case 's':
      return event.ctrlKey || event.metaKey ? null : spanOf(state);
    case 'Escape':
      return takeAway(state);
    default:
      return null;
  }
}

/** Between the two fixed cursors, or between the one and the moving one. */
function spanOf({ span, pins, cursorMs }: KeyState): KeyAction | null {
  if (span === undefined || !pins || pins.aMs === null) return null;
  const otherMs = pins.bMs ?? cursorMs;
  if (otherMs === null || otherMs === pins.aMs) return null;
  return { kind: 'span', span: { startMs: Math.min(pins.aMs, otherMs), endMs: Math.max(pins.aMs, otherMs) } };
}

/** Takes away what was added last: the span, B, A, the cursor. */
function takeAway({ span, pins, cursorMs }: KeyState): KeyAction | null {
  if (span) return { kind: 'span', span: null };
  const fewer = pins && dropPin(pins);
  if (fewer) return { kind: 'pins', pins: fewer };
  return cursorMs === null ? null : { kind: 'cursor', atMs: null };
}

function stepCursor({ plots, view, cursorMs }: KeyState, direction: 'before' | 'after', steps: number): number | null {
  let at = cursorMs ?? (direction === 'after' ? view.startMs - 1 : view.endMs);
  for (let step = 0; step < steps; step += 1) {
    const next = neighbourTime(plots, at, direction);
    if (next === null || next < view.startMs || next >= view.endMs) break;
    at = next;
  }
  return at < view.startMs ? cursorMs : at;
}
