import { ActionIcon } from '@mantine/core';
import type { EventDetails } from '@solvane/contract/events';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../shared/events/event-text.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import prose from './prose.module.css';
import { RawEndForm } from './raw-end-form.tsx';
import classes from './records.module.css';

type RawEvent = EventDetails['rawEvents'][number];

/** Reports of controllers and detectors that the event is made of; the end of a report can be corrected, and what was reported is kept. */
export function RawEventsTab({ details: { event, rawEvents } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const [edited, setEdited] = useState<string | null>(null);
  const columns = useRawColumns({
    timezone: event.timezone,
    isNamed: new Set(rawEvents.map(({ segmentId }) => segmentId)).size > 1,
    onEdit: event.can.edit ? (rawEventId) => setEdited(edited === rawEventId ? null : rawEventId) : undefined,
  });
  if (rawEvents.length === 0) return <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_Raw_None' })}</p>;
  return (
    <ScreenTable
      label={formatMessage({ id: 'EventDetails_Tab_raw' })}
      isBare
      rowHeight={28}
      rows={rawEvents}
      columns={columns}
      getRowId={({ rawEventId }) => rawEventId}
      detailsOf={(raw) => edited === raw.rawEventId && <RawEndForm event={event} raw={raw} onClose={() => setEdited(null)} />}
    />
  );
}

interface RawColumnsOptions {
  timezone: string;
  isNamed: boolean;
  /** undefined: this user may not. */
  onEdit: ((rawEventId: string) => void) | undefined;
}

function useRawColumns({ timezone, isNamed, onEdit }: RawColumnsOptions): DataColumn<RawEvent>[] {
  const { formatMessage, locale } = useIntl();
  const time = useEventTime(timezone);
  return [
    {
      id: 'start',
      header: formatMessage({ id: 'EventDetails_Start' }),
      value: ({ startMs }) => startMs,
      cell: ({ startMs }) => time(startMs),
      isRowHeader: true,
      canGrow: false,
      width: 128,
      card: 'subtitle',
    },
    {
      id: 'end',
      header: formatMessage({ id: 'EventDetails_End' }),
      cell: (raw) => <RawEnd raw={raw} time={time} onEdit={onEdit} />,
      width: 160,
      wraps: true,
      card: 'meta',
    },
    {
      id: 'duration',
      header: formatMessage({ id: 'EventLog_Column_Duration' }),
      value: ({ startMs, endMs }) => (endMs === null ? null : endMs - startMs),
      cell: ({ startMs, endMs }) => (endMs === null ? '' : durationText(endMs - startMs, locale)),
      align: 'end',
      width: 80,
      card: 'value',
    },
    {
      id: 'code',
      header: formatMessage({ id: 'EventDetails_Code' }),
      value: ({ code }) => code,
      cell: (raw) => <RawCode raw={raw} isNamed={isNamed} />,
      width: 120,
      canGrow: true,
      wraps: true,
      card: 'title',
    },
    {
      id: 'source',
      header: formatMessage({ id: 'EventDetails_Source' }),
      value: ({ source }) => formatMessage({ id: `EventDetails_Source_${source}` }),
      width: 88,
    },
  ];
}

interface RawEndProps extends Pick<RawColumnsOptions, 'onEdit'> {
  raw: RawEvent;
  time: (ms: number) => string;
}

function RawEnd({ raw, time, onEdit }: RawEndProps) {
  const { formatMessage } = useIntl();
  const end = (endMs: number | null) => (endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(endMs));
  return (
    <>
      <span className={classes.rawEnd}>
        {end(raw.endMs)}
        {onEdit && (
          <ActionIcon
            size="sm"
            aria-label={formatMessage({ id: 'EventDetails_RawEnd_Edit' }, { code: raw.code, start: time(raw.startMs) })}
            onClick={() => onEdit(raw.rawEventId)}
          >
            <IconPencil size={14} />
          </ActionIcon>
        )}
      </span>
      {raw.reportedEndMs !== undefined && (
        <span className={classes.reported}>{formatMessage({ id: 'EventDetails_RawEnd_Reported' }, { end: end(raw.reportedEndMs) })}</span>
      )}
    </>
  );
}

function RawCode({ raw: { code, message, deviceName }, isNamed }: { raw: RawEvent; isNamed: boolean }) {
  const words = useEventLabels();
  const meaning = message === '' ? (words.code(code) === code ? '' : words.code(code)) : message;
  return (
    <>
      <b>{code}</b> {[meaning, isNamed ? deviceName : ''].filter(Boolean).join(' · ')}
    </>
  );
}
