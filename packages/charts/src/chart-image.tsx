import { prepareCanvas } from './internal/canvas.ts';
import { paintPlot } from './internal/paint-plot.ts';
import { paintTimeAxis } from './internal/paint-time-axis.ts';
import { type ChartPalette, lineColour, readPalette } from './internal/palette.ts';
import { plotFrame, timeFrame } from './internal/plot-layout.ts';
import { TIME_AXIS_HEIGHT } from './internal/time-axis.tsx';
import { summarise } from './options/line-summary.ts';
import { numberText } from './options/number-text.ts';
import type { Period, TimeSeriesLine, TimeSeriesPlot, ZoneClock } from './options/time-series.ts';
import { columnDigits } from './options/value-scale.ts';

export interface ChartImageRequest {
  plots: readonly TimeSeriesPlot[];
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  locale: string;
  /** Stands above the plots: what it is, of when, in which time. */
  title: string;
  subtitle: string;
  text: { last: string; min: string; max: string; mean: string; dataShare: string; noValue: string };
}

const WIDTH = 1200;
const PLOT_HEIGHT = 240;
const HEAD = 56;
const PLOT_HEAD = 22;
const ROW = 20;
const PIXEL_RATIO = 2;
/** More rows would make the legend taller than the chart. */
const MOST_ROWS = 20;

/** The chart as a picture to paste into a report: plots, axis and figures, in the theme that is on. */
export async function chartImage(request: ChartImageRequest): Promise<Blob> {
  const { plots, view, nowMs, clock, locale, text } = request;
  const palette = readPalette();
  const heights = plots.map(({ lines }) => PLOT_HEAD + PLOT_HEIGHT + (Math.min(lines.length, MOST_ROWS) + 1) * ROW + 12);
  const height = heights.reduce((sum, one) => sum + one, HEAD + TIME_AXIS_HEIGHT + 8);
  const canvas = document.createElement('canvas');
  const context = prepareCanvas(canvas, WIDTH, height, PIXEL_RATIO);
  if (!context) throw new Error('no canvas');
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, WIDTH, height);
  paintTitle(context, request, palette);
  const frame = timeFrame(plots, WIDTH);
  let top = HEAD;
  for (const [index, plot] of plots.entries()) {
    context.save();
    context.translate(0, top);
    write(context, {
      text: [plot.title, plot.unit].filter(Boolean).join(', '),
      x: 16,
      y: 12,
      font: `400 11px ${palette.font}`,
      colour: palette.text2,
    });
    context.translate(0, PLOT_HEAD);
    const layout = plotFrame({ plot, lines: plot.lines, view, frame, height: PLOT_HEIGHT });
    paintPlot(context, { plot, lines: plot.lines, frame, layout, palette, locale, strong: new Set(), nowMs, noValue: text.noValue });
    context.translate(0, PLOT_HEIGHT);
    paintLegend(context, plot, request, palette);
    context.restore();
    top += heights[index] ?? 0;
  }
  context.translate(0, top);
  paintTimeAxis(context, { view, frame, clock, locale, palette, cursors: [] });
  return toBlob(canvas);
}

function paintTitle(context: CanvasRenderingContext2D, { title, subtitle }: ChartImageRequest, palette: ChartPalette): void {
  write(context, { text: title, x: 16, y: 20, font: `600 16px ${palette.font}`, colour: palette.text1 });
  write(context, { text: subtitle, x: 16, y: 40, font: `400 12px ${palette.font}`, colour: palette.text2 });
}

function paintLegend(
  context: CanvasRenderingContext2D,
  plot: TimeSeriesPlot,
  { view, nowMs, locale, text }: ChartImageRequest,
  palette: ChartPalette,
): void {
  const heads = [text.last, text.min, text.max, text.mean, text.dataShare];
  const rows = plot.lines.slice(0, MOST_ROWS).map((line) => ({ line, summary: summarise(line, view, nowMs) }));
  const largest = rows.reduce((most, { summary }) => Math.max(most, Math.abs(summary.min) || 0, Math.abs(summary.max) || 0), 0);
  const digits = columnDigits(largest * plot.factor);
  const font = `400 12px ${palette.font}`;
  for (const [column, head] of heads.entries())
    write(context, { text: head, x: columnX(column), y: 10, font, colour: palette.text2, align: 'right' });
  for (const [index, { line, summary }] of rows.entries()) {
    const y = (index + 1) * ROW + 10;
    paintMark(context, line, palette, y);
    write(context, { text: `${line.label} ${line.detail}`.trim(), x: 44, y, font, colour: palette.text1 });
    const figures = [summary.last, summary.min, summary.max, summary.mean].map((value) => numberText(value * plot.factor, digits, locale));
    for (const [column, figure] of [...figures, numberText(summary.dataShare * 100, 1, locale)].entries())
      write(context, { text: figure, x: columnX(column), y, font, colour: palette.text1, align: 'right' });
  }
}

function columnX(column: number): number {
  return WIDTH - 22 - (4 - column) * 90;
}

function paintMark(context: CanvasRenderingContext2D, line: TimeSeriesLine, palette: ChartPalette, y: number): void {
  context.strokeStyle = lineColour(line, palette);
  context.lineWidth = 2;
  context.setLineDash(line.stroke === 'expected' ? [5, 3] : []);
  context.beginPath();
  context.moveTo(16, y);
  context.lineTo(34, y);
  context.stroke();
  context.setLineDash([]);
}

interface Writing {
  text: string;
  x: number;
  y: number;
  font: string;
  colour: string;
  align?: CanvasTextAlign;
}

function write(context: CanvasRenderingContext2D, { text, x, y, font, colour, align = 'left' }: Writing): void {
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png'),
  );
}
