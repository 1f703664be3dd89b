import { prepareCanvas } from './internal/canvas.ts';
import type { PaintContext } from './internal/paint-context.ts';
import { paintPlot } from './internal/paint-plot.ts';
import { paintTimeAxis } from './internal/paint-time-axis.ts';
import { type ChartPalette, lineColour, readPalette } from './internal/palette.ts';
import { plotFrame, timeFrame } from './internal/plot-layout.ts';
import { SvgContext } from './internal/svg-context.ts';
import { TIME_AXIS_HEIGHT } from './internal/time-axis.tsx';
import { summarise } from './options/line-summary.ts';
import { numberText } from './options/number-text.ts';
import { axisPlaces, type PlotPanel, panelsOf } from './options/panels.ts';
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
  const canvas = document.createElement('canvas');
  const context = prepareCanvas(canvas, WIDTH, heightOf(request), PIXEL_RATIO);
  if (!context) throw new Error('no canvas');
  paintChart(context, request);
  return toBlob(canvas);
}

/** The same as SVG text, to be enlarged without loss. */
export function chartSvgImage(request: ChartImageRequest): string {
  const measuring = document.createElement('canvas').getContext('2d');
  const context = new SvgContext(measuring ? (font, text) => measuredWidth(measuring, font, text) : undefined);
  paintChart(context, request);
  const height = heightOf(request);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${context.elements()}</svg>`;
}

function measuredWidth(context: PaintContext, font: string, text: string): number {
  context.font = font;
  return context.measureText(text).width;
}

function heightOf({ plots }: ChartImageRequest): number {
  return panelsOf(plots).reduce((sum, panel) => sum + panelHeight(panel), HEAD + TIME_AXIS_HEIGHT + 8);
}

function panelHeight({ plots }: PlotPanel): number {
  return PLOT_HEAD + PLOT_HEIGHT + plots.reduce((sum, plot) => sum + legendHeight(plot), 0);
}

function paintChart(context: PaintContext, request: ChartImageRequest): void {
  const { plots, view, nowMs, clock, locale, text } = request;
  const palette = readPalette();
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, WIDTH, heightOf(request));
  paintTitle(context, request, palette);
  const frame = timeFrame(plots, WIDTH);
  let top = HEAD;
  for (const panel of panelsOf(plots)) {
    context.save();
    context.translate(0, top);
    write(context, {
      text: panel.plots.map(({ title, unit }) => [title, unit].filter(Boolean).join(', ')).join('   '),
      x: 16,
      y: 12,
      font: `400 11px ${palette.font}`,
      colour: palette.text2,
    });
    context.translate(0, PLOT_HEAD);
    const places = axisPlaces(panel.plots);
    const isShared = panel.plots.length > 1;
    for (const [at, plot] of panel.plots.entries()) {
      const layout = plotFrame({ plot, lines: plot.lines, view, frame, height: PLOT_HEIGHT, isShared });
      const axis = { ...(places[at] ?? { side: 'left' as const, column: 0 }), isShared, isFirst: at === 0 };
      paintPlot(context, {
        plot,
        lines: plot.lines,
        frame,
        layout,
        axis,
        palette,
        locale,
        strong: new Set(),
        nowMs,
        noValue: text.noValue,
      });
    }
    context.translate(0, PLOT_HEIGHT);
    for (const plot of panel.plots) {
      paintLegend(context, plot, request, palette);
      context.translate(0, legendHeight(plot));
    }
    context.restore();
    top += panelHeight(panel);
  }
  context.translate(0, top);
  paintTimeAxis(context, { view, frame, clock, locale, palette, cursors: [] });
}

function legendHeight({ lines }: TimeSeriesPlot): number {
  return (Math.min(lines.length, MOST_ROWS) + 1) * ROW + 12;
}

function paintTitle(context: PaintContext, { title, subtitle }: ChartImageRequest, palette: ChartPalette): void {
  write(context, { text: title, x: 16, y: 20, font: `600 16px ${palette.font}`, colour: palette.text1 });
  write(context, { text: subtitle, x: 16, y: 40, font: `400 12px ${palette.font}`, colour: palette.text2 });
}

function paintLegend(
  context: PaintContext,
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

function paintMark(context: PaintContext, line: TimeSeriesLine, palette: ChartPalette, y: number): void {
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

function write(context: PaintContext, { text, x, y, font, colour, align = 'left' }: Writing): void {
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
