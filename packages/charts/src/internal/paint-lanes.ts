import { type Lane, type LaneBar, type LaneSpan, placeBars } from '../options/lanes.ts';
import { type Period, periodShare } from '../options/time-series.ts';
import { fitText, horizontalLine } from './canvas.ts';
import type { ChartPalette } from './palette.ts';

export interface LanePalette extends ChartPalette {
  accent: string;
  selected: string;
  bars: ReadonlyMap<string, string>;
}

export interface LanesPicture {
  lanes: readonly Lane[];
  view: Period;
  width: number;
  height: number;
  /** How far the lanes are scrolled. */
  top: number;
  laneHeight: number;
  palette: LanePalette;
  hover: { lane: number; bar: number } | null;
  drawn: LaneSpan | null;
  cursorMs: number | null;
}

const BAR_HEIGHT = 12;
const MARK = 10;
const FILL = 0.27;
const STRONG_FILL = 0.5;
const LEAST_LABEL = 40;

/** Lanes in sight: bars in the colour of their type with an edge where they begin and end. */
export function paintLanes(context: CanvasRenderingContext2D, picture: LanesPicture): void {
  const { lanes, height, top, laneHeight, palette, width, cursorMs, view } = picture;
  const first = Math.floor(top / laneHeight);
  const end = Math.min(lanes.length, Math.ceil((top + height) / laneHeight));
  context.textBaseline = 'middle';
  for (let index = first; index < end; index += 1) {
    const y = index * laneHeight - top;
    const lane = lanes[index];
    horizontalLine(context, y + laneHeight - 1, 0, width, palette.grid);
    if (lane) paintLane(context, picture, { lane, index, y });
  }
  paintDrawn(context, picture);
  if (cursorMs === null) return;
  context.fillStyle = palette.cursor;
  context.fillRect(Math.round(periodShare(view, cursorMs) * width), 0, 1, height);
}

function paintLane(
  context: CanvasRenderingContext2D,
  { view, width, laneHeight, palette, hover }: LanesPicture,
  { lane, index, y }: { lane: Lane; index: number; y: number },
): void {
  const middle = y + laneHeight / 2;
  let free = 0;
  const inTime = placeBars(lane.bars, view, width);
  for (const { index: at, left, right } of inTime) {
    const bar = lane.bars[at];
    if (!bar) continue;
    const isHovered = hover?.lane === index && hover.bar === at;
    paintBar(context, { bar, left, right, middle, palette, isStrong: isHovered || bar.isSelected });
  }
  // Shapes and names stand where there is room beside the bars before.
  context.font = `400 11px ${palette.font}`;
  for (const { index: at, left, right } of inTime.toSorted((one, other) => one.left - other.left)) {
    const bar = lane.bars[at];
    if (!bar) continue;
    if (left - MARK - 3 >= free) paintMark(context, bar, left - MARK - 3, middle - MARK / 2, palette);
    free = Math.max(free, right + 2);
    if (right - left < LEAST_LABEL || bar.label === '') continue;
    context.fillStyle = palette.text1;
    context.fillText(fitText(context, bar.label, right - left - 10), left + 5, middle + 0.5);
  }
}

interface BarPicture {
  bar: LaneBar;
  left: number;
  right: number;
  middle: number;
  palette: LanePalette;
  isStrong: boolean;
}

function paintBar(context: CanvasRenderingContext2D, { bar, left, right, middle, palette, isStrong }: BarPicture): void {
  const y = middle - BAR_HEIGHT / 2;
  context.fillStyle = palette.bars.get(bar.colour) ?? palette.quiet;
  context.globalAlpha = isStrong ? STRONG_FILL : FILL;
  context.fillRect(left, y, right - left, BAR_HEIGHT);
  context.globalAlpha = 1;
  context.fillRect(left, y, 2, BAR_HEIGHT);
  if (!bar.isOpen) context.fillRect(Math.max(left, right - 2), y, 2, BAR_HEIGHT);
  if (!bar.isSelected) return;
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.5;
  context.strokeRect(left - 1.5, y - 2, right - left + 3, BAR_HEIGHT + 4);
}

function paintMark(context: CanvasRenderingContext2D, { mark, colour }: LaneBar, x: number, y: number, palette: LanePalette): void {
  context.save();
  context.translate(x, y);
  context.scale(MARK / 12, MARK / 12);
  context.fillStyle = palette.bars.get(colour) ?? palette.quiet;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1.7;
  for (const { path, isFilled } of mark) {
    if (isFilled) context.fill(new Path2D(path));
    else context.stroke(new Path2D(path));
  }
  context.restore();
}

function paintDrawn(context: CanvasRenderingContext2D, { drawn, view, width, top, laneHeight, palette }: LanesPicture): void {
  if (!drawn) return;
  const left = periodShare(view, drawn.period.startMs) * width;
  const right = periodShare(view, drawn.period.endMs) * width;
  const y = drawn.from * laneHeight - top;
  const height = (drawn.to - drawn.from + 1) * laneHeight;
  context.fillStyle = palette.accent;
  context.globalAlpha = 0.1;
  context.fillRect(left, y, right - left, height);
  context.globalAlpha = 1;
  context.strokeStyle = palette.accent;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, y + 0.5, right - left, height - 1);
}
