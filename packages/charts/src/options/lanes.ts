import { type Period, periodShare } from './time-series.ts';

export interface LaneBar {
  startMs: number;
  endMs: number;
  /** It goes on: no edge at its end. */
  isOpen: boolean;
  /** Name of the token its colour has, without dashes in front. */
  colour: string;
  /** Outline of its shape in a box of 12, for the left of the bar. */
  mark: readonly LaneMark[];
  /** Inside of the bar where it fits. */
  label: string;
  isSelected: boolean;
}

export interface LaneMark {
  path: string;
  isFilled: boolean;
}

export interface Lane {
  id: string;
  label: string;
  detail: string;
  /** A number of it with its unit, or nothing; left out where there is little room. */
  amount: string;
  bars: readonly LaneBar[];
}

export interface PlacedBar {
  index: number;
  left: number;
  right: number;
}

/** What is narrower would not be seen. */
const LEAST_WIDTH = 3;
/** Pointers miss thin bars by this much. */
const REACH = 3;

/** Bars of a lane that touch the view, in pixels from its left end; the shortest last, so that they lie on top. */
export function placeBars(bars: readonly LaneBar[], view: Period, width: number): PlacedBar[] {
  return bars
    .map((bar, index) => {
      const left = Math.max(0, periodShare(view, bar.startMs) * width);
      const right = Math.min(width, Math.max(periodShare(view, bar.endMs) * width, left + LEAST_WIDTH));
      return { index, left, right };
    })
    .filter(({ index }) => {
      const bar = bars[index];
      return bar !== undefined && bar.startMs < view.endMs && Math.max(bar.endMs, bar.startMs + 1) > view.startMs;
    })
    .sort((one, other) => other.right - other.left - (one.right - one.left));
}

/** The bar under a place; the one on top of several. */
export function barAt(placed: readonly PlacedBar[], x: number): number | undefined {
  return (
    placed.findLast(({ left, right }) => x >= left && x <= right) ??
    placed.findLast(({ left, right }) => x >= left - REACH && x <= right + REACH)
  )?.index;
}

export interface LaneSpan {
  /** First and last lane, both included. */
  from: number;
  to: number;
  period: Period;
}

/** What a rectangle from one corner to another covers. */
export function spanBetween(one: { lane: number; atMs: number }, other: { lane: number; atMs: number }, laneCount: number): LaneSpan {
  const inside = (lane: number): number => Math.max(0, Math.min(laneCount - 1, lane));
  return {
    from: inside(Math.min(one.lane, other.lane)),
    to: inside(Math.max(one.lane, other.lane)),
    period: { startMs: Math.min(one.atMs, other.atMs), endMs: Math.max(one.atMs, other.atMs) },
  };
}
