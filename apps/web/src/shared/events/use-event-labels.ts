import type { Event } from '@solvane/contract/events';
import type { EventType } from '@solvane/energy/events/event-types';
import { isSystemCode } from '@solvane/energy/events/system-codes';
import { categoryTextKey, eventTypeTextKey } from '@solvane/energy/events/text-keys';
import type { MessageKey } from '@solvane/i18n/messages';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';

export interface EventLabels {
  type: (type: EventType) => string;
  /** Categories that people added keep the name they were given. */
  category: (name: string) => string;
  /** What a code of the system itself means; codes of machines stand for themselves. */
  code: (code: string) => string;
  /** What happened, in one line. */
  title: (event: Pick<Event, 'code' | 'codeText' | 'category'>) => string;
}

/** Events in the user's language. */
export function useEventLabels(): EventLabels {
  const { messages, formatMessage } = useIntl();
  return useMemo(() => eventLabels({ messages, formatMessage }), [messages, formatMessage]);
}

/** The same outside of components. */
export function eventLabels({ messages, formatMessage }: Pick<ReturnType<typeof useIntl>, 'messages' | 'formatMessage'>): EventLabels {
  const text = (key: string, otherwise: string): string =>
    Object.hasOwn(messages, key) ? formatMessage({ id: key as MessageKey }) : otherwise;
  const category = (name: string): string => text(categoryTextKey(name), name);
  // Only those are asked for: looking for any other text waits for the whole catalogue.
  const code = (name: string): string => (isSystemCode(name) ? text(`SystemCode_${name}`, name) : name);
  return {
    type: (type) => text(eventTypeTextKey(type), type),
    category,
    code,
    title: (event) => (code(event.code) === event.code ? event.codeText || category(event.category) : code(event.code)),
  };
}
