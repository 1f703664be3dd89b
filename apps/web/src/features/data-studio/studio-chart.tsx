import type { Period, TimeSeriesPlot, ZoneClock } from '@solvane/charts/options/time-series';
import type { ValueRange } from '@solvane/charts/options/value-range';
import { SeriesTable } from '@solvane/charts/series-table';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import type { Annotation } from '@solvane/contract/annotations';
import { lazy, type ReactNode, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { AnnotationMarks } from '../../shared/annotations/annotation-marks.tsx';
import { durationPhrase } from '../../shared/events/event-text.ts';
import type { SeriesColumns } from '../../shared/series/series-columns.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import type { PeriodText } from '../../shared/time/period-text.ts';
import classes from './data-studio.module.css';
import { LANE_HEIGHT, type LaneRow } from './lanes/lane-rows.ts';
import { isPeerLine } from './peers/use-peer-bands.ts';
import { useExplainLine } from './quality/use-explain-line.tsx';
import { useQualityText } from './quality/use-quality-text.ts';
import type { SpanAction } from './span/span-popover.tsx';
import type { Analysis } from './use-analysis.ts';

const EventLanes = lazy(() => import('./lanes/event-lanes.tsx'));
const SpanPopover = lazy(() => import('./span/span-popover.tsx'));

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
  annotations: readonly Annotation[];
  analysis: Analysis;
  onSpanAction: (action: SpanAction) => void;
  lanes: readonly LaneRow[];
  onRange: (plot: TimeSeriesPlot, range: ValueRange) => void;
  /** Beside the head of a plot. */
  plotTools: (plot: TimeSeriesPlot) => ReactNode;
  series: readonly SeriesColumns[];
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

/** The chart or its twin, the table; dimmed while it shows an earlier query. */
export function StudioChart(props: StudioChartProps) {
  const {
    plots,
    domain,
    view,
    nowMs,
    clock,
    zone,
    text,
    asTable,
    isOld,
    annotations,
    analysis,
    onSpanAction,
    lanes,
    plotTools,
    onRange,
    series,
    onViewChange,
    onUndo,
  } = props;
  const { formatMessage, locale } = useIntl();
  const chartText = useChartText({
    name: formatMessage({ id: 'DataStudio_Chart_Name' }),
    summary: formatMessage(
      { id: 'DataStudio_Summary' },
      {
        lines: plots.reduce((sum, { lines }) => sum + lines.filter((line) => !isPeerLine(line)).length, 0),
        plots: plots.length,
        from: text.time(view.startMs),
        to: text.time(view.endMs),
        zone,
      },
    ),
  });
  const { span } = analysis;
  const explain = useExplainLine(series, zone, nowMs);
  const quality = useQualityText();
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
          text={{
            ...chartText,
            keys: formatMessage({ id: 'DataStudio_Chart_Keys' }),
            duration: (lengthMs) => durationPhrase(lengthMs, locale),
            spanStart: formatMessage({ id: 'DataStudio_Span_Start' }),
            spanEnd: formatMessage({ id: 'DataStudio_Span_End' }),
            quality,
            axis: (name) => formatMessage({ id: 'DataStudio_Axis' }, { name }),
          }}
          {...analysis}
          lanesHeight={lanes.length * LANE_HEIGHT}
          {...(lanes.length > 0 && {
            lanes: (place) => (
              <Suspense>
                <EventLanes place={place} rows={lanes} text={text} onZoom={onViewChange} />
              </Suspense>
            ),
          })}
          lineAction={explain}
          plotTools={plotTools}
          onRange={onRange}
          marks={(place) => (
            <>
              <AnnotationMarks annotations={annotations} place={place} />
              {span && (
                <Suspense>
                  <SpanPopover span={span} place={place} plots={plots} nowMs={nowMs} text={text} onAction={onSpanAction} />
                </Suspense>
              )}
            </>
          )}
          onViewChange={onViewChange}
          onUndo={onUndo}
        />
      )}
    </div>
  );
}
