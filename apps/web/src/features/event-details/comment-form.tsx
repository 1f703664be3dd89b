import { Button, Textarea } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import type { UserId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { mentionedIn, openMention, type Person, peopleLike, withMention } from './mentions.ts';
import prose from './prose.module.css';
import classes from './writing.module.css';

interface CommentFormProps {
  event: Event;
  people: readonly Person<UserId>[];
  isWriting: boolean;
}

const MOST_OFFERED = 6;
/** From here on the count is shown. */
const COUNTED_FROM = LIMITS.commentLength - 200;

/** A comment; an @ mentions a user, who is notified. The text stays until the server has it. */
export function CommentForm({ event, people, isWriting }: CommentFormProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const comment = useMutation({
    mutationFn: (text: string) =>
      call(eventCommandEndpoints.comment, {
        body: { eventId: event.eventId, text, mentionedUserIds: mentionedIn(text, people) },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { isShownInPlace: true },
  });
  const length = text.trim().length;
  const isTooLong = length > LIMITS.commentLength;
  const open = caret === null ? undefined : openMention(text, caret);
  const offered = open ? peopleLike(people, open.written).slice(0, MOST_OFFERED) : [];
  const active = Math.min(chosen, offered.length - 1);
  const send = (): void => {
    if (length === 0 || isTooLong || comment.isPending) return;
    // What is written while the server answers is the next comment.
    comment.mutate(text.trim(), { onSuccess: () => setText((now) => (now.startsWith(text) ? now.slice(text.length) : now)) });
  };
  const name = (person: Person): void => {
    if (!open) return;
    const next = withMention(text, open, person.name);
    // The caret can only be placed once the text is in the field, and before the next key.
    flushSync(() => {
      setText(next.text);
      setCaret(null);
    });
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (pressed: KeyboardEvent): void => {
    const person = offered[active];
    if (isSend(pressed)) send();
    else if (!person) return;
    else if (pressed.key === 'ArrowDown') setChosen((active + 1) % offered.length);
    else if (pressed.key === 'ArrowUp') setChosen((active - 1 + offered.length) % offered.length);
    else if (pressed.key === 'Enter' || pressed.key === 'Tab') name(person);
    else if (pressed.key === 'Escape') setCaret(null);
    else return;
    pressed.preventDefault();
    pressed.stopPropagation();
  };
  return (
    <form
      className={classes.writing}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        rows={3}
        autoFocus={isWriting}
        label={formatMessage({ id: 'EventLog_Comment_Label' })}
        description={formatMessage({ id: 'EventDetails_Comment_Help' })}
        value={text}
        error={isTooLong && formatMessage({ id: 'EventLog_Comment_TooLong' }, { maxLength: LIMITS.commentLength })}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setCaret(currentTarget.selectionStart);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={formatMessage({ id: 'EventDetails_Mention' })}
        className={classes.people}
        hidden={offered.length === 0}
      >
        {offered.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
          <div
            key={person.userId}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(pressed) => pressed.preventDefault()}
            onClick={() => name(person)}
          >
            {person.name}
          </div>
        ))}
      </div>
      <EventActionProblem error={comment.error} failed="EventLog_Comment_Failed" zone={event.timezone} />
      <div className={prose.send}>
        {length > COUNTED_FROM && (
          <span className={classes.count} data-over={isTooLong || undefined}>
            {formatMessage({ id: 'EventDetails_Comment_Length' }, { length, maxLength: LIMITS.commentLength })}
          </span>
        )}
        <Button type="submit" loading={comment.isPending} disabled={length === 0 || isTooLong}>
          {formatMessage({ id: 'EventLog_Comment' })}
        </Button>
      </div>
    </form>
  );
}

function isSend({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
