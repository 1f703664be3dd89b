import { type TimeSeriesPlot, valueAt } from '@solvane/charts/options/time-series';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import type { Event } from '@solvane/contract/events';
import type { Period } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import type { PeerBand } from '../../shared/series/peer-band.ts';
import type { SeriesResult } from '../../shared/series/series-columns.ts';
import { type PowerLine, powerPlot, toPowerLine } from '../../shared/series/series-plots.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import type { BoundaryDraft, BoundaryLimits } from './boundary-draft.ts';
import { BoundaryMarks } from './boundary-marks.tsx';
import classes from './event-chart.module.css';
import { RawLaneRows } from './raw-lane-rows.tsx';
import { laneHeight, type RawLanes } from './raw-lanes.ts';

interface EventChartProps {
  /** undefined: the device has no power, or it may not be read. */
  power: SeriesResult | undefined;
  /** What devices like it made meanwhile; undefined: there are too few, or they are still on their way. */
  band: PeerBand | undefined;
  event: Event;
  lanes: RawLanes;
  period: Period;
  nowMs: number;
  draft: BoundaryDraft | null;
  limits: BoundaryLimits;
  canMove: boolean;
  onDraft: (draft: BoundaryDraft | null) => void;
  /** The user takes the end of a raw event for a boundary. */
  onTake: (instantMs: number) => void;
  onCursor: (atMs: number | null) => void;
}

/** Actual power in ink, expected dashed, what was lost hatched; below it what was reported, over it the edges of the event. */
export default function EventChart({ power, band, event, lanes, period, nowMs, ...rest }: EventChartProps) {
  const { draft, limits, canMove, onDraft, onTake, onCursor } = rest;
  const { formatMessage, locale } = useIntl();
  const time = useEventTime(event.timezone);
  const shown = useChartView(period);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const clock = useZoneClock(event.timezone);
  const { startMs, endMs } = draft ?? event;
  const shownEndMs = endMs ?? nowMs;
  const plots = useMemo(
    () => toPlots({ power, band, lost: { startMs, endMs: shownEndMs } }, formatMessage),
    [power, band, startMs, shownEndMs, formatMessage],
  );
  const follow = useMemo(
    () => (atMs: number | null) => {
      setCursorMs(atMs);
      // The last place is remembered: who presses a key has often left the chart with the pointer.
      if (atMs !== null) onCursor(atMs);
    },
    [onCursor],
  );
  const text = useChartText({
    name: formatMessage({ id: 'EventDetails_Power' }),
    summary: formatMessage({ id: 'EventDetails_Power_Summary' }, { from: time(period.startMs), to: time(period.endMs) }),
  });
  return (
    <div className={classes.root}>
      <ChartHead plots={plots} cursorMs={cursorMs} locale={locale} />
      <div className={classes.body} data-bare={plots.length === 0 || undefined}>
        <TimeSeriesChart
          plots={plots}
          domain={period}
          {...shown}
          nowMs={nowMs}
          clock={clock}
          locale={locale}
          wheelZooms={false}
          hasLegend={false}
          lanesHeight={laneHeight(lanes)}
          lanes={(place) => <RawLaneRows place={place} lanes={lanes} event={event} nowMs={nowMs} onTake={canMove ? onTake : undefined} />}
          marks={(place) => <BoundaryMarks place={place} event={event} draft={draft} limits={limits} canMove={canMove} onDraft={onDraft} />}
          onCursor={follow}
          text={text}
        />
      </div>
    </div>
  );
}

/** Names the lines, with their values under the cursor. */
function ChartHead({ plots, cursorMs, locale }: { plots: readonly TimeSeriesPlot[]; cursorMs: number | null; locale: string }) {
  const { formatMessage } = useIntl();
  const [plot] = plots;
  return (
    <div className={classes.head}>
      <h4>{formatMessage({ id: plot ? 'EventDetails_Chart' : 'EventDetails_Chart_NoPower' })}</h4>
      {plot && (
        <span className={classes.keys}>
          {plot.lines.map((line) => (
            <span key={line.id} className={classes.key} data-stroke={line.stroke}>
              {line.label}
              {cursorMs !== null && (
                <b>
                  {decimalText(finite(valueAt(line, cursorMs) * plot.factor), { digits: 2, locale })} {plot.unit}
                </b>
              )}
            </span>
          ))}
          {plot.band && (
            <span className={classes.key} data-stroke="band">
              {formatMessage({ id: 'EventDetails_Power_Peers' })}
              {cursorMs !== null && (
                <b>
                  {decimalText(finite(valueAt(plot.band.low, cursorMs) * plot.factor), { digits: 2, locale })}–
                  {decimalText(finite(valueAt(plot.band.high, cursorMs) * plot.factor), { digits: 2, locale })} {plot.unit}
                </b>
              )}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

function toPlots(
  { power, band, lost }: { power: SeriesResult | undefined; band: PeerBand | undefined; lost: Period },
  formatMessage: ReturnType<typeof useIntl>['formatMessage'],
): readonly TimeSeriesPlot[] {
  if (!power) return [];
  const plot = powerPlot(
    power.series.map(({ signalId, timesMs, values, low, high, completeness }): PowerLine => {
      const isExpected = signalId.endsWith('||Expected');
      return {
        id: signalId,
        label: formatMessage({ id: isExpected ? 'EventDetails_Power_Expected' : 'EventDetails_Power_Actual' }),
        stroke: isExpected ? 'expected' : 'actual',
        ...{ timesMs, values, low, high, completeness },
      };
    }),
  );
  return [{ ...plot, lost: [lost], ...(band && { band: toBand(band) }) }];
}

function toBand({ timesMs, low, high }: PeerBand): NonNullable<TimeSeriesPlot['band']> {
  const toLine = (id: string, values: Float64Array) => toPowerLine({ id, label: '', stroke: 'comparison', timesMs, values });
  return { low: toLine('p10', low), high: toLine('p90', high) };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
