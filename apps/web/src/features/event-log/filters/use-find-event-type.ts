import type { FindEventType } from '@solvane/contract/event-query';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { useCallback } from 'react';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';

/** Event types by the beginning of their names in the user's language. */
export function useFindEventType(): FindEventType {
  const { type } = useEventLabels();
  return useCallback((text) => EVENT_TYPES.find((each) => type(each).toLowerCase().startsWith(text.toLowerCase())), [type]);
}
