import type { Event } from '@solvane/contract/events';
import type { EventListColumn } from '@solvane/contract/widgets/event-list';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationPhrase } from '../../shared/events/event-text.ts';
import { PartialValue } from '../../shared/events/partial-value.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { costText, energyText, megawatts } from '../../shared/fleet/fleet-text.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { openDetails, useDetails } from '../../workspace/details.ts';
import classes from './event-list.module.css';
import { type EventListProps, hoursOf, losingEvents, lostKw } from './event-list-table.ts';

// Commands load when the pointer or the keyboard comes to an event that can be acknowledged, not with the first screen.
const AcknowledgeEvent = lazy(() => import('./acknowledge-event.tsx'));

/** After the shape and the name, which takes what is left. */
const FIGURES: readonly EventListColumn[] = ['start', 'duration', 'lostPower', 'lostEnergy', 'cost', 'acknowledge'];
const WIDTHS: Readonly<Partial<Record<EventListColumn, string>>> = {
  ...{ start: '104px', duration: '64px', lostPower: '84px', lostEnergy: '92px', cost: '92px', acknowledge: '24px' },
};

/** Events in their order; a row opens the event beside the page. */
export default function EventListView(props: EventListProps) {
  const { settings, page, data } = props;
  const { formatMessage } = useIntl();
  const opened = useDetails();
  const shown = losingEvents(props);
  if (shown.length === 0)
    return (
      <p className={widgetClasses.none}>{formatMessage({ id: settings.which === 'open' ? 'Home_OpenEvents_None' : 'Widget_NoEvents' })}</p>
    );
  const currencies = new Map(data.status?.items.map(({ siteId, currency }) => [siteId, currency ?? undefined]));
  const columns = new Set(settings.columns);
  const tracks = [
    ...(columns.has('mark') ? ['12px'] : []),
    'minmax(0, 1fr)',
    ...FIGURES.flatMap((name) => (columns.has(name) ? (WIDTHS[name] ?? []) : [])),
  ];
  return (
    <ul className={classes.events}>
      {shown.map((event) => (
        <EventRow
          key={event.eventId}
          event={event}
          columns={columns}
          tracks={tracks.join(' ')}
          isOpen={opened?.kind === 'event' && opened.eventId === event.eventId}
          currency={currencies.get(event.siteId)}
          nowMs={data.status?.nowMs ?? page.nowMs}
        />
      ))}
    </ul>
  );
}

interface EventRowProps {
  event: Event;
  columns: ReadonlySet<EventListColumn>;
  tracks: string;
  /** In the details panel. */
  isOpen: boolean;
  currency: string | undefined;
  nowMs: number;
}

const START = { month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function EventRow({ event, columns, tracks, isOpen, currency, nowMs }: EventRowProps) {
  const { formatDate, locale } = useIntl();
  const words = useEventLabels();
  const noValueText = useNoValueText();
  const [isNear, setNear] = useState(false);
  const { type, startMs, endMs, timezone } = event;
  const come = (): void => setNear(true);
  const noLoss = <ReasonedValue reason={noValueText(['noExpectation'])} />;
  const cells: Readonly<Partial<Record<EventListColumn, ReactNode>>> = {
    mark: (
      <span title={words.type(type)}>
        <EventMark type={type} />
        <span className={widgetClasses.unseen}>{words.type(type)}</span>
      </span>
    ),
    start: <span title={timezone}>{formatDate(startMs, { ...START, timeZone: timezone })}</span>,
    duration: durationPhrase(Math.max(0, (endMs ?? nowMs) - startMs), locale),
    lostPower: event.lostEnergyKwh === null ? noLoss : `${megawatts(lostKw(event), locale)}\u2009MW`,
    lostEnergy: event.lostEnergyKwh === null ? noLoss : energyText(event.lostEnergyKwh, locale),
    cost: <EventCost event={event} currency={currency} />,
    acknowledge: <Acknowledged event={event} isNear={isNear} />,
  };
  const cellOf = (column: EventListColumn) =>
    columns.has(column) && (
      <span key={column} data-column={column} className={column === 'mark' || column === 'acknowledge' ? undefined : classes.eventFigure}>
        {cells[column]}
      </span>
    );
  return (
    <li
      className={classes.event}
      style={{ '--tracks': tracks } as CSSProperties}
      data-open={isOpen || undefined}
      onPointerEnter={come}
      onFocus={come}
    >
      {cellOf('mark')}
      <EventName event={event} columns={columns} />
      {FIGURES.map(cellOf)}
    </li>
  );
}

/** Leads to the event: beside the page, or in a tab of its own as any link. */
function EventName({ event, columns }: Pick<EventRowProps, 'event' | 'columns'>) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { eventId, siteName, deviceName, affectedDeviceCount } = event;
  const open = (click: MouseEvent): void => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    openDetails({ kind: 'event', eventId });
  };
  const hasName = columns.has('site') || columns.has('device');
  const device = affectedDeviceCount > 1 ? formatMessage({ id: 'EventList_Devices' }, { count: affectedDeviceCount }) : deviceName;
  return (
    <Link to="/event-log/$eventId" params={{ eventId }} className={classes.eventName} data-column="name" onClick={open}>
      {columns.has('site') && <b>{siteName}</b>} {columns.has('device') && device !== siteName && device}{' '}
      {(columns.has('category') || !hasName) && <span className={widgetClasses.quiet}>{words.title(event)}</span>}
    </Link>
  );
}

function EventCost({ event, currency }: Pick<EventRowProps, 'event' | 'currency'>) {
  const { formatMessage, locale } = useIntl();
  const noValueText = useNoValueText();
  const { revenueLoss, unpricedDays } = event;
  if (revenueLoss === null || currency === undefined)
    return <ReasonedValue reason={noValueText([revenueLoss === null ? 'noPrice' : 'noCurrency'])} />;
  const cost = formatMessage({ id: 'Home_PerHour' }, { cost: costText({ perHour: revenueLoss / hoursOf(event), currency }, locale) });
  const lacks = unpricedDays > 0 ? formatMessage({ id: 'EventLosses_Unpriced_Help' }) : '';
  return <PartialValue text={cost} reason={lacks} isPartial={unpricedDays > 0} />;
}

/** A dot while no user has acknowledged the event; the command takes its place for those who may. */
function Acknowledged({ event, isNear }: { event: Event; isNear: boolean }) {
  const { formatMessage } = useIntl();
  if (event.acknowledged !== null) return null;
  const label = formatMessage({ id: 'Home_NotAcknowledged' });
  const dot = (
    <span className={classes.unacknowledged} title={label}>
      <span className={widgetClasses.unseen}>{label}</span>
    </span>
  );
  if (!event.can.acknowledge || !isNear) return dot;
  return (
    <Suspense fallback={dot}>
      <AcknowledgeEvent event={event} />
    </Suspense>
  );
}
