import { useState } from 'react';
import type { EventLogSearch } from './event-log-search.ts';

type Change = (search: EventLogSearch) => void;

/** What the address is about to say. It follows a moment later, and what is changed meanwhile is changed on top of the first. */
export function useSearchAtOnce(address: EventLogSearch, onAddress: Change): readonly [EventLogSearch, Change] {
  const [asked, setAsked] = useState({ of: address, search: address });
  return [
    asked.of === address ? asked.search : address,
    (search) => {
      setAsked({ of: address, search });
      onAddress(search);
    },
  ];
}
