import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import type { Event } from '@solvane/contract/events';
import type { SignalColumns } from '@solvane/contract/signal-columns';
import type { Period } from '@solvane/energy/time/local-day';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';

interface EventPowerChartProps {
  answer: SignalColumns;
  event: Event;
  period: Period;
  nowMs: number;
}

/** Actual power in ink, expected dashed. */
export default function EventPowerChart({ answer, event, period, nowMs }: EventPowerChartProps) {
  const { formatMessage, locale } = useIntl();
  const time = useEventTime(event.timezone);
  const [views, setViews] = useState<readonly Period[]>([]);
  const clock = useMemo(() => ({ offsetMs: (instantMs: number) => offsetMsAt(instantMs, event.timezone) }), [event.timezone]);
  const plots = useMemo(() => {
    const largest = Math.max(0, ...answer.series.flatMap(({ values }) => [...values]).filter(Number.isFinite));
    const { unit, factor } = displayUnit('kW', largest);
    const lines = answer.series.map(({ signalId, timesMs, values, min, max, completeness }) => {
      const isExpected = signalId.endsWith('||Expected');
      return {
        id: signalId,
        label: formatMessage({ id: isExpected ? 'EventDetails_Power_Expected' : 'EventDetails_Power_Actual' }),
        detail: '',
        timesMs,
        values,
        low: min ?? null,
        high: max ?? null,
        completeness: completeness ?? null,
        stepMs: stepOf(timesMs),
        shape: 'line' as const,
        stroke: isExpected ? ('expected' as const) : ('actual' as const),
        colour: null,
      };
    });
    return [{ id: 'power', title: formatMessage({ id: 'EventDetails_Power' }), unit, factor, fromZero: true, lines }];
  }, [answer, formatMessage]);
  return (
    <TimeSeriesChart
      plots={plots}
      domain={period}
      view={views.at(-1) ?? period}
      nowMs={nowMs}
      clock={clock}
      locale={locale}
      wheelZooms={false}
      text={{
        name: formatMessage({ id: 'EventDetails_Power' }),
        summary: formatMessage({ id: 'EventDetails_Power_Summary' }, { from: time(period.startMs), to: time(period.endMs) }),
        keys: formatMessage({ id: 'DataStudio_Keys' }),
        noValue: formatMessage({ id: 'Home_Power_Gap' }),
        atCursor: formatMessage({ id: 'DataStudio_Figure_AtCursor' }),
        last: formatMessage({ id: 'DataStudio_Figure_Last' }),
        min: formatMessage({ id: 'DataStudio_Figure_Min' }),
        max: formatMessage({ id: 'DataStudio_Figure_Max' }),
        mean: formatMessage({ id: 'DataStudio_Figure_Mean' }),
        dataShare: formatMessage({ id: 'DataStudio_Figure_DataShare' }),
        toggle: (line) => formatMessage({ id: 'DataStudio_Line_Show' }, { line }),
      }}
      onViewChange={(next) => setViews((before) => [...before, next])}
      onUndo={() => setViews((before) => before.slice(0, -1))}
    />
  );
}

/** Length of one interval: the shortest distance between neighbours. */
function stepOf(timesMs: Float64Array): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < timesMs.length; index += 1)
    shortest = Math.min(shortest, (timesMs[index] ?? Number.NaN) - (timesMs[index - 1] ?? Number.NaN));
  return Number.isFinite(shortest) ? shortest : 600_000;
}
