import { Button } from '@mantine/core';
import { eventCommandEndpoints, type SeenEvent } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { useEventCommand } from './use-event-command.ts';

/** What this user may do to this event. */
export function EventActions({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { acknowledge, unacknowledge } = eventCommandEndpoints;
  const isAcknowledged = event.acknowledged !== null;
  const command = useEventCommand(
    (seen: SeenEvent) => call(isAcknowledged ? unacknowledge : acknowledge, { body: { events: [seen] } }),
    'EventLog_Acknowledge_Failed',
  );
  if (!event.can.acknowledge) return null;
  return (
    <div>
      <Button
        variant={isAcknowledged ? 'default' : 'filled'}
        loading={command.isPending}
        onClick={() => command.mutate({ eventId: event.eventId, version: event.version })}
      >
        {formatMessage({ id: isAcknowledged ? 'EventDetails_Unacknowledge' : 'EventDetails_Acknowledge' })}
      </Button>
    </div>
  );
}
