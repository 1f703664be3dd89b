import type { Period, TimeSeriesPlot, ZoneClock } from '@solvane/charts/options/time-series';
import { SeriesTable } from '@solvane/charts/series-table';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { useIntl } from 'react-intl';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import type { PeriodText } from '../../shared/time/period-text.ts';
import classes from './data-studio.module.css';

export interface StudioChartProps {
  plots: readonly TimeSeriesPlot[];
  domain: Period;
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  zone: string;
  text: PeriodText;
  asTable: boolean;
  isOld: boolean;
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

/** The chart or its twin, the table; dimmed while it shows an earlier query. */
export function StudioChart({ plots, domain, view, nowMs, clock, zone, text, asTable, isOld, onViewChange, onUndo }: StudioChartProps) {
  const { formatMessage, locale } = useIntl();
  const chartText = useChartText({
    name: formatMessage({ id: 'DataStudio_Chart_Name' }),
    summary: formatMessage(
      { id: 'DataStudio_Summary' },
      {
        lines: plots.reduce((sum, { lines }) => sum + lines.length, 0),
        plots: plots.length,
        from: text.time(view.startMs),
        to: text.time(view.endMs),
        zone,
      },
    ),
  });
  return (
    <div className={classes.chart} data-old={isOld || undefined} aria-busy={isOld}>
      {asTable ? (
        <SeriesTable
          plots={plots}
          view={view}
          clock={clock}
          locale={locale}
          name={chartText.name}
          timeHead={formatMessage({ id: 'Chart_Table_Time' }, { zone })}
        />
      ) : (
        <TimeSeriesChart
          plots={plots}
          domain={domain}
          view={view}
          nowMs={nowMs}
          clock={clock}
          locale={locale}
          text={chartText}
          onViewChange={onViewChange}
          onUndo={onUndo}
        />
      )}
    </div>
  );
}
