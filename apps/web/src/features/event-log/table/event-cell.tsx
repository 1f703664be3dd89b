import type { Event } from '@solvane/contract/events';
import { decimalText } from '@solvane/i18n/number-text';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../../shared/events/event-mark.tsx';
import { durationText, lostEnergyText, moneyText } from '../../../shared/events/event-text.ts';
import { useEventTime } from '../../../shared/events/use-event-time.ts';
import { useEventWords } from '../../../shared/events/use-event-words.ts';
import type { ColumnId } from './columns.ts';
import classes from './event-table.module.css';

interface CellProps {
  event: Event;
}

/** What each column says of an event. */
export const CELLS: Readonly<Record<ColumnId, (props: CellProps) => ReactNode>> = {
  type: TypeCell,
  start: ({ event }) => <TimeCell event={event} instantMs={event.startMs} />,
  end: ({ event }) => <TimeCell event={event} instantMs={event.endMs} />,
  device: DeviceCell,
  code: CodeCell,
  category: CategoryCell,
  priority: ({ event }) => event.priority,
  duration: DurationCell,
  lostEnergy: LostEnergyCell,
  lostPower: LostPowerCell,
  revenueLoss: RevenueCell,
  acknowledged: AcknowledgedCell,
  acknowledgedBy: ({ event }) => event.acknowledged?.by ?? '',
  comments: ({ event }) => (event.commentCount === 0 ? '' : event.commentCount),
  energyType: EnergyTypeCell,
  origin: OriginCell,
  reset: ResetCell,
};

function TypeCell({ event }: CellProps) {
  const words = useEventWords();
  return (
    <span className={classes.mark} title={words.type(event.type)}>
      <EventMark type={event.type} />
      <span className={classes.unseen}>{words.type(event.type)}</span>
    </span>
  );
}

function TimeCell({ event, instantMs }: { event: Event; instantMs: number | null }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  return instantMs === null ? <b>{formatMessage({ id: 'EventLog_Open' })}</b> : time(instantMs);
}

function DeviceCell({ event }: CellProps) {
  const { formatMessage } = useIntl();
  return (
    <button type="button" className={classes.open} tabIndex={-1}>
      <b>{event.siteName}</b> {event.deviceName === event.siteName ? formatMessage({ id: 'EventLog_WholeSite' }) : event.deviceName}
      {event.affectedDeviceCount > 1 && (
        <span className={classes.quiet}> {formatMessage({ id: 'EventLog_Devices' }, { count: event.affectedDeviceCount })}</span>
      )}
    </button>
  );
}

function CodeCell({ event }: CellProps) {
  const words = useEventWords();
  return <span title={words.code(event.code)}>{event.code}</span>;
}

function CategoryCell({ event }: CellProps) {
  const words = useEventWords();
  return <span title={words.category(event.category)}>{words.category(event.category)}</span>;
}

function DurationCell({ event }: CellProps) {
  const { locale } = useIntl();
  const text = durationText(event.durationMs, locale);
  return event.endMs === null ? <b>{text}</b> : text;
}

function LostEnergyCell({ event }: CellProps) {
  const { formatMessage, locale } = useIntl();
  const text = lostEnergyText(event.lostEnergyKwh, locale);
  return event.isLossPending ? <span title={formatMessage({ id: 'EventLog_LossPending' })}>≈ {text}</span> : text;
}

function LostPowerCell({ event: { lostEnergyKwh, durationMs } }: CellProps) {
  const { locale } = useIntl();
  return decimalText(lostEnergyKwh === null || durationMs === 0 ? null : (lostEnergyKwh / durationMs) * 3_600, { digits: 3, locale });
}

function RevenueCell({ event }: CellProps) {
  const { locale } = useIntl();
  return moneyText(event.revenueLoss, locale);
}

function AcknowledgedCell({ event }: CellProps) {
  const { formatMessage } = useIntl();
  return event.acknowledged ? (
    <IconCheck size={14} aria-label={formatMessage({ id: 'EventLog_AcknowledgedBy' }, { by: event.acknowledged.by })} />
  ) : (
    <span className={classes.dot} role="img" aria-label={formatMessage({ id: 'EventLog_NotAcknowledged' })} />
  );
}

function EnergyTypeCell({ event }: CellProps) {
  const { formatMessage } = useIntl();
  return formatMessage({ id: `EnergyType_${event.energyType}` });
}

function OriginCell({ event }: CellProps) {
  const { formatMessage } = useIntl();
  return formatMessage({ id: `EventDetails_Origin_${event.origin}` });
}

function ResetCell({ event }: CellProps) {
  const { formatMessage } = useIntl();
  return event.resetState === null ? '' : formatMessage({ id: `EventLog_Reset_${event.resetState}` });
}
