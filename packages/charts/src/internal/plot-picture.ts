import type { AxisPlace } from '../options/panels.ts';
import type { PointQuality } from '../options/point-quality.ts';
import type { TimeSeriesLine, TimeSeriesPlot } from '../options/time-series.ts';
import type { ChartPalette } from './palette.ts';
import type { PlotFrame, TimeFrame } from './plot-layout.ts';

export type QualityNames = Readonly<Partial<Record<PointQuality, string>>>;

export interface PlotPicture {
  plot: TimeSeriesPlot;
  /** Lines that are not hidden. */
  lines: readonly TimeSeriesLine[];
  frame: TimeFrame;
  layout: PlotFrame;
  /** Where the value axis stands in its panel. */
  axis: AxisPlace & { isShared: boolean; isFirst: boolean };
  palette: ChartPalette;
  locale: string;
  /** Lines drawn stronger and above the others. */
  strong: ReadonlySet<string>;
  nowMs: number;
  /** Width of a pixel of the screen. [px] Absent: the picture leaves the screen */
  pixel?: number;
  /** Written on the ranges without a value. */
  noValue: string;
  /** Written on ranges of one quality; absent: they are not marked. */
  qualityNames?: QualityNames | undefined;
}
