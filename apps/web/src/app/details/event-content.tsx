import { EventDetails } from '../../features/event-details/event-details.tsx';
import type { DetailsContentProps } from './details-content.ts';
import classes from './event-content.module.css';

export function EventContent({ content: { eventId = '', tab }, headSlot }: DetailsContentProps) {
  return (
    <div className={classes.flush}>
      <EventDetails key={eventId} eventId={eventId} tab={tab} headSlot={headSlot} />
    </div>
  );
}
