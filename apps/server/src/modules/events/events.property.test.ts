import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, type EventWorld, eventWorld, HOUR, MINUTE } from './testing/event-world.ts';

const KW = 120;

/** What a person or the plant may do next; numbers choose among what there is. */
const step = fc.oneof(
  fc.record({ do: fc.constant('split' as const), which: fc.nat(), share: fc.double({ min: 0.1, max: 0.9, noNaN: true }) }),
  fc.record({ do: fc.constant('categorize' as const), which: fc.nat(), category: fc.constantFrom('Grid outage', 'Status', 'Soiling') }),
  fc.record({ do: fc.constant('merge' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('remove' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('acknowledge' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('undo' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('compute' as const) }),
  fc.record({ do: fc.constant('arrive' as const), hour: fc.integer({ min: 0, max: 20 }), minutes: fc.integer({ min: 1, max: 200 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const edits = fc.sample(fc.array(step, { minLength: 1, maxLength: 7 }), { numRuns: 10, seed: 20260610 });

test.each(edits.map((steps, i) => ({ name: `${i + 1}: ${steps.map((each) => each.do).join(', ')}`, steps })))(
  'nothing is lost twice, no events overlap, and taking everything back restores every byte, after $name',
  async ({ steps }) => {
    const world = await eventWorld();
    await world.raw('D1', '301', DAY.startMs + 2 * HOUR, DAY.startMs + 5 * HOUR);
    await world.raw('D1', '302', DAY.startMs + 4 * HOUR, DAY.startMs + 8 * HOUR);
    await world.raw('D1', '303', DAY.startMs + 12 * HOUR, DAY.startMs + 13 * HOUR);
    await world.compute({ kw: KW });
    for (const each of steps) {
      await take(world, each);
      await assertSound(world);
      await assertTotals(world);
    }
    await world.compute({ kw: KW });
    await assertSound(world);
    await undoEverything(world);
    await world.compute({ kw: KW });
    const undone = await world.bytes();
    await world.app.db.execute(sql`delete from event_edits`);
    await world.compute({ kw: KW });
    expect(await world.bytes()).toBe(undone);
  },
);

async function take(world: EventWorld, each: Step): Promise<void> {
  const { user } = world;
  if (each.do === 'compute') return world.compute({ kw: KW });
  if (each.do === 'arrive') {
    const startMs = DAY.startMs + each.hour * HOUR;
    await world.raw('D1', '304', startMs, startMs + each.minutes * MINUTE);
    return world.compute({ kw: KW });
  }
  const { items } = await user.call(eventEndpoints.search, { body: { filter: {}, sort: { by: 'start', direction: 'asc' } } });
  const event = items[each.which % Math.max(1, items.length)];
  if (!event) return;
  const events = [seen(event)];
  switch (each.do) {
    case 'split': {
      const timeMs = event.startMs + Math.round(event.durationMs * each.share);
      await user.send(eventCommandEndpoints.split, { body: { events, timesMs: [timeMs] } });
      return;
    }
    case 'categorize':
      await user.call(eventCommandEndpoints.categorize, { body: { events, category: each.category } });
      return;
    case 'merge': {
      const next = items[items.indexOf(event) + 1];
      if (next) await user.call(eventCommandEndpoints.merge, { body: { events: [seen(event), seen(next)] } });
      return;
    }
    case 'remove':
      await user.call(eventCommandEndpoints.remove, { body: { events } });
      return;
    case 'acknowledge':
      await user.call(eventCommandEndpoints.acknowledge, { body: { events } });
      return;
    default: {
      const history = await user.call(eventEndpoints.history, { query: { eventId: event.eventId } });
      const edit = history.items.find(({ canUndo }) => canUndo);
      if (edit) await user.call(eventCommandEndpoints.undo, { body: { editId: edit.editId } });
    }
  }
}

/** Sums of events are those of their days, and no more than was there to lose in the time of events that lose anything. */
async function assertSound({ app }: EventWorld): Promise<void> {
  const { rows: overlapping } = await app.db.execute(sql`
    select a.id from group_events as a join group_events as b on a.segment_id = b.segment_id and a.id <> b.id
      and a.start_ms < b.end_ms and b.start_ms < a.end_ms`);
  expect(overlapping).toEqual([]);
  const { rows } = await app.db.execute<{ lost: number | null; days: number | null; most: number; pending: boolean }>(sql`
    select sum(lost_energy_kwh) as lost, (select sum(energy_kwh) from event_day_losses) as days, bool_or(is_loss_pending) as pending,
      coalesce(sum(end_ms - start_ms) filter (where event_type in ('Downtime', 'Unknown', 'Degraded', 'Curtailment')), 0)::float8 / 3600000 * ${KW}::float8 as most
    from group_events`);
  const [sums] = rows;
  expect(sums?.lost ?? 0).toBeCloseTo(sums?.days ?? 0, 6);
  // An interval an event touches is lost as a whole where more is missing than its share.
  if (sums && !sums.pending) expect(sums.lost ?? 0).toBeGreaterThanOrEqual(sums.most - 1e-6);
  if (sums && !sums.pending) expect(sums.lost ?? 0).toBeLessThanOrEqual(24 * KW + 1e-6);
}

/** The database keeps sums of days: totals are those of the rows all the same. */
async function assertTotals({ app, user }: EventWorld): Promise<void> {
  const { rows } = await app.db.execute<{ count: number; duration: number; energy: number | null; unacknowledged: number }>(sql`
    select count(*)::int as count, coalesce(sum(end_ms - start_ms), 0)::float8 as duration, sum(lost_energy_kwh) as energy,
      count(*) filter (where acknowledged_at_ms is null)::int as unacknowledged
    from group_events where promoted_id is null`);
  const totals = await user.call(eventEndpoints.totals, { body: { filter: {} } });
  expect(totals).toMatchObject({ count: rows[0]?.count, durationMs: rows[0]?.duration, unacknowledged: rows[0]?.unacknowledged });
  expect(totals.lostEnergyKwh ?? 0).toBeCloseTo(rows[0]?.energy ?? 0, 6);
}

async function undoEverything({ app, user }: EventWorld): Promise<void> {
  const { rows } = await app.db.execute<{ edit_id: string }>(sql`
    select edit_id from event_edits where action not in ('undo', 'comment') group by edit_id order by max(sequence) desc`);
  for (const { edit_id } of rows) {
    const answer = await user.send(eventCommandEndpoints.undo, { body: { editId: edit_id } });
    if (answer.statusCode !== 200) expect(answer.json().code).toBe('events.undoRejected');
  }
}

function seen({ eventId, version }: Event) {
  return { eventId, version };
}
