import { densityGrid, type GridArea } from '@solvane/series/density-grid';
import { gridCells } from '@solvane/series/grid-cells';
import type { EChartsCoreOption } from 'echarts/core';
import { type CurveLine, curveLegend, curveSeries } from './curve.ts';
import { escapeText } from './escape-text.ts';
import { extent } from './extent.ts';
import { bottomAxis, cornerFacts, frame, GRID, type KindBase, LINE_ICONS, legend, tooltip, valueAxis, valueText } from './kind-frame.ts';
import type { CursorPath } from './mark-cursor.ts';
import { type Ramp, rampColour, rampKey, rampStep } from './ramp.ts';

/** Points as columns of one length. A point with a NaN in x or y is not drawn. */
export interface ScatterPoints {
  name: string;
  x: Float64Array;
  y: Float64Array;
  /** Third quantity, shown as colour; NaN: drawn in grey. */
  z?: Float64Array | undefined;
}

/** y = slope · x + intercept. */
export interface ScatterLine {
  name: string;
  role: 'correlation' | 'regression' | 'baseline' | 'limit';
  slope: number;
  intercept: number;
}

export interface ScatterKind extends KindBase {
  points: readonly ScatterPoints[];
  /** Points that a filter removed: crosses. */
  excluded?: ScatterPoints | undefined;
  lines?: readonly ScatterLine[];
  /** Curves over the horizontal quantity, as `curveOption` draws them. */
  curves?: readonly CurveLine[];
  /** Name and unit of the horizontal axis. */
  xTitle: string;
  /** Of the third quantity. */
  z?: { title: string; unit: string } | undefined;
  /** In the lower right corner, the first line bold: an equation, a count. */
  facts?: readonly string[];
  /** Both axes begin at zero. */
  fromZero?: boolean;
  /** Above this many points they are counted in cells. */
  mostPoints?: number;
  /** Name of the key of counted cells. */
  density: string;
  /** What a point says under the pointer, a line each. Absent: its series and both values */
  describe?: ((series: number, point: number) => readonly string[]) | undefined;
  /** What a cell of counted points says. Absent: the number */
  describeCell?: ((count: number) => readonly string[]) | undefined;
}

/** Above this many points a chart counts them. */
const MOST_POINTS = 20_000;
/** From this many points on they are drawn in one go. */
const MANY_POINTS = 4_000;
const POINT = { size: 5, opacity: 0.45 };
const CROSS = 'path://M-1,-1L1,1M-1,1L1,-1';
const CELLS = { columns: 130, rows: 80 };

/** Two quantities against each other, with colour for a third, and lines that explain them. */
export function scatterOption(kind: ScatterKind): EChartsCoreOption {
  const { points, excluded, lines = [], curves = [], xTitle, z, facts = [], fromZero = false, ...base } = kind;
  const { palette, locale } = base;
  const count = points.reduce((sum, { x }) => sum + x.length, 0);
  const area = areaOf(kind);
  const ramp: Ramp | undefined = z && { ...ends(points.flatMap((each) => each.z ?? [])), colours: palette.heat };
  const cells = count > (kind.mostPoints ?? MOST_POINTS) && area ? cellSeries(kind, { area, ramp }) : undefined;
  const key = cells?.key ?? (ramp && z && rampKey({ ramp, palette, locale, ...z, position: { right: 12, top: 4 } }));
  const hasNames = points.length > 1 && !key;
  const named = [...(hasNames ? points.map(({ name }) => ({ name, icon: 'circle' })) : []), ...lineLegend(lines), ...curveLegend(curves)];
  const isSplit = key !== undefined && named.length > 0;
  return {
    ...frame(base),
    cursorPath: (curves.length > 0 ? 'series' : cells ? 'cells' : 'points') satisfies CursorPath,
    tooltip: { ...tooltip(palette), trigger: 'item' },
    grid: { ...GRID, top: isSplit ? 64 : named.length > 0 || key ? 48 : 28, bottom: 28, right: 16 },
    legend: {
      ...legend(palette),
      type: 'scroll',
      left: 64,
      ...(isSplit && { top: 16 }),
      itemHeight: 8,
      data: named,
    },
    xAxis: { ...bottomAxis(base, xTitle), ...scaleOf(fromZero) },
    yAxis: { ...valueAxis(base), ...scaleOf(fromZero) },
    graphic: [...(key ? [key] : []), ...(facts.length > 0 ? [cornerFacts(facts, base, { right: 24, bottom: 52 })] : [])],
    series: [
      ...(excluded ? [crosses(excluded, kind)] : []),
      ...(cells ? [cells.series] : points.flatMap((each, index) => pointSeries(each, { index, ramp, kind }))),
      ...lines.map((line) => lineSeries(line, { area, kind })),
      ...curveSeries(curves, palette),
    ],
  };
}

/** Limits are known by where they are. */
function lineLegend(lines: readonly ScatterLine[]) {
  const named = lines.filter(({ role }) => role !== 'limit');
  return named.map(({ name, role }) => ({ name, icon: role === 'baseline' ? LINE_ICONS.dashed : LINE_ICONS.solid }));
}

function scaleOf(fromZero: boolean) {
  return fromZero ? { min: ({ min }: { min: number }) => Math.min(0, min) } : { scale: true };
}

/** All points with some space around them; undefined: there is none. */
function areaOf({ points, excluded, fromZero = false }: ScatterKind): GridArea | undefined {
  const all = [...points, ...(excluded ? [excluded] : [])];
  if (!all.some(({ x }) => x.length > 0)) return undefined;
  const [xLow, xHigh] = extent(...all.map(({ x }) => x));
  const [yLow, yHigh] = extent(...all.map(({ y }) => y));
  const start = (low: number) => (fromZero ? Math.min(0, low) : low);
  const span = (low: number, high: number) => (high > low ? high : low + (Math.abs(low) || 1));
  return { xLow: start(xLow), xHigh: span(start(xLow), xHigh), yLow: start(yLow), yHigh: span(start(yLow), yHigh), ...CELLS };
}

function ends(columns: readonly Float64Array[]): { low: number; high: number } {
  const [low, high] = extent(...columns);
  return { low, high };
}

interface PointContext {
  index: number;
  ramp: Ramp | undefined;
  kind: ScatterKind;
}

/** One series of ECharts for points of one colour, and one for each step of a ramp. */
function pointSeries(points: ScatterPoints, { index, ramp, kind }: PointContext) {
  const { palette } = kind;
  const { x, y, z } = points;
  if (!ramp || !z) {
    const colour = palette.lines[index % palette.lines.length] ?? palette.text1;
    return [seriesOf(everyIndex(x), { points, colour, kind, index })];
  }
  const steps = Map.groupBy(everyIndex(x), (i) => {
    const value = z[i] ?? Number.NaN;
    return Number.isNaN(value) ? -1 : rampStep(ramp, value);
  });
  return [...steps.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([step, members]) =>
      seriesOf(
        members.filter((i) => !Number.isNaN(y[i])),
        { points, colour: ramp.colours[step] ?? palette.text3, kind, index, opacity: 0.8 },
      ),
    );
}

interface SeriesLook {
  points: ScatterPoints;
  colour: string;
  kind: ScatterKind;
  index: number;
  opacity?: number;
}

function seriesOf(members: readonly number[], { points, colour, kind, index, opacity = POINT.opacity }: SeriesLook) {
  const { name, x, y } = points;
  return {
    type: 'scatter',
    id: `${index}/${colour}`,
    name,
    symbolSize: POINT.size,
    large: members.length > MANY_POINTS,
    largeThreshold: MANY_POINTS,
    itemStyle: { color: colour, opacity },
    // The third number is not drawn: it says which point this is.
    data: members.map((i) => [x[i] ?? Number.NaN, y[i] ?? Number.NaN, i]),
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => textOf(index, members[dataIndex] ?? 0, kind),
    },
  };
}

/** The point that was clicked: its series and its position there. undefined: a cell of several, or a line */
export function pointOf({ seriesId, value }: { seriesId: string; value: unknown }): { series: number; point: number } | undefined {
  const series = Number.parseInt(seriesId, 10);
  const point: unknown = Array.isArray(value) ? value[2] : undefined;
  return Number.isNaN(series) || typeof point !== 'number' ? undefined : { series, point };
}

function everyIndex({ length }: Float64Array): number[] {
  return Array.from({ length }, (_, i) => i);
}

function textOf(series: number, point: number, { points, describe, locale, unit, xTitle }: ScatterKind): string {
  const { name, x, y } = points[series] ?? { name: '', x: [], y: [] };
  const lines = describe?.(series, point) ?? [name, `${xTitle}: ${valueText(x[point], locale)}`, `${valueText(y[point], locale)} ${unit}`];
  return lines.map(escapeText).join('<br>');
}

function crosses({ name, x, y }: ScatterPoints, { palette }: ScatterKind) {
  return {
    type: 'scatter',
    name,
    silent: true,
    symbol: CROSS,
    symbolSize: 4,
    itemStyle: { color: 'transparent', borderColor: palette.text3, borderWidth: 1, opacity: 0.55 },
    data: everyIndex(x).map((i) => [x[i] ?? Number.NaN, y[i] ?? Number.NaN]),
  };
}

const STYLES = {
  correlation: { width: 1, type: 'solid' },
  regression: { width: 2, type: 'solid' },
  baseline: { width: 1.5, type: [5, 3] },
  limit: { width: 1, type: 'solid' },
} as const;

/** A line as far as there are points. */
function lineSeries({ name, role, slope, intercept }: ScatterLine, { area, kind }: { area: GridArea | undefined; kind: ScatterKind }) {
  const { palette } = kind;
  const colour = { correlation: palette.axis, regression: palette.actual, baseline: palette.expected, limit: palette.text2 }[role];
  const { xLow, xHigh } = area ?? { xLow: 0, xHigh: 0 };
  return {
    type: 'line',
    name,
    symbol: 'none',
    silent: true,
    z: 4,
    lineStyle: { color: colour, ...STYLES[role] },
    itemStyle: { color: colour },
    data: area ? [xLow, xHigh].map((x) => [x, slope * x + intercept]) : [],
  };
}

/** Steps of the ramp for counts: the faintest and the darkest are left out, and one point has a step of its own. */
const FIRST_STEP = 1;
const LAST_STEP = 7;
const GAPPED_FROM = 4;

/** Counts per cell, or the mean of the third quantity where there is one. */
function cellSeries(kind: ScatterKind, { area, ramp: zRamp }: { area: GridArea; ramp: Ramp | undefined }) {
  const { palette, locale, points, density, describeCell } = kind;
  const x = joined(points.map((each) => each.x));
  const y = joined(points.map((each) => each.y));
  const grid = densityGrid(x, y, area);
  const means = zRamp && cellMeans(points, { x, y, area });
  const occupied = everyCell(grid.counts);
  // Most cells have few points and a few have very many: equal steps of the logarithm tell both apart.
  const ramp = { low: 0, high: Math.log(Math.max(2, grid.highest)), colours: palette.heat.slice(FIRST_STEP, LAST_STEP) };
  const fillOf = (cell: number): string => {
    const mean = means?.[cell] ?? Number.NaN;
    return zRamp ? (Number.isNaN(mean) ? palette.text3 : rampColour(zRamp, mean)) : rampColour(ramp, Math.log(grid.counts[cell] ?? 1));
  };
  const [wide, tall] = [(area.xHigh - area.xLow) / area.columns, (area.yHigh - area.yLow) / area.rows];
  const series = {
    type: 'custom',
    clip: true,
    encode: { x: [0, 1], y: [2, 3] },
    data: occupied.map((cell) => {
      const [left, low] = [area.xLow + (cell % area.columns) * wide, area.yLow + Math.floor(cell / area.columns) * tall];
      return [left, left + wide, low, low + tall];
    }),
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const count = grid.counts[occupied[dataIndex] ?? 0] ?? 0;
        return (describeCell?.(count) ?? [`${valueText(count, locale)} ${density}`]).map(escapeText).join('<br>');
      },
    },
    renderItem: ({ dataIndex }: { dataIndex: number }, api: SpanApi) => {
      const [left, bottom] = api.coord([api.value(0), api.value(2)]);
      const [right, top] = api.coord([api.value(1), api.value(3)]);
      const gap = right - left >= GAPPED_FROM ? 0.5 : 0;
      const shape = { x: left, y: top, width: Math.max(1, right - left - gap), height: Math.max(1, bottom - top - gap) };
      return { type: 'rect', shape, style: { fill: fillOf(occupied[dataIndex] ?? 0) } };
    },
  };
  const key =
    zRamp && kind.z
      ? rampKey({ ramp: zRamp, palette, locale, ...kind.z, position: { right: 12, top: 4 } })
      : rampKey({
          ...{ ramp, palette, locale, unit: '', title: density, position: { right: 12, top: 4 } },
          ends: [valueText(1, locale), valueText(grid.highest, locale)],
        });
  return { series, key };
}

interface SpanApi {
  coord(position: readonly [number, number]): [number, number];
  value(dimension: number): number;
}

function cellMeans(points: readonly ScatterPoints[], { x, y, area }: { x: Float64Array; y: Float64Array; area: GridArea }): Float64Array {
  const { xLow, xHigh, yLow, yHigh, columns, rows } = area;
  const z = joined(points.map((each) => each.z ?? new Float64Array(each.x.length).fill(Number.NaN)));
  const cellOf = (value: number, low: number, high: number, count: number) =>
    Number.isNaN(value) ? -1 : Math.min(count - 1, Math.floor(((value - low) / (high - low)) * count));
  const column = Int32Array.from(x, (value) => cellOf(value, xLow, xHigh, columns));
  const row = Int32Array.from(y, (value) => cellOf(value, yLow, yHigh, rows));
  return gridCells({ column, row, values: z, columns, rows, statistic: 'avg' }).values;
}

function joined(columns: readonly Float64Array[]): Float64Array {
  const [only] = columns;
  if (only && columns.length === 1) return only;
  const out = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    out.set(column, at);
    at += column.length;
  }
  return out;
}

function everyCell(counts: Uint32Array): number[] {
  const cells: number[] = [];
  for (let cell = 0; cell < counts.length; cell++) if ((counts[cell] ?? 0) > 0) cells.push(cell);
  return cells;
}
