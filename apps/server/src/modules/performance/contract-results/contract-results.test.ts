import { contractResultEndpoints } from '@solvane/contract/contract-results';
import { type ContractTerms, contractEndpoints } from '@solvane/contract/contracts';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { type DayAccount, viewSumsOf } from '@solvane/energy/site-day/availability/day-account';
import type { ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditLog } from '../../../db/schema/access.ts';
import { siteDays, siteMonthSums } from '../../../db/schema/site-days.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { toViews } from '../../contracts/site-contracts.ts';
import { createLoadOverlays } from '../../events/grouping/event-inputs.ts';
import { createStoreEvents } from '../../events/grouping/store-events.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';
import { addMonthOf } from './testing.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const siteId = siteIdSchema.parse('plant');
const MONTH = '2026-01';
const SPAN = { fromMonth: MONTH, toMonth: MONTH };
/** Three hours of the last day of the contract. */
const OUTAGE = { startMs: NOON_MS - DAY_MS - 3 * 3_600_000, endMs: NOON_MS - DAY_MS };

interface World {
  plant: Plant;
  analyst: TestClient;
  compute: () => Promise<void>;
  terms: ContractTerms;
  /** Saves a contract of three days that are over; the id of it. */
  save: (
    change?: Partial<ContractTerms>,
    id?: string | null,
    span?: { validFrom: string | null; validTo: string | null },
    name?: string,
  ) => Promise<string>;
}

/** Two inverters of a plant, of which one was out for three hours, under a contract that guarantees 99 % technical availability. */
async function world(): Promise<World> {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'light', name: 'Light', segmentType: 'WeatherStation' });
  for (const id of ['inv-1', 'inv-2'])
    await plant.given.metadata(id, { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180, irradianceSensorId: 'light' });
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const t = Array.from({ length: 4 * 144 }, (_, i) => NOON_MS - 4 * DAY_MS + i * STEP_MS);
  const light = t.map((atMs) => Math.max(0, Math.round(400 * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI))));
  const isOut = (atMs: number) => atMs >= OUTAGE.startMs && atMs < OUTAGE.endMs;
  const power = light.map((watts, i) => (isOut(t[i] ?? 0) ? 0 : watts));
  const events = [{ segmentId: 'inv-1', code: 'E1205', ...OUTAGE }];
  const series = [
    { segmentId: 'light', signal: 'IrradiancePOA', t, v: light },
    { segmentId: 'light', signal: 'AmbientTemperature', t, v: light.map((watts) => 2 + watts / 100) },
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: power },
    { segmentId: 'inv-2', signal: 'ActivePower', t, v: light },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series, events }));
  const options = { loadOverlays: createLoadOverlays(plant.deps), storeEvents: createStoreEvents(plant.deps) };
  const compute = async () => {
    await computeWaiting(plant.deps, options);
  };
  await compute();
  const usual = await analyst.call(contractEndpoints.defaults, { body: { energyType: 'PV' } });
  const steps = [{ fromPercent: 0, bonusPerPoint: 100, penaltyPerPoint: 200 }];
  const terms = { ...usual, guarantees: [{ view: 'Technical' as const, basis: 'time' as const, percent: 99, steps }] };
  const save: World['save'] = async (change = {}, id = null, span = undefined, name = 'O&M') => {
    const body = {
      ...{ id, enterpriseId: enterpriseIdSchema.parse('solvind'), name, description: '', energyType: 'PV' as const },
      ...(span ?? { validFrom: '2026-01-12', validTo: '2026-01-15' }),
      ...{ lossCategorySetId: null, siteIds: [siteId], terms: { ...terms, ...change } },
    };
    return (await analyst.call(contractEndpoints.save, { body })).id;
  };
  return { plant, analyst, compute, terms, save };
}

const ALWAYS = { validFrom: null, validTo: null };
const MAIN = { view: 'Technical' as const, basis: 'time' as const };

test('steps lead from 100 % to the result of a month, and events to each step', async () => {
  const { analyst, compute, save } = await world();
  const id = await save();
  await compute();
  const { items } = await analyst.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: id } });
  expect(items).toMatchObject([{ month: MONTH, days: 3, missingDays: 0, isOver: true, siteName: 'Plant', lock: null }]);
  const month = await analyst.call(contractResultEndpoints.month, { body: { contractConfigurationId: id, siteId, month: MONTH, ...MAIN } });
  const percent = items[0]?.guarantees[0]?.percent ?? Number.NaN;
  expect(percent).toBeLessThan(99);
  expect(100 + month.steps.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(percent, 9);
  expect(month.guarantees[0]?.amount).toBeCloseTo(200 * (percent - 99), 9);
  for (const { category, points } of month.steps) {
    const events = month.events.filter(({ timeCategory }) => timeCategory === category);
    expect(events.reduce((sum, event) => sum + event.points, 0)).toBeCloseTo(points, 9);
  }
  const outage = month.events.find(({ deviceName }) => deviceName === 'INV-1');
  expect(outage).toMatchObject({ timeCategory: 'FO', eventId: expect.any(String) });
  const file = await analyst.send(contractResultEndpoints.export, { body: { ...SPAN, contractConfigurationId: id, siteId } });
  expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

test('a locked month never changes; what would change it is listed with its author and booked into a later month', async () => {
  const { plant, analyst, compute, save, terms } = await world();
  const id = await save();
  await compute();
  const key = { contractConfigurationId: id, siteId, month: MONTH };
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const read = () => manager.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } });
  const before = await read();
  await manager.call(contractResultEndpoints.lock, { body: key });
  const twice = await manager.refusal(contractResultEndpoints.lock, { body: key });
  expect(twice.issues.map(({ message }) => message)).toEqual(['Contract_Problem_MonthLocked']);
  const locked = await read();
  expect(locked).toMatchObject({ views: before.views, steps: before.steps, events: before.events, afterLock: [] });
  expect(locked.guarantees[0]).toMatchObject({ pointsAfterLock: 0, amountAfterLock: 0, settledAmount: 0 });

  const found = before.events.find(({ deviceName }) => deviceName === 'INV-1');
  const { event } = await manager.call(eventEndpoints.get, { query: { eventId: found?.eventId as never } });
  const seen = { events: [{ eventId: event.eventId, version: event.version }], category: 'Grid outage', reason: 'Cable' };
  const settled = await analyst.refusal(eventCommandEndpoints.categorize, { body: seen });
  expect(settled.code).toBe('events.settled');
  await manager.call(eventCommandEndpoints.categorize, { body: seen });
  await compute();
  const after = await read();
  expect(after).toMatchObject({ views: before.views, steps: before.steps, events: before.events });
  expect(after.guarantees[0]).toMatchObject({ percent: before.guarantees[0]?.percent, amount: before.guarantees[0]?.amount });
  expect(after.afterLock).toMatchObject([{ kind: 'changed', before: 'FO', event: { deviceName: 'INV-1', timeCategory: 'GE' } }]);
  expect(after.afterLock[0]?.by).toEqual(expect.any(String));
  expect(after.guarantees[0]?.pointsAfterLock).toBeCloseTo(after.afterLock[0]?.points ?? Number.NaN, 6);
  const { items } = await manager.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: id } });
  expect(items[0]?.guarantees).toEqual(after.guarantees);

  // Nothing of what is stored of the month may change either.
  await save({ guarantees: [], degradedFactor: 0.5 }, id);
  await compute();
  const stricter = await read();
  expect(stricter).toMatchObject({ views: before.views, steps: before.steps, guarantees: after.guarantees });
  const moved = await analyst.refusal(contractEndpoints.remove, { body: { contractConfigurationId: id } });
  expect(moved.issues.map(({ message }) => message)).toEqual(['Contract_Problem_RemoveLocked']);
  expect(terms.guarantees).toHaveLength(1);
});

test('a correction is settled once, in an open month that the contract still holds in', async () => {
  const { plant, compute, save } = await world();
  const id = await save();
  await compute();
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  await addMonthOf(plant.db, id);
  const key = { contractConfigurationId: id, siteId, month: '2025-12' };
  const read = () => manager.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } });
  const december = await read();
  expect(december.openMonths).toEqual([MONTH]);
  const pending = december.guarantees[0]?.amountAfterLock ?? Number.NaN;
  expect(Math.abs(pending)).toBeGreaterThan(1);
  const refused = await manager.refusal(contractResultEndpoints.settle, { body: { ...key, intoMonth: '2025-12' } });
  expect(refused.issues.map(({ message }) => message)).toEqual(['Contract_Problem_MonthNotOpen']);
  expect(await manager.call(contractResultEndpoints.settle, { body: { ...key, intoMonth: MONTH } })).toEqual({ amount: pending });
  const settled = await read();
  expect(settled.settlements).toMatchObject([{ intoMonth: MONTH, amount: pending }]);
  expect(settled.guarantees[0]?.settledAmount).toBe(pending);
  const again = await manager.refusal(contractResultEndpoints.settle, { body: { ...key, intoMonth: MONTH } });
  expect(again.issues.map(({ message }) => message)).toEqual(['Contract_Problem_NothingToSettle']);
  const { items } = await manager.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: id } });
  expect(items[0]?.guarantees[0]?.carriedAmount).toBe(pending);
});

test('what the preview says is what the calculation then gives, whatever the sheets', async () => {
  const { plant, analyst, compute, save, terms } = await world();
  const id = await save({}, null, ALWAYS);
  await compute();
  const cell = fc.oneof(fc.constantFrom('A' as const, 'U' as const, 'X' as const), fc.double({ min: 0, max: 1, noNaN: true }));
  const categories = ['PP', 'LR', 'GE', 'FO', 'IU'] as const;
  const sheet = fc.record(Object.fromEntries(categories.map((category) => [category, cell])));
  const arbitrary = fc.record({
    sheet,
    degradedFactor: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    percent: fc.integer({ min: 90, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ sheet: changed, degradedFactor, percent }) => {
      const views = terms.views.map((view) => ({ ...view, sheets: { ...view.sheets, PV: { ...view.sheets.PV, ...changed } } }));
      const guarantees = terms.guarantees.map((guarantee) => ({ ...guarantee, percent }));
      const wanted = { ...terms, views, guarantees, degradedFactor };
      const body = { ...SPAN, siteId, terms: wanted, lossCategorySetId: null };
      const promised = await analyst.call(contractResultEndpoints.preview, { body });
      await save(wanted, id, ALWAYS);
      await compute();
      const after = await analyst.call(contractResultEndpoints.preview, { body });
      expect(after.months[0]?.before.map(({ percent: reached }) => reached)).toEqual(
        promised.months[0]?.after.map(({ percent: reached }) => (reached === null ? null : expect.closeTo(reached, 9))),
      );
      expect(after.events).toEqual([]);
      const rows = await plant.db.select().from(siteDays).where(eq(siteDays.siteId, siteId)).orderBy(asc(siteDays.day));
      for (const { day, account, availability } of rows.filter((row) => row.day >= '2026-01-12' && row.day < '2026-01-15'))
        expectSameSums(
          toViews(wanted).map((view) => viewSumsOf(account as DayAccount, view)),
          availability as ViewSums[],
          day,
        );
    }),
    { numRuns: 6 },
  );
});

function expectSameSums(counted: readonly ViewSums[], stored: readonly ViewSums[], day: string): void {
  for (const [at, view] of stored.entries()) {
    expect(counted[at]?.available, `${day} ${view.name}`).toBeCloseTo(view.available, 6);
    expect(counted[at]?.unavailable, `${day} ${view.name}`).toBeCloseTo(view.unavailable, 6);
  }
}

test('sums of a month are kept until one of its days is computed again', async () => {
  const { plant, analyst, compute, save } = await world();
  await save({}, null, ALWAYS);
  await compute();
  const read = async () =>
    (await analyst.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: null } })).items[0];
  const stored = async () => (await plant.db.select().from(siteMonthSums).where(eq(siteMonthSums.month, '2026-01-01')))[0];
  expect((await stored())?.sums).toBeNull();
  const first = await read();
  expect((await stored())?.sums).not.toBeNull();
  expect(await read()).toEqual(first);
  const t = [OUTAGE.startMs];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-2', signal: 'ActivePower', t, v: [0] }] }));
  await compute();
  expect((await stored())?.sums).toBeNull();
  expect((await read())?.views).not.toEqual(first?.views);
});

test('results are read and locked by the enterprise only, and a month is locked only when it is over and computed', async () => {
  const { plant, analyst, compute, save } = await world();
  const id = await save();
  const key = { contractConfigurationId: id, siteId, month: MONTH };
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const waiting = await manager.refusal(contractResultEndpoints.lock, { body: key });
  expect(waiting.issues.map(({ message }) => message)).toEqual(['Contract_Problem_MonthWaiting']);
  await compute();
  const stranger = await plant.as({ of: 'other', role: 'admin' });
  const viewer = await plant.as({ of: 'solvind', role: 'viewer' });
  for (const [client, status] of [
    [stranger, 404],
    [viewer, 403],
  ] as const) {
    expect((await client.refusal(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: id } })).status).toBe(status);
    expect((await client.refusal(contractResultEndpoints.month, { body: { ...key, ...MAIN } })).status).toBe(status);
    expect((await client.refusal(contractResultEndpoints.export, { body: { ...SPAN, contractConfigurationId: id, siteId } })).status).toBe(
      status,
    );
    expect((await client.refusal(contractResultEndpoints.lock, { body: key })).status).toBe(status);
    expect((await client.refusal(contractResultEndpoints.settle, { body: { ...key, intoMonth: '2026-02' } })).status).toBe(status);
  }
  expect((await stranger.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: null } })).items).toEqual([]);
  expect((await analyst.refusal(contractResultEndpoints.lock, { body: key })).status).toBe(403);
  expect((await analyst.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } })).canLock).toBe(false);
});

test('an event across the end of a contract is counted by each contract for its part, and stays one event in the log', async () => {
  const { plant, compute, save } = await world();
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const [startMs, endMs] = [NOON_MS - 2 * DAY_MS, NOON_MS - DAY_MS];
  const midnightMs = Date.UTC(2026, 0, 13, 23);
  const made = { startMs, endMs, category: 'Forced outage', type: 'Downtime' as const, reason: 'Blade' };
  await manager.call(eventCommandEndpoints.create, { body: { segmentIds: [segmentIdSchema.parse('inv-2')], code: 'M1', ...made } });
  const first = await save({}, null, { validFrom: '2026-01-12', validTo: '2026-01-14' }, 'First');
  const second = await save({}, null, { validFrom: '2026-01-14', validTo: '2026-01-16' }, 'Second');
  await compute();
  const read = (id: string) =>
    manager.call(contractResultEndpoints.month, { body: { contractConfigurationId: id, siteId, month: MONTH, ...MAIN } });
  const parts = await Promise.all([first, second].map(read));
  const counted = parts.map(({ events }) => events.find(({ deviceName }) => deviceName === 'INV-2'));
  expect(counted).toMatchObject([
    { startMs, endMs: midnightMs },
    { startMs: midnightMs, endMs },
  ]);
  expect(counted[0]?.eventId).toBe(counted[1]?.eventId);
  const { event } = await manager.call(eventEndpoints.get, { query: { eventId: counted[0]?.eventId as never } });
  expect(event).toMatchObject({ startMs, endMs });
});

test('a contract never overwrites the category that a person chose', async () => {
  const { plant, compute, save, terms } = await world();
  const id = await save();
  await compute();
  const key = { contractConfigurationId: id, siteId, month: MONTH };
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const read = () => manager.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } });
  const eventId = (await read()).events.find(({ deviceName }) => deviceName === 'INV-1')?.eventId as never;
  const { event } = await manager.call(eventEndpoints.get, { query: { eventId } });
  const seen = { events: [{ eventId: event.eventId, version: event.version }], category: 'Force majeure', reason: 'Storm' };
  await manager.call(eventCommandEndpoints.categorize, { body: seen });
  await compute();
  await save({ degradedFactor: 0.25, excludesEstimated: !terms.excludesEstimated }, id);
  await compute();
  const counted = (await read()).events.find(({ deviceName }) => deviceName === 'INV-1');
  expect(counted).toMatchObject({ category: 'Force majeure', timeCategory: 'FM' });
  const after = await manager.call(eventEndpoints.get, { query: { eventId: counted?.eventId as never } });
  expect(after.event.category).toBe('Force majeure');
});

test('a month is unlocked with a reason that stays, and its events are open again; one with settled corrections stays locked', async () => {
  const { plant, analyst, compute, save } = await world();
  const id = await save();
  await compute();
  const key = { contractConfigurationId: id, siteId, month: MONTH };
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const read = () => manager.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } });
  const open = await manager.refusal(contractResultEndpoints.unlock, { body: { ...key, reason: 'Meter' } });
  expect(open.issues.map(({ message }) => message)).toEqual(['Contract_Problem_MonthOpen']);
  await manager.call(contractResultEndpoints.lock, { body: key });
  expect((await analyst.refusal(contractResultEndpoints.unlock, { body: { ...key, reason: 'Meter' } })).status).toBe(403);
  const stranger = await plant.as({ of: 'other', role: 'admin' });
  expect((await stranger.refusal(contractResultEndpoints.unlock, { body: { ...key, reason: 'Meter' } })).status).toBe(404);
  expect((await manager.refusal(contractResultEndpoints.unlock, { body: { ...key, reason: ' ' } })).status).toBe(400);
  const { lock } = await read();
  await manager.call(contractResultEndpoints.unlock, { body: { ...key, reason: 'Wrong meter' } });
  const unlocked = await read();
  expect(unlocked.lock).toBeNull();
  expect(unlocked.unlocks).toEqual([
    { lockedBy: lock?.by, lockedAtMs: lock?.atMs, by: lock?.by, atMs: expect.any(Number), reason: 'Wrong meter' },
  ]);
  const entries = await plant.db.select().from(auditLog).where(eq(auditLog.action, 'contract.unlockMonth'));
  expect(entries).toMatchObject([{ details: { month: MONTH, reason: 'Wrong meter' } }]);

  await addMonthOf(plant.db, id);
  const december = { ...key, month: '2025-12' };
  await manager.call(contractResultEndpoints.settle, { body: { ...december, intoMonth: MONTH } });
  const settled = await manager.refusal(contractResultEndpoints.unlock, { body: { ...december, reason: 'Meter' } });
  expect(settled.issues.map(({ message }) => message)).toEqual(['Contract_Problem_MonthSettled']);

  const eventId = unlocked.events.find(({ deviceName }) => deviceName === 'INV-1')?.eventId as never;
  const { event } = await analyst.call(eventEndpoints.get, { query: { eventId } });
  const seen = { events: [{ eventId: event.eventId, version: event.version }], category: 'Grid outage', reason: 'Cable' };
  await analyst.call(eventCommandEndpoints.categorize, { body: seen });
  await compute();
  expect((await read()).guarantees[0]?.percent).toBeGreaterThan(unlocked.guarantees[0]?.percent ?? Number.NaN);
});

test('changed terms hold from the first of a month, and the month before is counted by those that held', async () => {
  const { analyst, compute, save, terms } = await world();
  const id = await save({}, null, ALWAYS);
  await compute();
  const read = async () =>
    (await analyst.call(contractResultEndpoints.months, { body: { ...SPAN, contractConfigurationId: id } })).items[0]?.guarantees[0];
  const before = await read();
  const get = () => analyst.call(contractEndpoints.get, { body: { contractConfigurationId: id } });
  const { sites: _sites, state: _state, can: _can, revision: _revision, updatedBy: _by, updatedAtMs: _at, ...content } = await get();
  const stricter = { ...terms, guarantees: terms.guarantees.map((each) => ({ ...each, percent: 99.9 })) };
  const bodyOf = (validTo: string) => ({ ...content, siteIds: [siteId], terms: stricter, earlierTerms: [{ validTo, terms }] });
  const refused = await analyst.refusal(contractEndpoints.save, { body: bodyOf('2026-01-13') });
  expect(refused.issues.map(({ message }) => message)).toEqual(['Contract_Problem_TermsMidMonth']);
  const later = await analyst.call(contractEndpoints.save, { body: bodyOf('2026-02-01') });
  expect(later.changes.every(({ startMs }) => startMs === null)).toBe(true);
  await compute();
  expect(await read()).toEqual(before);
  expect((await get()).earlierTerms.map(({ validTo }) => validTo)).toEqual(['2026-02-01']);

  const again = await analyst.call(contractEndpoints.save, { body: { ...bodyOf('2026-02-01'), earlierTerms: undefined, note: 'Typo' } });
  expect(again.changes.map(({ startMs }) => startMs)).toEqual([Date.UTC(2026, 0, 31, 23)]);
  expect((await get()).earlierTerms).toHaveLength(1);

  await analyst.call(contractEndpoints.save, { body: bodyOf('2026-01-01') });
  await compute();
  expect(await read()).toMatchObject({ guaranteedPercent: 99.9, percent: before?.percent });
});

test('a locked month never changes, whatever is edited, delivered or agreed afterwards', async () => {
  const { plant, compute, save } = await world();
  const id = await save();
  await compute();
  const key = { contractConfigurationId: id, siteId, month: MONTH };
  const manager = await plant.as({ of: 'solvind', role: 'admin' });
  const read = () => manager.call(contractResultEndpoints.month, { body: { ...key, ...MAIN } });
  await manager.call(contractResultEndpoints.lock, { body: key });
  const { views, steps, events, categories, guarantees, lock } = await read();
  const inverter = segmentIdSchema.parse('inv-2');
  const hours = fc.integer({ min: 0, max: 60 });
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('terms' as const),
      percent: fc.integer({ min: 90, max: 100 }),
      factor: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ kind: fc.constant('data' as const), hour: hours, power: fc.integer({ min: 0, max: 900 }) }),
    fc.record({
      kind: fc.constant('event' as const),
      hour: hours,
      category: fc.constantFrom('Forced outage', 'Grid outage', 'Force majeure'),
    }),
  );
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      for (const each of changes) {
        const startMs = NOON_MS - 3 * DAY_MS + ('hour' in each ? each.hour : 0) * 3_600_000;
        if (each.kind === 'terms')
          await save({ degradedFactor: each.factor, guarantees: [{ ...MAIN, percent: each.percent, steps: [] }] }, id);
        else if (each.kind === 'data')
          await plant.ingest(
            JSON_TYPE,
            JSON.stringify({ series: [{ segmentId: inverter, signal: 'ActivePower', t: [startMs], v: [each.power] }] }),
          );
        else {
          const body = { startMs, endMs: startMs + 3_600_000, category: each.category, type: 'Downtime' as const, reason: 'Any' };
          await manager.send(eventCommandEndpoints.create, { body: { segmentIds: [inverter], code: `M${++made}`, ...body } });
        }
      }
      await compute();
      const now = await read();
      expect(now).toMatchObject({ views, steps, events, categories, lock });
      expect(now.guarantees.map(({ percent, points, amount }) => [percent, points, amount])).toEqual(
        guarantees.map(({ percent, points, amount }) => [percent, points, amount]),
      );
    }),
    { numRuns: 5 },
  );
});
