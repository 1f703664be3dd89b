import type { EChartsCoreOption } from 'echarts/core';
import { bottomAxis, frame, GRID, type KindBase, type KindPalette, LINE_ICONS, legend, valueAxis } from './kind-frame.ts';

export interface CurveLine {
  name: string;
  /** Ascending by x. */
  points: readonly (readonly [x: number, y: number])[];
  /** Measured as it is, as it should be, a limit beside that, or a mark across the picture with its name, as cut-out. */
  role: 'measured' | 'expected' | 'limit' | 'mark';
  /** Points that rest on too little data: hollow. */
  hollow?: readonly (readonly [x: number, y: number])[];
}

export interface CurveKind extends KindBase {
  lines: readonly CurveLine[];
  /** Name and unit of the horizontal axis. */
  xTitle: string;
}

/** Curves over a quantity: measured ones solid, in colours of their own where there are several. */
export function curveOption({ lines, xTitle, ...base }: CurveKind): EChartsCoreOption {
  const { palette } = base;
  return {
    ...frame(base),
    grid: { ...GRID, top: 52, bottom: 28 },
    legend: {
      ...legend(palette),
      type: 'scroll',
      left: 64,
      data: curveLegend(lines),
    },
    xAxis: { ...bottomAxis(base, xTitle), splitLine: { lineStyle: { color: palette.grid } } },
    yAxis: valueAxis(base),
    series: curveSeries(lines, palette),
  };
}

/** Curves that the legend names: limits are known by where they are. */
export function curveLegend(lines: readonly CurveLine[]) {
  const named = lines.filter(({ role }) => role !== 'limit' && role !== 'mark');
  return named.map(({ name, role }) => ({ name, icon: role === 'expected' ? LINE_ICONS.dashed : LINE_ICONS.solid }));
}

/** The series of ECharts for curves: a line each, and its hollow points. */
export function curveSeries(lines: readonly CurveLine[], palette: KindPalette) {
  const measured = lines.filter(({ role }) => role === 'measured');
  const colourOfLine = (line: CurveLine): string => {
    if (line.role !== 'measured') return line.role === 'expected' ? palette.expected : palette.text2;
    return measured.length === 1 ? palette.actual : (palette.lines[measured.indexOf(line) % palette.lines.length] ?? palette.text1);
  };
  const end = Math.max(0, ...lines.flatMap(({ points }) => points.map(([x]) => x)));
  return lines.flatMap((line): object[] => {
    const colour = colourOfLine(line);
    if (line.role === 'mark') return [markSeries(line, { colour, end, palette })];
    const hollow = line.hollow ?? [];
    return [
      {
        type: 'line',
        name: line.name,
        showSymbol: false,
        z: 4,
        lineStyle: { color: colour, width: LINE_WIDTHS[line.role], type: line.role === 'expected' ? [5, 3] : 'solid' },
        itemStyle: { color: colour },
        data: line.points.map(([x, y]) => [x, y]),
      },
      ...(hollow.length === 0
        ? []
        : [
            {
              type: 'scatter',
              name: line.name,
              symbolSize: 6,
              z: 5,
              itemStyle: { color: palette.surface, borderColor: colour, borderWidth: 1.25 },
              data: hollow.map(([x, y]) => [x, y]),
            },
          ]),
    ];
  });
}

/** Named at its top, on the side where there is space. */
function markSeries({ name, points }: CurveLine, { colour, end, palette }: { colour: string; end: number; palette: KindPalette }) {
  return {
    type: 'line',
    name,
    silent: true,
    tooltip: { show: false },
    symbolSize: 1,
    z: 3,
    lineStyle: { color: colour, width: LINE_WIDTHS.mark, type: [2, 3] },
    itemStyle: { color: colour },
    data: points.map(([x, y], at) => ({
      value: [x, y],
      label: {
        show: at === points.length - 1,
        formatter: name,
        position: x > end / 2 ? 'left' : 'right',
        color: palette.text2,
        fontSize: 11,
      },
    })),
  };
}

const LINE_WIDTHS = { measured: 2, expected: 1.5, limit: 1, mark: 1 } as const;
