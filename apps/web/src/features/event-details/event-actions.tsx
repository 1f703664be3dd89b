import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { IconArrowsJoin, IconDots, IconRefresh, IconTag } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import type { DeedName } from './event-deeds.tsx';
import classes from './event-details.module.css';
import type { Acknowledging } from './use-acknowledge-event.ts';
import { useRemoteReset } from './use-remote-reset.ts';

interface EventActionsProps {
  event: Event;
  acknowledging: Acknowledging;
  onDeed: (deed: DeedName) => void;
}

/** What this user may do to this event: what matters most stands first. */
export function EventActions({ event, acknowledging, onDeed }: EventActionsProps) {
  const { formatMessage } = useIntl();
  const { can } = event;
  const isAcknowledged = event.acknowledged !== null;
  return (
    <>
      <div className={classes.actions}>
        {can.acknowledge && (
          <Button variant={isAcknowledged ? 'default' : 'filled'} loading={acknowledging.isPending} onClick={acknowledging.toggle}>
            {formatMessage({ id: isAcknowledged ? 'EventDetails_Unacknowledge' : 'EventDetails_Acknowledge' })}
          </Button>
        )}
        {can.categorize && (
          <Button variant="default" onClick={() => onDeed('categorize')}>
            {formatMessage({ id: 'EventDetails_Categorize' })}
          </Button>
        )}
        {can.edit && (
          <Button variant="default" onClick={() => onDeed('split')}>
            {formatMessage({ id: 'EventDetails_Split' })}
          </Button>
        )}
        <ResetButton event={event} />
        {(can.edit || can.merge) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" aria-label={formatMessage({ id: 'Common_More' })}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.edit && (
                <Menu.Item leftSection={<IconTag size={16} />} onClick={() => onDeed('assignCode')}>
                  {formatMessage({ id: 'EventDetails_AssignCode' })}
                </Menu.Item>
              )}
              {can.merge && (
                <Menu.Item leftSection={<IconArrowsJoin size={16} />} onClick={() => onDeed('merge')}>
                  {formatMessage({ id: 'EventDetails_Merge' })}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {event.isSettled && (
        <p className={classes.settled}>{formatMessage({ id: can.edit ? 'EventDetails_Settled_Correct' : 'EventDeed_Settled' })}</p>
      )}
    </>
  );
}

function ResetButton({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { isOffered, reset } = useRemoteReset(event);
  if (!isOffered) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh />}
      loading={reset.isPending}
      disabled={event.resetState === 'pending'}
      onClick={() => reset.mutate()}
    >
      {formatMessage({ id: event.resetState === 'pending' ? 'EventDetails_Reset_Pending' : 'EventDetails_Reset' })}
    </Button>
  );
}
