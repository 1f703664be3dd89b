import type { Event } from '@solvane/contract/events';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationPhrase } from '../../shared/events/event-text.ts';
import { PartialValue } from '../../shared/events/partial-value.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { costText, megawatts } from '../../shared/fleet/fleet-text.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './event-list.module.css';
import { type EventListProps, hoursOf, losingEvents, lostKw } from './event-list-table.ts';

/** Open events with losses, the largest first. */
export default function EventListView(props: EventListProps) {
  const { page, data } = props;
  const { formatMessage } = useIntl();
  const losing = losingEvents(props);
  if (losing.length === 0)
    return (
      <p className={widgetClasses.none}>
        {formatMessage({ id: props.settings.which === 'open' ? 'Home_OpenEvents_None' : 'Widget_NoEvents' })}
      </p>
    );
  const currencies = new Map(data.status?.items.map(({ siteId, currency }) => [siteId, currency ?? undefined]));
  return (
    <ul className={classes.events}>
      {losing.map((event) => (
        <OpenEvent key={event.eventId} event={event} currency={currencies.get(event.siteId)} nowMs={data.status?.nowMs ?? page.nowMs} />
      ))}
    </ul>
  );
}

function OpenEvent({ event, currency, nowMs }: { event: Event; currency: string | undefined; nowMs: number }) {
  const { formatMessage, locale } = useIntl();
  const words = useEventLabels();
  const noValueText = useNoValueText();
  const { eventId, type, siteName, deviceName, startMs, revenueLoss, unpricedDays, acknowledged } = event;
  const cost =
    revenueLoss !== null && currency !== undefined
      ? formatMessage({ id: 'Home_PerHour' }, { cost: costText({ perHour: revenueLoss / hoursOf(event), currency }, locale) })
      : undefined;
  const lacks = unpricedDays > 0 ? formatMessage({ id: 'EventLosses_Unpriced_Help' }) : '';
  return (
    <li className={classes.event}>
      <span title={words.type(type)}>
        <EventMark type={type} />
        <span className={widgetClasses.unseen}>{words.type(type)}</span>
      </span>
      <Link to="/event-log/$eventId" params={{ eventId }} className={classes.eventName}>
        <b>{siteName}</b> {deviceName !== siteName && deviceName} <span className={widgetClasses.quiet}>{words.title(event)}</span>
      </Link>
      <span className={classes.eventFigure}>{durationPhrase(Math.max(0, nowMs - startMs), locale)}</span>
      <span className={classes.eventFigure}>{`${megawatts(lostKw(event), locale)}\u2009MW`}</span>
      <b className={classes.eventFigure}>
        {cost === undefined ? (
          <ReasonedValue reason={noValueText([revenueLoss === null ? 'noPrice' : 'noCurrency'])} />
        ) : (
          <PartialValue text={cost} reason={lacks} isPartial={unpricedDays > 0} />
        )}
      </b>
      {acknowledged === null && (
        <span className={classes.unacknowledged} title={formatMessage({ id: 'Home_NotAcknowledged' })}>
          <span className={widgetClasses.unseen}>{formatMessage({ id: 'Home_NotAcknowledged' })}</span>
        </span>
      )}
    </li>
  );
}
