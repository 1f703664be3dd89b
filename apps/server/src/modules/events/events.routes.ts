import { eventCommandEndpoints, periodLockEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { commentEvent } from './comments.ts';
import { eventHistory, getEvent, similarEvents } from './event-details.ts';
import { searchEvents } from './event-search.ts';
import { eventOverview, totalEvents } from './event-totals.ts';
import {
  acknowledgeEvents,
  assignCode,
  categorizeEvents,
  createEvents,
  mergeEventGroup,
  removeEvents,
  setRawEnd,
  setSegments,
  splitEvents,
  undoDeed,
} from './events.commands.ts';
import type { EventDeps } from './perform-deed.ts';
import { listPeriodLocks, setPeriodLocks } from './period-locks.ts';

export function eventRoutes(app: FastifyInstance, deps: EventDeps): void {
  const { db } = deps;
  mount(app, eventEndpoints.search, ({ caller, body }) => searchEvents(db, caller, body));
  mount(app, eventEndpoints.totals, ({ caller, body }) => totalEvents(db, caller, body.filter));
  mount(app, eventEndpoints.overview, ({ caller, body }) => eventOverview(db, caller, body));
  mount(app, eventEndpoints.get, ({ caller, query }) => getEvent(db, caller, query.eventId));
  mount(app, eventEndpoints.similar, ({ caller, query }) => similarEvents(db, caller, query.eventId));
  mount(app, eventEndpoints.history, async ({ caller, query }) => ({ items: await eventHistory(db, caller, query.eventId) }));
  mount(app, eventCommandEndpoints.acknowledge, ({ caller, body }) => acknowledgeEvents(deps, caller, { ...body, is: true }));
  mount(app, eventCommandEndpoints.unacknowledge, ({ caller, body }) => acknowledgeEvents(deps, caller, { ...body, is: false }));
  mount(app, eventCommandEndpoints.categorize, ({ caller, body }) => categorizeEvents(deps, caller, body));
  mount(app, eventCommandEndpoints.comment, ({ caller, body }) => commentEvent(deps, caller, body));
  mount(app, eventCommandEndpoints.split, ({ caller, body }) => splitEvents(deps, caller, body));
  mount(app, eventCommandEndpoints.setSegments, ({ caller, body }) => setSegments(deps, caller, body));
  mount(app, eventCommandEndpoints.merge, ({ caller, body }) => mergeEventGroup(deps, caller, body));
  mount(app, eventCommandEndpoints.assignCode, ({ caller, body }) => assignCode(deps, caller, body));
  mount(app, eventCommandEndpoints.setRawEnd, ({ caller, body }) => setRawEnd(deps, caller, body));
  mount(app, eventCommandEndpoints.create, ({ caller, body }) => createEvents(deps, caller, body));
  mount(app, eventCommandEndpoints.remove, ({ caller, body }) => removeEvents(deps, caller, body));
  mount(app, eventCommandEndpoints.undo, ({ caller, body }) => undoDeed(deps, caller, body));
  mount(app, periodLockEndpoints.list, async ({ caller }) => ({ items: await listPeriodLocks(db, caller) }));
  mount(app, periodLockEndpoints.set, async ({ caller, body }) => ({ items: await setPeriodLocks(deps, caller, body) }));
}
