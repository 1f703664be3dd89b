import type { EChartsCoreOption } from 'echarts/core';
import { numberText } from './number-text.ts';

/** What ECharts draws. */
export type KindOption = EChartsCoreOption;

/** Colours of the theme that the kinds need, as text: a canvas and a server know no variables. */
export interface KindPalette {
  lines: readonly string[];
  text1: string;
  text2: string;
  grid: string;
  axis: string;
  /** Fill of measured amounts. */
  actualFill: string;
  expected: string;
  lost: string;
  surface: string;
  /** Of types of events, by the names of their tokens. */
  events: Readonly<Record<string, string>>;
  /** From small to large. */
  heat: readonly string[];
  font: string;
}

interface KindBase {
  palette: KindPalette;
  locale: string;
  /** Of the value axis. */
  unit: string;
}

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
  const names = categoryAxis(categories, palette);
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

export interface WaterfallStep {
  label: string;
  /** A level the walk stands at, or a change that leads to the next. */
  kind: 'level' | 'change';
  value: number;
  /** Without it a level is grey, a fall is a loss and a rise is measured. */
  colour?: string;
}

export interface WaterfallKind extends KindBase {
  steps: readonly WaterfallStep[];
}

/** From one level to the next: each change hangs where the one before ended. */
export function waterfallOption({ steps, ...base }: WaterfallKind): EChartsCoreOption {
  const { palette, locale } = base;
  const spans = waterfallSpans(steps);
  return {
    ...frame(base),
    xAxis: allLabels(
      categoryAxis(
        steps.map(({ label }) => label),
        palette,
      ),
    ),
    yAxis: valueAxis(base),
    series: [
      // The bars stand on invisible ones that end where they begin.
      {
        type: 'bar',
        stack: 'walk',
        silent: true,
        itemStyle: { color: 'transparent' },
        data: spans.map(({ from, to }) => Math.min(from, to)),
      },
      {
        type: 'bar',
        stack: 'walk',
        barCategoryGap: '28%',
        label: {
          show: true,
          position: 'top',
          color: palette.text1,
          fontSize: 11,
          formatter: ({ dataIndex }: { dataIndex: number }) => valueText(steps[dataIndex]?.value, locale),
        },
        data: steps.map((step, index) => {
          const { from, to } = spans[index] ?? { from: 0, to: 0 };
          return { value: Math.abs(to - from), itemStyle: { color: colourOf(step, palette) } };
        }),
      },
    ],
  };
}

/** Where each bar of a walk begins and ends. */
export function waterfallSpans(steps: readonly Pick<WaterfallStep, 'kind' | 'value'>[]): { from: number; to: number }[] {
  let level = 0;
  return steps.map(({ kind, value }) => {
    const from = kind === 'level' ? 0 : level;
    level = kind === 'level' ? value : level + value;
    return { from, to: level };
  });
}

export interface ParetoBar {
  label: string;
  /** null: not known, no bar */
  value: number | null;
  /** Name of a token of event types; without it the measured fill. */
  colour?: string | undefined;
  /** Stands for what is not shown. */
  isRest?: boolean;
}

export interface ParetoKind extends KindBase {
  /** Largest first. */
  bars: readonly ParetoBar[];
  /** Share of the whole that the bars make together up to each. [%] Absent: no line */
  shares?: readonly (number | null)[] | undefined;
}

/** Horizontal bars from the largest, with the share that they make together up to each. */
export function paretoOption({ bars, shares, ...base }: ParetoKind): EChartsCoreOption {
  const { palette, locale } = base;
  const names = categoryAxis(
    bars.map(({ label }) => label),
    palette,
  );
  const shareAxis = { ...valueAxis({ palette, locale, unit: '%' }), min: 0, max: 100, splitLine: { show: false } };
  const colourOfBar = ({ colour, isRest = false }: ParetoBar) =>
    isRest ? palette.axis : (palette.events[colour ?? ''] ?? palette.actualFill);
  return {
    ...frame(base),
    yAxis: { ...names, inverse: true, axisLabel: { ...names.axisLabel, width: 160, overflow: 'truncate' } },
    xAxis: [{ ...valueAxis(base), position: 'bottom' }, ...(shares ? [{ ...shareAxis, position: 'top' }] : [])],
    series: [
      {
        type: 'bar',
        barCategoryGap: '32%',
        data: bars.map((bar) => ({ value: bar.value ?? '-', itemStyle: { color: colourOfBar(bar) } })),
      },
      ...(shares
        ? [
            {
              type: 'line',
              xAxisIndex: 1,
              showSymbol: false,
              lineStyle: { color: palette.text2, width: 1.25 },
              itemStyle: { color: palette.text2 },
              data: shares.map((share) => share ?? '-'),
            },
          ]
        : []),
    ],
  };
}

export interface CurveLine {
  name: string;
  /** Ascending by x. */
  points: readonly (readonly [x: number, y: number])[];
  /** Measured as it is, as it should be, or a limit beside that. */
  role: 'measured' | 'expected' | 'limit';
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
  const measured = lines.filter(({ role }) => role === 'measured');
  const colourOfLine = (line: CurveLine): string => {
    if (line.role !== 'measured') return line.role === 'expected' ? palette.expected : palette.axis;
    return measured.length === 1 ? palette.actualFill : (palette.lines[measured.indexOf(line) % palette.lines.length] ?? palette.text1);
  };
  return {
    ...frame(base),
    grid: { ...GRID, top: 52, bottom: 28 },
    legend: {
      ...legend(palette),
      type: 'scroll',
      left: 64,
      itemHeight: 12,
      data: lines.filter(({ role }) => role !== 'limit').map(({ name }) => name),
    },
    xAxis: {
      ...valueAxis({ ...base, unit: '' }),
      name: xTitle,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: palette.text2 },
    },
    yAxis: valueAxis(base),
    series: lines.flatMap((line) => {
      const colour = colourOfLine(line);
      const hollow = line.hollow ?? [];
      return [
        {
          type: 'line',
          name: line.name,
          showSymbol: false,
          lineStyle: { color: colour, width: LINE_WIDTHS[line.role], type: line.role === 'expected' ? 'dashed' : 'solid' },
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
                itemStyle: { color: palette.surface, borderColor: colour, borderWidth: 1.25 },
                data: hollow.map(([x, y]) => [x, y]),
              },
            ]),
      ];
    }),
  };
}

const LINE_WIDTHS = { measured: 2, expected: 1.5, limit: 1 } as const;

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

const GRID = { left: 8, right: 8, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

function frame({ palette, locale, unit }: KindBase): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { color: palette.text2, fontFamily: palette.font, fontSize: 12 },
    grid: GRID,
    tooltip: {
      backgroundColor: palette.surface,
      borderColor: palette.axis,
      textStyle: { color: palette.text1, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? `${valueText(value, locale)} ${unit}` : '—'),
    },
  };
}

function categoryAxis(data: readonly string[], palette: KindPalette) {
  return {
    type: 'category',
    data: [...data],
    axisLine: { lineStyle: { color: palette.axis } },
    axisTick: { show: false },
    axisLabel: { color: palette.text2, fontSize: 11, hideOverlap: true },
  };
}

const STEPS_IN_A_ROW = 6;

/** Each step has its label: on several lines where it is long, at a slant where there are many. */
function allLabels(axis: ReturnType<typeof categoryAxis>) {
  const slant =
    axis.data.length > STEPS_IN_A_ROW ? { rotate: 40, width: 120, overflow: 'truncate' } : { width: 76, overflow: 'break', lineHeight: 14 };
  return { ...axis, axisLabel: { ...axis.axisLabel, interval: 0, hideOverlap: false, ...slant } };
}

function legend({ text2 }: KindPalette) {
  return { right: 8, top: 0, itemWidth: 14, itemHeight: 6, textStyle: { color: text2, fontSize: 12 } };
}

const SHORT_UNIT = 4;

function valueAxis({ palette, locale, unit }: KindBase) {
  return {
    type: 'value',
    name: unit,
    // A long unit would be cut at the edge.
    nameTextStyle: { color: palette.text2, fontSize: 11, align: unit.length > SHORT_UNIT ? 'left' : 'right' },
    axisLabel: { color: palette.text2, fontSize: 11, formatter: (value: number) => valueText(value, locale) },
    splitLine: { lineStyle: { color: palette.grid } },
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

function colourOf({ kind, value, colour }: WaterfallStep, palette: KindPalette): string {
  if (colour) return colour;
  if (kind === 'level') return palette.axis;
  return value < 0 ? palette.lost : palette.actualFill;
}

/** Three to four digits, as on every value axis. */
function valueText(value: number | undefined, locale: string): string {
  if (value === undefined) return '—';
  const size = Math.abs(value);
  return numberText(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2, locale);
}
