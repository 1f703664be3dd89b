import { contractEndpoints } from '@solvane/contract/contracts';
import { siteEndpoints } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { budgetEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { signalEndpoints } from '@solvane/contract/signals';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { siteDays } from '../../../db/schema/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';
import { readOlderIndices } from '../queue/older-indices.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
/** Three days to noon. */
const period = { siteId, startMs: NOON_MS - 3 * DAY_MS, endMs: NOON_MS };

/** An outage of the second last day. */
const OUTAGE = { startMs: NOON_MS - DAY_MS - 3 * 3_600_000, endMs: NOON_MS - DAY_MS };

const MEANING = { code: '1205', category: 'Inverter fault', eventType: 'Downtime', priority: 100 } as const;
const WITH_OUTAGE = {
  ...NO_EVENTS,
  loadOverlays: async () => new Map([['inv-1', [{ id: 'a', sequence: 1, kind: 'assign' as const, ...OUTAGE, ...MEANING }]]]),
};

/** Three days of one inverter under a light that is known, and of a meter that reads 2 % less. */
async function computedPlant(): Promise<Plant> {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'light', name: 'Light', segmentType: 'WeatherStation' });
  await plant.given.segment({ siteId: 'plant', id: 'meter', name: 'Meter', segmentType: 'Meter' });
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180, irradianceSensorId: 'light' });
  const t = Array.from({ length: 3 * 144 }, (_, i) => period.startMs + i * STEP_MS);
  const light = t.map((atMs) => Math.max(0, Math.round(200 * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI))));
  const isOut = (atMs: number) => atMs >= OUTAGE.startMs && atMs < OUTAGE.endMs;
  const power = light.map((watts, i) => (isOut(t[i] ?? 0) ? 0 : watts));
  const series = [
    { segmentId: 'light', signal: 'IrradiancePOA', t, v: light },
    { segmentId: 'light', signal: 'AmbientTemperature', t, v: light.map((watts) => 2 + watts / 100) },
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: power },
    { segmentId: 'meter', signal: 'ActivePower', t, v: power.map((kw) => 0.98 * kw) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

test('the loss walk of a period closes, and is the sum of its months and of its days', async () => {
  const plant = await computedPlant();
  const ask = async (by: 'period' | 'month' | 'day') =>
    (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, by } })).items;
  const [whole, ...more] = await ask('period');
  expect(more).toEqual([]);
  expect(whole).toMatchObject({ fromDay: '2026-01-12', toDay: '2026-01-16', days: 4, missingDays: 0, computedMs: NOON_MS });
  const bars = whole?.walks.find(({ of }) => of === 'PV')?.bars ?? [];
  expect([bars[0]?.step, bars.at(-1)?.step]).toEqual(['theoretical', 'atConnection']);
  let height = 0;
  for (const { kind, energyKwh } of bars) {
    if (kind === 'level' && height !== 0) expect(height).toBeCloseTo(energyKwh, 6);
    height = kind === 'level' ? energyKwh : height + energyKwh;
  }
  const levelOf = (items: typeof more, step: string) =>
    items.reduce((sum, { walks }) => sum + (walks.find(({ of }) => of === 'PV')?.bars.find((bar) => bar.step === step)?.energyKwh ?? 0), 0);
  const byDay = await ask('day');
  expect(byDay.map(({ fromDay, version }) => [fromDay, version])).toEqual([
    ['2026-01-12', 1],
    ['2026-01-13', 1],
    ['2026-01-14', 1],
    ['2026-01-15', 1],
  ]);
  for (const step of ['theoretical', 'expected', 'gross', 'atConnection'])
    for (const items of [byDay, await ask('month')]) expect(levelOf(items, step)).toBeCloseTo(levelOf(whole ? [whole] : [], step), 6);
  expect(levelOf(byDay, 'atConnection') / levelOf(byDay, 'gross')).toBeCloseTo(0.98, 9);
});

test('the energy of a month is that of its days, and of its points', async () => {
  const plant = await computedPlant();
  const signalIds = [signalIdSchema.parse('ActiveEnergy||Validated')];
  const segmentIds = ['plant-root', 'inv-1', 'meter'].map((id) => segmentIdSchema.parse(id));
  const january = { startMs: Date.UTC(2025, 11, 31, 23), endMs: Date.UTC(2026, 0, 31, 23) };
  const sums = async (resolution: 'raw' | 'day' | 'month') => {
    const body = { segmentIds, signalIds, ...january, resolution };
    const { series } = await plant.user.call(signalEndpoints.values, { body });
    return series.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  };
  const [points, days, month] = [await sums('raw'), await sums('day'), await sums('month')];
  expect(days.filter((sum) => sum > 0)).toHaveLength(3);
  for (const [at, sum] of days.entries()) {
    expect(Math.abs((month[at] ?? 0) / sum - 1)).toBeLessThan(1e-12);
    expect(Math.abs((points[at] ?? 0) / sum - 1)).toBeLessThan(1e-12);
  }
});

test('what is kept of a day is what its last computation found, under its version', async () => {
  const plant = await computedPlant();
  const read = async () => (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, by: 'day' } })).items;
  const first = await read();
  await plant.user.call(performanceEndpoints.recalculate, { body: { siteIds: [siteId], startMs: period.startMs, endMs: NOON_MS } });
  await computeWaiting(plant.deps, NO_EVENTS);
  const again = await read();
  expect(again.map(({ walks }) => walks)).toEqual(first.map(({ walks }) => walks));
  expect(again.map(({ version }) => version)).toEqual([2, 2, 2, 2]);

  await plant.db.execute(sql`update ${siteDays} set walk = null where day = '2026-01-13'`);
  const [month] = (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, by: 'month' } })).items;
  expect(month).toMatchObject({ days: 3, missingDays: 1 });
});

test('availability says what each time category took from 100 %', async () => {
  const plant = await computedPlant();
  const [item] = (await plant.user.call(siteResultEndpoints.availability, { body: period })).items;
  expect(item?.views.map(({ name, basis }) => `${name} ${basis}`)).toEqual([
    'Total time',
    'Total production',
    'Technical time',
    'Technical production',
    'Operational time',
    'Operational production',
  ]);
  for (const { percent, steps, available, unavailable } of item?.views ?? []) {
    expect(percent).toBeCloseTo((100 * available) / (available + unavailable), 9);
    expect(steps.reduce((left, { points }) => left - points, 100)).toBeCloseTo(percent ?? Number.NaN, 9);
  }
  const [none] = (await plant.user.call(siteResultEndpoints.ledger, { body: period })).items;
  expect(none).toMatchObject({ ledger: null, days: 0, missingDays: 4 });
});

test('a walk begins with the budget where every day has one, and a budget is a signal like any other', async () => {
  const plant = await computedPlant();
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const january = { year: 2026, month: 1, energyKwh: 310_000, resource: 93, cellTemperature: 20, performanceRatio: null };
  const rows = [{ ...january, availability: null, pricePerMwh: 50 }];
  await analyst.call(budgetEndpoints.save, { body: { siteId, rows } });
  await computeWaiting(plant.deps, NO_EVENTS);
  const [whole] = (await plant.user.call(siteResultEndpoints.walk, { body: period })).items;
  const bars = whole?.walks[0]?.bars ?? [];
  expect(bars.slice(0, 4).map(({ step }) => step)).toEqual(['budget', 'irradiance', 'temperature', 'modelGap']);
  expect(bars.filter(({ kind }) => kind === 'level').map(({ step }) => step)).toEqual(['budget', 'expected', 'gross', 'atConnection']);
  const [theory] = (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, start: 'theoretical' } })).items;
  expect(theory?.walks[0]?.bars[0]?.step).toBe('theoretical');
  const budget = await plant.stored('plant-root', 'ActiveEnergy||Budget');
  const total = budget.reduce((sum, [, kwh]) => sum + (kwh ?? 0), 0);
  // Three days and a half in the middle of January: about a ninth of the month.
  expect(total).toBeCloseTo(bars[0]?.energyKwh ?? Number.NaN, 3);
  expect(total / january.energyKwh).toBeGreaterThan(0.09);
  expect(total / january.energyKwh).toBeLessThan(0.13);
  const revenue = await plant.stored('plant-root', 'Revenue||Budget');
  expect(revenue.reduce((sum, [, money]) => sum + (money ?? 0), 0)).toBeCloseTo(total / 20, 3);
});

test('the fleet is the sum of its computed days, site by site: energy beside expectation and budget, and technical availability', async () => {
  const plant = await computedPlant();
  await plant.given.site({ id: 'foreign', enterpriseId: 'other' });
  await plant.given.site({ id: 'silent', enterpriseId: 'solvind' });
  const days = { fromDay: '2026-01-01', toDay: '2026-02-01' };
  const read = async () => (await plant.user.call(siteResultEndpoints.fleet, { query: days })).items;
  const [result, silent, ...more] = await read();
  expect(more).toEqual([]);
  const [walk] = (await plant.user.call(siteResultEndpoints.walk, { body: period })).items;
  const level = (step: string) => walk?.walks[0]?.bars.find((bar) => bar.step === step)?.energyKwh ?? Number.NaN;
  expect(result).toMatchObject({ siteId, days: 4, missingDays: 0, computedMs: NOON_MS, budgetKwh: null });
  expect(result?.energyKwh).toBeCloseTo(level('atConnection'), 6);
  expect(result?.producedKwh).toBeCloseTo(level('gross'), 6);
  expect(result?.expectedKwh).toBeCloseTo(level('expected'), 6);
  const [whole] = (await plant.user.call(siteResultEndpoints.availability, { body: period })).items;
  const technical = whole?.views.find(({ name, basis }) => name === 'Technical' && basis === 'time');
  expect(result?.availability).toEqual({ available: technical?.available, unavailable: technical?.unavailable });
  const nothing = {
    ...{ energyKwh: null, producedKwh: null, expectedKwh: null, noDataKwh: null, withoutExpectationKwh: null, budgetKwh: null },
    ...{ noDataIntervals: 0, withoutExpectationIntervals: 0, devices: null, connectionSource: null, computedMs: null },
    ...{ availability: null, availabilityReason: null, electricalWarning: null },
  };
  const none = 'notComputed';
  const reasons = { energyKwh: none, expectedKwh: none, budgetKwh: none, availability: none };
  expect(silent).toEqual({ siteId: 'silent', days: 0, missingDays: 0, ...nothing, reasons });
  expect(result?.reasons).toEqual({ budgetKwh: 'noBudget' });

  const change = async (statement: SQL) => {
    await plant.db.execute(statement);
    await plant.given.changedResults(siteId);
  };
  await change(sql`update ${siteDays} set walk = jsonb_set(walk, '{budget}', '{"energy": 1000}')`);
  expect((await read())[0]?.budgetKwh).toBe(4_000);
  await change(sql`update ${siteDays} set walk = walk - 'budget' where day = '2026-01-13'`);
  expect((await read())[0]?.budgetKwh).toBeNull();
  await change(sql`update ${siteDays} set walk = null, availability = null where day = '2026-01-13'`);
  expect((await read())[0]).toMatchObject({ days: 3, missingDays: 1 });
  const beginsToday = { fromDay: '2026-01-15', toDay: '2026-01-16' };
  expect((await plant.user.call(siteResultEndpoints.fleet, { query: beginsToday })).items[0]).toMatchObject({ days: 1, missingDays: 0 });
  const stranger = await plant.as({ of: 'other' });
  expect((await stranger.call(siteResultEndpoints.fleet, { query: days })).items.map((each) => each.siteId)).toEqual(['foreign']);
  const backwards = { fromDay: '2026-02-01', toDay: '2026-01-01' };
  expect((await plant.user.refusal(siteResultEndpoints.fleet, { query: backwards })).status).toBe(400);
});

test('what a contract promises is held against what was reached, apart for each contract, without what it leaves out', async () => {
  const plant = await computedPlant();
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const steps = [{ fromPercent: 0, bonusPerPoint: 0, penaltyPerPoint: 100 }];
  const terms = await analyst.call(contractEndpoints.defaults, { body: { energyType: 'PV' } });
  const guarantees = [{ view: 'Total' as const, basis: 'time' as const, percent: 100.0, steps }];
  const contract = {
    id: null,
    enterpriseId: enterpriseIdSchema.parse('solvind'),
    description: '',
    energyType: 'PV' as const,
    siteIds: [siteId],
  };
  const first = { ...contract, name: 'First', validFrom: null, validTo: '2026-01-14', lossCategorySetId: null };
  await analyst.call(contractEndpoints.save, { body: { ...first, terms: { ...terms, guarantees } } });
  const second = { ...contract, name: 'Second', validFrom: '2026-01-14', validTo: null, lossCategorySetId: null };
  const named = terms.views.map((view) => (view.name === 'Total' ? { ...view, label: 'Grid view' } : view));
  const { id } = await analyst.call(contractEndpoints.save, { body: { ...second, terms: { ...terms, views: named, guarantees } } });
  await computeWaiting(plant.deps, WITH_OUTAGE);
  const ask = async () => (await analyst.call(siteResultEndpoints.guarantees, { body: period })).items;
  const before = await ask();
  expect(before.map(({ contractName, fromDay, toDay }) => [contractName, fromDay, toDay])).toEqual([
    ['First', '2026-01-12', '2026-01-14'],
    ['Second', '2026-01-14', '2026-01-16'],
  ]);
  const byDay = (await analyst.call(siteResultEndpoints.availability, { body: { ...period, by: 'day' } })).items;
  const labels = byDay.map(({ fromDay, views }) => [fromDay, views.find(({ name }) => name === 'Total')?.label]);
  expect(labels).toContainEqual(['2026-01-13', null]);
  expect(labels).toContainEqual(['2026-01-14', 'Grid view']);
  const missed = before[1];
  expect(missed?.percent).toBeLessThan(100);
  expect(missed?.amount).toBeCloseTo(100 * ((missed?.percent ?? 0) - 100), 6);

  const excludedPeriods = [{ ...OUTAGE, reason: 'Works of the grid operator' }];
  await analyst.call(contractEndpoints.save, { body: { ...second, id, terms: { ...terms, guarantees, excludedPeriods } } });
  await computeWaiting(plant.deps, WITH_OUTAGE);
  expect((await ask())[1]?.percent).toBeGreaterThan((missed?.percent ?? 0) + 1);
  const viewer = await plant.as({ of: 'solvind', role: 'viewer' });
  expect((await viewer.refusal(siteResultEndpoints.guarantees, { body: period })).status).toBe(403);
});

test('how a plant ages is learned on the first of a month from days longer ago than anything else looks back', async () => {
  const plant = await computedPlant();
  const today = Date.UTC(2026, 0, 1) / DAY_MS;
  const before = today - 366;
  const row = (day: number) => {
    const index = 0.9 * (1 - (0.01 * (day - today)) / 365);
    const devices = { $map: [['inv-1', { satellite: { $map: [] }, references: { $map: [] }, performance: { index, insolation: 4 } }]] };
    return {
      siteId,
      day: toIsoDate(day),
      ...{ computedAtMs: 1, horizonMs: 1, configurationHash: '' },
      detected: [],
      evidence: { day, rain: 0, devices },
    };
  };
  await plant.db.insert(siteDays).values(Array.from({ length: 500 }, (_, i) => row(before - i)));
  const older = await readOlderIndices(plant.db, siteId, { days: [today], before });
  expect(older.get('inv-1')).toHaveLength(499);
  expect(older.get('inv-1')?.at(-1)).toEqual({ day: before - 1, index: expect.closeTo(0.9 * (1 + 0.01 * (367 / 365)), 9) });
  expect((await readOlderIndices(plant.db, siteId, { days: [today + 1], before })).size).toBe(0);
});

test('results are read by those who see the site, and only days that were or could be computed count', async () => {
  const plant = await computedPlant();
  const stranger = await plant.as({ of: 'other' });
  for (const endpoint of [siteResultEndpoints.walk, siteResultEndpoints.ledger, siteResultEndpoints.availability]) {
    expect((await stranger.refusal(endpoint, { body: period })).status).toBe(404);
    expect((await plant.user.refusal(endpoint, { body: { ...period, endMs: period.startMs } })).status).toBe(400);
  }
  const asked = { siteId, startMs: 0, endMs: NOON_MS + 365 * DAY_MS, by: 'month' } as const;
  const { items } = await plant.user.call(siteResultEndpoints.availability, { body: asked });
  expect(items).toHaveLength(1);
  const before = { siteId, startMs: 0, endMs: DAY_MS };
  expect((await plant.user.call(siteResultEndpoints.walk, { body: before })).items).toEqual([]);
});

test('generators without expected power say how much of it is missing and why', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000 });
  const t = Array.from({ length: 2 * 144 }, (_, i) => period.startMs + i * STEP_MS);
  const v = t.map((atMs) => Math.max(0, 800 * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI)));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const ask = async (by: 'period' | 'day') =>
    (await plant.user.call(siteResultEndpoints.expectationGaps, { body: { ...period, by } })).items.map(({ devices }) => devices);
  const [whole] = await ask('period');
  const ofInverter = (devices: typeof whole) => devices?.filter(({ segmentId }) => segmentId === 'inv-1') ?? [];
  expect(ofInverter(whole)).toMatchObject([{ reasons: ['noNameplate', 'noIrradiance', 'noTemperature', 'noPeers'] }]);
  const intervalsOf = (devices: typeof whole) => ofInverter(devices).reduce((sum, { intervals }) => sum + intervals, 0);
  expect(intervalsOf(whole)).toBe(intervalsOf((await ask('day')).flat()));
  expect(intervalsOf(whole)).toBeGreaterThan(30);

  const statuses = (await plant.user.call(siteEndpoints.status)).items;
  expect(statuses.find((item) => item.siteId === siteId)?.warnings).toEqual([
    {
      kind: 'noExpectation',
      segmentIds: ['inv-1', 'inv-2'],
      reasons: ['noRating', 'noNameplate', 'noIrradiance', 'noTemperature', 'noPeers'],
    },
  ]);

  const explain = (signalId: string) =>
    plant.user.call(signalEndpoints.explain, {
      body: { segmentId: segmentIdSchema.parse('inv-1'), signalId: signalIdSchema.parse(signalId), timeMs: t[64] ?? 0 },
    });
  const expected = await explain('ActivePower||Expected');
  expect(expected.value).toBeNull();
  expect(expected.reasons).toEqual(expect.arrayContaining(['noNameplate', 'noIrradiance', 'noTemperature', 'noPeers']));

  const stranger = await plant.as({ of: 'other' });
  expect((await stranger.refusal(siteResultEndpoints.expectationGaps, { body: period })).status).toBe(404);
});

test('a site whose generators all have an expectation has no gaps', async () => {
  const plant = await computedPlant();
  const { items } = await plant.user.call(siteResultEndpoints.expectationGaps, { body: { ...period, endMs: period.endMs - DAY_MS / 2 } });
  expect(items[0]?.devices.filter(({ segmentId, reasons }) => segmentId === 'inv-1' && reasons.includes('noIrradiance'))).toEqual([]);
});

test('what is missing is counted, and no sum takes it for perfect or lost', async () => {
  const plant = await openPlant();
  for (const id of ['light', 'meter']) {
    const segmentType = id === 'light' ? ('WeatherStation' as const) : ('Meter' as const);
    await plant.given.segment({ siteId: 'plant', id, name: id, segmentType });
  }
  for (const id of ['inv-1', 'inv-2'])
    await plant.given.metadata(id, { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180, irradianceSensorId: 'light' });
  const t = Array.from({ length: 144 }, (_, i) => NOON_MS - (144 - i) * STEP_MS);
  const light = t.map((atMs) => Math.max(0, Math.round(60 * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI))));
  const series = [
    { segmentId: 'light', signal: 'IrradiancePOA', t, v: light },
    { segmentId: 'light', signal: 'AmbientTemperature', t, v: light.map((watts) => 2 + watts / 100) },
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: light.map((watts) => 0.8 * watts) },
    { segmentId: 'meter', signal: 'ActivePower', t, v: light.map((watts) => 1.6 * watts) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const [item] = (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, start: 'theoretical' } })).items;
  const [solar] = item?.walks ?? [];
  const bar = (step: string) => solar?.bars.find((each) => each.step === step)?.energyKwh ?? Number.NaN;
  expect(item).toMatchObject({ devices: { count: 2, withoutData: 1, withoutExpectation: 0 }, connectionSource: 'meter' });
  // At low sun nothing is expected: there the meter reads more than is known of the silent inverter.
  expect(item?.electricalWarning).toMatchObject({ reason: 'missingDevices' });
  expect(solar?.noDataIntervals).toBeGreaterThan(20);
  // The meter read what the silent inverter made: nearly half of the production is known from it.
  expect(bar('gross') / bar('atConnection')).toBeGreaterThan(0.85);

  const { items } = await plant.user.call(siteResultEndpoints.fleet, { query: { fromDay: '2026-01-01', toDay: '2026-02-01' } });
  const [fleet] = items;
  expect(fleet).toMatchObject({ connectionSource: 'meter', devices: { count: 2, withoutData: 1 }, availabilityReason: null });
  expect(fleet?.electricalWarning?.percent).toBeCloseTo(item?.electricalWarning?.percent ?? Number.NaN, 6);
  expect(fleet?.noDataIntervals).toBe(solar?.noDataIntervals);
  expect(fleet?.noDataKwh).toBeCloseTo(-bar('noData'), 6);
  // Both sides are those of the inverter that is known.
  expect((fleet?.producedKwh ?? 0) / (fleet?.energyKwh ?? Number.NaN)).toBeCloseTo(0.5, 2);
  expect(fleet?.expectedKwh).toBeCloseTo(bar('expected') / 2, 6);
});

test('days that were stored before gaps were counted are read as days without', async () => {
  const plant = await computedPlant();
  const ask = async () => (await plant.user.call(siteResultEndpoints.walk, { body: { ...period, start: 'theoretical' } })).items[0];
  await plant.db.execute(sql`update ${siteDays} set walk = (walk - 'agreement' - 'devices') #- '{solar,production,gaps}',
    availability = (select jsonb_agg(view - 'unknown') from jsonb_array_elements(availability) as view)`);
  const item = await ask();
  expect(item).toMatchObject({ days: 4, devices: null, connectionSource: null, electricalWarning: null });
  expect(item?.walks[0]?.noDataIntervals).toBe(0);
  const { items } = await plant.user.call(siteResultEndpoints.fleet, { query: { fromDay: '2026-01-01', toDay: '2026-02-01' } });
  expect(items[0]).toMatchObject({ days: 4, devices: null, connectionSource: null, noDataKwh: 0 });
  const [availability] = (await plant.user.call(siteResultEndpoints.availability, { body: period })).items;
  expect(availability?.views[0]?.unknown).toEqual({ noData: 0, withoutExpectation: 0, unmonitored: 0 });
});
