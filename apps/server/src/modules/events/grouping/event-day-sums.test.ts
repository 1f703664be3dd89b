import { randomUUID } from 'node:crypto';
import type { EventFilter, EventTotals } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { findServerPrograms } from '@solvane/testing/postgres-programs';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../../db/db.ts';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import { createGiven } from '../../../testing/given.ts';
import { testApp } from '../../../testing/test-app.ts';
import { createServerDatabase, startTestServer } from '../../../testing/test-server.ts';
import { totalEvents } from '../search/event-totals.ts';
import { sumChangedDays } from './event-day-sums.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 10);
const SITES = ['S1', 'S2', 'S3'] as SiteId[];
/** Of the caller: S3 belongs to another enterprise. */
const OWN = new Set(SITES.slice(0, 2));

interface Row extends Record<string, unknown> {
  site_id: SiteId;
  segment_id: SegmentId;
  start_ms: number;
  end_ms: number;
  event_type: (typeof EVENT_TYPES)[number];
  acknowledged_at_ms: number | null;
  is_promoted: boolean;
  promoted_id: string | null;
  lost_energy_kwh: number | null;
  revenue_loss: number | null;
  unpriced_days: number;
  loss_left_out: number;
}

const type = fc.constantFrom(...EVENT_TYPES);
const site = fc.constantFrom(...SITES);
/** Hours of five days: midnight, where days meet, is one of them. */
const hour = fc.integer({ min: 0, max: 120 });
/** Some have no length, some begin long before a period and last into it. */
const hours = fc.constantFrom(0, 1, 5, 24, 60, 200);
/** Parts of eight: sums of those are exact in any order. */
const amount = fc.option(
  fc.integer({ min: 0, max: 800 }).map((eighths) => eighths / 8),
  { nil: null },
);
const which = fc.nat();
const change = fc.oneof(
  fc.record({
    do: fc.constant('insert' as const),
    site,
    type,
    hour,
    hours,
    energy: amount,
    revenue: amount,
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('move' as const), which, hour, hours }),
  fc.record({ do: fc.constant('cost' as const), which, energy: amount, revenue: amount }),
  fc.record({ do: fc.constant('type' as const), which, type }),
  fc.record({ do: fc.constant('acknowledge' as const), which }),
  fc.record({ do: fc.constant('unacknowledge' as const), which }),
  fc.record({ do: fc.constant('promote' as const), which }),
  fc.record({ do: fc.constant('delete' as const), which }),
  fc.record({ do: fc.constant('replace' as const), which, hour }),
);
const bound = fc.option(
  fc.integer({ min: -10, max: 130 }).map((at) => START + at * HOUR),
  { nil: undefined },
);
const filter = fc.record(
  {
    siteIds: fc.subarray(SITES),
    segmentIds: fc.subarray(
      SITES.map((id) => `${id}-root` as SegmentId),
      { minLength: 1 },
    ),
    startMs: bound,
    endMs: bound,
    types: fc.subarray([...EVENT_TYPES]),
    isAcknowledged: fc.boolean(),
    query: fc.constantFrom('ack:no', 'ack:yes type:Downtime', 'type:Downtime type:Unknown', 'site:S1', 'lost>10', 'site:S1 site:S2 ack:no'),
    members: fc.constantFrom('hidden' as const, 'shown' as const),
  },
  { requiredKeys: ['members'] },
);
const rounds = fc.array(
  fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 6 }), filters: fc.array(filter, { minLength: 1, maxLength: 4 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
);

test.each(fc.sample(rounds, { numRuns: 12, seed: 20261121 }).map((steps, i) => ({ name: String(i + 1), steps })))(
  'totals are those of the events one by one, whatever happens to them and whatever is asked: history $name',
  async ({ steps }) => {
    const { db } = await world();
    for (const { changes, filters } of steps) {
      for (const each of changes) await apply(db, each);
      for (const asked of [{ members: 'hidden' as const }, ...filters]) {
        const totals = await totalEvents(db, { siteIds: OWN }, withoutUndefined(asked));
        expect(totals, JSON.stringify(asked)).toEqual(totalOneByOne(await readRows(db), asked));
      }
    }
  },
);

test('a site that goes takes its sums along', async () => {
  const { db } = await world();
  await insert(db, { site: 'S1' as SiteId, hour: 5 });
  await insert(db, { site: 'S2' as SiteId, hour: 5 });
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(2);
  await db.execute(sql`delete from sites where id = 'S1'`);
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(1);
  expect((await db.execute(sql`select distinct site_id from event_day_sums`)).rows).toEqual([{ site_id: 'S2' }]);
});

test('days are summed up once: after that only what changed is', async () => {
  const { db } = await world();
  for (let day = 0; day < 4; day++) await insert(db, { site: 'S1' as SiteId, hour: day * 24 });
  await totalEvents(db, { siteIds: OWN }, { members: 'hidden' });
  // An impossible value shows which rows are read.
  await db.execute(sql`update event_day_sums set event_count = 10`);
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(40);
  await insert(db, { site: 'S1' as SiteId, hour: 30 });
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(32);
  // The first and the last day of a period are not whole.
  const period = { startMs: START + HOUR, endMs: START + 3 * DAY + HOUR };
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden', ...period })).count).toBe(13);
});

test('where more has changed than one request should wait for, totals are read from the events until the rest is summed up', async () => {
  const { db } = await world();
  await db.execute(sql`
    insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, updated_at_ms)
    select gen_random_uuid(), 'S1', 'S1-root', ${START}::bigint + n * 86400000::bigint, ${START}::bigint + n * 86400000::bigint + 1, false, '301', 'Downtime', 'Status', 1, 1
    from generate_series(1, 2500) as n`);
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(2_500);
  expect((await db.execute(sql`select from event_days_changed`)).rows).toHaveLength(500);
  expect(await sumChangedDays(db)).toBe(500);
  expect(await sumChangedDays(db)).toBe(0);
  expect((await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count).toBe(2_500);
});

const programs = findServerPrograms();

test.skipIf(programs === undefined)('what others are about to commit, or sum up, is missing from no later total', async () => {
  const server = await startTestServer(programs ?? '');
  onTestFinished(server.stop);
  const database = openDatabase({ url: await createServerDatabase(server.url), poolSize: 3, folder: undefined, onError: () => undefined });
  onTestFinished(database.stop);
  await migrate(database.pool, await readMigrations());
  const { db, pool } = database;
  await createGiven(db, () => 1).site({ id: 'S1' });
  const count = async (): Promise<number> => (await totalEvents(db, { siteIds: OWN }, { members: 'hidden' })).count;
  await insert(db, { site: 'S1' as SiteId, hour: 1 });
  const other = await pool.connect();
  await other.query('begin');
  await other.query('insert into group_events select (jsonb_populate_record(event, $1)).* from group_events as event', [
    { id: randomUUID(), start_ms: START + 2 * HOUR },
  ]);
  // Its day is summed up without the event that is not there yet.
  expect(await count()).toBe(1);
  await other.query('commit');
  expect(await count()).toBe(2);

  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(7351240312)');
  await insert(db, { site: 'S1' as SiteId, hour: 3 });
  expect(await count()).toBe(3);
  expect((await db.execute(sql`select from event_days_changed`)).rows).toHaveLength(1);
  await other.query('rollback');
  other.release();
  expect(await count()).toBe(3);
  expect((await db.execute(sql`select from event_days_changed`)).rows).toHaveLength(0);
});

async function world(): Promise<{ db: Db }> {
  const { db, given } = await testApp();
  for (const id of SITES) await given.site({ id, name: `Site ${id}` });
  return { db };
}

interface NewEvent {
  site: SiteId;
  hour: number;
  hours?: number;
  type?: string;
  energy?: number | null;
  revenue?: number | null;
  count?: number;
}

async function insert(
  db: Db,
  { site: siteId, hour: at, hours: lasts = 1, type: kind = 'Downtime', energy = 8, revenue = null, count = 1 }: NewEvent,
): Promise<void> {
  const startMs = START + at * HOUR;
  await db.execute(sql`
    insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, lost_energy_kwh, revenue_loss,
      unpriced_days, loss_left_out, updated_at_ms)
    select gen_random_uuid(), ${siteId}, ${`${siteId}-root`}, ${startMs}::bigint + n * 7200000, ${startMs + lasts * HOUR}::bigint + n * 7200000, false, '301',
      ${kind}, 'Status', 1, ${energy}::float8, ${revenue}::float8, ${at % 2}, ${at % 4}, 1 from generate_series(0, ${count - 1}) as n`);
}

async function apply(db: Db, each: typeof change extends fc.Arbitrary<infer C> ? C : never): Promise<void> {
  if (each.do === 'insert') return insert(db, each);
  const { rows } = await db.execute<{ id: string; site_id: string }>(sql`select id, site_id from group_events order by start_ms, id`);
  const row = rows[each.which % Math.max(1, rows.length)];
  if (!row) return;
  const isIt = sql`where id = ${row.id}`;
  switch (each.do) {
    case 'move':
      await db.execute(
        sql`update group_events set start_ms = ${START + each.hour * HOUR}, end_ms = ${START + (each.hour + each.hours) * HOUR} ${isIt}`,
      );
      return;
    case 'cost':
      await db.execute(sql`update group_events set lost_energy_kwh = ${each.energy}, revenue_loss = ${each.revenue} ${isIt}`);
      return;
    case 'type':
      await db.execute(sql`update group_events set event_type = ${each.type} ${isIt}`);
      return;
    case 'acknowledge':
      await db.execute(sql`update group_events set acknowledged_at_ms = 1 where site_id = ${row.site_id} and id >= ${row.id}`);
      return;
    case 'unacknowledge':
      await db.execute(sql`update group_events set acknowledged_at_ms = null ${isIt}`);
      return;
    case 'promote':
      await db.execute(sql`update group_events set is_promoted = true, promoted_id = null ${isIt}`);
      await db.execute(
        sql`update group_events set promoted_id = ${row.id} where not is_promoted and site_id = ${row.site_id} and id > ${row.id}`,
      );
      return;
    case 'delete':
      await db.execute(sql`delete from group_events ${isIt}`);
      return;
    case 'replace':
      await db.execute(sql`
        insert into group_events select (jsonb_populate_record(event, ${JSON.stringify({ start_ms: START + each.hour * HOUR, end_ms: START + (each.hour + 1) * HOUR })}::jsonb)).*
        from group_events as event ${isIt} on conflict (id) do update set start_ms = excluded.start_ms, end_ms = excluded.end_ms`);
  }
}

async function readRows(db: Db): Promise<Row[]> {
  return (await db.execute<Row>(sql`select * from group_events`)).rows;
}

/** What the words of a filter mean, without the database. */
function totalOneByOne(rows: readonly Row[], asked: Partial<EventFilter>): EventTotals {
  const chosen = asked.segmentIds?.map((id) => id.replace('-root', ''));
  const tokens = asked.query?.split(' ') ?? [];
  const valuesOf = (key: string): string[] => tokens.filter((token) => token.startsWith(key)).map((token) => token.slice(key.length));
  const isOneOf = (words: readonly string[], value: string): boolean => words.length === 0 || words.includes(value);
  const found = rows.filter(
    (row) =>
      OWN.has(row.site_id) &&
      (!asked.siteIds || asked.siteIds.includes(row.site_id)) &&
      (!chosen || chosen.includes(row.site_id)) &&
      (asked.startMs === undefined || row.end_ms > asked.startMs) &&
      (asked.endMs === undefined || row.start_ms < asked.endMs) &&
      (!asked.types || asked.types.includes(row.event_type)) &&
      (asked.isAcknowledged === undefined || asked.isAcknowledged === (row.acknowledged_at_ms !== null)) &&
      (asked.members === 'shown' ? !row.is_promoted : row.promoted_id === null) &&
      isOneOf(valuesOf('site:'), row.site_id) &&
      isOneOf(valuesOf('type:'), row.event_type) &&
      isOneOf(valuesOf('ack:'), row.acknowledged_at_ms === null ? 'no' : 'yes') &&
      (!tokens.includes('lost>10') || (row.lost_energy_kwh ?? 0) > 10),
  );
  return {
    ...sumsOf(found),
    byType: EVENT_TYPES.map((each) => ({ type: each, ...sumsOf(found.filter((row) => row.event_type === each)) })).filter(
      ({ count }) => count > 0,
    ),
    issues: [],
  };
}

function sumsOf(rows: readonly Row[]) {
  const sum = (values: (number | null)[]) => values.reduce((total, value) => (value === null ? total : (total ?? 0) + value), null);
  return {
    count: rows.length,
    durationMs: sum(rows.map((row) => row.end_ms - row.start_ms)) ?? 0,
    lostEnergyKwh: sum(rows.map((row) => row.lost_energy_kwh)),
    revenueLoss: sum(rows.map((row) => row.revenue_loss)),
    energyUnknownCount: rows.filter((row) => row.lost_energy_kwh === null).length,
    revenueUnknownCount: rows.filter((row) => row.revenue_loss === null || row.unpriced_days > 0).length,
    leftOutIntervals: rows.reduce((total, row) => total + row.loss_left_out, 0),
    unacknowledged: rows.filter((row) => row.acknowledged_at_ms === null).length,
  };
}

/** As the contract reads it: what is absent does not narrow. */
function withoutUndefined(asked: Partial<EventFilter>): EventFilter {
  return { members: 'hidden', ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) };
}
