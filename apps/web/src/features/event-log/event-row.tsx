import { Tooltip } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { IconCheck } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationText, lostEnergyText, moneyText } from '../../shared/events/event-text.ts';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import classes from './event-log.module.css';

interface EventRowProps {
  event: Event;
  rowIndex: number;
  isOpen: boolean;
  isCurrent: boolean;
  isSelected: boolean;
  onOpen: () => void;
  onSelect: (isOn: boolean, isRange: boolean) => void;
}

export function EventRow({ event, rowIndex, isOpen, isCurrent, isSelected, onOpen, onSelect }: EventRowProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const words = useEventWords();
  const start = formatDate(event.startMs, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: event.timezone,
  });
  return (
    <tr
      aria-rowindex={rowIndex}
      className={classes.row}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-current={isCurrent || undefined}
    >
      <td className={classes.check}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={formatMessage({ id: 'EventLog_SelectOne' }, { device: event.deviceName, start })}
          // The change says what, the click with which keys.
          onChange={({ currentTarget, nativeEvent }) =>
            onSelect(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <td data-column="type">
        <Tooltip label={words.type(event.type)}>
          <span>
            <EventMark type={event.type} />
            <span className={classes.unseen}>{words.type(event.type)}</span>
          </span>
        </Tooltip>
      </td>
      <td data-column="start">{start}</td>
      <td data-column="device">
        <button type="button" className={classes.open} onClick={onOpen}>
          <b>{event.siteName}</b> {event.deviceName === event.siteName ? formatMessage({ id: 'EventLog_WholeSite' }) : event.deviceName}
          {event.affectedDeviceCount > 1 && (
            <span className={classes.quiet}> {formatMessage({ id: 'EventLog_Devices' }, { count: event.affectedDeviceCount })}</span>
          )}
        </button>
      </td>
      <td data-column="code" title={words.code(event.code)}>
        {event.code}
      </td>
      <td data-column="category" title={words.category(event.category)}>
        {words.category(event.category)}
      </td>
      <td data-column="duration" className={classes.number} data-running={event.endMs === null || undefined}>
        {durationText(event.durationMs, locale)}
      </td>
      <td
        data-column="lostEnergy"
        className={classes.number}
        title={event.isLossPending ? formatMessage({ id: 'EventLog_LossPending' }) : undefined}
      >
        {event.isLossPending ? '≈ ' : ''}
        {lostEnergyText(event.lostEnergyKwh, locale)}
      </td>
      <td data-column="revenueLoss" className={classes.number}>
        {moneyText(event.revenueLoss, locale)}
      </td>
      <td data-column="attention" className={classes.acknowledged}>
        {event.acknowledged ? (
          <IconCheck size={14} aria-label={formatMessage({ id: 'EventLog_AcknowledgedBy' }, { by: event.acknowledged.by })} />
        ) : (
          <span className={classes.dot} role="img" aria-label={formatMessage({ id: 'EventLog_NotAcknowledged' })} />
        )}
      </td>
    </tr>
  );
}
