import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { categoryAxis, frame, type KindBase, type KindPalette, tooltip, valueAxis, valueText } from './kind-frame.ts';
import { numberText } from './number-text.ts';

export interface WaterfallStep {
  label: string;
  /** A level the walk stands at, or a change that leads to the next. */
  kind: 'level' | 'change';
  value: number;
  /** Without it a level is grey, a fall is a loss and a rise is measured. */
  colour?: string | undefined;
  /** Before its name: a shape that goes with the colour. */
  glyph?: string | undefined;
  /** How it is calculated, under the pointer. */
  help?: string | undefined;
}

export interface WaterfallKind extends KindBase {
  steps: readonly WaterfallStep[];
  /** Where the value axis begins: levels close to each other can be distinguished. Default: 0 */
  from?: number;
  /** Digits behind the point at the bars. Default: three to four significant ones */
  digits?: number;
  /** A line across the walk. */
  limit?: { value: number; label: string };
}

/** From one level to the next: each change hangs where the one before ended. */
export function waterfallOption({ steps, from: axisStart, digits, limit, ...base }: WaterfallKind): EChartsCoreOption {
  const { palette, locale, unit } = base;
  const spans = waterfallSpans(steps);
  const shown = ({ value }: WaterfallStep) => textOf(value, { digits, locale });
  return {
    ...frame(base),
    tooltip: { ...tooltip(palette), formatter: ({ dataIndex }: { dataIndex: number }) => aboutStep(steps[dataIndex], unit, shown) },
    xAxis: withGlyphs(
      allLabels(
        categoryAxis(
          steps.map(({ label }) => label),
          palette,
        ),
      ),
      steps,
      palette,
    ),
    yAxis: axisStart === undefined ? valueAxis(base) : { ...valueAxis(base), min: axisStart },
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
        labelLayout: { hideOverlap: true },
        label: {
          show: true,
          position: 'top',
          color: palette.text1,
          fontSize: 11,
          formatter: ({ dataIndex }: { dataIndex: number }) => textOf(steps[dataIndex]?.value, { digits, locale }),
        },
        data: steps.map((step, index) => {
          const { from, to } = spans[index] ?? { from: 0, to: 0 };
          // The value stands where the bar leads to.
          const isFall = step.kind === 'change' && step.value < 0;
          return {
            value: Math.abs(to - from),
            itemStyle: { color: colourOf(step, palette) },
            ...(isFall && { label: { position: 'bottom' } }),
          };
        }),
      },
      connectors(steps, spans, palette, axisStart),
      ...(limit ? [limitLine(limit, steps.length, palette)] : []),
    ],
  };
}

function aboutStep(step: WaterfallStep | undefined, unit: string, shown: (step: WaterfallStep) => string): string {
  if (!step) return '';
  const help =
    step.help === undefined
      ? ''
      : `<br><span style="display:inline-block;max-width:280px;white-space:normal">${escapeText(step.help)}</span>`;
  return `${escapeText(step.label)}: <b>${escapeText(`${shown(step)} ${unit}`)}</b>${help}`;
}

interface DrawApi {
  coord: (point: [number, number]) => [number, number];
  size: (size: [number, number]) => [number, number];
}

const HALF_BAR = 0.36;
const TEETH = 6;
const TOOTH = 4;

/** A thin line from each bar to the next, and torn feet of levels where the axis does not begin at zero. */
function connectors(
  steps: readonly WaterfallStep[],
  spans: readonly { to: number }[],
  { axis, surface }: KindPalette,
  axisStart: number | undefined,
) {
  return {
    type: 'custom',
    silent: true,
    z: 3,
    tooltip: { show: false },
    // The value axis reaches over the data of every series, so these are levels of the walk.
    data: spans.map(({ to }) => to),
    renderItem: ({ dataIndex }: { dataIndex: number }, api: DrawApi) => {
      const [step, next, span] = [steps[dataIndex], steps[dataIndex + 1], spans[dataIndex]];
      const half = api.size([1, 0])[0] * HALF_BAR;
      const children: object[] = [];
      if (next && span) {
        const [x, y] = api.coord([dataIndex, span.to]);
        const [x2] = api.coord([dataIndex + 1, span.to]);
        children.push({ type: 'line', shape: { x1: x + half, y1: y, x2: x2 - half, y2: y }, style: { stroke: axis, lineWidth: 1 } });
      }
      if (axisStart !== undefined && step?.kind === 'level') {
        const [x, y] = api.coord([dataIndex, axisStart]);
        const width = (2 * half) / TEETH;
        const points = Array.from({ length: TEETH + 1 }, (_, tooth) => [x - half + tooth * width, y - (tooth % 2 === 0 ? 2 : 2 + TOOTH)]);
        children.push({ type: 'polyline', shape: { points }, style: { stroke: surface, lineWidth: 3, fill: 'none' } });
      }
      return { type: 'group', children };
    },
  };
}

/** A shape in its colour before the names of the steps that have one. */
function withGlyphs(axis: ReturnType<typeof allLabels>, steps: readonly WaterfallStep[], palette: KindPalette) {
  if (!steps.some(({ glyph }) => glyph !== undefined)) return axis;
  return {
    ...axis,
    axisLabel: {
      ...axis.axisLabel,
      formatter: (label: string, index: number) => {
        const glyph = steps[index]?.glyph;
        return glyph === undefined ? label : `{g${index}|${glyph}} ${label}`;
      },
      rich: Object.fromEntries(steps.map((step, index) => [`g${index}`, { color: colourOf(step, palette), fontSize: 11 }])),
    },
  };
}

/** Its label stands in the middle, above the line. */
function limitLine({ value, label }: { value: number; label: string }, count: number, palette: KindPalette) {
  const middle = Math.floor((count - 1) / 2);
  const text = { show: true, position: 'top', formatter: label, color: palette.text1, fontSize: 11, fontWeight: 600 };
  return {
    type: 'line',
    silent: true,
    symbol: 'circle',
    symbolSize: 0.01,
    showAllSymbol: true,
    lineStyle: { color: palette.expected, width: 1.25 },
    itemStyle: { color: palette.expected },
    data: Array.from({ length: count }, (_, index) => (index === middle ? { value, label: text } : value)),
  };
}

function textOf(value: number | undefined, { digits, locale }: { digits: number | undefined; locale: string }): string {
  return value === undefined || digits === undefined ? valueText(value, locale) : numberText(value, digits, locale);
}

/** Where the axis of a walk begins so that its changes can be told apart from its levels; undefined: at zero, as they can already. */
export function waterfallCut(steps: readonly Pick<WaterfallStep, 'kind' | 'value'>[]): number | undefined {
  const reached = waterfallSpans(steps).map(({ to }) => to);
  const [least, most] = [Math.min(...reached), Math.max(...reached)];
  const range = most - least;
  if (!(least > most / 2) || range === 0) return undefined;
  const step = 10 ** Math.floor(Math.log10(range));
  const from = Math.floor((least - range / 4) / step) * step;
  return from > 0 ? from : undefined;
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

const STEPS_IN_A_ROW = 6;

/** Each step has its label: on several lines where it is long, at a slant where there are many. */
function allLabels(axis: ReturnType<typeof categoryAxis>) {
  const slant =
    axis.data.length > STEPS_IN_A_ROW ? { rotate: 40, width: 120, overflow: 'truncate' } : { width: 76, overflow: 'break', lineHeight: 14 };
  return { ...axis, axisLabel: { ...axis.axisLabel, interval: 0, hideOverlap: false, ...slant } };
}

function colourOf({ kind, value, colour }: WaterfallStep, palette: KindPalette): string {
  if (colour) return colour;
  if (kind === 'level') return palette.axis;
  return value < 0 ? palette.lost : palette.actualFill;
}
