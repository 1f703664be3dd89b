import type { Period } from '@solvane/charts/options/time-series';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { type PowerLine, powerPlot } from '../../shared/series/series-plots.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import type { FleetPower } from './fleet-power.ts';

interface PowerChartProps {
  power: FleetPower;
  /** null: not known for all of these sites. */
  expected: FleetPower | null;
  period: Period;
  stepMs: number;
  zone: string;
  nowMs: number;
}

/** What the fleet delivers in ink, what was expected of it dashed. */
export default function PowerChart({ power, expected, period, stepMs, zone, nowMs }: PowerChartProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const shown = useChartView(period);
  const clock = useZoneClock(zone);
  const plots = useMemo(() => {
    const lines: PowerLine[] = [
      { id: 'net-power', label: formatMessage({ id: 'Home_Power_Line' }), stroke: 'actual', stepMs, ...columnsOf(power) },
    ];
    if (expected)
      lines.push({
        id: 'expected',
        label: formatMessage({ id: 'Home_Power_Expected' }),
        stroke: 'expected',
        stepMs,
        ...columnsOf(expected),
      });
    return [powerPlot(lines)];
  }, [power, expected, stepMs, formatMessage]);
  const time = (instantMs: number): string =>
    formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });

  const text = useChartText({
    name: formatMessage({ id: 'Home_Power_Line' }),
    summary: formatMessage({ id: 'Home_Power_Summary' }, { count: power.siteCount, from: time(period.startMs), to: time(period.endMs) }),
    noValue: 'Home_Power_Gap',
  });
  return (
    <TimeSeriesChart plots={plots} domain={period} {...shown} nowMs={nowMs} clock={clock} locale={locale} wheelZooms={false} text={text} />
  );
}

function columnsOf({ timesMs, values }: FleetPower): Pick<FleetPower, 'timesMs' | 'values'> {
  return { timesMs, values };
}
