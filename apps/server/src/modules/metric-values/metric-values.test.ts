import type { RequestOf } from '@solvane/contract/endpoint';
import { FIRST_INSTANT_MS, segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { PERIOD_METRIC_IDS, type PeriodMetricId } from '@solvane/contract/metric-ids';
import { type MetricRow, metricValueEndpoints } from '@solvane/contract/metric-values';
import { budgetEndpoints } from '@solvane/contract/models';
import { signalEndpoints } from '@solvane/contract/signals';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import { dayStart, localDay } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { eventDayLosses, groupEvents } from '../../db/schema/events.ts';
import { sites } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { computeWaiting } from '../performance/performance.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const emptyId = siteIdSchema.parse('empty');
/** Two whole local days, in which one inverter stands still for three hours. */
const period = { fromDay: '2026-01-13', toDay: '2026-01-15' };
const instants = { startMs: NOON_MS - 2 * DAY_MS - 13 * 3_600_000, endMs: NOON_MS - 13 * 3_600_000 };

type Body = RequestOf<typeof metricValueEndpoints.values>['body'];

/** Three days of one inverter under a light that is known, and a site without anything. */
async function computedPlant(): Promise<Plant> {
  const plant = await openPlant();
  const { given } = plant;
  await given.site({ id: 'empty', enterpriseId: 'solvind', name: 'Empty' });
  await given.segment({ siteId: 'plant', id: 'light', name: 'Light', segmentType: 'WeatherStation' });
  await given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180, irradianceSensorId: 'light' });
  const t = Array.from({ length: 3 * 144 }, (_, i) => NOON_MS - 3 * DAY_MS + i * STEP_MS);
  const light = t.map((atMs) => Math.max(0, Math.round(400 * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI))));
  const isOut = (atMs: number) => atMs >= NOON_MS - DAY_MS - 2 * 3_600_000 && atMs < NOON_MS - DAY_MS + 3_600_000;
  const series = [
    { segmentId: 'light', signal: 'IrradiancePOA', t, v: light },
    { segmentId: 'light', signal: 'AmbientTemperature', t, v: light.map((watts) => 2 + watts / 100) },
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: light.map((watts, i) => (isOut(t[i] ?? 0) ? 0 : watts)) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

const ask = (user: TestClient, body: Partial<Body> & Pick<Body, 'metricIds'>) =>
  user.call(metricValueEndpoints.values, { body: { siteIds: [siteId], period, ...body } });
const metricValue = (rows: readonly MetricRow[], metricId: string) => rows.find((row) => row.metricId === metricId)?.value ?? Number.NaN;

describe('metrics of a site', () => {
  test('are those of its signals and of its computed days, and a period is made of its days', async () => {
    const { user } = await computedPlant();
    const metricIds = ['energy', 'expected', 'energyGross', 'performanceIndex', 'vsExpected', 'pr', 'specificYield'] as const;
    const { totals } = await ask(user, { metricIds: [...metricIds] });
    const days = (await ask(user, { metricIds: [...metricIds], by: 'day' })).totals;
    const ofDays = (metricId: string) => days.filter((row) => row.metricId === metricId);
    expect(ofDays('energy').map(({ bucketMs }) => bucketMs)).toEqual([instants.startMs, instants.startMs + DAY_MS]);
    for (const metricId of ['energy', 'expected', 'energyGross', 'specificYield'])
      expect(ofDays(metricId).reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeCloseTo(metricValue(totals, metricId), 6);
    for (const metricId of ['performanceIndex', 'pr']) {
      const [over, under] = (['numerator', 'denominator'] as const).map((part) =>
        ofDays(metricId).reduce((sum, row) => sum + (row[part] ?? 0), 0),
      );
      expect((100 * (over ?? 0)) / (under ?? 0)).toBeCloseTo(metricValue(totals, metricId), 6);
    }
    expect(metricValue(totals, 'vsExpected')).toBeCloseTo(metricValue(totals, 'performanceIndex') - 100, 9);
    expect(metricValue(totals, 'specificYield')).toBeCloseTo(metricValue(totals, 'energy') / 1200, 6);

    const signals = { segmentIds: [segmentIdSchema.parse('inv-1')], signalIds: [signalIdSchema.parse('ActiveEnergy||Validated')] };
    const [energy] = (await user.call(signalEndpoints.values, { body: { ...signals, ...instants, resolution: 'day' } })).series;
    expect(ofDays('energyGross').map(({ value }) => value)).toEqual(energy?.values.map((kwh) => expect.closeTo(kwh ?? 0, 6)));
    const [fleet] = (await user.call(siteResultEndpoints.fleet, { query: period })).items.filter((item) => item.siteId === siteId);
    expect(metricValue(totals, 'energy')).toBeCloseTo(fleet?.energyKwh ?? 0, 6);
  });

  test('have the weather that devices of the site measure', async () => {
    const { user } = await computedPlant();
    const { totals } = await ask(user, { metricIds: ['temperature', 'windSpeed'] });
    const signals = { segmentIds: [segmentIdSchema.parse('light')], signalIds: [signalIdSchema.parse('AmbientTemperature||Validated')] };
    const [series] = (await user.call(signalEndpoints.values, { body: { ...signals, ...instants, resolution: 'raw' } })).series;
    const known = series?.values.flatMap((value) => value ?? []) ?? [];
    expect(metricValue(totals, 'temperature')).toBeCloseTo(known.reduce((sum, value) => sum + value, 0) / known.length, 6);
    expect(totals.find(({ metricId }) => metricId === 'windSpeed')).toMatchObject({ value: null, reason: 'notForType' });
  });

  test('have the availability of its results', async () => {
    const { user } = await computedPlant();
    const { totals } = await ask(user, { metricIds: ['availability.Technical.time', 'availability.Technical.production'] });
    const body = { siteId, ...instants };
    const [item] = (await user.call(siteResultEndpoints.availability, { body })).items;
    for (const basis of ['time', 'production'] as const) {
      const view = item?.views.find(({ name, basis: of }) => name === 'Technical' && of === basis);
      const row = totals.find(({ metricId }) => metricId === `availability.Technical.${basis}`);
      expect(row?.value).toBeCloseTo(view?.percent ?? Number.NaN, 9);
      expect([row?.numerator, row?.denominator]).toEqual([
        expect.closeTo(view?.available ?? 0, 6),
        expect.closeTo((view?.available ?? 0) + (view?.unavailable ?? 0), 6),
      ]);
    }
  });

  test('are compared with the days before and with the budget', async () => {
    const { user, as, deps } = await computedPlant();
    const day = { fromDay: '2026-01-14', toDay: '2026-01-15' };
    const [row] = (await ask(user, { metricIds: ['energy'], period: day, comparison: 'previousPeriod' })).totals;
    const before =
      (await ask(user, { metricIds: ['energy'], period: { fromDay: '2026-01-13', toDay: '2026-01-14' } })).totals[0]?.value ?? 0;
    expect(row?.compared).toMatchObject({ kind: 'percent', have: 1, of: 1 });
    expect(row?.compared?.value).toBeCloseTo(before, 9);
    expect(row?.compared?.amount).toBeCloseTo((100 * ((row?.value ?? 0) - before)) / before, 9);

    const unbudgeted = (await ask(user, { metricIds: ['energy', 'vsBudget'], period: day, comparison: 'budget' })).totals;
    expect(unbudgeted[0]?.compared).toMatchObject({ value: null, amount: null, have: 0 });
    expect(unbudgeted[1]).toMatchObject({ value: null, reason: 'noBudget' });

    const analyst = await as({ of: 'solvind', role: 'analyst' });
    const month = { year: 2026, month: 1, energyKwh: 310_000, resource: 93, cellTemperature: 20, performanceRatio: null };
    await analyst.call(budgetEndpoints.save, { body: { siteId, rows: [{ ...month, availability: null, pricePerMwh: 50 }] } });
    await computeWaiting(deps, NO_EVENTS);
    const { totals } = await ask(user, { metricIds: ['energy', 'vsBudget', 'budget'], period: day, comparison: 'budget' });
    const [energy, budget] = [metricValue(totals, 'energy'), metricValue(totals, 'budget')];
    expect(budget).toBeGreaterThan(0);
    expect(totals[0]?.compared).toMatchObject({
      value: expect.closeTo(budget, 6),
      amount: expect.closeTo((100 * energy) / budget - 100, 6),
    });
    expect(metricValue(totals, 'vsBudget')).toBeCloseTo((100 * energy) / budget - 100, 6);
  });

  test('of now running end now, and the earlier period as far', async () => {
    const { user } = await computedPlant();
    const today = { fromDay: '2026-01-15', toDay: '2026-01-16' };
    const [row] = (await ask(user, { metricIds: ['energy'], period: today, comparison: 'previousPeriod' })).totals;
    const yesterday = { startMs: NOON_MS - DAY_MS - 13 * 3_600_000, endMs: NOON_MS - DAY_MS };
    const [sameHours] = (await ask(user, { metricIds: ['energy'], period: yesterday })).totals;
    expect(row?.compared?.value).toBeCloseTo(sameHours?.value ?? Number.NaN, 6);
  });
});

describe('metrics of several', () => {
  test('say how many they are of and why not of all; none of it is zero', async () => {
    const { user } = await computedPlant();
    const { groups, rows, totals } = await ask(user, {
      siteIds: [siteId, emptyId],
      metricIds: ['energy', 'pr', 'soc', 'performance'],
      groupBy: 'each',
    });
    expect(groups.map(({ key, label }) => [key, label])).toEqual([
      ['plant', 'Plant'],
      ['empty', 'Empty'],
    ]);
    const ofEmpty = rows.filter(({ key }) => key === 'empty');
    expect(ofEmpty.map(({ metricId, value, reason }) => [metricId, value, reason])).toEqual([
      ['energy', null, 'notCalculated'],
      ['pr', null, 'notCalculated'],
      ['soc', null, 'notForType'],
      ['performance', null, 'notCalculated'],
    ]);
    expect(totals.find(({ metricId }) => metricId === 'energy')).toMatchObject({ have: 1, of: 2 });
    expect(metricValue(totals, 'pr')).toBeCloseTo(metricValue(rows, 'pr'), 9);
    expect(totals.find(({ metricId }) => metricId === 'performance')).toMatchObject({ value: null, reason: 'notAggregable' });
    expect(metricValue(rows, 'performance')).toBeCloseTo(metricValue(rows, 'pr'), 9);
  });

  test('are grouped by an attribute, and those without it together', async () => {
    const { user, given, db } = await computedPlant();
    await given.site({ id: 'spanish', enterpriseId: 'solvind', name: 'Spanish' });
    await db
      .update(sites)
      .set({ country: 'ES' })
      .where(eq(sites.id, siteIdSchema.parse('spanish')));
    const siteIds = [siteId, emptyId, siteIdSchema.parse('spanish')];
    const { groups, rows } = await ask(user, { siteIds, metricIds: ['energy'], groupBy: 'country' });
    expect(groups.map(({ key, siteIds: members }) => [key, members.length])).toContainEqual(['ES', 1]);
    expect(rows).toHaveLength(groups.length);
  });

  test('of devices are those of their own signals', async () => {
    const { user } = await computedPlant();
    const segmentIds = ['inv-1', 'inv-2'].map((id) => segmentIdSchema.parse(id));
    const body = {
      siteIds: undefined,
      segmentIds,
      metricIds: ['energy', 'availability.Technical.time'] as const,
      groupBy: 'each' as const,
    };
    const { groups, rows } = await ask(user, { ...body, metricIds: [...body.metricIds] });
    expect(groups.map(({ segmentId }) => segmentId)).toEqual(segmentIds);
    expect(rows.filter(({ key }) => key === 'inv-1').every(({ value }) => value !== null)).toBe(true);
    expect(rows.filter(({ key }) => key === 'inv-2').every(({ value, reason }) => value === null && reason !== null)).toBe(true);
  });
});

test('every metric of a period can be asked for', async () => {
  const { user } = await computedPlant();
  for (let start = 0; start < PERIOD_METRIC_IDS.length; start += 30) {
    const metricIds = PERIOD_METRIC_IDS.slice(start, start + 30);
    const { totals } = await ask(user, { metricIds });
    expect(new Set(totals.map(({ metricId }) => metricId))).toEqual(new Set(metricIds));
    expect(totals.filter(({ value, reason }) => value === null && reason === null)).toEqual([]);
  }
});

test('what cannot be asked for is refused, and others do not read it', async () => {
  const { user, as } = await computedPlant();
  const refusal = async (client: TestClient, body: Partial<Body>) =>
    client.refusal(metricValueEndpoints.values, { body: { metricIds: ['energy'], siteIds: [siteId], period, ...body } as Body });
  expect((await refusal(user, { by: 'hour', metricIds: ['energyGross'] })).issues).toMatchObject([{ message: 'Metrics_NotByHour' }]);
  expect((await refusal(user, { by: 'hour', period: { fromDay: '1990-01-01', toDay: '2026-01-01' } })).code).toBe(
    'signals.tooManyDatapoints',
  );
  expect((await refusal(user, { siteIds: [siteIdSchema.parse('nowhere')] })).status).toBe(404);
  expect((await refusal(await as({ of: 'other', role: 'analyst' }), {})).status).toBe(404);
});

test('days of several zones are put together by their dates, also where one of them has 23 hours (vector A6)', async () => {
  const plant = await openPlant({ nowMs: Date.UTC(2025, 3, 1, 12) });
  const { given, user } = plant;
  const sitesOf = [
    { id: 'stockholm', timezone: 'Europe/Stockholm', kw: 600 },
    { id: 'kolkata', timezone: 'Asia/Kolkata', kw: 100 },
  ];
  const [fromMs, toMs] = [Date.UTC(2025, 2, 28), Date.UTC(2025, 3, 1)];
  const t = Array.from({ length: (toMs - fromMs) / STEP_MS }, (_, i) => fromMs + i * STEP_MS);
  for (const { id, timezone } of sitesOf) {
    await given.site({ id, enterpriseId: 'solvind', name: id, timezone, signalCalcPeriod: 'PT10M', energyType: 'Wind' });
    await given.segment({ siteId: id, id: `${id}-1`, name: 'WT-1', segmentType: 'WindTurbine' });
  }
  const key = await plant.asKey(sitesOf.map(({ id }) => siteIdSchema.parse(id)));
  const series = sitesOf.map(({ id, kw }) => ({ segmentId: `${id}-1`, signal: 'ActivePower', t, v: t.map(() => kw) }));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }), key.headers);
  await computeWaiting(plant.deps, NO_EVENTS);
  const siteIds = sitesOf.map(({ id }) => siteIdSchema.parse(id));
  const days = { fromDay: '2025-03-29', toDay: '2025-04-01' };
  const { rows, totals, timezone } = await ask(user, { siteIds, metricIds: ['energy'], period: days, by: 'day', groupBy: 'each' });
  expect(rows.filter(({ key: of }) => of === 'stockholm').map(({ value }) => value)).toEqual([14_400, 13_800, 14_400].map(near));
  expect(totals.map(({ value }) => value)).toEqual([16_800, 16_200, 16_800].map(near));
  expect([timezone, totals[1]?.bucketMs]).toEqual(['UTC', Date.UTC(2025, 2, 30)]);
  const ofStockholm = { siteIds: siteIds.slice(0, 1), metricIds: ['energy' as const], comparison: 'previousPeriod' as const };
  const [short] = (await ask(user, { ...ofStockholm, period: { fromDay: '2025-03-30', toDay: '2025-03-31' } })).totals;
  expect(short?.compared).toMatchObject({ value: near(14_400), amount: near(-4.166667) });
});

test.each(['Europe/Stockholm', 'America/New_York'])(
  'a period from the first instant on begins with the first day of the year 1 in %s',
  async (timezone) => {
    const { given, user } = await openPlant();
    await given.site({ id: 'old', enterpriseId: 'solvind', name: 'Old', timezone });
    const metricIds: PeriodMetricId[] = ['energy', 'lossBy.code.A'];
    const body = { siteIds: [siteIdSchema.parse('old')], metricIds };
    const firstDayMs = dayStart(localDay(1, 1, 1), timezone);
    const first = { startMs: FIRST_INSTANT_MS, endMs: FIRST_INSTANT_MS + 40 * DAY_MS };
    for (const by of ['day', 'week', 'month', 'quarter', 'year'] as const)
      expect((await ask(user, { ...body, by, period: first, comparison: 'previousYear' })).totals[0]?.bucketMs).toBe(firstDayMs);
    expect((await ask(user, { ...body, by: 'month', period: { fromDay: '0000-11-01', toDay: '0001-01-01' } })).totals).toEqual([]);
  },
);

function near(value: number): number {
  return expect.closeTo(value, 5);
}

/** A computed day of a site with one technical availability by time and by production. */
async function givenAvailability(
  { db }: Plant,
  id: string,
  sums: Record<'time' | 'production', { available: number; unavailable: number }>,
) {
  const views = (['time', 'production'] as const).map((basis) => ({
    name: 'Technical' as const,
    basis,
    ...sums[basis],
    unavailableBy: {},
  }));
  const kept = { detected: [], evidence: {}, walk: {} as never, availability: views };
  const base = { siteId: siteIdSchema.parse(id), day: '2026-01-13', computedAtMs: 0, horizonMs: 0, configurationHash: '' };
  await db.insert(siteDays).values({ ...base, ...kept });
}

test('availability of two sites is that of their rating-hours and energies, and never the mean of both (vector A4)', async () => {
  const plant = await openPlant();
  const { given, user } = plant;
  for (const id of ['a', 'b']) await given.site({ id, enterpriseId: 'solvind', name: id });
  const { as } = plant;
  await givenAvailability(plant, 'a', {
    time: { available: 700_000, unavailable: 10_000 },
    production: { available: 1_000_000, unavailable: 42_000 },
  });
  await givenAvailability(plant, 'b', {
    time: { available: 1_950_000, unavailable: 150_000 },
    production: { available: 3_000_000, unavailable: 90_000 },
  });
  const siteIds = ['a', 'b'].map((id) => siteIdSchema.parse(id));
  const metricIds = ['availability.Technical.time', 'availability.Technical.production'] as const;
  const { rows, totals } = await ask(user, { siteIds, metricIds: [...metricIds], groupBy: 'each' });
  expect(totals.map(({ value, numerator, denominator }) => [value, numerator, denominator])).toEqual([
    [near(94.30605), 2_650_000, 2_810_000],
    [near(96.805421), 4_000_000, 4_132_000],
  ]);
  expect(rows.filter(({ metricId }) => metricId === metricIds[0]).map(({ value }) => value)).toEqual([near(98.591549), near(92.857143)]);

  const analyst = await as({ of: 'solvind', role: 'analyst' });
  const month = { year: 2026, month: 1, energyKwh: 1, resource: null, cellTemperature: null, performanceRatio: null, pricePerMwh: null };
  await analyst.call(budgetEndpoints.save, { body: { siteId: siteIdSchema.parse('a'), rows: [{ ...month, availability: 97 }] } });
  const against = await ask(user, { siteIds, metricIds: [metricIds[0]], comparison: 'budget' });
  expect(against.totals[0]?.compared).toMatchObject({ value: near(97), amount: near(1.591549), kind: 'points', have: 1, of: 2 });
  const guaranteed = await ask(user, { siteIds, metricIds: [metricIds[0], 'contractAmount'], comparison: 'guarantee' });
  expect(guaranteed.totals[0]?.compared).toMatchObject({ value: null, have: 0 });
  expect(guaranteed.totals[1]).toMatchObject({ value: null, reason: 'noGuarantee' });
});

describe('events', () => {
  const HOUR_MS = 3_600_000;

  async function plantWithEvents(): Promise<Plant> {
    const plant = await openPlant();
    const { db } = plant;
    const midnightMs = instants.startMs + DAY_MS;
    const row = (eventType: 'Downtime' | 'Warning', startMs: number, endMs: number, isOpen = false) => ({
      ...{ id: crypto.randomUUID(), siteId, segmentId: segmentIdSchema.parse('inv-1'), startMs, endMs, isOpen, eventType },
      ...{ code: 'X', category: 'Y', priority: 1, updatedAtMs: startMs },
    });
    const crossing = row('Downtime', midnightMs - 2 * HOUR_MS, midnightMs + 4 * HOUR_MS);
    await db.insert(groupEvents).values([crossing, row('Warning', midnightMs + HOUR_MS, midnightMs + 2 * HOUR_MS, true)]);
    const losses = [
      { eventId: crossing.id, day: '2026-01-13', energyKwh: 40, revenue: -3 },
      { eventId: crossing.id, day: '2026-01-14', energyKwh: 60, revenue: 5 },
    ];
    await db.insert(eventDayLosses).values(losses);
    return plant;
  }

  test('count in every bucket that they share time with, as a whole; negative prices count inside the days', async () => {
    const { user } = await plantWithEvents();
    const metricIds = ['events', 'events.Downtime', 'events.Curtailment', 'eventHours', 'unacknowledged', 'avoidedCost'] as const;
    const ofRows = (rows: readonly MetricRow[]) =>
      metricIds.map((id) => rows.filter(({ metricId }) => metricId === id).map(({ value }) => value));
    const { totals } = await ask(user, { metricIds: [...metricIds] });
    expect(ofRows(totals)).toEqual([[2], [1], [0], [near(7)], [1], [near(3)]]);
    const days = await ask(user, { metricIds: [...metricIds], by: 'day' });
    expect(ofRows(days.totals)).toEqual([
      [1, 2],
      [1, 1],
      [0, 0],
      [near(6), near(7)],
      [0, 1],
      [near(3), 0],
    ]);
    const segmentIds = ['inv-1', 'inv-2'].map((id) => segmentIdSchema.parse(id));
    const devices = await ask(user, { siteIds: undefined, segmentIds, metricIds: ['events'], groupBy: 'each' });
    expect(devices.rows.map(({ value }) => value)).toEqual([2, 0]);
  });

  test('lose energy by their category and code as well as by their type', async () => {
    const { user, db } = await plantWithEvents();
    await db.update(groupEvents).set({ code: '301.2 "high"', category: 'Grid fault' }).where(eq(groupEvents.eventType, 'Downtime'));
    const metricIds = [
      ...(['lossBy.Downtime', 'lossBy.category.Grid fault', 'lossBy.category.Y'] as const),
      ...(['lossBy.code.301.2 "high"', 'lossBy.code.X'] as const),
    ];
    const { totals } = await ask(user, { metricIds });
    expect(totals.map(({ metricId, value, unit }) => [metricId, value, unit])).toEqual([
      [metricIds[0], near(100), 'kWh'],
      [metricIds[1], near(100), 'kWh'],
      [metricIds[2], 0, 'kWh'],
      [metricIds[3], near(100), 'kWh'],
      [metricIds[4], 0, 'kWh'],
    ]);
    const days = await ask(user, { metricIds: ['lossBy.category.Grid fault'], by: 'day' });
    expect(days.totals.map(({ value }) => value)).toEqual([near(40), near(60)]);
    const { issues } = await user.refusal(metricValueEndpoints.values, {
      body: { metricIds: ['lossBy.category.'], siteIds: [siteId], period } as Body,
    });
    expect(issues).toMatchObject([{ path: ['metricIds', 0] }]);
  });

  test('are not for those who may not read them', async () => {
    const { as } = await plantWithEvents();
    const reader = await as({ of: 'solvind', permissions: ['ReadDashboard'] });
    const { totals } = await ask(reader, { metricIds: ['events', 'contractAmount'] });
    expect(totals.map(({ value, reason }) => [value, reason])).toEqual([
      [null, 'noPermission'],
      [null, 'noPermission'],
    ]);
  });
});
