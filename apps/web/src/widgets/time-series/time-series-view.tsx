import type { TimePlace } from '@solvane/charts/time-series-chart';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { AnnotationMarks } from '../../shared/annotations/annotation-marks.tsx';
import { EventLaneRows, LANE_ROW_HEIGHT } from '../../shared/events/lanes/event-lane-rows.tsx';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import { useChoose } from '../../shared/widgets/use-choose.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { NowLine } from './now-line.tsx';
import classes from './time-series.module.css';
import { type TimeSeriesProps, timeSeriesPlots, unitsWithoutAxis } from './time-series.ts';

/** Lines of signals over the period, a plot for each axis, with the events of the devices below. */
export default function TimeSeriesView({ settings, page, data }: TimeSeriesProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const text = useWidgetText();
  const choose = useChoose();
  const { period, zone, nowMs } = page;
  const plots = useMemo(() => timeSeriesPlots({ settings, page, data }, text), [settings, page, data, text]);
  const shown = useChartView(period);
  const clock = useZoneClock(zone);
  const time = (instantMs: number): string =>
    formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  const names = [...new Set(plots.flatMap(({ lines }) => lines.map(({ label }) => label)))].slice(0, 3).join(', ');
  const chartText = useChartText({
    name: names,
    summary: formatMessage(
      { id: 'TimeSeries_Summary' },
      { count: plots.reduce((sum, { lines }) => sum + lines.length, 0), from: time(period.startMs), to: time(period.endMs) },
    ),
  });
  const lanes = data.lanes?.lanes ?? [];
  const missing = unitsWithoutAxis({ settings, data });
  if (missing.length > 0)
    return <p className={widgetClasses.none}>{formatMessage({ id: 'TimeSeries_NoAxis' }, { units: missing.join(', ') })}</p>;
  if (plots.length === 0)
    return (
      <p className={widgetClasses.none}>
        {formatMessage({ id: 'TimeSeries_NoSignal' })} {settings.signals.map((id) => id.replace('||', ' · ')).join(', ')}
      </p>
    );
  return (
    <div className={classes.chart}>
      <TimeSeriesChart
        plots={plots}
        domain={period}
        {...shown}
        nowMs={nowMs}
        clock={clock}
        locale={locale}
        wheelZooms={false}
        hasLegend={settings.legend === 'table'}
        text={chartText}
        lanesHeight={lanes.length * LANE_ROW_HEIGHT}
        {...(lanes.length > 0 && { lanes: (place: TimePlace) => <EventLaneRows lanes={lanes} place={place} nowMs={nowMs} /> })}
        marks={(place) => (
          <>
            <NowLine place={place} nowMs={nowMs} endMs={period.endMs} zone={zone} />
            <AnnotationMarks
              annotations={data.annotations?.items ?? []}
              place={place}
              onOpen={({ segmentId, signalId }) =>
                choose({ open: { to: 'dataStudio', search: { devices: [segmentId], signals: [signalId] } } })
              }
            />
          </>
        )}
      />
    </div>
  );
}
