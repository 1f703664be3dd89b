import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';

export function EventListHead() {
  const { formatMessage } = useIntl();
  return (
    <>
      <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_OpenEvents_Order' })}</span>
      <Link to="/event-log" search={{ q: OPEN_EVENTS }} className={widgetClasses.headLink}>
        {formatMessage({ id: 'Route_event-log' })}
      </Link>
    </>
  );
}
