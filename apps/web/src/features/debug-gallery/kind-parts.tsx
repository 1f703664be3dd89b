import { barOption } from '@solvane/charts/options/bar';
import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { paretoOption } from '@solvane/charts/options/pareto';
import { waterfallOption } from '@solvane/charts/options/waterfall';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
const WALK = [
  { label: 'Budget', kind: 'level', value: 1_240 },
  { label: 'Wind', kind: 'change', value: -62 },
  { label: 'Temperature', kind: 'change', value: 14 },
  { label: 'Downtime', kind: 'change', value: -118 },
  { label: 'Curtailment', kind: 'change', value: -41 },
  { label: 'Unexplained', kind: 'change', value: 9 },
  { label: 'Grid meter', kind: 'level', value: 1_042 },
] as const;

/** Kinds of amounts and their parts. */
export function KindParts() {
  const { locale } = useIntl();
  const kinds = useMemo(() => {
    const common = (palette: KindPalette) => ({ palette, locale, unit: 'MWh' });
    return {
      bar: (palette: KindPalette) =>
        barOption({
          ...common(palette),
          categories: MONTHS,
          series: [{ name: 'Energy', values: [80, 92, null, 140, 168, 175] }],
          expected: [84, 90, 118, 138, 172, 181],
        }),
      'stacked bar': (palette: KindPalette) =>
        barOption({
          ...common(palette),
          categories: MONTHS,
          isStacked: true,
          series: [
            { name: 'PV', values: [20, 32, 60, 80, 96, 101] },
            { name: 'Wind', values: [60, 60, 51, 48, 40, 36] },
          ],
        }),
      waterfall: (palette: KindPalette) => waterfallOption({ ...common(palette), steps: WALK }),
      pareto: (palette: KindPalette) =>
        paretoOption({
          ...common(palette),
          bars: [120, 61, 22, 14].map((value, index) => ({ label: `Code ${index + 1}`, value })),
          shares: [50, 75, 85, 91],
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
