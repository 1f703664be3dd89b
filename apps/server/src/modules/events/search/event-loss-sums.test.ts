import { eventLossSumEndpoints } from '@solvane/contract/event-loss-sums';
import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventEndpoints } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tariffs } from '../../../db/schema/models.ts';
import { type TestApp, type TestClient, testApp } from '../../../testing/test-app.ts';

const HOUR = 3_600_000;
const ZONE = 'Europe/Stockholm';

interface Stored {
  site?: string;
  device?: string;
  code?: string;
  type?: string;
  start: string;
  hours: number;
  /** Energy and revenue by local day. */
  days?: Record<string, [energy: number | null, revenue: number | null]>;
}

/** Sites in two currencies with events whose losses by day are stated. */
async function world() {
  const app = await testApp({ nowMs: Date.UTC(2026, 11, 1) });
  for (const [id, timezone, currency] of [
    ['S1', ZONE, 'EUR'],
    ['S2', 'America/New_York', 'USD'],
  ] as const) {
    await app.given.site({ id, enterpriseId: 'solvind', timezone, energyType: 'PV' });
    await app.given.segment({ siteId: id as SiteId, id: `${id}-D1`, name: `Inverter ${id}-D1` });
    await app.db.insert(tariffs).values({ siteId: id as SiteId, validFromMs: 0, currency, price: { kind: 'fixed', price: 50 } });
  }
  return { app, user: await app.as({ of: 'solvind' }) };
}

async function store({ db }: TestApp, stored: Stored): Promise<void> {
  const { site = 'S1', device = `${site}-D1`, code = '301', type = 'Downtime', start, hours, days = {} } = stored;
  const startMs = Date.parse(start);
  const known = (index: 0 | 1) => Object.values(days).flatMap((day) => day[index] ?? []);
  const sumOf = (values: number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0));
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, lost_energy_kwh, revenue_loss, updated_at_ms)
    values (gen_random_uuid(), ${site}, ${device}, ${startMs}, ${startMs + hours * HOUR}, false, ${code}, ${type}, 'Inverter', 1, ${sumOf(known(0))}, ${sumOf(known(1))}, 0)
    returning id`);
  for (const [day, [energy, revenue]] of Object.entries(days))
    await db.execute(
      sql`insert into event_day_losses (event_id, day, energy_kwh, revenue) values (${rows[0]?.id}, ${day}, ${energy}, ${revenue})`,
    );
}

function sums(user: TestClient, body: object) {
  return user.call(eventLossSumEndpoints.lossSums, { body: { filter: {}, rows: 'none', ...body } as never });
}

const JANUARY = { fromDay: '2026-01-01', toDay: '2026-02-01' };
const FEBRUARY = { fromDay: '2026-02-01', toDay: '2026-03-01' };

test('a month at its edge has what lies inside it; the event log has whole events (vector A7)', async () => {
  const { app, user } = await world();
  await store(app, {
    start: '2026-01-31T22:00+01:00',
    hours: 6,
    days: { '2026-01-31': [40, 2], '2026-02-01': [60, 3] },
  });
  expect((await sums(user, FEBRUARY)).total).toMatchObject({ lostEnergyKwh: 60, durationMs: 4 * HOUR, count: 1, energyUnknownCount: 0 });
  expect((await sums(user, JANUARY)).total).toMatchObject({ lostEnergyKwh: 40, durationMs: 2 * HOUR, count: 1 });
  const filter = { startMs: Date.parse('2026-02-01T00:00+01:00'), endMs: Date.parse('2026-03-01T00:00+01:00') };
  const log = await user.call(eventEndpoints.totals, { body: { filter } });
  const { items } = await user.call(eventOverviewEndpoints.groups, { body: { filter, groupBy: 'type' } });
  for (const whole of [log, items[0]]) expect(whole).toMatchObject({ lostEnergyKwh: 100, durationMs: 6 * HOUR, count: 1 });
  // An event without any expected value adds a note, never 0.
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 1 });
  expect((await sums(user, FEBRUARY)).total).toMatchObject({ lostEnergyKwh: 60, durationMs: 5 * HOUR, count: 2, energyUnknownCount: 1 });
  const unknown = await sums(user, { fromDay: '2026-02-02', toDay: '2026-03-01' });
  expect(unknown.total).toMatchObject({ lostEnergyKwh: null, energyUnknownCount: 1, revenueUnknownCount: 1 });
});

test('events that lie inside the period sum up as in the event log, and groups to the whole', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 2, days: { '2026-02-03': [10, 1] } });
  await store(app, {
    start: '2026-02-04T23:00+01:00',
    hours: 3,
    code: '302',
    type: 'Curtailment',
    days: { '2026-02-04': [4, 1], '2026-02-05': [6, null] },
  });
  await store(app, {
    site: 'S2',
    start: '2026-02-05T10:00-05:00',
    hours: 1,
    code: '302',
    type: 'Curtailment',
    days: { '2026-02-05': [30, 6] },
  });
  await store(app, { start: '2026-02-09T10:00+01:00', hours: 1, type: 'Warning' });
  for (const filter of [{}, { types: ['Curtailment'] }, { siteIds: ['S1'] }, { query: 'code:302' }]) {
    const log = await user.call(eventEndpoints.totals, { body: { filter } as never });
    for (const rows of ['day', 'site', 'device', 'segmentType', 'country', 'energyType', 'type', 'category', 'code']) {
      const {
        total,
        rows: found,
        rest,
      } = await sums(user, { ...FEBRUARY, filter, rows, columns: rows === 'type' ? 'month' : 'type', limit: 1 });
      const { count, durationMs, lostEnergyKwh, energyUnknownCount } = log;
      expect(total, rows).toMatchObject({ count, durationMs, lostEnergyKwh, energyUnknownCount });
      const parts = [...found, rest];
      expect(parts.reduce((sum, row) => sum + (row.lostEnergyKwh ?? 0), 0)).toBeCloseTo(lostEnergyKwh ?? 0, 9);
      expect(parts.reduce((sum, row) => sum + row.durationMs, 0)).toBe(durationMs);
      for (const row of parts) expect(row.cells.reduce((sum, cell) => sum + cell.durationMs, 0)).toBe(row.durationMs);
    }
  }
  await app.db.execute(sql`update sites set country = 'Sweden' where id = 'S1'`);
  const countries = await sums(user, { ...FEBRUARY, rows: 'country' });
  expect(countries.rows.map(({ key, lostEnergyKwh }) => [key, lostEnergyKwh])).toEqual([
    ['', 30],
    ['Sweden', 20],
  ]);
  const { rows } = await sums(user, { ...FEBRUARY, rows: 'site', columns: 'code' });
  expect(rows.map(({ key, name, lostEnergyKwh }) => [key, name, lostEnergyKwh])).toEqual([
    ['S2', 'S2', 30],
    ['S1', 'S1', 20],
  ]);
});

test('an event in two periods counts in each of them and once in all', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-01-31T22:00+01:00', hours: 6, days: { '2026-01-31': [40, 2], '2026-02-01': [null, null] } });
  const { rows, total } = await sums(user, { fromDay: '2026-01-01', toDay: '2026-03-01', rows: 'month' });
  expect(rows.map(({ key, count, lostEnergyKwh, energyUnknownCount }) => [key, count, lostEnergyKwh, energyUnknownCount])).toEqual([
    ['2026-01-01', 1, 40, 0],
    ['2026-02-01', 1, null, 1],
  ]);
  expect(total).toMatchObject({ count: 1, lostEnergyKwh: 40, energyUnknownCount: 0, durationMs: 6 * HOUR });
});

test('a day of the site has 23 or 25 hours when clocks change', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-03-28T00:00+01:00', hours: 72, days: { '2026-03-29': [23, 1] } });
  await store(app, { start: '2026-10-24T00:00+02:00', hours: 72 });
  const hoursOn = async (fromDay: string, toDay: string) => (await sums(user, { fromDay, toDay })).total.durationMs / HOUR;
  expect(await hoursOn('2026-03-29', '2026-03-30')).toBe(23);
  expect(await hoursOn('2026-03-28', '2026-03-29')).toBe(24);
  expect(await hoursOn('2026-10-25', '2026-10-26')).toBe(25);
});

test('amounts of different currencies are never added, and avoided cost is told apart', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 40, days: { '2026-02-03': [10, 5], '2026-02-04': [10, -2] } });
  await store(app, { site: 'S2', start: '2026-02-05T10:00-05:00', hours: 1, days: { '2026-02-05': [30, 6] } });
  const { total } = await sums(user, FEBRUARY);
  expect(total.revenue.toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1))).toEqual([
    { currency: 'EUR', amount: 3, avoided: -2 },
    { currency: 'USD', amount: 6, avoided: 0 },
  ]);
});

test('an event on a parent stands for its members, by day too', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 2, days: { '2026-02-03': [10, 1] } });
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 2, device: 'S1-root', code: 'SITE' });
  await app.db.execute(sql`update group_events set is_promoted = true, lost_energy_kwh = 10 where code = 'SITE'`);
  await app.db.execute(
    sql`update group_events set promoted_id = (select id from group_events where code = 'SITE'), promoted_segment_id = 'S1-root' where code = '301'`,
  );
  const { rows } = await sums(user, { ...FEBRUARY, rows: 'code' });
  expect(rows.map(({ key, lostEnergyKwh, count }) => [key, lostEnergyKwh, count])).toEqual([['SITE', 10, 1]]);
  const shown = await sums(user, { ...FEBRUARY, rows: 'code', filter: { members: 'shown' } });
  expect(shown.rows.map(({ key, lostEnergyKwh }) => [key, lostEnergyKwh])).toEqual([['301', 10]]);
});

test('sites out of scope add nothing, and equal dimensions are refused', async () => {
  const { app, user } = await world();
  await store(app, { start: '2026-02-03T10:00+01:00', hours: 2, days: { '2026-02-03': [10, 1] } });
  const stranger = await app.as({ of: 'stranger' });
  expect((await sums(stranger, { ...FEBRUARY, filter: { siteIds: ['S1'] }, rows: 'site' })).rows).toEqual([]);
  const refused = (body: object) => user.refusal(eventLossSumEndpoints.lossSums, { body: { filter: {}, ...FEBRUARY, ...body } as never });
  expect(await refused({ rows: 'site', columns: 'site' })).toMatchObject({ code: 'request.invalid', issues: [{ path: ['columns'] }] });
  expect(await refused({ rows: 'day', columns: 'month' })).toMatchObject({ code: 'request.invalid' });
  expect(await refused({ rows: 'site', toDay: '2026-02-01' })).toMatchObject({ issues: [{ path: ['toDay'] }] });
});
