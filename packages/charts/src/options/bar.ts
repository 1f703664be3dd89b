import type { EChartsCoreOption } from 'echarts/core';
import { categoryAxis, frame, GRID, type KindBase, type KindPalette, legend, valueAxis } from './kind-frame.ts';

export interface BarSeries {
  name: string;
  /** One per category; null: no value, no bar. */
  values: readonly (number | null)[];
  /** Without it the measured fill, or a number of the palette where there are several series. */
  colour?: string | undefined;
  /** Grey with stripes: apart from the others. */
  isHatched?: boolean;
}

export interface BarKind extends KindBase {
  categories: readonly string[];
  series: readonly BarSeries[];
  /** Only for amounts that add up. */
  isStacked?: boolean;
  /** Ticks of expected values, one per category. */
  expected?: readonly (number | null)[];
  /** Categories below each other: where they are many, or long names. */
  isHorizontal?: boolean;
}

/** Bars by period, device or site; stacked where their parts make a whole. */
export function barOption({ categories, series, isStacked = false, expected, isHorizontal = false, ...base }: BarKind): EChartsCoreOption {
  const { palette } = base;
  const only = series.length === 1;
  const names = { ...categoryAxis(categories, palette), triggerEvent: true };
  const axes = isHorizontal
    ? { yAxis: { ...names, inverse: true, axisLabel: { ...names.axisLabel, width: 160, overflow: 'truncate' } }, xAxis: valueAxis(base) }
    : { xAxis: names, yAxis: valueAxis(base) };
  return {
    ...frame(base),
    ...(!only && { legend: legend(palette), grid: { ...GRID, top: 52 } }),
    ...axes,
    series: [
      ...series.map(({ name, values, colour, isHatched = false }, index) => ({
        type: 'bar',
        id: String(index),
        name,
        ...(isStacked && { stack: 'all' }),
        barCategoryGap: '32%',
        barMaxWidth: 72,
        itemStyle: isHatched
          ? {
              color: palette.axis,
              decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: palette.surface },
            }
          : { color: colour ?? (only ? palette.actualFill : palette.lines[index % palette.lines.length]) },
        data: values.map((value) => value ?? '-'),
      })),
      ...(expected ? [expectedTicks(expected, { palette, isHorizontal })] : []),
    ],
  };
}

/** A tick across each bar. */
function expectedTicks(expected: readonly (number | null)[], { palette, isHorizontal }: { palette: KindPalette; isHorizontal: boolean }) {
  return {
    type: 'scatter',
    symbol: 'rect',
    symbolSize: isHorizontal ? [2, 16] : [22, 2],
    itemStyle: { color: palette.expected },
    data: expected.map((value, index) => (value === null ? '-' : isHorizontal ? [value, index] : [index, value])),
  };
}
