import { expect, test } from 'vitest';
import { givenLine } from '../options/lines.testing.ts';
import type { TimeSeriesLine } from '../options/time-series.ts';
import { paintPlot } from './paint-plot.ts';
import type { ChartPalette } from './palette.ts';
import { plotFrame, timeFrame } from './plot-layout.ts';
import { SvgContext } from './svg-context.ts';

const STEP_MS = 600_000;
const TOKENS = ['quiet', 'text1', 'text2', 'grid', 'axis', 'actual', 'expected', 'cursor', 'surface', 'missing', 'lost', 'band'];
const PALETTE = { ...Object.fromEntries(TOKENS.map((name) => [name, name])), lines: ['blue'], font: 'Inter' } as unknown as ChartPalette;

/** Widths of the strokes of a line of so many points on an area of some 1,000 pixels. */
function strokesOf(points: number, pixel?: number): number[] {
  const values = Array.from({ length: points }, (_, index) => (index * 7919) % 1000);
  const line: TimeSeriesLine = { ...givenLine(values), stepMs: STEP_MS, colour: 0 };
  const timed = { ...line, timesMs: Float64Array.from(values, (_, index) => index * STEP_MS) };
  const plot = { id: 'p', title: 'Power', unit: 'kW', factor: 1, fromZero: true, lines: [timed] };
  const view = { startMs: 0, endMs: points * STEP_MS };
  const frame = timeFrame([plot], 1_080);
  const layout = plotFrame({ plot, lines: plot.lines, view, frame, height: 300 });
  const axis = { side: 'left' as const, column: 0, isShared: false, isFirst: true };
  const context = new SvgContext();
  paintPlot(context, {
    ...{
      plot,
      lines: plot.lines,
      frame,
      layout,
      axis,
      palette: PALETTE,
      locale: 'en-US',
      strong: new Set<string>(),
      nowMs: 0,
      noValue: '',
    },
    ...(pixel !== undefined && { pixel }),
  });
  return [...context.elements().matchAll(/stroke="blue" stroke-width="([\d.]+)"/g)].map(([, width]) => Number(width));
}

test('a line with more corners than can be told apart is drawn on the screen as lines of one pixel side by side', () => {
  expect(strokesOf(50_000, 1)).toEqual([1, 1]);
  expect(strokesOf(50_000, 0.5)).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test('a line whose corners can be seen, and every line that leaves the screen, is one stroke of its width', () => {
  expect(strokesOf(20, 1)).toEqual([1.75]);
  expect(strokesOf(50_000)).toEqual([1.75]);
});
