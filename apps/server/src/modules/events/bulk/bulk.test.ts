import { eventBulkEndpoints, eventExportEndpoints, eventViewEndpoints, workOrderEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import { jobEndpoints } from '@solvane/contract/system';
import { eq } from 'drizzle-orm';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { eventJobRows, groupEvents } from '../../../db/schema/events.ts';
import { notices } from '../../../db/schema/jobs.ts';
import { tariffs } from '../../../db/schema/models.ts';
import { DAY, type EventWorld, eventWorld, HOUR } from '../testing/event-world.ts';

async function threeStops(): Promise<EventWorld> {
  const world = await eventWorld();
  for (const hour of [1, 3, 5]) await world.raw('D1', `30${hour}`, DAY.startMs + hour * HOUR, DAY.startMs + (hour + 1) * HOUR);
  await world.compute({ kw: 100 });
  return world;
}

test('everything that matches is acknowledged, except for exclusions, and the user is notified of the result', async () => {
  const world = await threeStops();
  const [last] = await world.events();
  const selection = { filter: {}, exceptEventIds: [last.eventId] };
  const order = { action: { kind: 'acknowledge' as const }, selection };
  const preview = await world.user.call(eventBulkEndpoints.preview, { body: order });
  expect(preview).toMatchObject({ count: 2, siteCount: 1, deviceCount: 1, durationMs: 2 * HOUR, settledCount: 0 });
  expect(preview.lostEnergyKwh).toBeCloseTo(200, 9);
  const { jobId, count } = await world.user.call(eventBulkEndpoints.start, { body: order });
  expect(count).toBe(2);
  await world.app.deps.jobs.runWaiting();
  expect((await world.events()).map(({ acknowledged }) => acknowledged !== null)).toEqual([false, true, true]);
  expect(await world.user.call(eventBulkEndpoints.outcome, { query: { jobId } })).toMatchObject({
    done: 2,
    failed: 0,
    waiting: 0,
    rows: [
      { outcome: 'done', problem: null },
      { outcome: 'done', problem: null },
    ],
  });
  const { items } = await world.user.call(jobEndpoints.list, {});
  expect(items.find((job) => job.jobId === jobId)).toMatchObject({
    state: 'succeeded',
    succeeded: 2,
    message: { key: 'EventLog_Bulk_Done', values: { done: 2, failed: 0 } },
  });
});

test('failures are reported event by event, and a retry processes only those', async () => {
  const world = await threeStops();
  const site = await world.app.given.site({ id: 'W1', enterpriseId: 'solvind', energyType: 'Wind' });
  await world.app.given.segment({ siteId: site.id, id: 'T1', segmentType: 'WindTurbine' });
  const category = { kind: 'categorize' as const, categorySet: 'PVPlant', category: 'Inverter fault' };
  const gone = (await world.events())[0];
  const { jobId } = await world.user.call(eventBulkEndpoints.start, { body: { action: category, selection: { filter: {} } } });
  await world.app.db.execute(`delete from group_events where id = '${gone.eventId}'`);
  await world.app.deps.jobs.runWaiting();
  const outcome = await world.user.call(eventBulkEndpoints.outcome, { query: { jobId } });
  expect(outcome).toMatchObject({ done: 2, failed: 1 });
  expect(outcome.rows.map((row) => [row.outcome, row.problem])).toEqual([
    ['failed', 'events.notFound'],
    ['done', null],
    ['done', null],
  ]);
  expect(outcome.rows[0]?.eventId).toBe(gone.eventId);
  expect((await world.events()).map((event) => event.category)).toEqual(['Inverter fault', 'Inverter fault']);
  const { count } = await world.user.call(eventBulkEndpoints.retry, { body: { jobId } });
  expect(count).toBe(1);
});

test('a bulk split is refused across zones and without common time', async () => {
  const world = await threeStops();
  const split = (timeMs: number | number[], eventIds?: string[]) => ({
    body: { action: { kind: 'split' as const, timesMs: [timeMs].flat() }, selection: eventIds ? { eventIds } : { filter: {} } },
  });
  const why = async (request: unknown) => (await world.user.refusal(eventBulkEndpoints.start, request as never)).values.why;
  expect(await why(split(DAY.startMs + 1.5 * HOUR))).toBe('noCommonInstant');
  const [last] = await world.events();
  expect(await why(split(DAY.startMs + HOUR, [last.eventId]))).toBe('timeOutside');
  const middle = (last.startMs + (last.endMs ?? 0)) / 2;
  expect(await why(split([middle, middle], [last.eventId]))).toBe('timeRepeated');
  const madrid = await world.app.given.site({ id: 'M1', enterpriseId: 'solvind', timezone: 'Europe/Madrid' });
  await world.app.db.execute(`insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, updated_at_ms)
    values ('00000000-0000-4000-8000-0000000000aa', '${madrid.id}', '${madrid.segmentId}', ${DAY.startMs}, ${DAY.endMs}, false, 'X', 'Downtime', 'Forced outage', 104, 1)`);
  expect(await why(split(DAY.startMs + 1.5 * HOUR))).toBe('differentZones');
});

test('bulk work that waits changes nothing that its user may not change any more', async () => {
  const world = await threeStops();
  const { jobId } = await world.user.call(eventBulkEndpoints.start, {
    body: { action: { kind: 'acknowledge' }, selection: { filter: {} } },
  });
  await world.app.db.execute("delete from role_permissions where permission = 'EditEvents'");
  await world.app.deps.jobs.runWaiting();
  const events = await world.app.db.select().from(groupEvents);
  expect(events.map(({ acknowledgedAtMs }) => acknowledgedAtMs)).toEqual([null, null, null]);
  const rows = await world.app.db.select().from(eventJobRows).where(eq(eventJobRows.jobId, jobId));
  expect(rows.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
});

test('a period cut out of many events at once leaves each of them in three', async () => {
  const world = await eventWorld();
  for (const device of ['D1', 'D2']) await world.raw(device, '100', DAY.startMs + 2 * HOUR, DAY.startMs + 8 * HOUR);
  await world.compute();
  const timesMs = [DAY.startMs + 4 * HOUR, DAY.startMs + 5 * HOUR];
  const body = { action: { kind: 'split' as const, timesMs }, selection: { filter: {} } };
  await world.user.call(eventBulkEndpoints.start, { body });
  await world.app.deps.jobs.runWaiting();
  const events = await world.events({ members: 'shown' });
  expect(events.filter(({ startMs, endMs }) => startMs === timesMs[0] && endMs === timesMs[1])).toHaveLength(2);
  expect(events).toHaveLength(6);
});

test('bulk work of another user is not found, and a user without permission to edit starts none', async () => {
  const world = await threeStops();
  const order = { action: { kind: 'acknowledge' as const }, selection: { filter: {} } };
  const { jobId } = await world.user.call(eventBulkEndpoints.start, { body: order });
  const colleague = await world.app.as({ of: 'solvind' });
  expect(await colleague.refusal(eventBulkEndpoints.outcome, { query: { jobId } })).toMatchObject({ status: 404 });
  const viewer = await world.app.as({ of: 'solvind', role: 'viewer' });
  expect(await viewer.refusal(eventBulkEndpoints.start, { body: order })).toMatchObject({ status: 403 });
  const stranger = await world.app.as({ of: 'other' });
  expect((await stranger.call(eventBulkEndpoints.preview, { body: order })).count).toBe(0);
});

test.each(['csv', 'xlsx'] as const)('the result is exported as %s, at once and in the background', async (format) => {
  const world = await threeStops();
  const body = { filter: {}, format, columns: ['device', 'code', 'lostEnergy', 'start'] as const };
  const answer = await world.user.send(eventExportEndpoints.export, { body } as never);
  expect(answer.statusCode).toBe(200);
  if (format === 'csv')
    expect(answer.body.trim().split('\r\n')).toEqual([
      'device,code,lostEnergy,start',
      ...[5, 3, 1].map((hour) =>
        expect.stringMatching(new RegExp(`^Inverter D1,30${hour},(100|99\\.9\\d+|100\\.0\\d+),2026-06-10[T ]0${hour}:00`)),
      ),
    ]);
  else {
    const [sheet] = await readXlsxFile(answer.rawPayload);
    expect(sheet?.data[0]).toEqual(['device', 'code', 'lostEnergy [kWh]', 'start [site time]']);
    expect(
      sheet?.data
        .slice(1)
        .map((row) => new Date(Math.round((row[3] as unknown as Date).getTime() / 1000) * 1000).toISOString().slice(0, 13)),
    ).toEqual(['2026-06-10T05', '2026-06-10T03', '2026-06-10T01']);
  }
  const { jobId } = await world.user.call(eventExportEndpoints.exportJob, { body } as never);
  await world.app.deps.jobs.runWaiting();
  const { items } = await world.user.call(jobEndpoints.list, {});
  expect(items.find((job) => job.jobId === jobId)).toMatchObject({
    state: 'succeeded',
    succeeded: 3,
    message: { key: 'EventLog_Export_Done' },
  });
});

test('an export without a row succeeds, too', async () => {
  const { user, app } = await eventWorld();
  const body = { filter: {}, format: 'csv', columns: ['device'] } as const;
  await user.call(eventExportEndpoints.exportJob, { body } as never);
  await app.deps.jobs.runWaiting();
  expect((await user.call(jobEndpoints.list, {})).items).toMatchObject([{ state: 'succeeded', succeeded: 0 }]);
});

test('money is exported with the currency it is in', async () => {
  const { app, user, siteId } = await threeStops();
  await app.db.insert(tariffs).values({ siteId, validFromMs: 0, currency: 'SEK', price: { kind: 'fixed', price: 450 } });
  const body = { filter: {}, format: 'csv', columns: ['device', 'currency'] as const };
  const answer = await user.send(eventExportEndpoints.export, { body } as never);
  expect(answer.body.trim().split('\r\n')).toEqual(['device,currency', ...Array.from({ length: 3 }, () => 'Inverter D1,SEK')]);
});

test('a view is kept, shared and opened with; others see only what is shared with them', async () => {
  const { user, app } = await eventWorld();
  const content = { version: 1, columns: ['code'] };
  const mine = await user.call(eventViewEndpoints.save, { body: { name: 'Mine', sharedWith: null, content } });
  const both = await user.call(eventViewEndpoints.save, { body: { name: 'Ours', sharedWith: 'solvind' as never, content } });
  expect(both.items.map(({ name }) => name)).toEqual(['Mine', 'Ours']);
  const colleague = await app.as({ of: 'solvind', role: 'viewer' });
  const { items } = await colleague.call(eventViewEndpoints.list, {});
  expect(items).toMatchObject([{ name: 'Ours', isMine: false, content }]);
  const viewId = items[0]?.viewId ?? '';
  expect((await colleague.call(eventViewEndpoints.setDefault, { body: { viewId } })).items[0]?.isDefault).toBe(true);
  expect(await colleague.refusal(eventViewEndpoints.remove, { body: { viewId } })).toMatchObject({ status: 404 });
  expect(await colleague.refusal(eventViewEndpoints.setDefault, { body: { viewId: mine.items[0]?.viewId ?? '' } })).toMatchObject({
    status: 404,
  });
  expect(await user.refusal(eventViewEndpoints.save, { body: { name: 'X', sharedWith: 'other' as never, content } })).toMatchObject({
    status: 404,
  });
  expect((await user.call(eventViewEndpoints.remove, { body: { viewId } })).items.map(({ name }) => name)).toEqual(['Mine']);
});

test('a work order is pending until the register has it, and its author is notified', async () => {
  const world = await threeStops();
  const [event] = await world.events();
  const colleague = await world.app.as({ of: 'solvind', role: 'operator' });
  const stranger = await world.app.as({ of: 'other' });
  const wanted = { eventId: event.eventId, title: 'Change the fan' };
  const order = await world.user.call(workOrderEndpoints.create, { body: { ...wanted, assigneeId: colleague.userId as never } });
  expect(order).toMatchObject({ state: 'pending', reference: null, assignee: { userId: colleague.userId } });
  await world.app.deps.jobs.runWaiting();
  const { workOrders } = await world.user.call(eventEndpoints.get, { query: { eventId: event.eventId } });
  expect(workOrders).toMatchObject([{ state: 'created', reference: 'WO-2026-00001' }]);
  expect(await world.app.db.select().from(notices)).toMatchObject([{ messageKey: 'WorkOrder_Created', userId: world.user.userId }]);
  const refused = { ...wanted, assigneeId: stranger.userId as never };
  expect(await world.user.refusal(workOrderEndpoints.create, { body: refused })).toMatchObject({ code: 'workOrders.createFailed' });
  const assign = { workOrderId: order.workOrderId, assigneeId: stranger.userId as never };
  expect(await world.user.refusal(workOrderEndpoints.assign, { body: assign })).toMatchObject({ code: 'workOrders.assignFailed' });
  const other = await world.app.as({ of: 'other' });
  expect(await other.refusal(workOrderEndpoints.assign, { body: assign })).toMatchObject({ status: 404 });
});
