import type { Period } from '@solvane/charts/options/time-series';
import { SeriesTable } from '@solvane/charts/series-table';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';
import type { FleetPower } from './fleet-power.ts';

interface PowerChartProps {
  power: FleetPower;
  /** null: not known for all of these sites. */
  expected: FleetPower | null;
  period: Period;
  stepMs: number;
  zone: string;
  nowMs: number;
  asTable: boolean;
}

/** What the fleet delivers in ink, what was expected of it dashed; or the same as a table. */
export default function PowerChart({ power, expected, period, stepMs, zone, nowMs, asTable }: PowerChartProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const [views, setViews] = useState<readonly Period[]>([]);
  const clock = useMemo(() => ({ offsetMs: (instantMs: number) => offsetMsAt(instantMs, zone) }), [zone]);
  const plots = useMemo(() => {
    const { unit, factor } = displayUnit(
      'kW',
      power.values.reduce((largest, value) => Math.max(largest, Math.abs(value) || 0), 0),
    );
    const toLine = (id: string, label: string, { timesMs, values }: FleetPower, stroke: 'actual' | 'expected') => ({
      id,
      label,
      detail: '',
      timesMs,
      values,
      low: null,
      high: null,
      completeness: null,
      stepMs,
      shape: 'line' as const,
      stroke,
      colour: null,
    });
    const lines = [toLine('net-power', formatMessage({ id: 'Home_Power_Line' }), power, 'actual')];
    if (expected) lines.push(toLine('expected', formatMessage({ id: 'Home_Power_Expected' }), expected, 'expected'));
    return [{ id: 'power', title: '', unit, factor, fromZero: true, lines }];
  }, [power, expected, stepMs, formatMessage]);
  const view = views.at(-1);
  const inPeriod = view && view.startMs >= period.startMs && view.endMs <= period.endMs ? view : period;
  const time = (instantMs: number): string =>
    formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });

  const name = formatMessage({ id: 'Home_Power_Line' });
  if (asTable) {
    const timeHead = formatMessage({ id: 'DataStudio_Table_Time' }, { zone });
    return <SeriesTable plots={plots} view={inPeriod} clock={clock} locale={locale} name={name} timeHead={timeHead} />;
  }
  return (
    <TimeSeriesChart
      plots={plots}
      domain={period}
      view={inPeriod}
      nowMs={nowMs}
      clock={clock}
      locale={locale}
      wheelZooms={false}
      text={{
        name,
        summary: formatMessage(
          { id: 'Home_Power_Summary' },
          { count: power.siteCount, from: time(period.startMs), to: time(period.endMs) },
        ),
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
