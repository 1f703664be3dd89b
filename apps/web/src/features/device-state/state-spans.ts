import type { Event } from '@solvane/contract/events';
import { type DeviceState, stateOfEvent } from '@solvane/energy/events/device-state';
import type { Period } from '@solvane/energy/time/local-day';

export interface StateSpan extends Period {
  state: DeviceState;
  isOpen: boolean;
}

/** Periods in which events decided on the state of a device, within a period, oldest first. */
export function stateSpans(events: readonly Pick<Event, 'type' | 'startMs' | 'endMs'>[], { startMs, endMs }: Period): StateSpan[] {
  return events
    .flatMap((event) => {
      const state = stateOfEvent(event.type);
      const span = { startMs: Math.max(startMs, event.startMs), endMs: Math.min(endMs, event.endMs ?? endMs) };
      return state && span.startMs < span.endMs ? [{ ...span, state, isOpen: event.endMs === null }] : [];
    })
    .sort((a, b) => a.startMs - b.startMs);
}

/** How long a device was in none of them, as a share of the period, and how long it was stopped. [ms] */
export function stateShares(spans: readonly StateSpan[], { startMs, endMs }: Period): { undisturbed: number; stoppedMs: number } {
  const length = (list: readonly StateSpan[]) => list.reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  return { undisturbed: 1 - length(spans) / (endMs - startMs), stoppedMs: length(spans.filter(({ state }) => state === 'Stopped')) };
}
