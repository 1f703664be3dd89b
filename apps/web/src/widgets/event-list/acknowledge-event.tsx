import { ActionIcon, Popover } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { EventChanges } from '../../shared/events/actions/event-changes.tsx';
import { useAcknowledgeEvent } from '../../shared/events/actions/use-acknowledge-event.ts';
import { WIDGET_EVENTS } from '../../shared/widgets/widget-data.queries.ts';

/** Acknowledges the event of a row. Where another user was faster it says who, and what the event is now. */
export default function AcknowledgeEvent({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const acknowledging = useAcknowledgeEvent(event, {
    onDone: () => void queryClient.invalidateQueries({ queryKey: WIDGET_EVENTS }),
  });
  const isRefused = acknowledging.error !== null || acknowledging.changes.length > 0;
  const label = formatMessage({ id: 'EventDetails_Acknowledge' });
  return (
    <Popover opened={isRefused} position="bottom-end" width={340} withRoles={false}>
      <Popover.Target>
        <ActionIcon size="sm" loading={acknowledging.isPending} aria-label={label} title={label} onClick={acknowledging.toggle}>
          <IconCheck size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <EventChanges changes={acknowledging.changes} />
        <EventActionProblem error={acknowledging.error} failed="EventLog_Acknowledge_Failed" zone={event.timezone} />
      </Popover.Dropdown>
    </Popover>
  );
}
