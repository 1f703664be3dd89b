import { bandArea } from '../options/band-area.ts';
import { placeLabels } from '../options/direct-labels.ts';
import { barSlots, linePath, showsExtremes, visibleRange } from '../options/line-path.ts';
import { lineStyle } from '../options/line-style.ts';
import { gapsInView, joinPeriods, summarise } from '../options/line-summary.ts';
import { lostArea, type Polygon } from '../options/lost-area.ts';
import { numberText } from '../options/number-text.ts';
import { baseLine, drawnLine } from '../options/stack.ts';
import type { TimeSeriesLine } from '../options/time-series.ts';
import { fitText, horizontalLine, tracePath } from './canvas.ts';
import type { PaintContext } from './paint-context.ts';
import { paintEstimatedAreas, paintEstimatedNames, paintQualityMarks } from './paint-quality.ts';
import { lineColour } from './palette.ts';
import { labelledLines, UNIT_ROW } from './plot-layout.ts';
import type { PlotPicture } from './plot-picture.ts';

const LABEL_ROW = 15;
const SHORTEST_GAP_PX = 6;
const AREA_ALPHA = 0.18;
const STACK_ALPHA = 0.75;
const RUNNING_ALPHA = 0.45;
/** Marks need this much room each. [px] */
const MARK_PX = 7;
/** Below this share an interval is partial. */
const WHOLE = 0.9;
/** Above this many lines shading of what is missing would cover everything. */
const MOST_SHADED_LINES = 10;

/** Draws a plot with its axis; `paintQuiet` draws the lines that are not pointed at, if not as they are. */
export function paintPlot(context: PaintContext, picture: PlotPicture, paintQuiet = () => paintQuietLines(context, picture)): void {
  // A second axis has no lines of its own across the area: two grids could not be told apart.
  const gaps = picture.axis.isFirst ? gapsOf(picture) : [];
  for (const gap of gaps) paintHatch(context, gap, picture.palette.missing);
  if (picture.qualityNames) paintEstimatedAreas(context, picture);
  paintBand(context, picture);
  paintGrid(context, picture);
  const { frame, layout, lines, strong } = picture;
  context.save();
  context.beginPath();
  context.rect(frame.left, layout.top - 4, frame.width, layout.bottom - layout.top + 8);
  context.clip();
  const bars = lines.filter(({ shape }) => shape === 'bars');
  for (const [number, line] of bars.entries()) paintBars(context, picture, line, number, bars.length);
  paintLost(context, picture);
  const strokes = lines.filter(({ shape }) => shape !== 'bars');
  const areas = strokes.filter(({ shape }) => shape === 'area');
  for (const line of areas) paintArea(context, picture, line);
  for (const line of strokes) paintSpread(context, picture, line);
  paintQuiet();
  for (const line of strokes) if (strong.has(line.id)) paintLine(context, picture, line);
  if (picture.plot.hasPartialMarks) for (const line of strokes) paintPartialMarks(context, picture, line);
  paintLimits(context, picture);
  if (picture.qualityNames) paintQualityMarks(context, picture);
  context.restore();
  if (picture.qualityNames) paintEstimatedNames(context, picture);
  for (const gap of gaps) paintGapName(context, picture, gap);
  paintDirectLabels(context, picture);
}

/** Draws the lines that are not pointed at. */
export function paintQuietLines(context: PaintContext, picture: PlotPicture): void {
  for (const line of quietLines(picture)) paintLine(context, picture, line);
}

/** Lines that are not pointed at. */
export function quietLines({ lines, strong }: PlotPicture): readonly TimeSeriesLine[] {
  return lines.filter(({ id, shape }) => shape !== 'bars' && !strong.has(id));
}

/** Filled dots where the cursor meets the lines. */
export function paintCursorDots(
  context: PaintContext,
  picture: PlotPicture,
  dots: readonly { line: TimeSeriesLine; atMs: number; value: number }[],
): void {
  const { frame, layout, palette } = picture;
  const { view, width, zeroY, perUnit } = layout.geometry;
  for (const { line, atMs, value } of dots) {
    const x = frame.left + ((atMs - view.startMs) / (view.endMs - view.startMs)) * width;
    if (x < frame.left - 1 || x > frame.left + width + 1) continue;
    context.beginPath();
    context.arc(x, zeroY + value * perUnit, 3.5, 0, Math.PI * 2);
    context.fillStyle = colourOf(line, picture, true);
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = palette.surface;
    context.stroke();
  }
}

function paintGrid(context: PaintContext, { plot, frame, layout, palette, locale, axis }: PlotPicture): void {
  const { scale, geometry } = layout;
  const pixels = (layout.bottom - layout.top) / (scale.max - scale.min);
  context.font = `400 11px ${palette.font}`;
  const isLeft = axis.side === 'left';
  const away = axis.column * frame.axisWidth + 8;
  const x = isLeft ? frame.left - away : frame.left + frame.width + away;
  context.textAlign = isLeft ? 'right' : 'left';
  context.textBaseline = 'middle';
  for (const tick of scale.ticks) {
    const y = geometry.zeroY - tick * pixels;
    if (axis.isFirst) horizontalLine(context, y, frame.left, frame.left + frame.width, tick === 0 ? palette.axis : palette.grid);
    context.fillStyle = palette.text2;
    context.fillText(numberText(tick, scale.digits, locale), x, y);
  }
  if (axis.isShared) paintUnit(context, { text: plot.unit, x, layout, palette });
}

/** Which of several axes it is, where its numbers leave room. */
function paintUnit(
  context: PaintContext,
  { text, x, layout, palette }: { text: string; x: number } & Pick<PlotPicture, 'layout' | 'palette'>,
): void {
  context.font = `600 11px ${palette.font}`;
  context.fillStyle = palette.text1;
  context.fillText(text, x, layout.top - UNIT_ROW / 2);
}

/** Where on the plot a line lacks values. */
function gapsOf({ frame, layout, lines, nowMs }: PlotPicture): Box[] {
  if (lines.length > MOST_SHADED_LINES) return [];
  const { view, width } = layout.geometry;
  const scale = width / (view.endMs - view.startMs);
  // A line without any value is told in words; what is compared with explains nothing about this period.
  const judged = lines.filter(({ stroke, values }) => (stroke === 'series' || stroke === 'actual') && values.length > 0);
  const gaps = joinPeriods(judged.flatMap((line) => gapsInView({ line, view, nowMs, shortestMs: SHORTEST_GAP_PX / scale })));
  return gaps.map(({ startMs, endMs }) => ({
    left: frame.left + (startMs - view.startMs) * scale,
    top: layout.top,
    right: frame.left + (endMs - view.startMs) * scale,
    bottom: layout.bottom,
  }));
}

/** The name needs no key, and is left out where it does not fit. */
function paintGapName(context: PaintContext, { palette, noValue }: PlotPicture, { left, top, right }: Box): void {
  context.font = `400 11px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const textWidth = context.measureText(noValue).width;
  if (textWidth + 8 > right - left) return;
  context.fillStyle = palette.surface;
  context.fillRect(left + 2, top + 1, textWidth + 6, 14);
  context.fillStyle = palette.text2;
  context.fillText(noValue, left + 5, top + 8.5);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function paintHatch(context: PaintContext, { left, top, right, bottom }: Box, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.globalAlpha = 0.3;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  const height = bottom - top;
  // Starts on a fixed raster, so that the hatch stands still while ranges move.
  for (let x = Math.floor((left - height) / 6) * 6; x < right; x += 6) {
    context.moveTo(x, bottom);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

/** Lies behind the grid, so that values can be read off through it. */
function paintBand(context: PaintContext, { plot: { band }, frame, layout, palette }: PlotPicture): void {
  if (!band) return;
  context.save();
  context.beginPath();
  context.rect(frame.left, layout.top - 4, frame.width, layout.bottom - layout.top + 8);
  context.clip();
  context.beginPath();
  for (const shape of bandArea(band, layout.geometry)) tracePolygon(context, shape, frame.left);
  context.fillStyle = palette.band;
  context.fill();
  context.restore();
}

/** Expected but not there: a light fill under a hatch that stands still while the view moves. */
function paintLost(context: PaintContext, { plot, lines, frame, layout, palette }: PlotPicture): void {
  const expected = lines.find(({ stroke }) => stroke === 'expected');
  const actual = lines.find(({ stroke }) => stroke === 'actual');
  if (!plot.lost || !expected || !actual) return;
  context.save();
  context.beginPath();
  for (const period of plot.lost)
    for (const shape of lostArea({ expected, actual, period }, layout.geometry)) tracePolygon(context, shape, frame.left);
  context.clip();
  context.globalAlpha = 0.09;
  context.fillStyle = palette.lost;
  context.fillRect(frame.left, 0, frame.width, layout.bottom + 8);
  context.globalAlpha = 0.65;
  context.strokeStyle = palette.lost;
  context.lineWidth = 1.6;
  context.beginPath();
  const height = layout.bottom - layout.top;
  for (let x = Math.floor((frame.left - height) / 6) * 6; x < frame.left + frame.width; x += 6) {
    context.moveTo(x, layout.bottom);
    context.lineTo(x + height, layout.top);
  }
  context.stroke();
  context.restore();
}

function tracePolygon(context: PaintContext, shape: Polygon, left: number): void {
  for (const [index, [x, y]] of shape.entries())
    if (index === 0) context.moveTo(left + x, y);
    else context.lineTo(left + x, y);
  context.closePath();
}

/** Corners closer than this do not show how they are joined. [px] */
const DENSE_PX = 2;

export function paintLine(context: PaintContext, picture: PlotPicture, line: TimeSeriesLine): void {
  const { frame, layout, lines, strong, pixel } = picture;
  // One that is pointed at is followed.
  const geometry = strong.has(line.id) ? { ...layout.geometry, columnWidth: 1 } : layout.geometry;
  const corners = linePath(drawnLine(line), geometry);
  const { width, alpha } = lineStyle(line, lines, strong);
  context.strokeStyle = colourOf(line, picture, strong.has(line.id));
  context.lineJoin = 'round';
  context.lineCap = line.stroke === 'expected' || line.stroke === 'forecast' ? 'butt' : 'round';
  context.globalAlpha = alpha;
  context.setLineDash(DASHES[line.stroke]);
  if (pixel !== undefined && corners.length / 2 > frame.width / DENSE_PX) strokeDense(context, corners, { left: frame.left, width, pixel });
  else {
    tracePath(context, corners, frame.left);
    context.lineWidth = width;
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Lines of one pixel side by side: without a graphics card browsers draw them thirty times as fast as one that is a little wider. */
function strokeDense(
  context: PaintContext,
  corners: Float64Array,
  { left, width, pixel }: { left: number; width: number; pixel: number },
): void {
  const count = Math.max(1, Math.round(width / pixel));
  context.lineWidth = pixel;
  for (let index = 0; index < count; index += 1) {
    const shift = (index - (count - 1) / 2) * pixel;
    tracePath(context, corners, left + shift, shift);
    context.stroke();
  }
}

const DASHES = { series: [], actual: [], comparison: [], expected: [5, 3], forecast: [1.5, 3] } as const satisfies Record<
  TimeSeriesLine['stroke'],
  readonly number[]
>;

function colourOf(line: TimeSeriesLine, { palette }: PlotPicture, isStrong: boolean): string {
  const isGrey = line.colour === null && line.stroke !== 'actual';
  return isStrong && isGrey ? (palette.lines[0] ?? palette.text1) : lineColour(line, palette);
}

/** Filled down to zero, or to what stands below it. */
function paintArea(context: PaintContext, picture: PlotPicture, line: TimeSeriesLine): void {
  const { frame, layout, strong } = picture;
  context.beginPath();
  for (const shape of bandArea({ low: baseLine(line), high: drawnLine(line) }, layout.geometry)) tracePolygon(context, shape, frame.left);
  context.fillStyle = colourOf(line, picture, strong.has(line.id));
  const opacity = line.stack ? STACK_ALPHA : AREA_ALPHA;
  context.globalAlpha = strong.size > 0 && !strong.has(line.id) ? opacity / 2 : opacity;
  context.fill();
  context.globalAlpha = 1;
}

/** Hollow dots on intervals of which only a part is valid, where intervals are wide enough to tell them apart. */
function paintPartialMarks(context: PaintContext, picture: PlotPicture, line: TimeSeriesLine): void {
  const { frame, layout, palette, strong } = picture;
  const { view, width, zeroY, perUnit } = layout.geometry;
  const scale = width / (view.endMs - view.startMs);
  const { completeness, stepMs, timesMs } = line;
  if (!completeness || stepMs * scale < MARK_PX) return;
  const { values } = drawnLine(line);
  const [from, to] = visibleRange(line, view);
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!((completeness[index] ?? 1) < WHOLE) || Number.isNaN(value)) continue;
    const x = frame.left + ((timesMs[index] ?? 0) + stepMs / 2 - view.startMs) * scale;
    context.beginPath();
    context.arc(x, zeroY + value * perUnit, 3, 0, Math.PI * 2);
    context.fillStyle = palette.surface;
    context.fill();
    context.lineWidth = 1.25;
    context.strokeStyle = colourOf(line, picture, strong.has(line.id));
    context.stroke();
  }
}

/** Thin lines across the plot, named above them at the right. */
function paintLimits(context: PaintContext, { plot: { limits = [] }, frame, layout, palette }: PlotPicture): void {
  const { zeroY, perUnit } = layout.geometry;
  context.font = `400 11px ${palette.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'bottom';
  for (const { value, label } of limits) {
    const y = zeroY + value * perUnit;
    horizontalLine(context, y, frame.left, frame.left + frame.width, palette.axis);
    context.fillStyle = palette.text2;
    context.fillText(fitText(context, label, frame.width / 2), frame.left + frame.width - 4, y - 2);
  }
}

/** Spread of the single values around the mean of each interval; not where a line already shows the extremes. */
function paintSpread(context: PaintContext, picture: PlotPicture, line: TimeSeriesLine): void {
  const { frame, layout, lines } = picture;
  const { low, high } = line;
  if (!low || !high || lines.length > 3 || line.shape !== 'line' || showsExtremes(line, layout.geometry)) return;
  for (const values of [low, high]) {
    tracePath(context, linePath({ ...line, values, low: null, high: null }, layout.geometry), frame.left);
    context.strokeStyle = colourOf(line, picture, false);
    context.globalAlpha = 0.35;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
  }
}

function paintBars(context: PaintContext, picture: PlotPicture, line: TimeSeriesLine, number: number, count: number): void {
  const { frame, layout, strong, nowMs } = picture;
  const { zeroY } = layout.geometry;
  context.fillStyle = colourOf(line, picture, strong.has(line.id));
  context.globalAlpha = strong.size > 0 && !strong.has(line.id) ? 0.55 : 1;
  const { view, width: plotWidth } = layout.geometry;
  const nowX = ((nowMs - view.startMs) / (view.endMs - view.startMs)) * plotWidth;
  const opacity = context.globalAlpha;
  const bottoms = line.stack && barSlots(baseLine(line), layout.geometry);
  for (const [index, { left, right, y }] of barSlots(drawnLine(line), layout.geometry).entries()) {
    const group = (right - left) * 0.68;
    const width = Math.max(1, line.stack ? group : group / count);
    const x = frame.left + left + (right - left - group) / 2 + (line.stack ? 0 : width * number);
    const bottom = bottoms?.[index]?.y ?? zeroY;
    // What goes on is not comparable with what is over.
    context.globalAlpha = left < nowX - 1 && nowX < right - 1 ? opacity * RUNNING_ALPHA : opacity;
    context.fillRect(x, Math.min(y, bottom), Math.max(0.75, width - (width > 4 ? 1 : 0)), Math.max(0.75, Math.abs(bottom - y)));
  }
  context.globalAlpha = 1;
}

function paintDirectLabels(context: PaintContext, picture: PlotPicture): void {
  const { frame, layout, lines, palette, nowMs, axis } = picture;
  if (frame.labelWidth === 0 || axis.isShared) return;
  const { view, zeroY, perUnit } = layout.geometry;
  const ends = labelledLines(lines)
    .map((line) => ({ line, last: summarise(line, view, nowMs).last }))
    .filter(({ last }) => !Number.isNaN(last))
    .map(({ line, last }) => ({ id: line.id, line, y: zeroY + last * perUnit }));
  context.font = `600 11px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const x = frame.left + frame.width + frame.right + 8;
  for (const { id, labelY } of placeLabels(ends, LABEL_ROW, layout.bottom + 6)) {
    const line = lines.find((candidate) => candidate.id === id);
    if (!line) continue;
    context.fillStyle = colourOf(line, picture, false);
    context.fillRect(x, Math.round(labelY) - 1, 8, 2);
    context.fillStyle = palette.text1;
    context.fillText(fitText(context, line.label, frame.labelWidth - 24), x + 13, labelY + 0.5);
  }
}
