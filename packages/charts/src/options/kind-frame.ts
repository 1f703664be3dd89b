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
  budget: string;
  land: string;
  /** Outlines of countries. */
  landLine: string;
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
  /** Name of the value axis with its unit. Absent: the unit alone */
  title?: string | undefined;
}

export const GRID = { left: 8, right: 8, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

/** What all kinds with axes have in common. */
export function frame({ palette, locale, unit }: KindBase): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { color: palette.text2, fontFamily: palette.font, fontSize: 12 },
    grid: GRID,
    tooltip: {
      ...tooltip(palette),
      valueFormatter: (value: unknown) => (typeof value === 'number' ? `${valueText(value, locale)} ${unit}` : '—'),
    },
  };
}

export function tooltip({ surface, axis, text1 }: KindPalette) {
  return { backgroundColor: surface, borderColor: axis, textStyle: { color: text1, fontSize: 12 } };
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

export function legend({ text2, axis }: KindPalette) {
  const pages = { pageIconColor: text2, pageIconInactiveColor: axis, pageIconSize: 10, pageTextStyle: { color: text2, fontSize: 11 } };
  return { right: 8, top: 0, itemWidth: 14, itemHeight: 6, textStyle: { color: text2, fontSize: 12, lineHeight: 16 }, ...pages };
}

/** How the legend shows lines: as short ones, without the points that they do not have. */
export const LINE_ICONS = { solid: 'path://M0,-1H14V1H0Z', dashed: 'path://M0,-1H5V1H0ZM9,-1H14V1H9Z' } as const;

const LINE_HEIGHT = 15;

/** Facts in a corner, the first one bold, as an element of ECharts. */
export function cornerFacts(facts: readonly string[], { palette }: KindBase, position: Readonly<Record<string, number>>) {
  const children = facts.map((text, index) => ({
    type: 'text',
    style: {
      ...{ text, x: 0, y: index * LINE_HEIGHT, align: 'right', fill: index === 0 ? palette.text1 : palette.text2, fontSize: 11 },
      ...{ fontFamily: palette.font, fontWeight: index === 0 ? 600 : 400, stroke: palette.surface, lineWidth: 4 },
    },
  }));
  return { type: 'group', silent: true, z: 10, ...position, children };
}

const SHORT_UNIT = 4;

export function valueAxis({ palette, locale, unit, title = unit }: KindBase) {
  return {
    type: 'value',
    name: title,
    // A long name would be cut at the edge.
    nameTextStyle: { color: palette.text2, fontSize: 11, align: title.length > SHORT_UNIT ? 'left' : 'right' },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: palette.text2, fontSize: 11, formatter: (value: number) => valueText(value, locale) },
    splitLine: { lineStyle: { color: palette.grid } },
  };
}

/** A value axis along the bottom, with its name in the middle below it. */
export function bottomAxis({ palette, locale }: KindBase, title: string) {
  return {
    ...valueAxis({ palette, locale, unit: '' }),
    name: title,
    nameLocation: 'middle',
    nameGap: 26,
    nameTextStyle: { color: palette.text2, fontSize: 11 },
    axisLine: { show: true, onZero: false, lineStyle: { color: palette.axis } },
    axisTick: { show: true, length: 4, lineStyle: { color: palette.axis } },
    splitLine: { show: false },
  };
}

/** Three to four digits, as on every value axis. */
export function valueText(value: number | undefined, locale: string): string {
  if (value === undefined) return '—';
  const size = Math.abs(value);
  return numberText(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2, locale);
}
