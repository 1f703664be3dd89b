import { SvgChart } from '@solvane/charts/svg-chart';
import { useMemo } from 'react';
import { KindChart } from '../charts/kind-chart.tsx';
import type { WidgetChart } from './define-widget.ts';
import { drawableCharts } from './drawable-charts.ts';
import classes from './drawing.module.css';

/** A picture that fills its panel. */
export function Drawing({ chart }: { chart: WidgetChart }) {
  const charts = useMemo(() => [chart], [chart]);
  return <Drawings charts={charts} />;
}

/** Pictures that share the height of their panel; several have their names above them. */
export function Drawings({ charts }: { charts: readonly WidgetChart[] }) {
  const drawn = useMemo(() => drawableCharts(charts), [charts]);
  return (
    <div className={classes.drawings}>
      {drawn.map(({ label, build, draw }) => (
        <figure key={label} className={classes.drawing}>
          {drawn.length > 1 && <figcaption className={classes.name}>{label}</figcaption>}
          {build ? <KindChart label={label} build={build} /> : draw && <SvgChart label={label} draw={draw} />}
        </figure>
      ))}
    </div>
  );
}
