import type { FindEventType } from '@solvane/contract/event-query';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { useCallback } from 'react';
import { useEventWords } from '../../../shared/events/use-event-words.ts';

/** Event types by the beginning of their names in the user's language. */
export function useFindEventType(): FindEventType {
  const { type } = useEventWords();
  return useCallback((text) => EVENT_TYPES.find((each) => type(each).toLowerCase().startsWith(text.toLowerCase())), [type]);
}
