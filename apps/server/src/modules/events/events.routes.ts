import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import {
  eventBulkEndpoints,
  eventCommandEndpoints,
  eventExportEndpoints,
  eventViewEndpoints,
  periodLockEndpoints,
  workOrderEndpoints,
} from '@solvane/contract/event-commands';
import { eventLossSumEndpoints } from '@solvane/contract/event-loss-sums';
import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventEndpoints } from '@solvane/contract/events';
import { remoteResetEndpoints } from '@solvane/contract/plant-commands';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { listSavedViews, removeView, saveView, setDefaultView } from '../shell/saved-views.ts';
import { bulkOutcome, previewBulk, retryBulk, startBulk } from './bulk/bulk.ts';
import { EVENT_EXPORT_TYPES, exportEventsJob, exportEventsNow } from './bulk/export.ts';
import { commentEvent } from './details/comments.ts';
import { listClassifications, peopleWhoSee } from './details/event-choices.ts';
import { eventHistory, getEvent, similarEvents } from './details/event-details.ts';
import { listResets, resetEvent } from './details/remote-resets.ts';
import { assignWorkOrder, createWorkOrder } from './details/work-orders.ts';
import { acknowledgeEvents } from './edits/acknowledge-events.ts';
import {
  assignCode,
  categorizeEvents,
  createEvents,
  mergeEventGroup,
  removeEvents,
  setRawEnd,
  setSegments,
  splitEvents,
} from './edits/events.commands.ts';
import type { EventDeps } from './edits/perform-edit.ts';
import { listPeriodLocks, setPeriodLocks } from './edits/period-locks.ts';
import { undoEdit } from './edits/undo-edit.ts';
import { exportFolder } from './events.jobs.ts';
import { groupResult } from './search/event-groups.ts';
import { eventLanes } from './search/event-lanes.ts';
import { lossSums } from './search/event-loss-sums.ts';
import { searchEvents } from './search/event-search.ts';
import { totalEvents } from './search/event-totals.ts';

const VIEWS = { screen: 'event-log' } as const;

export function eventRoutes(app: FastifyInstance, deps: EventDeps & Pick<Deps, 'config'>): void {
  const { db, now, jobs } = deps;
  mount(app, eventEndpoints.search, ({ caller, body }) => searchEvents(db, caller, body));
  mount(app, eventEndpoints.totals, ({ caller, body }) => totalEvents(db, caller, body.filter));
  mount(app, eventOverviewEndpoints.groups, ({ caller, body }) => groupResult(db, caller, body));
  mount(app, eventOverviewEndpoints.lanes, ({ caller, body }) => eventLanes(db, caller, body));
  mount(app, eventLossSumEndpoints.lossSums, ({ caller, body }) => lossSums(db, caller, body));
  mount(app, eventEndpoints.get, ({ caller, query }) => getEvent(db, caller, query.eventId));
  mount(app, eventEndpoints.similar, ({ caller, query }) => similarEvents(db, caller, query.eventId));
  mount(app, eventEndpoints.history, async ({ caller, query }) => ({ items: await eventHistory(db, caller, query.eventId) }));
  mount(app, eventChoiceEndpoints.classifications, ({ caller, body }) => listClassifications(db, deps, caller, body));
  mount(app, eventChoiceEndpoints.people, async ({ caller, query }) => ({ items: await peopleWhoSee(db, caller, query.eventId) }));
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
  mount(app, eventCommandEndpoints.undo, ({ caller, body }) => undoEdit(deps, caller, body));
  mount(app, periodLockEndpoints.list, async ({ caller }) => ({ items: await listPeriodLocks(db, caller) }));
  mount(app, periodLockEndpoints.set, async ({ caller, body }) => ({ items: await setPeriodLocks(deps, caller, body) }));
  mount(app, eventBulkEndpoints.preview, ({ caller, body }) => previewBulk(db, caller, body));
  mount(app, eventBulkEndpoints.start, ({ caller, body }) => startBulk(deps, caller, body));
  mount(app, eventBulkEndpoints.outcome, ({ caller, query }) => bulkOutcome(db, caller, query.jobId));
  mount(app, eventBulkEndpoints.retry, ({ caller, body }) => retryBulk(deps, caller, body.jobId));
  mount(app, eventExportEndpoints.export, async ({ caller, body, reply }) => {
    const content = await exportEventsNow({ db, folder: exportFolder(deps.config) }, caller, body);
    return reply
      .type(EVENT_EXPORT_TYPES[body.format])
      .header('content-disposition', `attachment; filename="events.${body.format}"`)
      .send(content);
  });
  mount(app, eventExportEndpoints.exportJob, async ({ caller, body }) => {
    const jobId = await jobs.enqueue(db, exportEventsJob, { order: body, siteIds: [...caller.siteIds] }, { userId: caller.userId });
    if (jobId === undefined) throw new RangeError('A job with a key of its own is always taken');
    return { jobId };
  });
  mount(app, eventViewEndpoints.list, async ({ caller }) => ({ items: await listSavedViews(db, caller, VIEWS.screen) }));
  mount(app, eventViewEndpoints.save, async ({ caller, body }) => ({
    items: await saveView(db, caller, { ...VIEWS, ...body, nowMs: now() }),
  }));
  mount(app, eventViewEndpoints.remove, async ({ caller, body }) => ({ items: await removeView(db, caller, { ...VIEWS, ...body }) }));
  mount(app, eventViewEndpoints.setDefault, async ({ caller, body }) => ({
    items: await setDefaultView(db, caller, { ...VIEWS, ...body }),
  }));
  mount(app, remoteResetEndpoints.request, ({ caller, body }) => resetEvent(deps, caller, body));
  mount(app, remoteResetEndpoints.list, async ({ caller, body }) => ({ items: await listResets(db, caller, body) }));
  mount(app, workOrderEndpoints.create, ({ caller, body }) => createWorkOrder(deps, caller, body));
  mount(app, workOrderEndpoints.assign, ({ caller, body }) => assignWorkOrder(deps, caller, body));
}
