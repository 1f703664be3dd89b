import type { EChartsCoreOption } from 'echarts/core';
import { categoryAxis, frame, type KindBase, valueText } from './kind-frame.ts';

export interface HeatMapKind extends KindBase {
  columns: readonly string[];
  rows: readonly string[];
  /** By column and row; null: no value. */
  cells: readonly { column: number; row: number; value: number | null }[];
}

/** One value as colour over two axes. Cells without a value stay empty. */
export function heatMapOption({ columns, rows, cells, ...base }: HeatMapKind): EChartsCoreOption {
  const { palette } = base;
  const known = cells.flatMap(({ column, row, value }) => (value === null ? [] : [[column, row, value]]));
  const values = known.map(([, , value = 0]) => value);
  return {
    ...frame(base),
    xAxis: { ...categoryAxis(columns, palette), splitArea: { show: false } },
    yAxis: { ...categoryAxis(rows, palette), inverse: true },
    visualMap: {
      min: Math.min(0, ...values),
      max: Math.max(0, ...values),
      calculable: false,
      orient: 'horizontal',
      left: 'right',
      top: 0,
      itemHeight: 120,
      itemWidth: 8,
      text: [Math.max(0, ...values), Math.min(0, ...values)].map((value) => valueText(value, base.locale)),
      textStyle: { color: palette.text2, fontSize: 11 },
      inRange: { color: [...palette.heat] },
    },
    series: [{ type: 'heatmap', data: known, itemStyle: { borderColor: palette.surface, borderWidth: 1 } }],
  };
}
