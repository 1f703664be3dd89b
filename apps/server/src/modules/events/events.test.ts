import { randomUUID } from 'node:crypto';
import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import { eventCommandEndpoints, periodLockEndpoints } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { segmentIdSchema } from '@solvane/contract/ids';
import { detectedEventId } from '@solvane/energy/events/detected-events';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventCodeSets, eventCodes } from '../../db/schema/event-codes.ts';
import { groupEvents } from '../../db/schema/events.ts';
import { notices } from '../../db/schema/jobs.ts';
import { DAY, eventWorld, HOUR, MINUTE, ZONE } from './testing/event-world.ts';

test('the log holds what overlaps the period, open events too, and only from sites the caller may see', async () => {
  const world = await eventWorld();
  await world.raw('D1', 'OPEN', DAY.startMs - 1, null);
  await world.raw('D2', 'ENDED', DAY.startMs - 2 * HOUR, DAY.startMs - HOUR);
  await world.compute();
  const stranger = await world.app.as({ of: 'other' });
  const period = { filter: { startMs: DAY.startMs, endMs: DAY.endMs } };
  expect((await world.user.call(eventEndpoints.search, { body: period })).items.map(({ code }) => code)).toEqual(['OPEN']);
  expect((await stranger.call(eventEndpoints.search, { body: period })).items).toEqual([]);
});

test('an event that was detected on weak evidence is marked, also its parent event', async () => {
  const world = await eventWorld();
  const row = {
    siteId: world.siteId,
    isOpen: false,
    eventType: 'Downtime',
    category: 'Forced outage',
    priority: 104,
    updatedAtMs: DAY.startMs,
  } as const;
  const hour = { startMs: DAY.startMs + HOUR, endMs: DAY.startMs + 2 * HOUR };
  const [parent, member, other] = [randomUUID(), randomUUID(), randomUUID()];
  const idOf = (isLowConfidence: boolean) =>
    detectedEventId({ code: 'SYS-ZERO-SUN', deviceId: 'D1', startMs: hour.startMs, isLowConfidence });
  const own = (segmentId: string) => ({ ...row, segmentId: segmentIdSchema.parse(segmentId), code: 'SYS-ZERO-SUN' });
  await world.app.db.insert(groupEvents).values([
    { ...own('S1-root'), id: parent, ...hour, isPromoted: true },
    { ...own('D1'), id: member, ...hour, promotedId: parent, rawEventIds: [idOf(true)] },
    { ...own('D2'), id: other, ...hour, rawEventIds: [idOf(false)] },
  ]);
  const shown = new Map((await world.events()).map(({ eventId, isLowConfidence }): [string, boolean] => [eventId, isLowConfidence]));
  expect([shown.get(parent), shown.get(other)]).toEqual([true, false]);
});

test('an event keeps its id, its comments and its acknowledgement when data comes again', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR);
  await world.compute();
  const [event] = await world.events();
  await world.user.call(eventCommandEndpoints.acknowledge, { body: { events: [seen(event)] } });
  await world.user.call(eventCommandEndpoints.comment, { body: { eventId: event.eventId, text: 'Fan broken' } });
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR + 30 * MINUTE);
  await world.compute();
  const [again] = await world.events();
  expect(again).toMatchObject({ eventId: event.eventId, commentCount: 1, durationMs: 1.5 * HOUR });
  expect(again.acknowledged).not.toBeNull();
});

test('a stop is split at the right minute, both halves get a category, and its loss is the sum of theirs', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute({ kw: 100 });
  const [event] = await world.events();
  expect(event.lostEnergyKwh).toBeCloseTo(200, 9);
  const timesMs = [DAY.startMs + HOUR + 30 * MINUTE];
  const { items } = await world.user.call(eventCommandEndpoints.split, { body: { events: [seen(event)], timesMs } });
  expect(items.map(({ durationMs }) => durationMs / MINUTE).sort((a, b) => a - b)).toEqual([30, 90]);
  expect(sumOf(items)).toBeCloseTo(200, 9);
  expect(items.every(({ isLossPending }) => isLossPending)).toBe(true);
  for (const [i, half] of items.entries())
    await world.user.call(eventCommandEndpoints.categorize, {
      body: { events: [seen(half)], category: i === 0 ? 'Grid outage' : 'Scheduled maintenance' },
    });
  await world.compute({ kw: 100 });
  const halves = await world.events();
  expect(halves.map(({ category, type }) => `${category} ${type}`).sort()).toEqual([
    'Grid outage Downtime',
    'Scheduled maintenance Downtime',
  ]);
  expect(sumOf(halves)).toBeCloseTo(200, 9);
  expect(halves.every(({ isLossPending }) => !isLossPending)).toBe(true);
});

test('taking an edit back restores what was there, and taking that back repeats it', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute({ kw: 100 });
  const before = await world.bytes();
  const [event] = await world.events();
  await world.user.call(eventCommandEndpoints.split, { body: { events: [seen(event)], timesMs: [DAY.startMs + 2 * HOUR] } });
  const after = await world.bytes();
  const edit = await world.lastEdit(event);
  await world.user.call(eventCommandEndpoints.undo, { body: { editId: edit.editId } });
  expect(await world.bytes()).toBe(before);
  const undo = await world.lastEdit(event);
  expect(undo.undoes).toBe(edit.editId);
  await world.user.call(eventCommandEndpoints.undo, { body: { editId: undo.editId } });
  expect(await world.bytes()).toBe(after);
  expect(await world.user.refusal(eventCommandEndpoints.undo, { body: { editId: undo.editId } })).toMatchObject({
    code: 'events.undoRejected',
  });
});

test('a command with a stale version is refused with the name of who changed the event, and nothing is saved', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const body = { events: [seen(event)], category: 'Grid outage' };
  await world.user.call(eventCommandEndpoints.categorize, { body });
  const refusal = await world.user.refusal(eventCommandEndpoints.categorize, { body: { ...body, category: 'Force majeure' } });
  expect(refusal).toMatchObject({ status: 409, code: 'events.changed', issues: [{ message: 'EventLog_Changed_ByPerson' }] });
  expect((await world.events())[0].category).toBe('Grid outage');
});

test('events of one device become one, the gap between them included', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR);
  await world.raw('D1', '302', DAY.startMs + 3 * HOUR, DAY.startMs + 4 * HOUR);
  await world.compute();
  const events = await world.events();
  const { items } = await world.user.call(eventCommandEndpoints.merge, { body: { events: events.map(seen) } });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ startMs: DAY.startMs + HOUR, endMs: DAY.startMs + 4 * HOUR, origin: 'edited' });
});

test('merging is refused with its reason', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR);
  await world.raw('D1', '302', DAY.startMs + 3 * HOUR, DAY.startMs + 4 * HOUR);
  await world.raw('D1', '303', DAY.startMs + 5 * HOUR, DAY.startMs + 6 * HOUR);
  await world.raw('D2', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR);
  await world.compute();
  const events = await world.events({ members: 'shown' });
  const of = (device: string, hour: number) => seen(find(events, device, DAY.startMs + hour * HOUR));
  const why = async (chosen: ReturnType<typeof seen>[]) =>
    (await world.user.refusal(eventCommandEndpoints.merge, { body: { events: chosen } })).values.why;
  expect(await why([of('D1', 1)])).toBe('tooFew');
  expect(await why([of('D1', 1), of('D1', 5)])).toBe('otherEventBetween');
  expect(await why([of('D1', 1), of('D2', 1)])).toBe('differentDevices');
});

test('boundaries may not claim time of another event, and a gap is reported before it is left', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.raw('D1', '302', DAY.startMs + 4 * HOUR, DAY.startMs + 5 * HOUR);
  await world.compute();
  const [first] = await world.events({}, 'asc');
  const set = (startHour: number, endHour: number, acceptsGaps = false) => ({
    body: {
      event: seen(first),
      segments: [{ startMs: DAY.startMs + startHour * HOUR, endMs: DAY.startMs + endHour * HOUR }],
      acceptsGaps,
    },
  });
  expect(await world.user.refusal(eventCommandEndpoints.setSegments, set(1, 4.5))).toMatchObject({
    code: 'events.segmentsRejected',
    issues: [{ path: ['segments', 0], message: 'EventLog_Segments_OnOther' }],
  });
  const warned = await world.user.call(eventCommandEndpoints.setSegments, set(2, 3));
  expect(warned.issues).toMatchObject([{ level: 'warning', message: 'EventLog_Segments_Gap' }]);
  expect(warned.items[0]?.version).toBe(first.version);
  await world.user.call(eventCommandEndpoints.setSegments, set(2, 3, true));
  expect((await world.events({}, 'asc')).map(({ startMs }) => (startMs - DAY.startMs) / HOUR)).toEqual([2, 4]);
});

test('a manual event is created on devices of one zone, not over another event and not in the future', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const create = (hours: [number, number], segmentIds = ['D2']) => ({
    body: {
      segmentIds,
      startMs: DAY.startMs + hours[0] * HOUR,
      endMs: DAY.startMs + hours[1] * HOUR,
      code: 'MAN',
      category: 'Force majeure',
    },
  });
  const { items } = await world.user.call(eventCommandEndpoints.create, create([5, 6]) as never);
  expect(items).toMatchObject([{ origin: 'manual', category: 'Force majeure', type: 'Downtime', code: 'MAN' }]);
  const why = async (request: unknown) => (await world.user.refusal(eventCommandEndpoints.create, request as never)).values.why;
  expect(await why(create([2, 4], ['D1']))).toBe('overlap');
  expect(await why(create([6, 5]))).toBe('empty');
  expect(await why(create([23, 240]))).toBe('inFuture');
  const edit = await world.lastEdit(items[0] as Event);
  await world.user.call(eventCommandEndpoints.undo, { body: { editId: edit.editId } });
  expect((await world.events()).map(({ code }) => code)).toEqual(['301']);
});

test('a manual event may be open: it lasts as long as time goes on, until its raw event gets an end; and undoing that opens it again', async () => {
  const world = await eventWorld({ nowMs: DAY.endMs - HOUR });
  const { user, app, compute } = world;
  const body = { segmentIds: ['D1'], startMs: DAY.startMs + 5 * HOUR, endMs: null, code: 'MAN', category: 'Scheduled maintenance' };
  const { items } = await user.call(eventCommandEndpoints.create, { body } as never);
  expect(items).toMatchObject([{ origin: 'manual', category: 'Scheduled maintenance', endMs: null, durationMs: 18 * HOUR }]);
  // A session ends when nothing is asked for an hour.
  const waitUntil = async (untilMs: number) => {
    for (let nowMs = app.deps.now(); nowMs <= untilMs; nowMs += HOUR / 2) {
      app.setNow(nowMs);
      await user.call(eventEndpoints.totals, { body: { filter: {} } });
    }
  };
  await waitUntil(DAY.endMs + 3 * HOUR);
  await compute({ kw: 10 });
  const [open, ...others] = await world.events();
  expect(others).toEqual([]);
  expect(open).toMatchObject({ endMs: null, type: 'Downtime', lostEnergyKwh: expect.closeTo(220, 6) });
  const { rawEvents } = await user.call(eventEndpoints.get, { query: { eventId: open.eventId } });
  expect(rawEvents).toMatchObject([{ source: 'Manual', endMs: null }]);
  // What is changed of it stays open.
  await user.call(eventCommandEndpoints.categorize, { body: { events: [seen(open)], category: 'Grid outage' } });
  const [changed] = await world.events();
  expect(changed).toMatchObject({ endMs: null, category: 'Grid outage' });
  const rawEventId = rawEvents[0]?.rawEventId ?? '';
  await user.call(eventCommandEndpoints.setRawEnd, { body: { event: seen(changed), rawEventId, endMs: DAY.endMs + HOUR } });
  const [closed] = await world.events();
  expect(closed).toMatchObject({ endMs: DAY.endMs + HOUR, category: 'Grid outage' });
  const { editId } = await world.lastEdit(closed);
  await waitUntil(DAY.endMs + 6 * HOUR);
  await compute({ kw: 10 });
  expect(await world.events()).toMatchObject([{ endMs: DAY.endMs + HOUR, lostEnergyKwh: expect.closeTo(200, 6) }]);
  await user.call(eventCommandEndpoints.undo, { body: { editId } });
  await compute({ kw: 10 });
  expect((await world.events())[0].endMs).toBeNull();
});

test('an open manual event begins before now', async () => {
  const { user, app } = await eventWorld();
  const body = { segmentIds: ['D1'], startMs: app.deps.now() + HOUR, endMs: null, code: 'MAN', category: 'Grid outage' };
  expect((await user.refusal(eventCommandEndpoints.create, { body } as never)).values.why).toBe('inFuture');
});

test('the end of a raw event is corrected, never before its start, never in the future, never of one that was detected', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const { rawEvents } = await world.user.call(eventEndpoints.get, { query: { eventId: event.eventId } });
  const rawEventId = rawEvents[0]?.rawEventId ?? '';
  const set = (endMs: number, id = rawEventId) => ({ body: { event: seen(event), rawEventId: id, endMs } });
  const code = async (request: ReturnType<typeof set>) => (await world.user.refusal(eventCommandEndpoints.setRawEnd, request)).code;
  expect(await code(set(DAY.startMs))).toBe('events.rawEndBeforeStart');
  expect(await code(set(DAY.startMs + 100 * 24 * HOUR))).toBe('events.rawEndInFuture');
  expect(await code(set(DAY.startMs + 2 * HOUR, 'other'))).toBe('events.rawNotFound');
  await world.user.call(eventCommandEndpoints.setRawEnd, set(DAY.startMs + 2 * HOUR));
  const [shorter] = await world.events();
  expect(shorter.durationMs).toBe(HOUR);
  const details = await world.user.call(eventEndpoints.get, { query: { eventId: event.eventId } });
  expect(details.rawEvents[0]).toMatchObject({ endMs: DAY.startMs + 2 * HOUR, reportedEndMs: DAY.startMs + 3 * HOUR });
});

test('a settled period is corrected only by who may settle it, and what changes in it is kept', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute({ kw: 100 });
  await world.user.call(periodLockEndpoints.set, { body: { siteIds: [world.siteId], lockedUntilMs: DAY.endMs } });
  const [event] = await world.events();
  expect(event.isSettled).toBe(true);
  const operator = await world.app.as({ of: 'solvind', role: 'operator' });
  const body = { events: [seen(event)], category: 'Grid outage' };
  expect(await operator.refusal(eventCommandEndpoints.categorize, { body })).toMatchObject({
    status: 409,
    code: 'events.settled',
    values: { lockedUntil: new Date(DAY.endMs).toISOString(), timezone: ZONE },
  });
  await world.compute({ kw: 90 });
  const { losses } = await world.user.call(eventEndpoints.get, { query: { eventId: event.eventId } });
  expect(losses.corrections).toMatchObject([{ lostEnergyKwh: expect.closeTo(-20, 9) }]);
});

test('in a settled period an acknowledgement can be taken back as it was given', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  await world.user.call(periodLockEndpoints.set, { body: { siteIds: [world.siteId], lockedUntilMs: DAY.endMs } });
  const [event] = await world.events();
  const operator = await world.app.as({ of: 'solvind', role: 'operator' });
  await operator.call(eventCommandEndpoints.acknowledge, { body: { events: [seen(event)] } });
  const { editId } = await world.lastEdit(event);
  await operator.call(eventCommandEndpoints.undo, { body: { editId } });
  expect((await world.events())[0].acknowledged).toBeNull();
  const { editId: undoId } = await world.lastEdit(event);
  await operator.call(eventCommandEndpoints.undo, { body: { editId: undoId } });
  expect((await world.events())[0].acknowledged).not.toBeNull();
});

test('the history of an event on a parent holds the edits of the events it stands for, and can undo them', async () => {
  const world = await eventWorld();
  for (const device of ['D1', 'D2']) await world.raw(device, '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const parent = randomUUID();
  await world.app.db.insert(groupEvents).values({
    ...{
      id: parent,
      siteId: world.siteId,
      segmentId: segmentIdSchema.parse('S1-root'),
      code: '301',
      eventType: 'Downtime',
      category: 'Forced outage',
    },
    ...{
      startMs: DAY.startMs + HOUR,
      endMs: DAY.startMs + 3 * HOUR,
      isOpen: false,
      isPromoted: true,
      priority: 104,
      updatedAtMs: DAY.startMs,
    },
  });
  await world.app.db.execute(sql`update group_events set promoted_id = ${parent} where not is_promoted`);
  const [member] = await world.events({ members: 'shown' });
  await world.user.call(eventCommandEndpoints.split, { body: { events: [seen(member)], timesMs: [DAY.startMs + 2 * HOUR] } });
  await world.app.db.execute(sql`update group_events set promoted_id = ${parent} where not is_promoted`);
  const { items } = await world.user.call(eventEndpoints.history, { query: { eventId: parent as Event['eventId'] } });
  expect(items).toMatchObject([{ action: 'split', canUndo: true }]);
});

test('a code is assigned only to devices whose code set has it', async () => {
  const world = await eventWorld();
  const { db, given } = world.app;
  await given.metadata('D1', { manufacturer: 'Alpha' });
  const setId = randomUUID();
  const change = { updatedBy: 'Test', updatedAtMs: DAY.startMs };
  await db.insert(eventCodeSets).values({ id: setId, name: 'Alpha', manufacturer: 'alpha', energyType: 'PVPlant', ...change });
  await db.insert(eventCodes).values({ setId, code: 'A-1', category: 'Forced outage', eventType: 'Downtime', description: 'Fan stopped' });
  for (const device of ['D1', 'D2']) await world.raw(device, 'A-1', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const events = (await world.events()).map(seen);
  const assign = async (code: string) => world.user.call(eventCommandEndpoints.assignCode, { body: { events, code } });
  expect(await assign('B-7')).toMatchObject({ succeeded: 1, failed: [{ message: 'events.codeNotInSet' }] });
  const search = async (query: string) => (await world.user.call(eventEndpoints.search, { body: { filter: { query } } })).items;
  // Only the device whose maker describes the code: on the other one it means something else.
  expect((await search('fan')).map(({ segmentId }) => segmentId)).toEqual(['D1']);
  expect(await search('propeller')).toEqual([]);
});

test('comments have a maximum length, and no user is notified of an event out of scope', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [{ eventId }] = await world.events();
  const colleague = await world.app.as({ of: 'solvind', role: 'viewer' });
  const stranger = await world.app.as({ of: 'other' });
  const long = { eventId, text: 'x'.repeat(2_001) };
  expect(await world.user.refusal(eventCommandEndpoints.comment, { body: long })).toMatchObject({
    code: 'events.commentTooLong',
    values: { maxLength: 2_000 },
  });
  const mentionedUserIds = [colleague.userId, stranger.userId] as never;
  await world.user.call(eventCommandEndpoints.comment, { body: { eventId, text: 'Look', mentionedUserIds } });
  const { comments } = await world.user.call(eventEndpoints.get, { query: { eventId } });
  expect(comments).toMatchObject([{ text: 'Look', mentionedUserIds: [colleague.userId] }]);
  const notified = async () => (await world.app.db.select().from(notices)).map(({ userId }) => userId);
  expect(await notified()).toEqual([colleague.userId]);
  // Users who mention themselves get no notification.
  await world.user.call(eventCommandEndpoints.comment, { body: { eventId, text: 'Me', mentionedUserIds: [world.user.userId] as never } });
  expect(await notified()).toEqual([colleague.userId]);
});

test('a mention reaches users who may read the log at that site, and no other', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [{ eventId, siteId }] = await world.events();
  const colleague = await world.app.as({ of: 'solvind', role: 'viewer' });
  const technician = await world.app.as({ of: 'repairs', role: 'contractor' });
  const accountant = await world.app.as({ of: 'repairs', permissions: ['PageReportsOverview'] });
  const stranger = await world.app.as({ of: 'other' });
  const disabled = await world.app.as({ of: 'solvind' });
  await world.app.db.execute(sql`update users set disabled_at_ms = 1 where id = ${disabled.userId}`);
  await world.app.db.execute(sql`insert into site_contractors values (${siteId}, 'repairs')`);
  const mentionedUserIds = [colleague, technician, accountant, stranger, disabled].map(({ userId }) => userId) as never;
  await world.user.call(eventCommandEndpoints.comment, { body: { eventId, text: 'Look', mentionedUserIds } });
  const reached = [colleague.userId, technician.userId].sort();
  expect((await world.app.db.select().from(notices)).map(({ userId }) => userId).sort()).toEqual(reached);
  const { items } = await world.user.call(eventChoiceEndpoints.people, { query: { eventId } });
  expect(items.map(({ userId }) => userId).sort()).toEqual([world.user.userId, ...reached].sort());
  await world.app.db.execute(sql`delete from site_contractors where site_id = ${siteId}`);
  await world.user.call(eventCommandEndpoints.comment, { body: { eventId, text: 'Again', mentionedUserIds } });
  expect((await world.app.db.select().from(notices)).filter(({ userId }) => userId === technician.userId)).toHaveLength(1);
});

test('an event of others does not exist, and who may only look changes nothing', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const stranger = await world.app.as({ of: 'other' });
  const viewer = await world.app.as({ of: 'solvind', role: 'viewer' });
  for (const endpoint of [eventEndpoints.get, eventEndpoints.history, eventEndpoints.similar])
    expect(await stranger.refusal(endpoint, { query: { eventId: event.eventId } })).toMatchObject({ status: 404, code: 'events.notFound' });
  const events = [seen(event)];
  const commands = [
    [eventCommandEndpoints.acknowledge, { events }],
    [eventCommandEndpoints.categorize, { events, category: 'Grid outage' }],
    [eventCommandEndpoints.split, { events, timesMs: [DAY.startMs + 2 * HOUR] }],
    [eventCommandEndpoints.merge, { events }],
    [eventCommandEndpoints.remove, { events }],
  ] as const;
  for (const [endpoint, body] of commands) {
    expect(await stranger.refusal(endpoint, { body } as never), endpoint.path).toMatchObject({ status: 404, code: 'events.notFound' });
    expect(await viewer.refusal(endpoint, { body } as never), endpoint.path).toMatchObject({ status: 403 });
  }
});

test('categories come from the set of the device', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const body = { events: [seen(event)], category: 'High wind stop' };
  expect(await world.user.refusal(eventCommandEndpoints.categorize, { body })).toMatchObject({
    status: 400,
    code: 'events.categoryNotInSet',
  });
});

test('a category given to an open stop lasts as long as the stop', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, null);
  await world.compute();
  const [event] = await world.events();
  await world.user.call(eventCommandEndpoints.categorize, { body: { events: [seen(event)], category: 'Grid outage' } });
  world.app.setNow(world.app.deps.now() + 30 * MINUTE);
  await world.compute();
  const [grown] = await world.events();
  expect(grown).toMatchObject({ eventId: event.eventId, category: 'Grid outage', endMs: null });
  expect(grown.durationMs).toBe(event.durationMs + 30 * MINUTE);
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 20 * HOUR);
  await world.compute();
  expect(await world.events()).toMatchObject([{ category: 'Grid outage', endMs: DAY.startMs + 20 * HOUR }]);
});

test('an open stop is given two causes, and the second lasts as long as the stop', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, null);
  await world.compute();
  const [event] = await world.events();
  const cutMs = DAY.startMs + 2 * HOUR;
  const segments = [
    { startMs: event.startMs, endMs: cutMs, category: 'Grid outage' },
    { startMs: cutMs, endMs: null, category: 'Scheduled maintenance' },
  ];
  // It grew since it was seen, which is no change of it.
  world.app.setNow(world.app.deps.now() + 30 * MINUTE);
  await world.compute();
  const { issues } = await world.user.call(eventCommandEndpoints.setSegments, { body: { event: seen(event), segments } });
  expect(issues).toEqual([]);
  world.app.setNow(world.app.deps.now() + 30 * MINUTE);
  await world.compute();
  expect(await world.events({}, 'asc')).toMatchObject([
    { startMs: event.startMs, endMs: cutMs, category: 'Grid outage' },
    { startMs: cutMs, endMs: null, category: 'Scheduled maintenance', durationMs: event.durationMs },
  ]);
});

function seen({ eventId, version }: Event) {
  return { eventId, version };
}

function sumOf(events: readonly Event[]): number {
  return events.reduce((sum, { lostEnergyKwh }) => sum + (lostEnergyKwh ?? 0), 0);
}

function find(events: readonly Event[], device: string, startMs: number): Event {
  const event = events.find((each) => each.segmentId === device && each.startMs === startMs);
  if (!event) throw new RangeError(`No event of ${device}`);
  return event;
}

test('what a person can choose from while editing: the sets and codes of the devices in scope, and who sees the event', async () => {
  const world = await eventWorld();
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 2 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const body = { selection: { eventIds: [event.eventId] } };
  const { deviceCount, timezones, categorySets, codes } = await world.user.call(eventChoiceEndpoints.classifications, { body });
  expect({ deviceCount, timezones }).toEqual({ deviceCount: 1, timezones: ['Europe/Stockholm'] });
  expect(categorySets).toMatchObject([{ name: 'PVPlant', isDefault: true, deviceCount: 1 }]);
  expect(categorySets[0]?.categories.map(({ name }) => name)).toContain('Inverter fault');
  expect(codes.length).toBeGreaterThan(0);
  expect((await world.user.call(eventChoiceEndpoints.people, { query: { eventId: event.eventId } })).items).toHaveLength(1);

  const stranger = await world.app.as({ of: 'other' });
  expect(await stranger.call(eventChoiceEndpoints.classifications, { body })).toMatchObject({
    deviceCount: 0,
    categorySets: [],
    codes: [],
  });
  expect(await stranger.refusal(eventChoiceEndpoints.people, { query: { eventId: event.eventId } })).toMatchObject({
    code: 'events.notFound',
  });
});
