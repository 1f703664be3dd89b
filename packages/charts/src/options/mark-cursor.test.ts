import { boxStatistics } from '@solvane/series/box-statistics';
import type { EChartsCoreOption } from 'echarts/core';
import { describe, expect, test } from 'vitest';
import { barOption } from './bar.ts';
import { boxPlotOption } from './box-plot.ts';
import { curveOption } from './curve.ts';
import { durationOption } from './duration-curve.ts';
import { heatMapOption } from './heat-map.ts';
import { histogramOption } from './histogram.ts';
import { type CursorMark, markCursor } from './mark-cursor.ts';
import { TEST_PALETTE as palette } from './palette.testing.ts';
import { roseOption } from './rose.ts';
import { scatterOption } from './scatter.ts';
import { waterfallOption } from './waterfall.ts';

const base = { palette, locale: 'en-US', unit: 'kW' };

/** What the cursor says after each of some keys; `+` before a key: with Shift. */
function walk(option: EChartsCoreOption, keys: readonly string[]): string[] {
  const cursor = markCursor(option);
  let current: CursorMark | null = null;
  return keys.map((key) => {
    current = cursor.next(key.replace('+', ''), current, key.startsWith('+')) ?? current;
    return current === null ? '' : cursor.textOf(current).join(' | ');
  });
}

describe('the keyboard cursor', () => {
  test('goes along the rows and columns of a heat map, and says what is missing', () => {
    const cells = { column: [0, 1, 0, 1], row: [0, 0, 1, 1], value: Float64Array.of(1, 2, 3, Number.NaN) };
    const option = heatMapOption({ ...base, columns: ['Mon', 'Tue'], rows: ['INV-1', 'INV-2'], cells, missing: 'no data' });
    expect(walk(option, ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'Home', 'ArrowUp'])).toEqual([
      'INV-1, Mon | 1 kW',
      'INV-1, Tue | 2 kW',
      'INV-2, Tue | no data',
      'INV-2, Tue | no data',
      'INV-2, Mon | 3 kW',
      'INV-1, Mon | 1 kW',
    ]);
  });

  test('goes through the points of a scatter by either quantity', () => {
    const points = [{ name: 'WT-1', x: Float64Array.of(3, 1, 2), y: Float64Array.of(30, 20, 10) }];
    const option = scatterOption({ ...base, points, xTitle: 'Wind', density: 'points' });
    const at = (x: number, y: number) => `WT-1 | Wind: ${x} | ${y} kW`;
    expect(walk(option, ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])).toEqual([at(1, 20), at(2, 10), at(3, 30), at(3, 30)]);
    expect(walk(option, ['ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowDown', '+ArrowUp'])).toEqual([
      at(1, 20),
      at(3, 30),
      at(1, 20),
      at(2, 10),
      at(3, 30),
    ]);
  });

  test('goes through counted cells where points are many, and does not stop at lines', () => {
    const points = [{ name: 'WT-1', x: Float64Array.of(0, 0, 1), y: Float64Array.of(0, 0, 1) }];
    const lines = [{ name: 'Regression', role: 'regression' as const, slope: 1, intercept: 0 }];
    const option = scatterOption({ ...base, points, lines, xTitle: 'Wind', density: 'points', mostPoints: 2 });
    expect(markCursor(option).marks.length).toBe(2);
    expect(walk(option, ['ArrowDown', 'End'])).toEqual(['1 points', '1 points']);
  });

  test('reads a histogram, a box, a duration curve and a sector as they read under the pointer', () => {
    const edges = Float64Array.of(0, 10, 20);
    const one = [{ name: 'Active power', counts: Float64Array.of(4, 6) }];
    expect(walk(histogramOption({ ...base, unit: '', edges, series: one, xTitle: 'kW' }), ['ArrowRight', 'ArrowRight'])).toEqual([
      '0 – 10 | Active power: 4 ',
      '10 – 20 | Active power: 6 ',
    ]);
    const two = [...one, { name: 'Expected', counts: Float64Array.of(1, 2) }];
    expect(walk(histogramOption({ ...base, unit: '', edges, series: two, xTitle: 'kW' }), ['Home', 'ArrowDown'])[1]).toContain(
      'Expected: 1',
    );
    const groups = [{ name: 'INV-1', box: boxStatistics(Float64Array.of(1, 2, 3)) }];
    const names = { count: 'n', median: 'median', mean: 'mean' };
    expect(walk(boxPlotOption({ ...base, groups, names }), ['ArrowRight'])[0]).toContain('median 2 kW');
    const series = [{ name: 'Active power', share: Float64Array.of(0, 0.5), value: Float64Array.of(9, 5) }];
    expect(walk(durationOption({ ...base, series, xTitle: 'Share, %' }), ['End'])).toEqual(['50 % | Active power: 5 kW']);
    const counts = { weights: Float64Array.of(1, 3), means: Float64Array.of(1, 1), classes: 1, calm: 0, total: 4, pointCount: 4 };
    const rose = roseOption({
      palette,
      locale: 'en-US',
      counts,
      sectors: 2,
      classNames: ['all'],
      classTitle: '',
      compass: ['N', 'E', 'S', 'W'],
      calm: 'calm',
    });
    expect(walk(rose, ['ArrowRight', 'ArrowRight'])[1]).toBe('90° – 270°: 75.0 % | all: 75.0 %');
  });

  test('goes along a curve and to the next one at the same speed', () => {
    const lines = [
      {
        name: 'Nominal',
        role: 'expected' as const,
        points: [
          [4, 100],
          [8, 900],
        ] as const,
      },
      {
        name: 'WT-1',
        role: 'measured' as const,
        points: [
          [4, 90],
          [8, 880],
        ] as const,
      },
      {
        name: 'Cut-out',
        role: 'mark' as const,
        points: [
          [25, 0],
          [25, 1],
        ] as const,
      },
    ];
    expect(walk(curveOption({ ...base, lines, xTitle: 'Wind, m/s' }), ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown'])).toEqual([
      'Wind, m/s: 4 | Nominal: 100 kW',
      'Wind, m/s: 8 | Nominal: 900 kW',
      'Wind, m/s: 8 | WT-1: 880 kW',
      'Wind, m/s: 8 | WT-1: 880 kW',
    ]);
  });

  test('goes through bars in either direction, past what has no value, and stands on top of stacks', () => {
    const categories = ['Jan', 'Feb', 'Mar'];
    const bars = barOption({ ...base, categories, series: [{ name: 'Energy', values: [10, null, 30] }] });
    expect(walk(bars, ['ArrowRight', 'ArrowRight'])).toEqual(['Jan | Energy: 10 kW', 'Mar | Energy: 30 kW']);
    const lying = barOption({ ...base, categories, isHorizontal: true, series: [{ name: 'Energy', values: [10, null, 30] }] });
    expect(walk(lying, ['ArrowDown', 'ArrowDown', 'ArrowUp'])).toEqual([
      'Jan | Energy: 10 kW',
      'Mar | Energy: 30 kW',
      'Jan | Energy: 10 kW',
    ]);
    const steps = [
      { label: 'Budget', kind: 'level' as const, value: 100 },
      { label: 'Wind', kind: 'change' as const, value: -20 },
    ];
    const waterfall = markCursor(waterfallOption({ ...base, steps }));
    expect(waterfall.marks.map(({ at }) => at)).toEqual([
      [0, 100],
      [1, 100],
    ]);
  });

  test('has nowhere to go in a picture without marks, and leaves other keys alone', () => {
    const cursor = markCursor(barOption({ ...base, categories: [], series: [] }));
    expect(cursor.next('ArrowRight', null, false)).toBeUndefined();
    expect(
      markCursor(barOption({ ...base, categories: ['Jan'], series: [{ name: 'Energy', values: [1] }] })).next('t', null, false),
    ).toBeUndefined();
  });
});
