import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { EventListProps } from './event-list-table.ts';

/** The order, and where all events are. */
export function EventListHead({ settings: { which } }: EventListProps) {
  const { formatMessage } = useIntl();
  const isOpen = which === 'open';
  return (
    <>
      <span className={widgetClasses.quiet}>{formatMessage({ id: isOpen ? 'Home_OpenEvents_Order' : 'EventList_Whole' })}</span>
      <Link to="/event-log" search={isOpen ? { q: OPEN_EVENTS } : {}} className={widgetClasses.headLink}>
        {formatMessage({ id: 'Route_event-log' })}
      </Link>
    </>
  );
}
