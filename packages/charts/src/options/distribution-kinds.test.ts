import { boxStatistics } from '@solvane/series/box-statistics';
import { durationCurve } from '@solvane/series/duration-curve';
import { histogramCounts, histogramEdges } from '@solvane/series/histogram';
import { sectorCounts } from '@solvane/series/sectors';
import { describe, expect, test } from 'vitest';
import { boxPlotOption } from './box-plot.ts';
import { chartSvg } from './chart-svg.ts';
import { durationOption } from './duration-curve.ts';
import { CELL_PARTS, heatMapOption, heatRamp } from './heat-map.ts';
import { histogramOption } from './histogram.ts';
import { TEST_PALETTE as palette } from './palette.testing.ts';
import { rampStep } from './ramp.ts';
import { roseColours, roseOption } from './rose.ts';
import { type ScatterKind, scatterOption } from './scatter.ts';

const base = { palette, locale: 'en-US', unit: 'kW' };
const SIZE = { width: 600, height: 300 };
const count = (svg: string, text: string) => svg.split(text).length - 1;
const column = (length: number, value: (i: number) => number) => Float64Array.from({ length }, (_, i) => value(i));

describe('scatter', () => {
  const points = [{ name: 'INV-1', x: column(30, (i) => i), y: column(30, (i) => 2 * i) }];
  const kind: ScatterKind = { ...base, points, xTitle: 'Wind, m/s', density: 'points' };

  test('few points are dots in the colour of their device, with the lines and what they state', () => {
    const lines = [
      { name: 'Regression', role: 'regression', slope: 2, intercept: 0 },
      { name: 'Baseline', role: 'baseline', slope: 1.9, intercept: 0 },
    ] as const;
    const svg = chartSvg(scatterOption({ ...kind, lines, facts: ['y = 2 x', 'R² 1.000'] }), SIZE);
    expect(count(svg, 'fill="#101010"')).toBe(30);
    expect(svg).toContain(`stroke="${palette.actual}"`);
    expect(svg).toMatch(new RegExp(`stroke="${palette.expected}"[^>]*stroke-dasharray="5,3"`));
    expect(svg).toContain('>R² 1.000<');
    expect(svg).toContain('>Wind, m/s<');
  });

  test('a third quantity is colour, and a point without it is grey', () => {
    const z = column(30, (i) => (i === 4 ? Number.NaN : i));
    const svg = chartSvg(scatterOption({ ...kind, points: points.map((each) => ({ ...each, z })), z: { title: 'Air', unit: '°C' } }), SIZE);
    expect([count(svg, `fill="${palette.text3}"`), count(svg, 'fill="#101010"')]).toEqual([1, 0]);
    expect(svg).toContain('>29 °C<');
  });

  test('very many points are counted in cells, all of them', () => {
    const many = [{ name: 'INV-1', x: column(30_000, (i) => i % 10), y: column(30_000, (i) => Math.floor(i / 10) % 5) }];
    const option = scatterOption({ ...kind, points: many });
    const [cells] = option.series as { data: unknown[] }[];
    // The pattern has 50 different positions.
    expect(cells?.data).toHaveLength(50);
    expect(chartSvg(option, SIZE)).toContain('>600<');
  });

  test('texts of users cannot become markup of the tooltip', () => {
    const named = [{ ...points[0], name: '<img src=x>' }] as ScatterKind['points'];
    const [series] = scatterOption({ ...kind, points: named }).series as {
      tooltip: { formatter: (at: { dataIndex: number }) => string };
    }[];
    expect(series?.tooltip.formatter({ dataIndex: 0 })).toMatch(/^&lt;img src=x&gt;<br>/);
  });
});

describe('heat map', () => {
  const cells = {
    column: [0, 1, 2, 2],
    row: [0, 0, 0, 0],
    value: Float64Array.of(-2, 0, 4, 6),
    isPartial: Uint8Array.of(1, 0, 0, 0),
    part: Uint8Array.of(0, 0, CELL_PARTS.first, CELL_PARTS.second),
  };
  const kind = { ...base, columns: ['25', '26', '27'], rows: ['02:00'], cells, missing: 'no data' };

  test('the ramp runs over the values, evenly around zero where it diverges, and the other way round where much is bad', () => {
    expect(heatRamp(kind)).toMatchObject({ low: -2, high: 6, colours: palette.heat });
    const diverging = heatRamp({ ...kind, scale: 'diverging', isReversed: true });
    expect(diverging).toMatchObject({
      low: expect.closeTo(-5.82, 9),
      high: expect.closeTo(5.82, 9),
      colours: palette.diverging.toReversed(),
    });
    expect([-9, -5, 0, 5.7, 9].map((value) => rampStep(diverging, value))).toEqual([0, 0, 4, 8, 8]);
  });

  test('an hour that comes twice is two cells of half the height, and a partial cell has a corner', () => {
    const svg = chartSvg(heatMapOption({ ...kind, range: [-6, 6] }), SIZE);
    const heights = (colour: string) => [
      ...svg.matchAll(new RegExp(`<path d="M[\\d.]+ ([\\d.]+)l[\\d.]+ 0l0 ([\\d.]+)[^"]*" fill="${colour}"`, 'g')),
    ];
    const [whole, half] = [heights('#000023')[0]?.[2], heights('#000027')[0]?.[2]];
    expect(Number(whole)).toBeGreaterThan(1.9 * Number(half));
    expect(count(svg, `fill="${palette.partial}"`)).toBe(1);
  });
});

describe('distributions', () => {
  const values = column(1_000, (i) => i % 50);

  test('one histogram is bars, several are outlines with their names', () => {
    const edges = histogramEdges(values, 10);
    const series = [{ name: 'Mast', counts: histogramCounts(values, edges) }];
    const kind = { ...base, unit: '%', edges, xTitle: 'Wind, m/s' };
    expect(count(chartSvg(histogramOption({ ...kind, series, facts: ['mean 24.5'] }), SIZE), `fill="${palette.actualFill}"`)).toBe(10);
    const two = chartSvg(histogramOption({ ...kind, series: [...series, { name: 'Nacelle', counts: new Float64Array(10) }] }), SIZE);
    expect([count(two, `fill="${palette.actualFill}"`), count(two, '>Nacelle<')]).toEqual([0, 1]);
  });

  test('a duration curve spans all of the time', () => {
    const option = durationOption({ ...base, xTitle: 'Share of time, %', series: [{ name: 'WT-1', ...durationCurve(values, 3) }] });
    expect((option.series as { data: number[][] }[])[0]?.data).toEqual([
      [0, 49],
      [50, 24.5],
      [100, 0],
    ]);
    expect(chartSvg(option, SIZE)).toContain(`stroke="${palette.actual}"`);
  });

  test('a group without values has no box', () => {
    const groups = [values, new Float64Array(0)].map((each, i) => ({ name: `WT-${i}`, box: boxStatistics(each) }));
    const svg = chartSvg(boxPlotOption({ ...base, groups, names: { count: 'n', median: 'median', mean: 'mean' } }), SIZE);
    expect([count(svg, `fill="${palette.surface3}"`), count(svg, '>WT-1<')]).toEqual([1, 1]);
  });
});

describe('rose', () => {
  test('shares of the classes and of calm air make 100 %, and the key names them', () => {
    const counts = sectorCounts({
      direction: Float64Array.of(0, 90, 180, 270, 10),
      value: Float64Array.of(4, 8, 4, 0.1, 4),
      sectors: 8,
      limits: [6],
      calmBelow: 0.5,
    });
    const kind = { ...base, counts, sectors: 8, classNames: ['0.5 to 6', 'over 6'], classTitle: 'Wind, m/s', calm: 'Calm' };
    const svg = chartSvg(roseOption({ ...kind, compass: ['N', 'O', 'S', 'V'] }), SIZE);
    const [low, high] = roseColours(palette, 2);
    // One sector each, and its mark in the key.
    expect([count(svg, `fill="${low}"`), count(svg, `fill="${high}"`)]).toEqual([3, 2]);
    for (const text of ['60.0 %', '20.0 %', 'Calm', 'O', 'V']) expect(svg).toContain(`>${text}<`);
  });
});
