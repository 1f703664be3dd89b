import { AppError, type Issue } from '@solvane/contract/errors';
import { type BulkAction, eventBulkEndpoints, type SeenEvent } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { type EventId, eventIdSchema } from '@solvane/contract/ids';
import type { MessageKey } from '@solvane/i18n/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { eventKeys } from '../event.queries.ts';
import { type BulkSelection, toSeen } from './event-action-target.ts';

/** An event that is no longer what the person was looking at. */
export interface ChangedEvent {
  before: Event;
  /** undefined: it is gone. */
  now: Event | undefined;
  /** Who or what changed it. */
  issue: Issue;
}

/**
 * One action on events that are loaded. When another user was faster it looks up what the events are now: the same action done again is meant for those, and
 * nothing that was typed is lost.
 */
export function useEventCommand<Body, Answer>({
  events,
  run,
  doneMessage,
}: {
  events: readonly Event[];
  run: (body: Body, seen: SeenEvent[]) => Promise<Answer>;
  doneMessage?: MessageKey;
}) {
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<ReadonlyMap<EventId, ChangedEvent>>(new Map());
  const current = events.flatMap((event) => {
    const change = changes.get(event.eventId);
    if (!change || (change.now && change.now.version < event.version)) return [event];
    return change.now ? [change.now] : [];
  });
  const mutation = useMutation({
    mutationFn: (body: Body) => run(body, toSeen(current)),
    onError: async (error) => {
      const found = await Promise.all(issuesOf(error).map((issue) => lookUp(events, issue)));
      const known = found.filter((change) => change !== undefined);
      if (known.length > 0)
        setChanges((before) => new Map([...before, ...known.map((change) => [change.before.eventId, change] as const)]));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { isShownInPlace: true, ...(doneMessage && { doneMessage }) },
  });
  const isStale = mutation.error instanceof AppError && mutation.error.code === 'events.changed';
  return { ...mutation, current, changes: isStale ? [...changes.values()] : [], isStale };
}

/** Starts the job for a selection; the bell shows how far it is, a notice tells its end. */
export function useBulkCommand() {
  return useMutation({
    mutationFn: (order: { action: BulkAction; selection: BulkSelection; reason: string }) =>
      call(eventBulkEndpoints.start, { body: order }),
    meta: { isShownInPlace: true, doneMessage: 'EventAction_Bulk_Started' },
  });
}

function issuesOf(error: unknown): readonly Issue[] {
  return error instanceof AppError && error.code === 'events.changed' ? error.issues : [];
}

async function lookUp(events: readonly Event[], issue: Issue): Promise<ChangedEvent | undefined> {
  const eventId = eventIdSchema.safeParse(issue.path[1]).data;
  const before = events.find((event) => event.eventId === eventId);
  if (!before) return undefined;
  try {
    const { event } = await call(eventEndpoints.get, { query: { eventId: before.eventId } });
    return { before, now: event, issue };
  } catch (error) {
    if (error instanceof AppError && error.code === 'events.notFound') return { before, now: undefined, issue };
    throw error;
  }
}
