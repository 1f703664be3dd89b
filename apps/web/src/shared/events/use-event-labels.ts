import type { EventType } from '@solvane/energy/events/event-types';
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
  title: (event: { code: string; category: string }) => string;
}

/** Events in the user's language. */
export function useEventLabels(): EventLabels {
  const { messages, formatMessage } = useIntl();
  return useMemo(() => {
    const word = (key: string, otherwise: string): string =>
      Object.hasOwn(messages, key) ? formatMessage({ id: key as MessageKey }) : otherwise;
    const category = (name: string): string => word(categoryTextKey(name), name);
    const code = (text: string): string => word(`SystemCode_${text}`, text);
    return {
      type: (type) => word(eventTypeTextKey(type), type),
      category,
      code,
      title: (event) => (code(event.code) === event.code ? category(event.category) : code(event.code)),
    };
  }, [messages, formatMessage]);
}
