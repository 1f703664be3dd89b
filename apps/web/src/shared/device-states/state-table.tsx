import type { DeviceStateItem } from '@solvane/contract/device-states';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useIntl } from 'react-intl';
import { useTypeLabel } from '../fleet/use-type-label.ts';
import { ScreenTable } from '../table/screen-table.tsx';
import { ageText } from '../time/age-text.ts';
import { DeviceStateMark } from './device-state-mark.tsx';
import classes from './device-states.module.css';
import { peerShare, STATE_ORDER } from './state-order.ts';
import { useStateTexts } from './use-state-texts.ts';

interface StateTableProps {
  items: readonly DeviceStateItem[];
  nowMs: number;
  siteName: (siteId: string) => string;
  currencyOf: (siteId: string) => string | null;
  openId?: string | undefined;
  onOpen: (item: DeviceStateItem) => void;
}

/** The same devices as rows, those that cost most first: what the grid shows, in words and numbers. */
export function StateTable({ items, openId, onOpen, ...rest }: StateTableProps) {
  const { formatMessage } = useIntl();
  return (
    <ScreenTable
      label={formatMessage({ id: 'DeviceState_Table' })}
      rows={items.toSorted(byCost)}
      columns={useColumns(rest)}
      getRowId={({ segmentId }) => segmentId}
      openId={openId}
      onOpen={onOpen}
    />
  );
}

function byCost(a: DeviceStateItem, b: DeviceStateItem): number {
  const cost = ({ event }: DeviceStateItem) => event?.costPerHour ?? event?.lostKwhPerHour ?? -1;
  return cost(b) - cost(a) || STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state);
}

function useColumns({ nowMs, siteName, currencyOf }: Omit<StateTableProps, 'items' | 'openId' | 'onOpen'>): DataColumn<DeviceStateItem>[] {
  const { formatMessage, locale } = useIntl();
  const typeLabel = useTypeLabel();
  const texts = useStateTexts();
  const digits = (value: string | number, count: number) => decimalText(Number(value), { digits: count, locale });
  return [
    {
      id: 'state',
      header: formatMessage({ id: 'DeviceState_Column_State' }),
      width: 140,
      value: ({ state }) => STATE_ORDER.indexOf(state),
      card: 'state',
      cell: ({ state }) => (
        <span className={classes.tooltipHead}>
          <DeviceStateMark state={state} /> {texts.state(state)}
        </span>
      ),
    },
    {
      id: 'device',
      header: formatMessage({ id: 'DeviceState_Column_Device' }),
      isRowHeader: true,
      width: 120,
      value: ({ name }) => name,
      card: 'title',
    },
    {
      id: 'site',
      header: formatMessage({ id: 'Home_Column_Site' }),
      width: 120,
      value: ({ siteId }) => siteName(siteId),
      card: 'subtitle',
    },
    {
      id: 'type',
      header: formatMessage({ id: 'DeviceState_Column_Type' }),
      width: 120,
      givesWay: 1,
      value: ({ segmentType }) => typeLabel(segmentType),
    },
    {
      id: 'since',
      header: formatMessage({ id: 'DeviceState_Column_For' }),
      width: 80,
      align: 'end',
      value: ({ sinceMs }) => (sinceMs === null ? null : nowMs - sinceMs),
      text: (value) => ageText(Math.max(0, Number(value)), formatMessage),
      card: 'meta',
    },
    {
      id: 'power',
      header: formatMessage({ id: 'DeviceState_Column_Power' }),
      unit: 'kW',
      width: 80,
      align: 'end',
      value: ({ powerKw }) => powerKw,
      text: (value) => digits(value, 0),
      card: 'value',
    },
    {
      id: 'expected',
      header: formatMessage({ id: 'DeviceState_Column_Expected' }),
      unit: 'kW',
      width: 80,
      align: 'end',
      givesWay: 3,
      value: ({ expectedKw }) => expectedKw,
      text: (value) => digits(value, 0),
    },
    {
      id: 'peers',
      header: formatMessage({ id: 'DeviceState_Column_Peers' }),
      unit: '%',
      width: 92,
      align: 'end',
      value: peerShare,
      text: (value) => digits(100 * Number(value), 0),
    },
    {
      id: 'lost',
      header: formatMessage({ id: 'DeviceState_Column_Lost' }),
      unit: 'kWh',
      width: 88,
      align: 'end',
      givesWay: 4,
      value: ({ event }) => event?.lostEnergyKwh ?? null,
      text: (value) => digits(value, 0),
    },
    {
      id: 'cost',
      header: formatMessage({ id: 'Home_Column_Cost' }),
      width: 96,
      align: 'end',
      value: ({ event }) => event?.costPerHour ?? null,
      cell: ({ siteId, event }) =>
        event?.costPerHour == null
          ? '—'
          : formatMessage({ id: 'Home_PerHour' }, { cost: moneyText(event.costPerHour, { currency: currencyOf(siteId), locale }) }),
      card: 'figure',
    },
    {
      id: 'age',
      header: formatMessage({ id: 'Home_Column_Age' }),
      width: 72,
      align: 'end',
      givesWay: 2,
      value: ({ dataToMs }) => (dataToMs === null ? null : nowMs - dataToMs),
      text: (value) => ageText(Math.max(0, Number(value)), formatMessage),
    },
    {
      id: 'event',
      header: formatMessage({ id: 'DeviceState_Column_Event' }),
      width: 160,
      canGrow: true,
      value: ({ event }) => texts.cause(event),
      card: 'detail',
    },
  ];
}
