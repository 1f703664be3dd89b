import type { Event } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationPhrase } from '../../shared/events/event-text.ts';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import type { SiteNow } from './fleet-now.ts';
import { costText, megawatts, OPEN_EVENTS } from './fleet-words.ts';
import classes from './home.module.css';
import { openEventsQuery } from './home.queries.ts';

const SHOWN = 8;
const HOUR_MS = 3_600_000;

/** Open events that cost energy, the dearest first. */
export default function OpenEvents({ sites, nowMs }: { sites: readonly SiteNow[]; nowMs: number }) {
  const { formatMessage } = useIntl();
  const { data, error, refetch } = useQuery(openEventsQuery(sites.map(({ site }) => site.siteId)));
  useSiteChanges((changes) => {
    if (changes.some(({ what }) => what === 'events')) void refetch();
  });
  const losing = (data?.items ?? []).filter((event) => lostKw(event) > 0).sort((a, b) => lostKw(b) - lostKw(a));
  const currencies = new Map<SiteId, string | undefined>(sites.map(({ site, cost }) => [site.siteId, cost?.currency]));
  return (
    <section className={classes.widget} aria-labelledby="open-events">
      <header className={classes.widgetHead}>
        <h2 id="open-events">{formatMessage({ id: 'Home_OpenEvents' })}</h2>
        <span className={classes.quiet}>{formatMessage({ id: 'Home_OpenEvents_Order' })}</span>
        <Link to="/event-log" search={{ q: OPEN_EVENTS }} className={classes.headLink}>
          {formatMessage({ id: 'Route_event-log' })}
        </Link>
      </header>
      {error && !data && <ErrorState error={error} title="Common_Error_Query_Title" onRetry={() => void refetch()} />}
      {data && losing.length === 0 && <p className={classes.none}>{formatMessage({ id: 'Home_OpenEvents_None' })}</p>}
      <ul className={classes.events}>
        {losing.slice(0, SHOWN).map((event) => (
          <OpenEvent key={event.eventId} event={event} currency={currencies.get(event.siteId)} nowMs={nowMs} />
        ))}
      </ul>
    </section>
  );
}

function OpenEvent({ event, currency, nowMs }: { event: Event; currency: string | undefined; nowMs: number }) {
  const { formatMessage, locale } = useIntl();
  const words = useEventWords();
  const noValueText = useNoValueText();
  const { eventId, type, siteName, deviceName, startMs, revenueLoss, acknowledged } = event;
  const perHour = revenueLoss === null || currency === undefined ? null : { perHour: revenueLoss / hoursOf(event), currency };
  return (
    <li className={classes.event}>
      <span title={words.type(type)}>
        <EventMark type={type} />
        <span className={classes.unseen}>{words.type(type)}</span>
      </span>
      <Link to="/event-log/$eventId" params={{ eventId }} className={classes.eventName}>
        <b>{siteName}</b> {deviceName} <span className={classes.quiet}>{words.title(event)}</span>
      </Link>
      <span className={classes.eventFigure}>{durationPhrase(Math.max(0, nowMs - startMs), locale)}</span>
      <span className={classes.eventFigure}>{`${megawatts(lostKw(event), locale)}\u2009MW`}</span>
      <b className={classes.eventFigure}>
        {perHour === null ? (
          <ReasonedValue reason={noValueText([revenueLoss === null ? 'noPrice' : 'noCurrency'])} />
        ) : (
          formatMessage({ id: 'Home_PerHour' }, { cost: costText(perHour, locale) })
        )}
      </b>
      {acknowledged === null && (
        <span className={classes.news} title={formatMessage({ id: 'Home_NotAcknowledged' })}>
          <span className={classes.unseen}>{formatMessage({ id: 'Home_NotAcknowledged' })}</span>
        </span>
      )}
    </li>
  );
}

/** Mean power that the event keeps from the grid. [kW] */
function lostKw(event: Event): number {
  return event.lostEnergyKwh === null ? 0 : event.lostEnergyKwh / hoursOf(event);
}

/** An open event lasts up to the last computation, which may be the one that found it. */
function hoursOf({ durationMs }: Event): number {
  return Math.max(durationMs, 60_000) / HOUR_MS;
}
