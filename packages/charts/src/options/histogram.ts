import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { bottomAxis, cornerFacts, frame, GRID, type KindBase, LINE_ICONS, legend, tooltip, valueAxis, valueText } from './kind-frame.ts';

export interface HistogramSeries {
  name: string;
  /** One per bin, shape (bins). */
  counts: Float64Array;
}

export interface HistogramKind extends KindBase {
  /** Ascending, shape (bins + 1). */
  edges: Float64Array;
  /** One is drawn as bars, several as outlines. */
  series: readonly HistogramSeries[];
  /** Name and unit of the horizontal axis. */
  xTitle: string;
  /** In the upper right corner, the first line bold: mean, fit. */
  facts?: readonly string[];
}

const GAP = 2;

/** How often which values occur. */
export function histogramOption(kind: HistogramKind): EChartsCoreOption {
  const { edges, series, xTitle, facts = [], ...base } = kind;
  const { palette } = base;
  const isOne = series.length === 1;
  return {
    ...frame(base),
    tooltip: {
      ...tooltip(palette),
      trigger: isOne ? 'item' : 'axis',
      formatter: (at: Pointed | readonly Pointed[]) => textOf(at, kind),
    },
    grid: { ...GRID, top: isOne ? 28 : 52, bottom: 28, right: 16 },
    ...(!isOne && { legend: { ...legend(palette), type: 'scroll', left: 64, icon: LINE_ICONS.solid } }),
    xAxis: { ...bottomAxis(base, xTitle), min: edges[0], max: edges.at(-1) },
    yAxis: { ...valueAxis(base), min: 0 },
    graphic: facts.length > 0 ? [cornerFacts(facts, base, { right: 24, top: 32 })] : [],
    series: isOne ? series.map((each) => bars(each, kind)) : series.map((each, index) => outline(each, { index, kind })),
  };
}

interface Pointed {
  dataIndex: number;
  seriesName?: string;
}

function bars({ name, counts }: HistogramSeries, { edges, palette }: HistogramKind) {
  return {
    type: 'custom',
    name,
    clip: true,
    encode: { x: [0, 1], y: 2 },
    data: Array.from(counts, (count, bin) => [edges[bin] ?? 0, edges[bin + 1] ?? 0, count]),
    renderItem: (_params: unknown, api: { coord(at: readonly [number, number]): [number, number]; value(dimension: number): number }) => {
      const [left, top] = api.coord([api.value(0), api.value(2)]);
      const [right, bottom] = api.coord([api.value(1), 0]);
      const gap = right - left > 2 * GAP ? GAP : 0;
      const shape = { x: left + gap / 2, y: top, width: Math.max(0.5, right - left - gap), height: bottom - top };
      return { type: 'rect', shape, style: { fill: palette.actualFill } };
    },
  };
}

function outline({ name, counts }: HistogramSeries, { index, kind: { edges, palette } }: { index: number; kind: HistogramKind }) {
  const colour = palette.lines[index % palette.lines.length];
  return {
    type: 'line',
    name,
    step: 'end',
    showSymbol: false,
    lineStyle: { color: colour, width: 1.75 },
    itemStyle: { color: colour },
    data: [...Array.from(counts, (count, bin) => [edges[bin] ?? 0, count]), [edges.at(-1) ?? 0, counts.at(-1) ?? 0]],
  };
}

function textOf(at: Pointed | readonly Pointed[], { edges, series, unit, locale }: HistogramKind): string {
  const pointed = 'dataIndex' in at ? [at] : at;
  const bin = Math.min(pointed[0]?.dataIndex ?? 0, edges.length - 2);
  const span = `${valueText(edges[bin], locale)} – ${valueText(edges[bin + 1], locale)}`;
  const lines = series.map(({ name, counts }) => `${name}: ${valueText(counts[bin], locale)} ${unit}`);
  return [span, ...lines].map(escapeText).join('<br>');
}
