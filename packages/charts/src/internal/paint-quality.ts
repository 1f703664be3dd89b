import { visibleRange } from '../options/line-path.ts';
import { joinPeriods } from '../options/line-summary.ts';
import { type PointQuality, qualityOf, qualityRuns } from '../options/point-quality.ts';
import type { Period, TimeSeriesLine } from '../options/time-series.ts';
import type { PaintContext } from './paint-context.ts';
import { type ChartPalette, lineColour } from './palette.ts';
import type { PlotPicture } from './plot-picture.ts';

/** Above this many lines marks and shading would cover everything. */
const MOST_LINES = 10;
const NARROWEST_AREA_PX = 3;
/** Marks closer than this become one blur: every second, third ... is drawn. */
const MARK_DISTANCE_PX = 9;

/** Ranges of estimated values: fine dots behind everything, standing still while the view moves. */
export function paintEstimatedAreas(context: PaintContext, picture: PlotPicture): void {
  const { layout, palette, frame } = picture;
  for (const { startMs, endMs } of estimatedAreas(picture)) {
    const [left, right] = [xOf(picture, startMs), xOf(picture, endMs)].map((x) =>
      Math.max(frame.left, Math.min(x, frame.left + frame.width)),
    );
    if (left === undefined || right === undefined) continue;
    context.fillStyle = palette.estimated;
    context.globalAlpha = 0.07;
    context.fillRect(left, layout.top, right - left, layout.bottom - layout.top);
    context.globalAlpha = 0.4;
    for (let x = Math.ceil(left / 5) * 5; x < right; x += 5)
      for (let y = Math.ceil(layout.top / 5) * 5; y < layout.bottom; y += 5) context.fillRect(x, y, 1, 1);
    context.globalAlpha = 1;
  }
}

/** A name at the foot of each range, where it fits. */
export function paintEstimatedNames(context: PaintContext, picture: PlotPicture): void {
  const name = picture.qualityNames?.estimated;
  if (!name) return;
  const { layout, palette } = picture;
  context.font = `400 11px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const textWidth = context.measureText(name).width;
  for (const { startMs, endMs } of estimatedAreas(picture)) {
    const left = xOf(picture, startMs);
    if (textWidth + 8 > xOf(picture, endMs) - left) continue;
    context.fillStyle = palette.surface;
    context.globalAlpha = 0.8;
    context.fillRect(left + 2, layout.bottom - 16, textWidth + 6, 14);
    context.globalAlpha = 1;
    context.fillStyle = palette.text2;
    context.fillText(name, left + 5, layout.bottom - 8.5);
  }
}

/** Marks on points that are not good: hollow where estimated, a triangle where suspect, a square where entered by hand, a cross where declared invalid. */
export function paintQualityMarks(context: PaintContext, picture: PlotPicture): void {
  const { lines, layout } = picture;
  if (lines.length > MOST_LINES) return;
  const { view, width, zeroY, perUnit } = layout.geometry;
  for (const line of lines) {
    if (!line.quality || line.shape === 'bars') continue;
    const [from, to] = visibleRange(line, view);
    const every = Math.max(1, Math.ceil(MARK_DISTANCE_PX / ((line.stepMs / (view.endMs - view.startMs)) * width)));
    for (let index = from; index < to; index += 1) {
      const quality = qualityOf(line, index);
      const value = line.values[index] ?? Number.NaN;
      if (quality === 'good' || quality === 'partial' || Number.isNaN(value) || index % every !== 0) continue;
      paintMark(
        context,
        quality,
        { x: xOf(picture, line.timesMs[index] ?? 0), y: zeroY + value * perUnit },
        { line, palette: picture.palette },
      );
    }
  }
}

function paintMark(
  context: PaintContext,
  quality: PointQuality,
  { x, y }: { x: number; y: number },
  { line, palette }: { line: TimeSeriesLine; palette: ChartPalette },
): void {
  context.beginPath();
  if (quality === 'estimated') context.arc(x, y, 3, 0, Math.PI * 2);
  else if (quality === 'manual') context.rect(x - 3, y - 3, 6, 6);
  else if (quality === 'suspect') {
    context.moveTo(x, y - 3.8);
    context.lineTo(x + 3.6, y + 2.8);
    context.lineTo(x - 3.6, y + 2.8);
    context.closePath();
  } else {
    context.moveTo(x - 3, y - 3);
    context.lineTo(x + 3, y + 3);
    context.moveTo(x + 3, y - 3);
    context.lineTo(x - 3, y + 3);
  }
  context.fillStyle = palette.surface;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle =
    { estimated: palette.estimated, suspect: palette.suspect, manual: palette.manual, invalid: palette.invalid }[quality as 'estimated'] ??
    lineColour(line, palette);
  context.stroke();
}

function estimatedAreas({ lines, layout: { geometry } }: PlotPicture): Period[] {
  if (lines.length > MOST_LINES) return [];
  const { view, width } = geometry;
  const shortestMs = (NARROWEST_AREA_PX / width) * (view.endMs - view.startMs);
  const runs = lines.flatMap((line) => qualityRuns(line, view).filter(({ quality }) => quality === 'estimated'));
  return joinPeriods(runs).filter(({ startMs, endMs }) => endMs - startMs >= shortestMs);
}

function xOf({ frame, layout: { geometry } }: PlotPicture, atMs: number): number {
  const { view, width } = geometry;
  return frame.left + ((atMs - view.startMs) / (view.endMs - view.startMs)) * width;
}
