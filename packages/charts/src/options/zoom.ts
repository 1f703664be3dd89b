import type { Period } from './time-series.ts';

/** No closer than this: a minute is the finest interval there is. */
export const SHORTEST_VIEW_MS = 5 * 60_000;

export interface ZoomRequest {
  view: Period;
  /** Everything there is to see; the view never leaves it. */
  domain: Period;
  /** Stays where it is on screen. */
  aroundMs: number;
  /** Below 1 goes closer, above 1 further away. */
  factor: number;
}

/** The view after zooming around an instant. */
export function zoomAround({ view, domain, aroundMs, factor }: ZoomRequest): Period {
  const whole = domain.endMs - domain.startMs;
  const length = Math.min(whole, Math.max(Math.min(SHORTEST_VIEW_MS, whole), (view.endMs - view.startMs) * factor));
  const share = (aroundMs - view.startMs) / (view.endMs - view.startMs);
  return keepInside(aroundMs - share * length, length, domain);
}

/** The view moved along the time axis, not beyond its ends. */
export function pan(view: Period, domain: Period, byMs: number): Period {
  return keepInside(view.startMs + byMs, view.endMs - view.startMs, domain);
}

/** The span between two instants, put in order and made long enough to be looked at. */
export function span(firstMs: number, secondMs: number, domain: Period): Period {
  const startMs = Math.min(firstMs, secondMs);
  const length = Math.max(Math.abs(secondMs - firstMs), Math.min(SHORTEST_VIEW_MS, domain.endMs - domain.startMs));
  return keepInside(startMs, length, domain);
}

export interface PinchRequest {
  /** Instants under the fingers when they came down, left one first. */
  held: readonly [number, number];
  /** Where the fingers are now, in pixels. */
  at: readonly [number, number];
  width: number;
  domain: Period;
}

/** The view that keeps two instants under two fingers. */
export function pinch({ held, at, width, domain }: PinchRequest): Period {
  const perPixel = (held[1] - held[0]) / Math.max(1, at[1] - at[0]);
  const length = Math.min(domain.endMs - domain.startMs, Math.max(SHORTEST_VIEW_MS, perPixel * width));
  return keepInside(held[0] - (at[0] / width) * length, length, domain);
}

export function isSamePeriod(a: Period, b: Period): boolean {
  return a.startMs === b.startMs && a.endMs === b.endMs;
}

function keepInside(startMs: number, length: number, domain: Period): Period {
  const start = Math.round(Math.max(domain.startMs, Math.min(startMs, domain.endMs - length)));
  return { startMs: start, endMs: Math.min(domain.endMs, Math.round(start + length)) };
}
