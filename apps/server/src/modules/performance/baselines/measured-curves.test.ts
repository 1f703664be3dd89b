import { randomUUID } from 'node:crypto';
import type { RequestOf } from '@solvane/contract/endpoint';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { GENERIC_2_MW_CURVE, powerFromCurve } from '@solvane/energy/wind/power-curve';
import { expect, test } from 'vitest';
import { groupEvents } from '../../../db/schema/events.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
/** From the end of December into January. */
const [startMs, endMs] = [NOON_MS - 20 * DAY_MS, NOON_MS];
const MONTHS = ['2026-01-01', '2025-12-01'];
const siteIds = [siteIdSchema.parse('plant')];
const segmentId = segmentIdSchema.parse('wt-1');

/** A turbine that gives 4 % less than its curve, whose nacelle looks 8° past the wind. */
async function openRidge() {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'wt-1', name: 'WT-1', segmentType: 'WindTurbine' });
  await plant.given.metadata('wt-1', { capacityAc: 2000 });
  const t = Array.from({ length: 20 * 144 }, (_, i) => startMs + i * STEP_MS);
  const wind = t.map((_, i) => 8.5 + 5.5 * Math.sin(i / 37) + 0.3 * Math.sin(i * 1.7));
  const power = powerFromCurve(Float64Array.from(wind), GENERIC_2_MW_CURVE);
  const v = Array.from(power, (kw, i) => Math.round(10 * (0.96 * kw + 2 * Math.sin(i))) / 10);
  const series = [
    { segmentId: 'wt-1', signal: 'ActivePower', t, v },
    { segmentId: 'wt-1', signal: 'NacelleWindSpeed', t, v: wind },
    { segmentId: 'wt-1', signal: 'WindVane', t, v: t.map((_, i) => 8 + Math.sin(i)) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  const admin = await plant.as({ of: 'solvind', role: 'admin' });
  const points = Array.from(GENERIC_2_MW_CURVE.windSpeed, (windSpeed, i) => ({ windSpeed, power: GENERIC_2_MW_CURVE.power[i] ?? 0 }));
  return { plant, admin, points };
}

const ask = { siteIds, months: MONTHS, type: 'Nominal' as const };

test('measured power is held against the curve of the type, bin by bin and in all', async () => {
  const { plant } = await openRidge();
  await computeWaiting(plant.deps, NO_EVENTS);
  const { items } = await plant.user.call(powerCurveEndpoints.measured, { body: ask });
  expect(items.map(({ name, month }) => [name, month])).toEqual([['WT-1', null]]);
  const [whole] = items;
  expect(whole?.hours).toBeGreaterThan(300);
  const { points = 0, used, events, filters, standstill, outliers } = whole?.filtering ?? {};
  expect(points).toBeGreaterThan(2_600);
  expect(whole?.bins.reduce((sum, each) => sum + each.points, 0)).toBe(used);
  expect((used ?? 0) + (events ?? 0) + (filters ?? 0) + (standstill ?? 0) + (outliers ?? 0)).toBe(points);
  expect(whole?.yawErrorDegrees).toBeCloseTo(8, 0);
  expect(whole?.yawLossPercent).toBeCloseTo(100 * (1 - Math.cos((8 * Math.PI) / 180) ** 2), 0);
  const bin = whole?.bins.find(({ centre }) => centre === 9);
  expect(bin?.isValid).toBe(true);
  const stated = powerFromCurve(Float64Array.of(bin?.windSpeed ?? 0), GENERIC_2_MW_CURVE)[0] ?? Number.NaN;
  expect((bin?.power ?? 0) / stated).toBeGreaterThan(0.94);
  expect((bin?.power ?? 0) / stated).toBeLessThan(0.98);
  // What can be saved: the valid bins with the lines between them, held up to cut-out only from near the top.
  expect(whole?.airDensity).toBe(1.225);
  expect(whole?.points.filter(({ isInterpolated }) => !isInterpolated)).toEqual(
    whole?.bins.filter(({ isValid }) => isValid).map(({ windSpeed, power }) => ({ windSpeed, power, isInterpolated: false })),
  );
  expect(whole?.points.at(-1)).toMatchObject({ windSpeed: 25, isInterpolated: true });
  // Without an assigned curve there is nothing to compare with.
  expect([whole?.curve, whole?.deviationPercent, bin?.curvePower]).toEqual([null, null, null]);

  const filtered = await plant.user.call(powerCurveEndpoints.measured, {
    body: { ...ask, filters: [{ kind: 'timeOfDay', from: 0, to: 720 }] },
  });
  const { filtering } = filtered.items[0] ?? {};
  expect([filters, filtering?.points]).toEqual([0, points]);
  expect((filtering?.filters ?? 0) / points).toBeCloseTo(0.5, 1);
  expect(filtered.items[0]?.hours).toBeLessThan(0.6 * (whole?.hours ?? 0));

  const months = (await plant.user.call(powerCurveEndpoints.measured, { body: { ...ask, by: 'month' } })).items;
  expect(months.map(({ month }) => month)).toEqual(['2025-12-01', '2026-01-01']);
  const pointsOf = (of: typeof months) => of.reduce((sum, { bins }) => sum + bins.reduce((all, { points }) => all + points, 0), 0);
  // Outliers are looked for in each month by itself.
  expect(Math.abs(pointsOf(months) / pointsOf(items) - 1)).toBeLessThan(0.02);
});

test('an assigned curve is shown, and the deviation from it', async () => {
  const { plant, admin, points } = await openRidge();
  const conditions = { airDensity: 1.225, airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360 };
  const always = { dayRange: null, timeRange: null, effectiveStartMs: null, effectiveEndMs: null };
  const enterpriseId = enterpriseIdSchema.parse('solvind');
  const own = { enterpriseId, name: 'Generic 2 MW', type: 'Nominal' as const, points, segmentIds: [segmentId] };
  const { id } = await admin.call(powerCurveEndpoints.save, { body: { id: null, ...conditions, ...always, ...own } });
  await computeWaiting(plant.deps, NO_EVENTS);
  const [whole] = (await plant.user.call(powerCurveEndpoints.measured, { body: ask })).items;
  expect(whole?.curve?.points).toHaveLength(points.length);
  expect(whole?.curve).toMatchObject({ id, name: 'Generic 2 MW' });
  expect(whole?.deviationPercent).toBeCloseTo(-4, 0);
  const [other] = (await plant.user.call(powerCurveEndpoints.measured, { body: { ...ask, type: 'Warranted' } })).items;
  expect([other?.curve, other?.deviationPercent]).toEqual([null, null]);
});

test('a generic curve that the metadata accept has no name of its own', async () => {
  const { plant } = await openRidge();
  await plant.given.metadata('wt-1', { powerCurveAccepted: true });
  await computeWaiting(plant.deps, NO_EVENTS);
  const [whole] = (await plant.user.call(powerCurveEndpoints.measured, { body: ask })).items;
  expect(whole?.curve).toMatchObject({ id: null, name: null });
  expect(whole?.deviationPercent).toBeCloseTo(-4, 0);
});

test('what a curve would make of the expected energy is shown before it is saved, and nothing is stored', async () => {
  const { plant, admin, points } = await openRidge();
  const conditions = { airDensity: 1.225, airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360 };
  const always = { dayRange: null, timeRange: null, effectiveStartMs: null, effectiveEndMs: null };
  const enterpriseId = enterpriseIdSchema.parse('solvind');
  const own = { id: null, ...conditions, ...always, enterpriseId, segmentIds: [segmentId] };
  await admin.call(powerCurveEndpoints.save, { body: { ...own, name: 'Nominal', type: 'Nominal', points } });
  await computeWaiting(plant.deps, NO_EVENTS);
  const weaker = points.map((point) => ({ ...point, power: 0.9 * point.power }));
  const body = { ...own, name: 'Measured', type: 'Effective' as const, points: weaker };
  const [siteId = siteIdSchema.parse('plant')] = siteIds;
  const ask = {
    siteId,
    startMs: NOON_MS - 2 * DAY_MS,
    endMs: NOON_MS - DAY_MS,
    signal: null,
    trial: { kind: 'powerCurve' as const, body },
  };
  const { days } = await admin.call(qualityImpactEndpoints.preview, { body: ask });
  expect(days).toBe(2);
  const { startMs: fromMs, endMs: toMs } = ask;
  const preview = await admin.call(performanceEndpoints.previewSave, {
    body: { siteId, startMs: fromMs, endMs: toMs, save: { kind: 'powerCurve', body } },
  });
  const expected = preview.signals.find((each) => each.segmentId === segmentId && each.signalId === 'ActivePower||Expected');
  expect((expected?.after ?? Number.NaN) / (expected?.before ?? Number.NaN)).toBeLessThan(0.97);
  expect((await admin.call(powerCurveEndpoints.search, { body: {} })).items).toHaveLength(1);
  const [viewer, stranger] = [await plant.as({ of: 'solvind', role: 'viewer' }), await plant.as({ of: 'other', role: 'analyst' })];
  expect((await viewer.refusal(qualityImpactEndpoints.preview, { body: ask })).status).toBe(403);
  expect((await stranger.refusal(qualityImpactEndpoints.preview, { body: ask })).status).toBe(404);
});

test('intervals of events are left out, and a month without data has no bins', async () => {
  const { plant } = await openRidge();
  await computeWaiting(plant.deps, NO_EVENTS);
  const hours = async (months: string[]) =>
    (await plant.user.call(powerCurveEndpoints.measured, { body: { ...ask, months } })).items[0]?.hours;
  const before = (await hours(['2026-01-01'])) ?? 0;
  await plant.db.insert(groupEvents).values({
    ...{ id: randomUUID(), siteId: siteIdSchema.parse('plant'), segmentId, startMs: endMs - 5 * DAY_MS, endMs, isOpen: false },
    ...{ code: '7', eventType: 'Curtailment', category: 'Grid curtailment', priority: 200, updatedAtMs: NOON_MS },
  });
  expect(await hours(['2026-01-01'])).toBeLessThan(before - 100);
  expect(await hours(['2025-06-01'])).toBe(0);
});

test('only turbines that the caller may see are measured', async () => {
  const { plant } = await openRidge();
  const refusal = async (client: typeof plant.user, body: Partial<RequestOf<typeof powerCurveEndpoints.measured>['body']>) =>
    (await client.refusal(powerCurveEndpoints.measured, { body: { ...ask, ...body } as never })).status;
  const stranger = await plant.as({ of: 'other', role: 'analyst' });
  expect(await refusal(stranger, {})).toBe(404);
  expect(await refusal(stranger, { siteIds: undefined, segmentIds: [segmentId] })).toBe(404);
  expect(await refusal(plant.user, { siteIds: undefined, segmentIds: [segmentIdSchema.parse('inv-1')] })).toBe(404);
  expect(await refusal(plant.user, { months: [] })).toBe(400);
});
