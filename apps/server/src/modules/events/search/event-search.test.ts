import { randomUUID } from 'node:crypto';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { EVENT_SORTS } from '@solvane/contract/event-names';
import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventEndpoints } from '@solvane/contract/events';
import { localDayOf } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventCodeSets, eventCodes } from '../../../db/schema/event-codes.ts';
import { DAY, type EventWorld, eventWorld, HOUR, MINUTE, ZONE } from '../testing/event-world.ts';
import type { EventPage } from './event-search.ts';

/** Eight events of two devices, of different length and cost. */
async function log(): Promise<EventWorld> {
  const world = await eventWorld();
  for (const [i, device] of ['D1', 'D2'].entries())
    for (let k = 0; k < 4; k++)
      await world.raw(
        device,
        `30${k}`,
        DAY.startMs + (k * 4 + i) * HOUR,
        DAY.startMs + (k * 4 + i) * HOUR + (k + 1) * (20 + 7 * i) * MINUTE,
      );
  await world.compute({ kw: 60 });
  return world;
}

test('pages by anything, up and down, hold every event once, in the order of the whole', async () => {
  const { user } = await log();
  for (const sort of EVENT_SORTS.flatMap((by) => (['asc', 'desc'] as const).map((direction) => ({ by, direction })))) {
    const whole = await user.call(eventEndpoints.search, { body: { filter: {}, sort, limit: 100 } });
    expect(whole.items).toHaveLength(8);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: EventPage = await user.call(eventEndpoints.search, { body: { filter: {}, sort, limit: 3, cursor } });
      paged.push(...page.items.map(({ eventId }) => eventId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged, `${sort.by} ${sort.direction}`).toEqual(whole.items.map(({ eventId }) => eventId));
  }
});

test('a cursor no page gave is refused', async () => {
  const { user } = await eventWorld();
  const deep = Buffer.from('['.repeat(400_000)).toString('base64url');
  for (const cursor of ['nonsense', deep])
    expect(await user.refusal(eventEndpoints.search, { body: { filter: {}, cursor } })).toMatchObject({ code: 'request.invalid' });
});

const FOUND: readonly (readonly [query: string, count: number])[] = [
  ['code:301', 2],
  ['code:301 code:302', 4],
  ['device:"inverter d1"', 4],
  ['device:D1 code:303', 1],
  ['site:S1', 8],
  ['site:Alma', 0],
  ['lost>70', 3],
  ['hours<0.4', 1],
  ['ack:no', 8],
  ['ack:yes', 0],
  ['open:yes', 0],
  ['category:classified', 8],
  ['type:unk', 8],
  ['type:downtime', 0],
  ['301', 2],
  ['d2', 4],
  ['d2 301', 1],
  ['unclassified 302', 2],
  // As screens in other languages call them.
  ['category:oklass', 8],
  ['category=Oklassificerad', 8],
  ['"non classé" 302', 2],
  ['type:okänd', 8],
  ['ack:nej', 8],
  ["100% _ \\ '", 0],
];

test('the search box finds by its conditions and by words', async () => {
  const { user } = await log();
  for (const [query, count] of FOUND) {
    const { items } = await user.call(eventEndpoints.search, { body: { filter: { query } } });
    expect(items, query).toHaveLength(count);
    expect((await user.call(eventEndpoints.totals, { body: { filter: { query } } })).count, query).toBe(count);
  }
});

test('an event that is shown in place of others was edited when one of them was', async () => {
  const { user, app } = await log();
  const edited = async (is: 'yes' | 'no') =>
    (await user.call(eventEndpoints.search, { body: { filter: { query: `edited:${is}` } } })).items.map(({ code }) => code).toSorted();
  expect(await edited('yes')).toEqual([]);
  await app.db.execute(sql`update group_events set is_promoted = true where code = '300' and segment_id = 'D1'`);
  await app.db.execute(sql`update group_events set is_locked = true,
    promoted_id = (select id from group_events where is_promoted) where code = '301' and segment_id = 'D2'`);
  await app.db.execute(sql`update group_events set is_locked = true where code = '302' and segment_id = 'D1'`);
  expect(await edited('yes')).toEqual(['300', '302']);
  expect(await edited('no')).toEqual(['300', '301', '302', '303', '303']);
});

test('parts of the search text that are not understood are reported, and find nothing', async () => {
  const { user } = await log();
  const { issues, items } = await user.call(eventEndpoints.search, { body: { filter: { query: 'lost>much' } } });
  expect(items).toEqual([]);
  expect(issues).toMatchObject([{ level: 'error', message: 'EventLog_Query_NotUnderstood', values: { part: 'lost>much' } }]);
});

test('totals are those of the whole result within the scope of the caller', async () => {
  const { user, app } = await log();
  const totals = await user.call(eventEndpoints.totals, { body: { filter: {} } });
  const minutes = [20, 40, 60, 80, 27, 54, 81, 108].reduce((sum, each) => sum + each, 0);
  expect(totals).toMatchObject({ count: 8, durationMs: minutes * MINUTE, unacknowledged: 8, byType: [{ type: 'Unknown', count: 8 }] });
  // Ten-minute intervals: what is missing in one that a stop ends in is lost to it as a whole.
  const touched = [20, 40, 60, 80, 30, 60, 90, 110].reduce((sum, each) => sum + each, 0);
  expect(totals.lostEnergyKwh).toBeCloseTo(touched, 6);
  expect(totals.revenueLoss).toBeCloseTo(touched * 0.05, 6);
  const stranger = await app.as({ of: 'other' });
  expect(await stranger.call(eventEndpoints.totals, { body: { filter: {} } })).toMatchObject({ count: 0, lostEnergyKwh: null });
});

test('a code has the words of its code set, else those of the device, and no others', async () => {
  const { user, app, siteId, raw, compute, events } = await eventWorld();
  const { db } = app;
  await db.execute(sql`insert into segment_metadata (segment_id, attribute, value, changed_by, changed_at_ms)
    values ('D1', 'manufacturer', '"Lumenar"', 'test', 0)`);
  const [setId, otherId] = [randomUUID(), randomUUID()];
  const set = { updatedBy: 'test', updatedAtMs: 0, models: [], energyType: 'PVPlant' as const };
  await db.insert(eventCodeSets).values([
    { ...set, id: setId, enterpriseId: null, name: 'Lumenar', manufacturer: 'Lumenar' },
    { ...set, id: otherId, enterpriseId: null, name: 'Other', manufacturer: 'Other' },
  ]);
  const code = { code: '300', category: 'Inverter fault', eventType: 'Downtime' as const, priority: null };
  await db.insert(eventCodes).values([
    { ...code, setId, description: 'Ground fault' },
    { ...code, setId: otherId, description: 'Door open' },
  ]);
  await db.execute(sql`insert into seen_event_codes (segment_id, code, message, event_count, first_seen_ms, last_seen_ms)
    values ('D1', '300', 'GF1', 1, 0, 0), ('D1', '301', 'Fan stuck', 1, 0, 0)`);
  for (const [hour, device, name] of [
    [1, 'D1', '300'],
    [3, 'D1', '301'],
    [5, 'D2', '300'],
  ] as const)
    await raw(device, name, DAY.startMs + hour * HOUR, DAY.startMs + (hour + 1) * HOUR);
  await compute();
  const found = await events({}, 'asc');
  expect(found.map(({ segmentId, codeText }) => [segmentId, codeText])).toEqual([
    ['D1', 'Ground fault'],
    ['D1', 'Fan stuck'],
    ['D2', ''],
  ]);
  const groups = async (of: typeof user) =>
    (await of.call(eventOverviewEndpoints.groups, { body: { filter: { siteIds: [siteId] }, groupBy: 'code' } })).items.map(
      ({ name }) => name,
    );
  expect((await groups(user)).toSorted()).toEqual(['300 GF1', '301 Fan stuck']);
});

test('attention goes to unacknowledged stops, to what is open by what it loses in an hour, then to what is over by what it lost', async () => {
  const { user, app, siteId } = await eventWorld();
  const rows = [
    ['long', 'Curtailment', false, 40, 900],
    ['short', 'Curtailment', false, 1, 300],
    ['openFast', 'Degraded', true, 1, 50],
    ['openSlow', 'Degraded', true, 10, 60],
    ['stop', 'Downtime', false, 2, 10],
  ] as const;
  for (const [code, type, isOpen, hours, kwh] of rows)
    await app.db.execute(sql`
      insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, lost_energy_kwh, updated_at_ms)
      values (gen_random_uuid(), ${siteId}, 'D1', ${DAY.startMs}, ${DAY.startMs + hours * HOUR}, ${isOpen}, ${code}, ${type}, 'Status', 1, ${kwh}, 1)`);
  const { items } = await user.call(eventEndpoints.search, { body: { filter: {}, sort: { by: 'attention', direction: 'desc' } } });
  expect(items.map(({ code }) => code)).toEqual(['stop', 'openFast', 'openSlow', 'long', 'short']);
});

test('the money of an event is that of the days with a price, and it says of how many days', async () => {
  const world = await eventWorld({ nowMs: DAY.endMs + 12 * HOUR });
  await world.raw('D1', '300', DAY.startMs - 3 * HOUR, DAY.endMs + 5 * HOUR);
  const lastDay = localDayOf(DAY.endMs + HOUR, ZONE);
  await world.compute({ kw: 100, isPriced: (day) => day !== lastDay });
  const [event] = await world.events();
  expect(event).toMatchObject({ lossDays: 3, unpricedDays: 1 });
  expect(event.lostEnergyKwh).toBeCloseTo(32 * 100, 6);
  expect(event.revenueLoss).toBeCloseTo(27 * 100 * 0.05, 6);
  expect((await world.user.call(eventEndpoints.get, { query: { eventId: event.eventId } })).losses.days).toMatchObject([
    { unpricedIntervals: 0 },
    { unpricedIntervals: 0 },
    { revenueLoss: null, unpricedIntervals: 1 },
  ]);
  const totals = await world.user.call(eventEndpoints.totals, { body: { filter: {} } });
  expect(totals).toMatchObject({ count: 1, revenueUnknownCount: 1 });
  expect(totals.revenueLoss).toBeCloseTo(27 * 100 * 0.05, 6);
  // Split in the middle of the last day, the priced part has all of its money, and the other has none.
  await world.user.call(eventCommandEndpoints.split, {
    body: { events: [event], timesMs: [DAY.endMs + 2 * HOUR], reason: '' },
  });
  const [after, before] = await world.events();
  expect([before?.unpricedDays, before?.lossDays, after.revenueLoss]).toEqual([1, 3, null]);
  expect(before?.revenueLoss).toBeCloseTo(27 * 100 * 0.05, 6);
});

test('a chosen device brings everything below it, a chosen site all of it', async () => {
  const { user, siteId } = await log();
  const count = async (segmentIds: string[]) =>
    (await user.call(eventEndpoints.totals, { body: { filter: { segmentIds } } as never })).count;
  expect(await count(['D1'])).toBe(4);
  expect(await count([`${siteId}-root`])).toBe(8);
  expect(await count(['nowhere'])).toBe(0);
  expect((await user.call(eventEndpoints.totals, { body: { filter: { siteIds: [siteId] } } })).count).toBe(8);
});

test('an event that began weeks ago and goes on belongs to the period', async () => {
  const world = await eventWorld();
  await world.raw('D1', 'LONG', DAY.startMs - 1 * HOUR, null);
  await world.compute();
  await world.app.db.execute(`update group_events set start_ms = ${DAY.startMs - 30 * 24 * HOUR} where code = 'LONG'`);
  const filter = { startMs: DAY.startMs, endMs: DAY.endMs };
  expect((await world.user.call(eventEndpoints.search, { body: { filter } })).items).toHaveLength(1);
  expect((await world.user.call(eventEndpoints.totals, { body: { filter } })).count).toBe(1);
});
