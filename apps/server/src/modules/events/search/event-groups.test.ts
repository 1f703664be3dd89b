import { EVENT_GROUPINGS, eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventEndpoints } from '@solvane/contract/events';
import { expect, test } from 'vitest';
import { DAY, type EventWorld, eventWorld, HOUR, MINUTE } from '../testing/event-world.ts';

/** Eight events of two inverters in the course of a day, one after the other longer. */
async function log(): Promise<EventWorld> {
  const world = await eventWorld();
  for (const [i, device] of ['D1', 'D2'].entries())
    for (let k = 0; k < 4; k++)
      await world.raw(device, `30${k}`, DAY.startMs + (k * 4 + i) * HOUR, DAY.startMs + (k * 4 + i) * HOUR + (k + 1) * 20 * MINUTE);
  await world.compute({ kw: 60 });
  return world;
}

test('groups put the costliest first, lead to their events, and add up to the whole', async () => {
  const { user } = await log();
  const totals = await user.call(eventEndpoints.totals, { body: { filter: {} } });
  const codes = await user.call(eventOverviewEndpoints.groups, { body: { filter: {}, groupBy: 'code' } });
  expect(codes.items.map(({ key, count }) => `${key} ${count}`)).toEqual(['303 2', '302 2', '301 2', '300 2']);
  for (const groupBy of EVENT_GROUPINGS) {
    const { items, rest, groupCount } = await user.call(eventOverviewEndpoints.groups, { body: { filter: {}, groupBy, limit: 2 } });
    expect(items.length, groupBy).toBe(Math.min(2, groupCount));
    expect(items.reduce((sum, { count }) => sum + count, rest.count)).toBe(totals.count);
    expect(items.reduce((sum, { durationMs }) => sum + durationMs, rest.durationMs)).toBe(totals.durationMs);
    for (const { filter, count, unacknowledged } of items) {
      const narrowed = await user.call(eventEndpoints.totals, { body: { filter } });
      expect([narrowed.count, narrowed.unacknowledged], groupBy).toEqual([count, unacknowledged]);
    }
  }
});

test('what groups are compared by decides which come first', async () => {
  const { user, app } = await log();
  await app.db.execute(`update group_events set lost_energy_kwh = 1000 where code = '300'`);
  const first = async (measure: 'lostEnergy' | 'duration') =>
    (await user.call(eventOverviewEndpoints.groups, { body: { filter: {}, groupBy: 'code', measure, limit: 1 } })).items[0]?.key;
  expect([await first('lostEnergy'), await first('duration')]).toEqual(['300', '303']);
});

test('a day is a day of the site, in a filter as in the search box', async () => {
  const { user } = await log();
  const { items } = await user.call(eventOverviewEndpoints.groups, { body: { filter: {}, groupBy: 'day' } });
  expect(items).toMatchObject([{ key: '2026-06-10', count: 8, siteName: null }]);
  const count = async (filter: object) => (await user.call(eventEndpoints.totals, { body: { filter } })).count;
  // Midnight in Stockholm is 22:00 of the day before in Greenwich: the first event began there and then.
  expect(await count({ query: 'day:2026-06-10' })).toBe(8);
  expect(await count({ query: 'day:2026-06-09' })).toBe(0);
  expect(await count({ query: 'day:2026-06-09..2026-06-10' })).toBe(8);
  expect(await count({ lastDay: '2026-06-09' })).toBe(0);
  expect(await count({ firstDay: '2026-06-11' })).toBe(0);
});

test('whole names are asked for with an equals sign', async () => {
  const { user } = await log();
  const count = async (query: string) => (await user.call(eventEndpoints.totals, { body: { filter: { query } } })).count;
  expect(await count('device=D1')).toBe(0);
  expect(await count('device="inverter d1"')).toBe(4);
  expect(await count('site=S1 code=301')).toBe(2);
});

test('rows can be asked for again by their ids, whatever they have become', async () => {
  const { user, events } = await log();
  const [one, two] = await events();
  const eventIds = [one.eventId, two?.eventId ?? one.eventId];
  const { items } = await user.call(eventEndpoints.search, { body: { filter: { eventIds } } });
  expect(items.map(({ eventId }) => eventId).sort()).toEqual(eventIds.sort());
});

test('every device has a lane with its events; events too close to distinguish are one bar', async () => {
  const { user, siteId } = await log();
  const ask = (view: { startMs: number; endMs: number }) =>
    user.call(eventOverviewEndpoints.lanes, { body: { filter: {}, view, steps: 100 } });
  const { lanes, laneCount } = await ask({ startMs: DAY.startMs, endMs: DAY.endMs });
  expect([laneCount, lanes.map(({ deviceName, count }) => `${deviceName} ${count}`).sort()]).toEqual([
    2,
    ['Inverter D1 4', 'Inverter D2 4'],
  ]);
  expect(lanes.flatMap(({ bars }) => bars).every(({ count, eventId }) => count === 1 && eventId !== null)).toBe(true);
  const coarse = await ask({ startMs: DAY.startMs - 100 * 24 * HOUR, endMs: DAY.endMs });
  const bars = coarse.lanes.flatMap((lane) => lane.bars);
  expect(bars.length).toBeLessThan(8);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(8);
  expect(bars.filter(({ count }) => count > 1).every(({ eventId }) => eventId === null)).toBe(true);
  // The site itself has no event of its own; with what lies below it, it has all.
  const exact = { segmentIds: [`${siteId}-root`], isExact: true } as never;
  expect((await user.call(eventOverviewEndpoints.lanes, { body: { filter: exact, view: DAY, steps: 100 } })).lanes).toEqual([]);
});

test('a zoomed view keeps the lanes and shows the events that touch it', async () => {
  const { user } = await log();
  const view = { startMs: DAY.startMs + 12 * HOUR, endMs: DAY.startMs + 12.5 * HOUR };
  const { lanes } = await user.call(eventOverviewEndpoints.lanes, { body: { filter: {}, view, steps: 1_000 } });
  expect(lanes.map(({ bars }) => bars.length).sort()).toEqual([0, 1]);
});

test('groups and lanes of sites out of scope are empty', async () => {
  const { app } = await log();
  const stranger = await app.as({ of: 'stranger' });
  expect((await stranger.call(eventOverviewEndpoints.groups, { body: { filter: {}, groupBy: 'site' } })).items).toEqual([]);
  expect((await stranger.call(eventOverviewEndpoints.lanes, { body: { filter: {}, view: DAY, steps: 100 } })).lanes).toEqual([]);
});
