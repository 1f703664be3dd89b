import type { EChartsCoreOption } from 'echarts/core';
import { categoryAxis, frame, type KindBase, type KindPalette, valueAxis, valueText } from './kind-frame.ts';
import { numberText } from './number-text.ts';

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
  /** Where the value axis begins: levels close to each other can be distinguished. Default: 0 */
  from?: number;
  /** Digits behind the point at the bars. Default: three to four significant ones */
  digits?: number;
  /** A line across the walk. */
  limit?: { value: number; label: string };
}

/** From one level to the next: each change hangs where the one before ended. */
export function waterfallOption({ steps, from: axisStart, digits, limit, ...base }: WaterfallKind): EChartsCoreOption {
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
        label: {
          show: true,
          position: 'top',
          color: palette.text1,
          fontSize: 11,
          formatter: ({ dataIndex }: { dataIndex: number }) => textOf(steps[dataIndex]?.value, { digits, locale }),
        },
        data: steps.map((step, index) => {
          const { from, to } = spans[index] ?? { from: 0, to: 0 };
          return { value: Math.abs(to - from), itemStyle: { color: colourOf(step, palette) } };
        }),
      },
      ...(limit ? [limitLine(limit, steps.length, palette)] : []),
    ],
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
