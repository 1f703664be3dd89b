import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { costText, OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { costsPerHour, type EventListProps } from './event-list-table.ts';

/** How many events there are and what they cost, what was not understood of the query, and where all events are. */
export function EventListHead(props: EventListProps) {
  const { settings, data } = props;
  const { formatMessage, locale } = useIntl();
  const serverText = useServerText();
  const isOpen = settings.which === 'open';
  const [issue] = data.events.issues;
  const costs = isOpen ? costsPerHour(props).map((cost) => formatMessage({ id: 'Home_PerHour' }, { cost: costText(cost, locale) })) : [];
  const count = data.totals && formatMessage({ id: isOpen ? 'EventList_Open' : 'EventList_Count' }, { count: data.totals.count });
  const notes = [...(count === undefined ? [] : [count]), ...costs];
  const query = [isOpen ? OPEN_EVENTS : '', settings.query.trim()].filter((part) => part !== '').join(' ');
  return (
    <>
      {issue ? (
        <span className={widgetClasses.problem} role="alert">
          {serverText(issue.message, issue.values)}
        </span>
      ) : (
        <span className={widgetClasses.quiet} title={formatMessage({ id: isOpen ? 'Home_OpenEvents_Order' : 'EventList_Whole' })}>
          {notes.length > 0 ? notes.join(', ') : formatMessage({ id: isOpen ? 'Home_OpenEvents_Order' : 'EventList_Whole' })}
        </span>
      )}
      <Link to="/event-log" search={{ ...(query !== '' && { q: query }), types: settings.types }} className={widgetClasses.headLink}>
        {formatMessage({ id: 'Route_event-log' })}
      </Link>
    </>
  );
}
