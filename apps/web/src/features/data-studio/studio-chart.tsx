import type { Period, TimeSeriesPlot, ZoneClock } from '@solvane/charts/options/time-series';
import { SeriesTable } from '@solvane/charts/series-table';
import { TimeSeriesChart, type TimeSeriesText } from '@solvane/charts/time-series-chart';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import classes from './data-studio.module.css';
import type { StudioWords } from './studio-words.ts';

export interface StudioChartProps {
  plots: readonly TimeSeriesPlot[];
  domain: Period;
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  zone: string;
  words: StudioWords;
  asTable: boolean;
  isOld: boolean;
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

/** The chart or its twin, the table; dimmed while it answers an earlier question. */
export function StudioChart({ plots, domain, view, nowMs, clock, zone, words, asTable, isOld, onViewChange, onUndo }: StudioChartProps) {
  const { formatMessage, locale } = useIntl();
  const text = useMemo<TimeSeriesText>(
    () => ({
      name: formatMessage({ id: 'DataStudio_Chart_Name' }),
      summary: formatMessage(
        { id: 'DataStudio_Summary' },
        {
          lines: plots.reduce((sum, { lines }) => sum + lines.length, 0),
          plots: plots.length,
          from: words.time(view.startMs),
          to: words.time(view.endMs),
          zone,
        },
      ),
      keys: formatMessage({ id: 'DataStudio_Keys' }),
      noValue: formatMessage({ id: 'DataStudio_NoValue' }),
      atCursor: formatMessage({ id: 'DataStudio_Figure_AtCursor' }),
      last: formatMessage({ id: 'DataStudio_Figure_Last' }),
      min: formatMessage({ id: 'DataStudio_Figure_Min' }),
      max: formatMessage({ id: 'DataStudio_Figure_Max' }),
      mean: formatMessage({ id: 'DataStudio_Figure_Mean' }),
      dataShare: formatMessage({ id: 'DataStudio_Figure_DataShare' }),
      toggle: (line) => formatMessage({ id: 'DataStudio_Line_Show' }, { line }),
    }),
    [formatMessage, plots, view.startMs, view.endMs, words, zone],
  );
  return (
    <div className={classes.chart} data-old={isOld || undefined} aria-busy={isOld}>
      {asTable ? (
        <SeriesTable
          plots={plots}
          view={view}
          clock={clock}
          locale={locale}
          name={text.name}
          timeHead={formatMessage({ id: 'DataStudio_Table_Time' }, { zone })}
        />
      ) : (
        <TimeSeriesChart
          plots={plots}
          domain={domain}
          view={view}
          nowMs={nowMs}
          clock={clock}
          locale={locale}
          text={text}
          onViewChange={onViewChange}
          onUndo={onUndo}
        />
      )}
    </div>
  );
}
