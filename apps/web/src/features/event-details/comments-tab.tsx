import { Button, Textarea } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { EventDetails } from '@solvane/contract/events';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import classes from './event-details.module.css';
import { useEventCommand } from './use-event-command.ts';

export function CommentsTab({ details: { event, comments } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const [text, setText] = useState('');
  const comment = useEventCommand(
    (said: string) => call(eventCommandEndpoints.comment, { body: { eventId: event.eventId, text: said } }),
    'EventLog_Comment_Failed',
  );
  const isTooLong = text.trim().length > LIMITS.commentLength;
  return (
    <>
      {comments.length === 0 && <p className={classes.quiet}>{formatMessage({ id: 'EventDetails_Comments_None' })}</p>}
      <ul className={classes.comments}>
        {comments.map(({ commentId, author, atMs, text: said }) => (
          <li key={commentId}>
            <p>
              <b>{author}</b> <span className={classes.quiet}>{time(atMs)}</span>
            </p>
            <p className={classes.said}>{said}</p>
          </li>
        ))}
      </ul>
      {event.can.comment && (
        <form
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (text.trim() !== '' && !isTooLong) comment.mutate(text.trim(), { onSuccess: () => setText('') });
          }}
        >
          <Textarea
            rows={3}
            label={formatMessage({ id: 'EventLog_Comment_Label' })}
            value={text}
            error={isTooLong && formatMessage({ id: 'EventLog_Comment_TooLong' }, { maxLength: LIMITS.commentLength })}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div className={classes.send}>
            <Button type="submit" loading={comment.isPending} disabled={text.trim() === '' || isTooLong}>
              {formatMessage({ id: 'EventLog_Comment' })}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
