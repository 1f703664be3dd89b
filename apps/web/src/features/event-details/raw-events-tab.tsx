import { ActionIcon } from '@mantine/core';
import type { EventDetails } from '@solvane/contract/events';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import prose from './prose.module.css';
import { RawEndForm } from './raw-end-form.tsx';
import classes from './records.module.css';

type RawEvent = EventDetails['rawEvents'][number];

/** Reports of controllers and detectors that the event is made of; the end of a report can be corrected, and what was reported is kept. */
export function RawEventsTab({ details: { event, rawEvents } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const [edited, setEdited] = useState<string | null>(null);
  if (rawEvents.length === 0) return <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_Raw_None' })}</p>;
  const isOneDevice = new Set(rawEvents.map(({ segmentId }) => segmentId)).size < 2;
  return (
    <table className={`${classes.table} ${classes.reports}`}>
      <thead>
        <tr>
          <th scope="col">{formatMessage({ id: 'EventDetails_Start' })}</th>
          <th scope="col">{formatMessage({ id: 'EventDetails_End' })}</th>
          <th scope="col" className={classes.number}>
            {formatMessage({ id: 'EventLog_Column_Duration' })}
          </th>
          <th scope="col">{formatMessage({ id: 'EventDetails_Code' })}</th>
          <th scope="col">{formatMessage({ id: 'EventDetails_Source' })}</th>
        </tr>
      </thead>
      <tbody>
        {rawEvents.map((raw) => (
          <RawRow
            key={raw.rawEventId}
            raw={raw}
            timezone={event.timezone}
            isNamed={!isOneDevice}
            onEdit={event.can.edit ? () => setEdited(edited === raw.rawEventId ? null : raw.rawEventId) : undefined}
          >
            {edited === raw.rawEventId && (
              <tr>
                <td colSpan={5} className={classes.editing}>
                  <RawEndForm event={event} raw={raw} onClose={() => setEdited(null)} />
                </td>
              </tr>
            )}
          </RawRow>
        ))}
      </tbody>
    </table>
  );
}

interface RawRowProps {
  raw: RawEvent;
  timezone: string;
  isNamed: boolean;
  /** undefined: this user may not. */
  onEdit: (() => void) | undefined;
  children: ReactNode;
}

function RawRow({ raw, timezone, isNamed, onEdit, children }: RawRowProps) {
  const { formatMessage, locale } = useIntl();
  const words = useEventWords();
  const time = useEventTime(timezone);
  const end = (endMs: number | null) => (endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(endMs));
  const meaning = raw.message === '' ? (words.code(raw.code) === raw.code ? '' : words.code(raw.code)) : raw.message;
  return (
    <>
      <tr>
        <td className={classes.start}>{time(raw.startMs)}</td>
        <td className={classes.end}>
          <span className={classes.rawEnd}>
            {end(raw.endMs)}
            {onEdit && (
              <ActionIcon
                size="sm"
                aria-label={formatMessage({ id: 'EventDetails_RawEnd_Edit' }, { code: raw.code, start: time(raw.startMs) })}
                onClick={onEdit}
              >
                <IconPencil size={14} />
              </ActionIcon>
            )}
          </span>
          {raw.reportedEndMs !== undefined && (
            <span className={classes.reported}>
              {formatMessage({ id: 'EventDetails_RawEnd_Reported' }, { end: end(raw.reportedEndMs) })}
            </span>
          )}
        </td>
        <td className={classes.number}>{raw.endMs === null ? '' : durationText(raw.endMs - raw.startMs, locale)}</td>
        <td className={classes.meaning}>
          <b>{raw.code}</b> {[meaning, isNamed ? raw.deviceName : ''].filter(Boolean).join(' · ')}
        </td>
        <td className={classes.source}>{formatMessage({ id: `EventDetails_Source_${raw.source}` })}</td>
      </tr>
      {children}
    </>
  );
}
