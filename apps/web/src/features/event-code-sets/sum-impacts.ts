import type { CodeImpact } from '@solvane/contract/event-codes';

/** @param next - the sites after those of `counted` */
export function sumImpacts(counted: CodeImpact, next: CodeImpact): CodeImpact {
  const types = Map.groupBy([...counted.types, ...next.types], ({ eventType }) => eventType);
  const contracts = new Map([...counted.contracts, ...next.contracts].map((contract) => [contract.id, contract]));
  return {
    ...next,
    events: counted.events + next.events,
    deviceCount: counted.deviceCount + next.deviceCount,
    sinceMs:
      counted.sinceMs !== null && next.sinceMs !== null ? Math.min(counted.sinceMs, next.sinceMs) : (counted.sinceMs ?? next.sinceMs),
    types: [...types.values()].flatMap(([first, second]) => {
      if (!first || !second) return first ? [first] : [];
      return [
        {
          eventType: first.eventType,
          eventsBefore: first.eventsBefore + second.eventsBefore,
          eventsAfter: first.eventsAfter + second.eventsAfter,
          durationBeforeMs: first.durationBeforeMs + second.durationBeforeMs,
          durationAfterMs: first.durationAfterMs + second.durationAfterMs,
        },
      ];
    }),
    sites: [...counted.sites, ...next.sites].sort((a, b) => b.events - a.events),
    contracts: [...contracts.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
