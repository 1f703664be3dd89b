import type { BoxStatistics } from '@solvane/series/box-statistics';
import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { categoryAxis, frame, GRID, type KindBase, type KindPalette, tooltip, valueAxis, valueText } from './kind-frame.ts';

export interface BoxGroup {
  name: string;
  /** Absent numbers are NaN: the group has no box. */
  box: BoxStatistics;
}

export interface BoxPlotKind extends KindBase {
  groups: readonly BoxGroup[];
  /** Names of the numbers. */
  names: { count: string; median: string; mean: string };
}

const WIDEST = 15;
const SLOT_SHARE = 0.6;
const MEDIAN_WIDTH = 2.4;
const MEAN_RADIUS = 2.5;

/** Box from p25 to p75, whiskers from p5 to p95, a bar at the median and a dot at the mean of each group. */
export function boxPlotOption(kind: BoxPlotKind): EChartsCoreOption {
  const { groups, names: _names, ...base } = kind;
  const { palette } = base;
  return {
    ...frame(base),
    tooltip: { ...tooltip(palette), formatter: ({ dataIndex }: { dataIndex: number }) => textOf(dataIndex, kind) },
    grid: { ...GRID, top: 28, right: 16 },
    xAxis: categoryAxis(
      groups.map(({ name }) => name),
      palette,
    ),
    yAxis: { ...valueAxis(base), scale: true },
    series: [
      {
        type: 'custom',
        encode: { x: 0, y: [1, 2, 3, 4, 5, 6] },
        data: groups.flatMap(({ box }, index) =>
          box.count === 0 ? [] : [[index, box.p5, box.p25, box.median, box.p75, box.p95, box.mean]],
        ),
        renderItem: (_params: unknown, api: BoxApi) => boxShape(api, palette),
      },
    ],
  };
}

interface BoxApi {
  coord(at: readonly [number, number]): [number, number];
  size(length: readonly [number, number]): [number, number];
  value(dimension: number): number;
}

function boxShape(api: BoxApi, palette: KindPalette) {
  const at = (dimension: number) => api.coord([api.value(0), api.value(dimension)]);
  const [x, p5] = at(1);
  const [[, p25], [, median], [, p75], [, p95], [, mean]] = [at(2), at(3), at(4), at(5), at(6)];
  const half = Math.min(WIDEST, api.size([1, 0])[0] * SLOT_SHARE) / 2;
  const line = (x1: number, y1: number, x2: number, y2: number, width = 1) => ({
    type: 'line',
    shape: { x1, y1, x2, y2 },
    style: { stroke: width > 1 ? palette.actual : palette.text2, lineWidth: width },
  });
  return {
    type: 'group',
    children: [
      line(x, p5, x, p25),
      line(x, p75, x, p95),
      line(x - half / 2, p5, x + half / 2, p5),
      line(x - half / 2, p95, x + half / 2, p95),
      {
        type: 'rect',
        shape: { x: x - half, y: p75, width: 2 * half, height: Math.max(1, p25 - p75) },
        style: { fill: palette.surface3, stroke: palette.text2, lineWidth: 1 },
      },
      line(x - half, median, x + half, median, MEDIAN_WIDTH),
      {
        type: 'circle',
        shape: { cx: x, cy: mean, r: MEAN_RADIUS },
        style: { fill: palette.actual, stroke: palette.surface, lineWidth: 1 },
      },
    ],
  };
}

function textOf(index: number, { groups, names, unit, locale }: BoxPlotKind): string {
  const shown = groups.filter(({ box }) => box.count > 0)[index];
  if (!shown) return '';
  const { name, box } = shown;
  const text = (value: number) => `${valueText(value, locale)} ${unit}`;
  return [
    `${name}, ${names.count} ${valueText(box.count, locale)}`,
    `p95 ${text(box.p95)}`,
    `p75 ${text(box.p75)}`,
    `${names.median} ${text(box.median)}`,
    `${names.mean} ${text(box.mean)}`,
    `p25 ${text(box.p25)}`,
    `p5 ${text(box.p5)}`,
  ]
    .map(escapeText)
    .join('<br>');
}
