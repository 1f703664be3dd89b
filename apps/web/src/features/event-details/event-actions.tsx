import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import type { MessageKey } from '@solvane/i18n/messages';
import { IconArrowsJoin, IconArrowsSplit, IconCategory, IconDots, IconRefresh, IconTag } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import type { Acknowledging } from '../../shared/events/actions/use-acknowledge-event.ts';
import { useRemoteReset } from '../../shared/events/actions/use-remote-reset.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import type { EventActionName } from './event-action-dialogs.tsx';
import classes from './event-details.module.css';

interface EventActionsProps {
  event: Event;
  acknowledging: Acknowledging;
  onAction: (action: EventActionName) => void;
}

interface EventAction {
  name: EventActionName;
  label: MessageKey;
  needs: 'categorize' | 'edit' | 'merge';
  Icon: typeof IconDots;
  /** A button of its own where there is room. */
  isFirst: boolean;
}

const EVENT_ACTIONS: readonly EventAction[] = [
  { name: 'categorize', label: 'EventDetails_Categorize', needs: 'categorize', Icon: IconCategory, isFirst: true },
  { name: 'split', label: 'EventDetails_Split', needs: 'edit', Icon: IconArrowsSplit, isFirst: true },
  { name: 'assignCode', label: 'EventDetails_AssignCode', needs: 'edit', Icon: IconTag, isFirst: false },
  { name: 'merge', label: 'EventDetails_Merge', needs: 'merge', Icon: IconArrowsJoin, isFirst: false },
];

/** What this user may do to this event: what matters most stands first. */
export function EventActions({ event, acknowledging, onAction }: EventActionsProps) {
  const { formatMessage } = useIntl();
  const { can } = event;
  const isAcknowledged = event.acknowledged !== null;
  // On a phone they stand in one row under the thumb: what does not fit is one tap further.
  const isPhone = useViewport() === 'phone';
  const inMenu = EVENT_ACTIONS.filter(({ needs, isFirst }) => can[needs] && (isPhone || !isFirst));
  return (
    <>
      <div className={classes.actions}>
        {can.acknowledge && (
          <Button variant={isAcknowledged ? 'default' : 'filled'} loading={acknowledging.isPending} onClick={acknowledging.toggle}>
            {formatMessage({ id: isAcknowledged ? 'EventDetails_Unacknowledge' : 'EventDetails_Acknowledge' })}
          </Button>
        )}
        {EVENT_ACTIONS.filter(({ needs, isFirst }) => can[needs] && isFirst && !isPhone).map(({ name, label }) => (
          <Button key={name} variant="default" onClick={() => onAction(name)}>
            {formatMessage({ id: label })}
          </Button>
        ))}
        <ResetButton event={event} />
        {inMenu.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" aria-label={formatMessage({ id: 'Common_More' })}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {inMenu.map(({ name, label, Icon }) => (
                <Menu.Item key={name} leftSection={<Icon size={16} />} onClick={() => onAction(name)}>
                  {formatMessage({ id: label })}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {event.isSettled && (
        <p className={classes.settled}>{formatMessage({ id: can.edit ? 'EventDetails_Settled_Correct' : 'EventAction_Settled' })}</p>
      )}
    </>
  );
}

function ResetButton({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { isOffered, ask, dialog } = useRemoteReset(event);
  if (!isOffered) return null;
  return (
    <>
      <Button
        className={classes.reset ?? ''}
        variant="default"
        leftSection={<IconRefresh />}
        disabled={event.resetState === 'pending'}
        onClick={ask}
      >
        {formatMessage({ id: event.resetState === 'pending' ? 'EventDetails_Reset_Pending' : 'EventDetails_Reset' })}
      </Button>
      {dialog}
    </>
  );
}
