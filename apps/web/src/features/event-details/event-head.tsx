import { ActionIcon, Tooltip } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import type { EventId } from '@solvane/contract/ids';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { namesOf } from '../../shared/events/event-text.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { useEventWalk } from '../../workspace/event-walk.ts';
import classes from './event-details.module.css';

interface EventHeadProps {
  event: Event;
  /** False while a dialog has the keyboard. */
  areKeysOn: boolean;
  onWalk: (eventId: EventId) => void;
}

/** What happened, where, and the way to the events before and after it in the list. */
export function EventHead({ event, areKeysOn, onWalk }: EventHeadProps) {
  const words = useEventLabels();
  return (
    <header className={classes.head}>
      <EventMark type={event.type} />
      <div className={classes.names}>
        <h3 className={classes.title}>{words.title(event)}</h3>
        <p className={classes.sub}>{[...namesOf(event), words.type(event.type)].join(' · ')}</p>
      </div>
      <Walk event={event} areKeysOn={areKeysOn} onWalk={onWalk} />
    </header>
  );
}

function Walk({ event, areKeysOn, onWalk }: EventHeadProps) {
  const { formatMessage } = useIntl();
  const { previous, next, position, total } = useEventWalk(event.eventId);
  useShortcut(areKeysOn && previous ? 'ArrowUp' : undefined, () => previous && onWalk(previous), 'EventDetails_Previous');
  useShortcut(areKeysOn && next ? 'ArrowDown' : undefined, () => next && onWalk(next), 'EventDetails_Next');
  if (position === undefined) return null;
  return (
    <div className={classes.walk}>
      <span>{formatMessage({ id: 'EventDetails_Position' }, { position, total })}</span>
      <WalkButton label={formatMessage({ id: 'EventDetails_Previous' })} target={previous} onWalk={onWalk}>
        <IconChevronUp />
      </WalkButton>
      <WalkButton label={formatMessage({ id: 'EventDetails_Next' })} target={next} onWalk={onWalk}>
        <IconChevronDown />
      </WalkButton>
    </div>
  );
}

function WalkButton({
  label,
  target,
  onWalk,
  children,
}: {
  label: string;
  target: EventId | undefined;
  onWalk: (eventId: EventId) => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={target === undefined} onClick={() => target && onWalk(target)}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
