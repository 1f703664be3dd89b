import { useSyncExternalStore } from 'react';
import type { KindPalette } from '../options/kind-frame.ts';
import { PALETTE_SIZE, type TimeSeriesLine } from '../options/time-series.ts';

const HEAT_STEPS = 9;
const EVENT_TOKENS = ['ev-downtime', 'ev-curtailment', 'ev-degraded', 'ev-comm', 'ev-unknown', 'ev-warning', 'ev-info'];

export interface ChartPalette {
  lines: readonly string[];
  /** Lines that are too many to be told apart by colour. */
  quiet: string;
  text1: string;
  text2: string;
  grid: string;
  axis: string;
  actual: string;
  expected: string;
  cursor: string;
  surface: string;
  missing: string;
  lost: string;
  band: string;
  estimated: string;
  suspect: string;
  manual: string;
  invalid: string;
  font: string;
}

interface SchemePalettes {
  scheme: string;
  chart: ChartPalette;
  kind: KindPalette;
}

/** Reading the tokens takes some milliseconds, and a page has a chart in every other widget. */
let shown: SchemePalettes | undefined;

/** The theme's tokens as a canvas needs them: read again when the colour scheme changes. */
export function useChartPalette(): ChartPalette {
  return usePalettes().chart;
}

/** The same for the kinds that ECharts draws. */
export function useKindPalette(): KindPalette {
  return usePalettes().kind;
}

function usePalettes(): SchemePalettes {
  const scheme = useSyncExternalStore(watchScheme, schemeName, () => '');
  if (shown?.scheme !== scheme) {
    const chart = readPalette();
    shown = { scheme, chart, kind: kindPaletteOf(chart) };
  }
  return shown;
}

export function kindPaletteOf(palette: ChartPalette): KindPalette {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string): string => styles.getPropertyValue(`--${name}`).trim() || 'gray';
  const heat = Array.from({ length: HEAT_STEPS }, (_, number) => token(`seq-${number + 1}`));
  const diverging = Array.from({ length: HEAT_STEPS }, (_, number) => token(`div-${number + 1}`));
  const { lines, text1, text2, grid, axis, actual, expected, lost, surface, missing, font } = palette;
  const events = Object.fromEntries(EVENT_TOKENS.map((name) => [name, token(name)]));
  return {
    ...{ lines, text1, text2, grid, axis, actual, expected, lost, surface, missing, font, heat, diverging, events },
    ...{ actualFill: token('actual-fill'), text3: token('text-3'), accent: token('accent'), partial: token('q-partial') },
    ...{ surface2: token('surface-2'), surface3: token('surface-3') },
    ...{ budget: token('budget'), land: token('land'), landLine: token('land-line') },
  };
}

/** Colour of a line at rest: ink for what is actual, its number of the palette, or grey where there are too many. */
export function lineColour({ stroke, colour }: TimeSeriesLine, palette: ChartPalette): string {
  if (stroke === 'actual') return palette.actual;
  if (colour !== null) return palette.lines[colour] ?? palette.text1;
  return stroke === 'expected' ? palette.expected : palette.quiet;
}

function watchScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme', 'data-theme', 'class'] });
  return () => observer.disconnect();
}

function schemeName(): string {
  return document.documentElement.getAttribute('data-mantine-color-scheme') ?? '';
}

/** The tokens as they are now. */
export function readPalette(): ChartPalette {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string): string => styles.getPropertyValue(`--${name}`).trim() || 'gray';
  return {
    lines: Array.from({ length: PALETTE_SIZE }, (_, number) => token(`cat-${number + 1}`)),
    quiet: token('axis'),
    text1: token('text-1'),
    text2: token('text-2'),
    grid: token('grid'),
    axis: token('axis'),
    actual: token('actual'),
    expected: token('expected'),
    cursor: token('cursor'),
    surface: token('surface-1'),
    missing: token('q-missing'),
    lost: token('lost'),
    band: token('band'),
    estimated: token('q-estimated'),
    suspect: token('q-suspect'),
    manual: token('q-manual'),
    invalid: token('q-invalid'),
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  };
}
