import { describe, expect, test } from 'vitest';
import { barOption } from './bar.ts';
import { chartSvg } from './chart-svg.ts';
import { heatMapOption } from './heat-map.ts';
import { TEST_PALETTE as palette } from './palette.testing.ts';
import { paretoOption } from './pareto.ts';
import { waterfallOption, waterfallSpans } from './waterfall.ts';

const base = { palette, locale: 'en-US', unit: 'MWh' };
const SIZE = { width: 600, height: 300 };

/** Filled paths of a colour. */
function countOf(svg: string, colour: string): number {
  return svg.split(`fill="${colour}"`).length - 1;
}

describe('drawn without a browser', () => {
  test('a bar has its fill and a missing value no bar', () => {
    const svg = chartSvg(
      barOption({ ...base, categories: ['Jan', 'Feb', 'Mar'], series: [{ name: 'Energy', values: [10, null, 30] }] }),
      SIZE,
    );
    expect(svg).toMatch(/^<svg /);
    expect(countOf(svg, palette.actualFill)).toBe(2);
    expect(svg).toContain('>Feb<');
    expect(svg).toContain('>MWh<');
  });

  test('stacked parts have a colour each, and expected values a tick each', () => {
    const series = ['A', 'B'].map((name) => ({ name, values: [10, 20] }));
    const svg = chartSvg(barOption({ ...base, categories: ['Jan', 'Feb'], series, isStacked: true, expected: [25, null] }), SIZE);
    // Two bars and the mark of the legend.
    expect([countOf(svg, '#101010'), countOf(svg, '#202020'), countOf(svg, palette.expected)]).toEqual([3, 3, 1]);
  });

  test('a walk falls from level to level and closes', () => {
    const steps = [
      { label: 'Budget', kind: 'level', value: 100 },
      { label: 'Wind', kind: 'change', value: 8 },
      { label: 'Downtime', kind: 'change', value: -28 },
      { label: 'Meter', kind: 'level', value: 80 },
    ] as const;
    expect(waterfallSpans(steps)).toEqual([
      { from: 0, to: 100 },
      { from: 100, to: 108 },
      { from: 108, to: 80 },
      { from: 0, to: 80 },
    ]);
    const svg = chartSvg(waterfallOption({ ...base, steps }), SIZE);
    expect([countOf(svg, palette.axis), countOf(svg, palette.actualFill), countOf(svg, palette.lost)]).toEqual([2, 1, 1]);
    expect(svg).toContain('>\u221228<');
  });

  test('a walk of small numbers in many steps fills its picture', () => {
    const changes = Array.from({ length: 12 }, (_, at) => ({ label: `Step ${at}`, kind: 'change' as const, value: -0.01 }));
    const svg = chartSvg(waterfallOption({ ...base, steps: [{ label: 'Budget', kind: 'level', value: 1 }, ...changes] }), SIZE);
    expect(svg).toContain('>1<');
    expect(svg).not.toContain('>2<');
  });

  test('a pareto has its cumulative line, and a heat map a cell per known value', () => {
    const bars = [60, 30].map((value, index) => ({ label: `Code ${index}`, value }));
    const pareto = chartSvg(paretoOption({ ...base, bars, shares: [60, 90] }), SIZE);
    expect(countOf(pareto, palette.actualFill)).toBe(2);
    expect(pareto).toContain(`stroke="${palette.text2}"`);
    const cells = { column: [0, 1, 2], row: [0, 0, 0], value: Float64Array.of(0, Number.NaN, 9) };
    const kind = { ...base, columns: ['1', '2', '3'], rows: ['INV-1'], cells, range: [1, 10] as const, missing: 'no data' };
    const heat = chartSvg(heatMapOption(kind), SIZE);
    // The cell and its step of the key; the missing one is hatched, and so is its mark in the key.
    expect([countOf(heat, '#000020'), countOf(heat, '#000028'), countOf(heat, palette.surface3)]).toEqual([2, 2, 2]);
    expect(heat).toContain('>no data<');
  });
});
