import type { EventType } from '@solvane/energy/events/event-types';
import { eventTypeTextKey } from '@solvane/energy/events/text-keys';
import type { MessageKey } from '@solvane/i18n/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** The word of a type alone: the words of all events come later than the first screen. */
export function useTypeName(): (type: EventType) => string {
  const { formatMessage } = useIntl();
  return useCallback((type) => formatMessage({ id: eventTypeTextKey(type) as MessageKey }), [formatMessage]);
}
