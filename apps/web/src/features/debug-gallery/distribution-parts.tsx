import { boxPlotOption } from '@solvane/charts/options/box-plot';
import { durationOption } from '@solvane/charts/options/duration-curve';
import { heatMapOption } from '@solvane/charts/options/heat-map';
import { histogramOption } from '@solvane/charts/options/histogram';
import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { roseOption } from '@solvane/charts/options/rose';
import { scatterOption } from '@solvane/charts/options/scatter';
import { boxStatistics } from '@solvane/series/box-statistics';
import { durationCurve } from '@solvane/series/duration-curve';
import { histogramCounts, histogramEdges } from '@solvane/series/histogram';
import { sectorCounts } from '@solvane/series/sectors';
import { seededRandom } from '@solvane/series/seeded-random';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
const DEVICES = ['WTG-1', 'WTG-2', 'WTG-3', 'WTG-4'];

/** Wind and power of one turbine as columns. */
function madeUp(count: number) {
  const random = seededRandom(11);
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1)) * Math.cos(2 * Math.PI * random());
  const wind = Float64Array.from({ length: count }, () => Math.abs(7 + 3.4 * normal()));
  const power = wind.map((speed) => Math.max(0, Math.min(4_200, 4.6 * Math.max(0, speed - 2.5) ** 3) + 90 * normal()));
  const direction = wind.map(() => 200 + 70 * normal());
  return { wind, power, direction };
}

/** Kinds that show how values are spread over others. */
export function DistributionParts() {
  const { locale } = useIntl();
  const kinds = useMemo(() => {
    const { wind, power, direction } = madeUp(3_000);
    const dense = madeUp(40_000);
    const edges = histogramEdges(wind);
    const common = (palette: KindPalette) => ({ palette, locale, unit: 'kW', title: 'Active power, kW' });
    const position = DEVICES.flatMap((_, row) => HOURS.map((_hour, column) => ({ row, column })));
    const cells = {
      column: position.map(({ column }) => column),
      row: position.map(({ row }) => row),
      value: Float64Array.from(position, ({ row, column }) =>
        row === 2 && column > 14 ? Number.NaN : 50 * Math.sin((column + row * 3) / 4),
      ),
      isPartial: Uint8Array.from(position, ({ row, column }) => (row === 1 && column === 5 ? 1 : 0)),
    };
    const xTitle = 'Wind speed, m/s';
    return {
      scatter: (palette: KindPalette) =>
        scatterOption({
          ...{ ...common(palette), xTitle, density: 'points', points: [{ name: 'WTG-1', x: wind, y: power }] },
          lines: [{ name: 'Regression', role: 'regression', slope: 420, intercept: -1_400 }],
          facts: ['y = 420 x \u2212 1,400'],
        }),
      'scatter with colour': (palette: KindPalette) =>
        scatterOption({
          ...{ ...common(palette), xTitle, density: 'points', z: { title: 'Direction', unit: '\u00b0' } },
          points: [{ name: 'WTG-1', x: wind, y: power, z: direction }],
        }),
      'scatter as density': (palette: KindPalette) =>
        scatterOption({ ...common(palette), xTitle, density: 'points', points: [{ name: 'WTG-1', x: dense.wind, y: dense.power }] }),
      'heat map': (palette: KindPalette) =>
        heatMapOption({ ...common(palette), columns: HOURS, rows: DEVICES, cells, scale: 'diverging', missing: 'no data' }),
      histogram: (palette: KindPalette) =>
        histogramOption({
          ...{ palette, locale, unit: '%', title: 'Share of intervals, %', edges, xTitle },
          series: [{ name: 'WTG-1', counts: histogramCounts(wind, edges).map((count) => (100 * count) / wind.length) }],
        }),
      'duration curve': (palette: KindPalette) =>
        durationOption({ ...common(palette), xTitle: 'Share of time, %', series: [{ name: 'WTG-1', ...durationCurve(power) }] }),
      'box plot': (palette: KindPalette) =>
        boxPlotOption({
          ...common(palette),
          names: { count: 'n', median: 'median', mean: 'mean' },
          groups: DEVICES.map((name, index) => ({ name, box: boxStatistics(power.subarray(700 * index, 700 * (index + 1))) })),
        }),
      rose: (palette: KindPalette) =>
        roseOption({
          ...{ palette, locale, sectors: 12, classTitle: xTitle, calm: 'Calm', compass: ['N', 'E', 'S', 'W'] },
          counts: sectorCounts({ direction, value: wind, sectors: 12, limits: [3, 6, 9, 12], calmBelow: 0.5 }),
          classNames: ['0.5 to 3', '3 to 6', '6 to 9', '9 to 12', 'over 12'],
        }),
    };
  }, [locale]);
  return Object.entries(kinds).map(([name, build]) => (
    <Part key={name} name={`KindChart ${name}`} isWide>
      <div className={classes.chart}>
        <KindChart label={name} build={build} />
      </div>
    </Part>
  ));
}
