import type { EChartsCoreOption } from 'echarts/core';
import { numberText } from './number-text.ts';

/** What ECharts draws. */
export type KindOption = EChartsCoreOption;

/** Colours of the theme that the kinds need, as text: a canvas and a server know no variables. */
export interface KindPalette {
  lines: readonly string[];
  text1: string;
  text2: string;
  text3: string;
  grid: string;
  axis: string;
  /** Line of measured values. */
  actual: string;
  /** Fill of measured amounts. */
  actualFill: string;
  expected: string;
  lost: string;
  surface: string;
  /** Nothing, where something could be: zero in a heat map. */
  surface2: string;
  /** Boxes, tracks. */
  surface3: string;
  /** Hatch of missing values. */
  missing: string;
  partial: string;
  accent: string;
  /** Of types of events, by the names of their tokens. */
  events: Readonly<Record<string, string>>;
  /** From small to large. */
  heat: readonly string[];
  /** From far below the reference over the reference to far above it. */
  diverging: readonly string[];
  font: string;
}

export interface KindBase {
  palette: KindPalette;
  locale: string;
  /** Of the value axis. */
  unit: string;
}

export const GRID = { left: 8, right: 8, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

/** What all kinds with axes have in common. */
export function frame({ palette, locale, unit }: KindBase): EChartsCoreOption {
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

export function categoryAxis(data: readonly string[], palette: KindPalette) {
  return {
    type: 'category',
    data: [...data],
    axisLine: { lineStyle: { color: palette.axis } },
    axisTick: { show: false },
    axisLabel: { color: palette.text2, fontSize: 11, hideOverlap: true },
  };
}

export function legend({ text2 }: KindPalette) {
  return { right: 8, top: 0, itemWidth: 14, itemHeight: 6, textStyle: { color: text2, fontSize: 12 } };
}

const SHORT_UNIT = 4;

export function valueAxis({ palette, locale, unit }: KindBase) {
  return {
    type: 'value',
    name: unit,
    // A long unit would be cut at the edge.
    nameTextStyle: { color: palette.text2, fontSize: 11, align: unit.length > SHORT_UNIT ? 'left' : 'right' },
    axisLabel: { color: palette.text2, fontSize: 11, formatter: (value: number) => valueText(value, locale) },
    splitLine: { lineStyle: { color: palette.grid } },
  };
}

/** Three to four digits, as on every value axis. */
export function valueText(value: number | undefined, locale: string): string {
  if (value === undefined) return '—';
  const size = Math.abs(value);
  return numberText(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2, locale);
}
