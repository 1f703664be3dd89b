import { type Period, periodShare, type ZoneClock } from '../options/time-series.ts';
import { timeTicks } from '../options/time-ticks.ts';
import type { PaintContext } from './paint-context.ts';
import type { ChartPalette } from './palette.ts';
import type { TimeFrame } from './plot-layout.ts';

export interface TimeAxisPicture {
  view: Period;
  frame: Pick<TimeFrame, 'left' | 'width'>;
  clock: ZoneClock;
  locale: string;
  palette: ChartPalette;
  /** Times of cursors with their texts, the one on top last. */
  cursors: readonly { atMs: number; label: string }[];
}

const PIXELS_PER_TICK = 72;

export function paintTimeAxis(context: PaintContext, { view, frame, clock, locale, palette, cursors }: TimeAxisPicture): void {
  const { left, width } = frame;
  context.strokeStyle = palette.axis;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, 0.5);
  context.lineTo(left + width, 0.5);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const flags = cursors
    .filter(({ atMs }) => atMs >= view.startMs && atMs <= view.endMs)
    .map(({ atMs, label }) => ({ label, ...flagBox(context, { label, x: left + periodShare(view, atMs) * width, left, width, palette }) }));
  const ticks = timeTicks({ period: view, clock, locale, maxTicks: Math.max(2, Math.floor(width / PIXELS_PER_TICK)) });
  for (const tick of ticks) {
    const x = left + periodShare(view, tick.atMs) * width;
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, 4);
    context.font = `${tick.major ? 600 : 400} 11px ${palette.font}`;
    const half = context.measureText(tick.label).width / 2;
    // The neighbours of a cursor's flag step aside.
    if (flags.some((flag) => x + half > flag.left - 4 && x - half < flag.right + 4)) continue;
    context.fillStyle = tick.major ? palette.text1 : palette.text2;
    context.fillText(tick.label, Math.min(x, left + width + 20 - half), 14);
  }
  context.stroke();
  for (const flag of flags) {
    context.fillStyle = palette.text1;
    context.beginPath();
    context.roundRect(flag.left, 4, flag.right - flag.left, 20, 3);
    context.fill();
    context.fillStyle = palette.surface;
    context.font = `600 12px ${palette.font}`;
    context.fillText(flag.label, (flag.left + flag.right) / 2, 14.5);
  }
}

interface FlagRequest {
  label: string;
  x: number;
  left: number;
  width: number;
  palette: ChartPalette;
}

/** The flag stays on the axis where the cursor is near an end. */
function flagBox(context: PaintContext, { label, x, left, width, palette }: FlagRequest): { left: number; right: number } {
  context.font = `600 12px ${palette.font}`;
  const half = context.measureText(label).width / 2 + 7;
  const middle = Math.max(half, Math.min(x, left + width + 12 - half));
  return { left: middle - half, right: middle + half };
}
