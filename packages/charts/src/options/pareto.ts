import type { EChartsCoreOption } from 'echarts/core';
import { categoryAxis, frame, type KindBase, valueAxis } from './kind-frame.ts';

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
    yAxis: { ...names, inverse: true, triggerEvent: true, axisLabel: { ...names.axisLabel, width: 160, overflow: 'truncate' } },
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
