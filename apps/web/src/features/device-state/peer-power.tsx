import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { Site } from '@solvane/contract/fleet';
import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import { LOSS_BEARING_TYPES } from '@solvane/energy/events/event-types';
import { dayBounds, localDayOf, type Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { type PeerBand, peerBand } from '../../shared/series/peer-band.ts';
import { seriesQuery } from '../../shared/series/series.queries.ts';
import type { SeriesResult } from '../../shared/series/series-columns.ts';
import { powerPlot, toPowerLine } from '../../shared/series/series-plots.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import classes from './device-details.module.css';

interface PeerPowerProps {
  item: DeviceStateItem;
  site: Site;
  peers: readonly DeviceStateItem[];
  nowMs: number;
}

const POWER = signalIdSchema.parse('ActivePower||Validated');
/** More of them do not change the middle. */
const MOST_PEERS = 60;
const MOST_POINTS = 400;
/** After midnight the evening before says more. */
const LEAST_MS = 6 * 3_600_000;

/** Power of today in ink, over the range and the median of the peers; what an open event lost is hatched. */
export default function PeerPower({ item, site, peers, nowMs }: PeerPowerProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useStateTexts();
  const mayRead = usePermission('PageDataStudio');
  const zone = site.metadata.timezone ?? 'UTC';
  const minuteMs = Math.floor(nowMs / 300_000) * 300_000;
  const period = useMemo(
    () => ({ startMs: Math.min(dayBounds(localDayOf(minuteMs, zone), zone).startMs, minuteMs - LEAST_MS), endMs: minuteMs + 300_000 }),
    [minuteMs, zone],
  );
  const own = useQuery(seriesQuery(mayRead ? request([item.segmentId], period) : null, { asOfMs: minuteMs })).data;
  const others = peers.filter(({ segmentId }) => segmentId !== item.segmentId).slice(0, MOST_PEERS);
  const ids = others.map(({ segmentId }) => segmentId);
  const ofPeers = useQuery(seriesQuery(mayRead && ids.length > 0 ? request(ids, period) : null, { asOfMs: minuteMs })).data;
  const band = useMemo(() => bandOf(item, others, ofPeers), [item, others, ofPeers]);
  const plots = useMemo(() => plotsOf({ own, band, item, period }, formatMessage), [own, band, item, period, formatMessage]);
  const shown = useChartView(period);
  const clock = useZoneClock(zone);
  const text = useChartText({
    name: formatMessage({ id: 'DeviceState_PeerPower' }),
    summary: formatMessage(
      { id: 'EventDetails_Power_Summary' },
      { from: texts.time(period.startMs, zone), to: texts.time(period.endMs, zone) },
    ),
  });
  if (plots.length === 0) return null;
  return (
    <section className={classes.part}>
      <header>
        <h4>{formatMessage({ id: 'DeviceState_PeerPower' })}</h4>
        {band && (
          <span className={classes.keys}>
            <span data-stroke="band">{formatMessage({ id: 'EventDetails_Power_Peers' })}</span>
            <span data-stroke="expected">{formatMessage({ id: 'DeviceState_Median' })}</span>
          </span>
        )}
      </header>
      <div className={classes.chart}>
        <TimeSeriesChart
          plots={plots}
          domain={period}
          {...shown}
          nowMs={nowMs}
          clock={clock}
          locale={locale}
          wheelZooms={false}
          hasLegend={false}
          text={text}
        />
      </div>
    </section>
  );
}

function request(segmentIds: readonly SegmentId[], period: Period) {
  return { segmentIds: [...segmentIds], signalIds: [POWER], ...period, maxPoints: MOST_POINTS };
}

function bandOf(item: DeviceStateItem, others: readonly DeviceStateItem[], result: SeriesResult | undefined): PeerBand | undefined {
  const devices = others.flatMap(({ segmentId, ratedPowerKw }) => (ratedPowerKw ? [{ segmentId, ratedPowerKw }] : []));
  return result && item.ratedPowerKw && devices.length > 2 ? peerBand(result, { ratedPowerKw: item.ratedPowerKw, devices }) : undefined;
}

interface PlotInputs {
  own: SeriesResult | undefined;
  band: PeerBand | undefined;
  item: DeviceStateItem;
  period: Period;
}

function plotsOf(
  { own, band, item, period }: PlotInputs,
  formatMessage: ReturnType<typeof useIntl>['formatMessage'],
): readonly TimeSeriesPlot[] {
  const power = own?.series.find(({ values }) => values.length > 0);
  if (!power) return [];
  const { timesMs, values, low, high, completeness } = power;
  const actual = {
    id: 'actual',
    label: formatMessage({ id: 'EventDetails_Power_Actual' }),
    stroke: 'actual' as const,
    timesMs,
    values,
    low,
    high,
    completeness,
  };
  if (!band) return [powerPlot([actual])];
  const median = {
    id: 'median',
    label: formatMessage({ id: 'DeviceState_Median' }),
    stroke: 'expected' as const,
    timesMs: band.timesMs,
    values: band.middle,
  };
  const line = (id: string, edge: Float64Array) =>
    toPowerLine({ id, label: '', stroke: 'comparison', timesMs: band.timesMs, values: edge });
  const isLosing = item.event !== null && LOSS_BEARING_TYPES.includes(item.event.type);
  const lost =
    isLosing && item.event ? [{ startMs: Math.max(period.startMs, item.event.startMs), endMs: timesMs.at(-1) ?? period.endMs }] : [];
  return [{ ...powerPlot([actual, median]), lost, band: { low: line('p10', band.low), high: line('p90', band.high) } }];
}
