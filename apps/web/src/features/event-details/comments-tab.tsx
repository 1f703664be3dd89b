import type { EventDetails } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import { peopleQuery } from '../../shared/events/actions/event-choices.queries.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { CommentForm } from './comment-form.tsx';
import { splitMentions } from './mentions.ts';
import prose from './prose.module.css';
import classes from './writing.module.css';

interface CommentsTabProps {
  details: EventDetails;
  /** The user chose to write: the field has the focus. */
  isWriting: boolean;
}

/** Comments on the event, and a field for another one. */
export function CommentsTab({ details: { event, comments }, isWriting }: CommentsTabProps) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const people = useQuery(peopleQuery(event.eventId));
  const names = people.data?.items.map(({ name }) => name) ?? [];
  return (
    <>
      {comments.length === 0 && <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_Comments_None' })}</p>}
      {comments.length > 0 && (
        <ul className={classes.comments}>
          {comments.map(({ commentId, author, atMs, text }) => (
            <li key={commentId}>
              <p>
                <b>{author}</b> <span className={prose.quiet}>{time(atMs)}</span>
              </p>
              <p className={prose.text}>
                {splitMentions(text, names).map(({ text: part, isMention }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
                  <Fragment key={index}>{isMention ? <b className={classes.mention}>{part}</b> : part}</Fragment>
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
      {event.can.comment && <CommentForm event={event} people={people.data?.items ?? []} isWriting={isWriting} />}
    </>
  );
}
