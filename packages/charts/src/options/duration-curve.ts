import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { bottomAxis, frame, GRID, type KindBase, LINE_ICONS, legend, tooltip, valueAxis, valueText } from './kind-frame.ts';

export interface DurationSeries {
  name: string;
  /** Of the time, 0 to 1, ascending, shape (n). */
  share: Float64Array;
  /** Reached or exceeded in that share, shape (n). */
  value: Float64Array;
  /** Ink for what is measured, a dash for what is expected; absent: a colour of its own. */
  role?: 'actual' | 'expected';
}

export interface DurationKind extends KindBase {
  series: readonly DurationSeries[];
  /** Name of the horizontal axis. */
  xTitle: string;
  /** What a position says under the pointer. Absent: share and values */
  describe?: ((share: number) => readonly string[]) | undefined;
}

/** Values in falling order over the share of time in which they are reached. */
export function durationOption(kind: DurationKind): EChartsCoreOption {
  const { series, xTitle, describe, ...base } = kind;
  const { palette, locale, unit } = base;
  const isOne = series.length === 1;
  return {
    ...frame(base),
    tooltip: {
      ...tooltip(palette),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: palette.text2 } },
      formatter: (at: readonly { dataIndex: number }[]) => {
        const point = at[0]?.dataIndex ?? 0;
        const share = series[0]?.share[point] ?? 0;
        const values = series.map(({ name, value }) => `${name}: ${valueText(value[point], locale)} ${unit}`);
        return (describe?.(share) ?? [`${valueText(100 * share, locale)} %`, ...values]).map(escapeText).join('<br>');
      },
    },
    grid: { ...GRID, top: isOne ? 28 : 52, bottom: 28, right: 20 },
    ...(!isOne && { legend: { ...legend(palette), type: 'scroll', left: 64, data: series.map(legendOf) } }),
    xAxis: { ...bottomAxis(base, xTitle), min: 0, max: 100 },
    yAxis: valueAxis(base),
    series: series.map(({ name, share, value, role }, index) => {
      const own = palette.lines[index % palette.lines.length];
      const colour = role === 'expected' ? palette.expected : role === 'actual' || isOne ? palette.actual : own;
      return {
        type: 'line',
        name,
        showSymbol: false,
        lineStyle: { color: colour, width: role === 'expected' ? 1.5 : 2, type: role === 'expected' ? [5, 3] : 'solid' },
        itemStyle: { color: colour },
        data: Array.from(share, (each, i) => [100 * each, value[i] ?? Number.NaN]),
      };
    }),
  };
}

function legendOf({ name, role }: DurationSeries) {
  return { name, icon: role === 'expected' ? LINE_ICONS.dashed : LINE_ICONS.solid };
}
