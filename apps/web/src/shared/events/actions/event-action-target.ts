import type { RequestOf } from '@solvane/contract/endpoint';
import type { eventBulkEndpoints, SeenEvent } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';

/** Events of the log as the bulk commands take them: by their ids, or a filter with exceptions. */
export type BulkSelection = RequestOf<typeof eventBulkEndpoints.start>['body']['selection'];

/** What an action is about: events that are loaded, or a selection that may hold many more. */
export type EventActionTarget = { events: readonly Event[]; selection?: undefined } | { events?: undefined; selection: BulkSelection };

export type EventActionDialogProps = EventActionTarget & {
  open: boolean;
  onClose: () => void;
  /** The server has taken it. */
  onDone?: (() => void) | undefined;
};

/** As many as one command takes at once; more are a job. */
const MOST_AT_ONCE = 200;

/** The events themselves where one command can take them; else the selection for a job. */
export function toBulk({ events, selection }: EventActionTarget): BulkSelection | undefined {
  if (selection) return selection;
  return events.length > MOST_AT_ONCE ? { eventIds: events.map(({ eventId }) => eventId) } : undefined;
}

export function toSelection({ events, selection }: EventActionTarget): BulkSelection {
  return selection ?? { eventIds: events.map(({ eventId }) => eventId) };
}

export function toSeen(events: readonly Event[]): SeenEvent[] {
  return events.map(({ eventId, version }) => ({ eventId, version }));
}
