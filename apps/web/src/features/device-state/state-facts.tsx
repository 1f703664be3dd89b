import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { Site } from '@solvane/contract/fleet';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { decimalText, measuredNumberText, moneyText } from '@solvane/i18n/number-text';
import { Facts } from '@solvane/ui/facts';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { zoneName } from '../../shared/time/zone-name.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { widgetDataQuery } from '../../shared/widgets/widget-data.queries.ts';

interface StateFactsProps {
  item: DeviceStateItem;
  site: Site;
  nowMs: number;
}

/** Six facts of a device: since when, power, what it costs, what peers have, what was lost today, and how good the data are. */
export function StateFacts({ item, site, nowMs }: StateFactsProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useStateTexts();
  const zone = site.metadata.timezone ?? 'UTC';
  const day = localDayOf(nowMs, zone);
  const period = { fromDay: toIsoDate(day), toDay: toIsoDate(day + 1) };
  const body = { metricIds: ['lost' as const, 'dataAvailability' as const], segmentIds: [item.segmentId], period };
  const totals = useQuery(widgetDataQuery<'metrics'>({ kind: 'metrics', body })).data?.totals;
  const totalOf = (id: string) => totals?.find(({ metricId }) => metricId === id)?.value ?? null;
  const [lost, available] = [totalOf('lost'), totalOf('dataAvailability')];
  const lostUnit = displayUnit('kWh', Math.abs(lost ?? 0));
  const age = item.dataToMs === null ? undefined : texts.duration({ sinceMs: item.dataToMs }, nowMs);
  const cost = item.event?.costPerHour ?? null;
  return (
    <Facts
      layout="grid"
      facts={[
        {
          label: formatMessage({ id: 'DeviceState_Fact_Since' }, { zone: zoneName(nowMs, locale, zone) }),
          value: item.sinceMs === null ? undefined : texts.time(item.sinceMs, zone),
          reason: formatMessage({ id: 'DeviceState_Fact_Since_Unknown' }),
          detail: item.sinceMs === null ? undefined : texts.duration(item, nowMs),
        },
        {
          label: formatMessage({ id: 'DeviceState_Column_Power' }),
          value: item.powerKw === null ? undefined : measuredNumberText(item.powerKw, locale),
          unit: item.powerKw === null ? undefined : 'kW',
          reason: age && formatMessage({ id: 'DeviceState_NoDataFor' }, { age }),
        },
        {
          label: formatMessage({ id: 'Home_Column_Cost' }),
          value:
            cost === null
              ? undefined
              : formatMessage({ id: 'Home_PerHour' }, { cost: moneyText(cost, { currency: site.currency, locale }) }),
          reason: formatMessage({ id: item.event ? 'NoValue_noPrice' : 'DeviceState_Fact_Cost_None' }),
        },
        {
          label: formatMessage({ id: 'DeviceState_Fact_Peers' }),
          value: item.peerMedianKw === null ? undefined : measuredNumberText(item.peerMedianKw, locale),
          unit: item.peerMedianKw === null ? undefined : 'kW',
          reason: formatMessage({ id: 'DeviceState_Fact_Peers_Few' }),
          detail: item.peerMedianKw === null ? undefined : formatMessage({ id: 'DeviceState_Fact_Peers_Count' }, { count: item.peerCount }),
        },
        {
          label: formatMessage({ id: 'DeviceState_Fact_Lost' }),
          value: lost === null ? undefined : measuredNumberText(lost * lostUnit.factor, locale),
          unit: lost === null ? undefined : lostUnit.unit,
          reason: formatMessage({ id: 'NoValue_noExpectation' }),
        },
        {
          label: formatMessage({ id: 'DeviceState_Fact_Data' }),
          value: available === null ? undefined : decimalText(available, { digits: 0, locale }),
          unit: available === null ? undefined : '%',
          reason: formatMessage({ id: 'NoValue_notComputed' }),
          detail: age && formatMessage({ id: 'Widget_State_Stale' }, { age }),
        },
      ]}
    />
  );
}
