import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { EventDetails } from './event-details.tsx';

/** An event on a page of its own, for a link. */
export function EventDetailsScreen({ eventId, tab }: { eventId: string; tab?: string | undefined }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const navigate = useNavigate();
  const { data } = useQuery(eventQuery(eventId));
  return (
    <Screen title={data ? words.title(data.event) : formatMessage({ id: 'Route_event-details' })} hideTitle fullBleed>
      <EventDetails
        eventId={eventId}
        tab={tab}
        onWalk={(next, nextTab) =>
          void navigate({ to: '/event-log/$eventId', params: { eventId: next }, search: (before) => ({ ...before, tab: nextTab }) })
        }
      />
    </Screen>
  );
}
