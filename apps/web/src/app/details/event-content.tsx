import { EventDetails } from '../../features/event-details/event-details.tsx';
import type { DetailsContentProps } from './details-registry.ts';

export function EventContent({ content: { eventId = '', tab } }: DetailsContentProps) {
  return <EventDetails key={eventId} eventId={eventId} tab={tab} />;
}
