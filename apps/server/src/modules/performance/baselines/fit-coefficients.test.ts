import { randomUUID } from 'node:crypto';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { expectedCoefficientEndpoints, powerCurveEndpoints } from '@solvane/contract/models';
import { GENERIC_2_MW_CURVE, powerFromCurve } from '@solvane/energy/wind/power-curve';
import { expect, test } from 'vitest';
import { groupEvents } from '../../../db/schema/events.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const [startMs, endMs] = [NOON_MS - 6 * DAY_MS, NOON_MS];
const siteId = siteIdSchema.parse('plant');
const [turbine, inverter] = [segmentIdSchema.parse('wt-1'), segmentIdSchema.parse('inv-1')];
const SHARE = 0.92;

/** A turbine that makes a fixed share of what its curve promises. */
async function openRidge() {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'wt-1', name: 'WT-1', segmentType: 'WindTurbine' });
  await plant.given.metadata('wt-1', { capacityAc: 2000 });
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const { windSpeed, power } = GENERIC_2_MW_CURVE;
  await analyst.call(powerCurveEndpoints.save, {
    body: {
      ...{ id: null, enterpriseId: 'solvind' as never, name: 'Generic', type: 'Nominal', segmentIds: [turbine] },
      points: Array.from(windSpeed, (speed, i) => ({ windSpeed: speed, power: power[i] ?? 0 })),
      ...{ airDensity: 1.225, airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360 },
      ...{ dayRange: null, timeRange: null, effectiveStartMs: null, effectiveEndMs: null },
    },
  });
  const t = Array.from({ length: 6 * 144 }, (_, i) => startMs + i * STEP_MS);
  const wind = t.map((_, i) => 8.5 + 5.5 * Math.sin(i / 37) + 0.3 * Math.sin(i * 1.7));
  const v = Array.from(powerFromCurve(Float64Array.from(wind), GENERIC_2_MW_CURVE), (kw, i) => SHARE * kw + 3 * Math.sin(i));
  const series = [
    { segmentId: 'wt-1', signal: 'ActivePower', t, v },
    { segmentId: 'wt-1', signal: 'NacelleWindSpeed', t, v: wind },
    // Air of the density of the curve.
    { segmentId: 'wt-1', signal: 'AmbientTemperature', t, v: t.map(() => 15) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return { ...plant, analyst };
}

test('a turbine that makes less than its curve shows by how much, how sure that is and what was left out', async () => {
  const { analyst } = await openRidge();
  const fit = await analyst.call(expectedCoefficientEndpoints.fit, { body: { siteId, segmentId: turbine, startMs, endMs } });
  const january = fit.months[0];
  expect(january?.coefficient).toBeGreaterThan(SHARE - 0.03);
  expect(january?.coefficient).toBeLessThan(SHARE + 0.03);
  expect(january).toMatchObject({ month: 1, isOfWholePeriod: false });
  // Without data of its own a month takes the value of the whole period.
  expect(fit.months[6]).toMatchObject({ hours: 0, isOfWholePeriod: true, coefficient: january?.coefficient });
  expect(fit.rSquared).toBeGreaterThan(0.98);
  expect(fit.rmseKw).toBeLessThan(60);
  const left = Object.values(fit.excluded).reduce((sum, count) => sum + count, 0);
  expect(fit.points + left).toBe(6 * 144);
  expect(fit.excluded.weak).toBeGreaterThan(0);
  expect([fit.devices, fit.firstDay, fit.lastDay]).toEqual([1, '2026-01-09', '2026-01-15']);
});

test('intervals of events do not count, and nothing is made up where there is no data', async () => {
  const { analyst, db } = await openRidge();
  const body = { siteId, segmentId: turbine, startMs, endMs };
  const whole = await analyst.call(expectedCoefficientEndpoints.fit, { body });
  await db.insert(groupEvents).values({
    ...{ id: randomUUID(), siteId, segmentId: turbine, startMs, endMs: startMs + 3 * DAY_MS, isOpen: false },
    ...{ code: '7', eventType: 'Curtailment', category: 'Grid curtailment', priority: 200, updatedAtMs: NOON_MS },
  });
  const rest = await analyst.call(expectedCoefficientEndpoints.fit, { body });
  expect(rest.excluded.events).toBeGreaterThan(100);
  expect(rest.points).toBe(whole.points - (rest.excluded.events - whole.excluded.events));
  const before = { ...body, startMs: startMs - 30 * DAY_MS, endMs: startMs - 10 * DAY_MS };
  const nothing = await analyst.call(expectedCoefficientEndpoints.fit, { body: before });
  expect(nothing).toMatchObject({ points: 0, rSquared: null, rmseKw: null, firstDay: null, lastDay: null });
  expect(nothing.months.map(({ coefficient }) => coefficient)).toEqual(new Array(12).fill(null));
});

test('only devices of sites that the caller sees are fitted, over a period of at most three years', async () => {
  const plant = await openRidge();
  const body = { siteId, segmentId: turbine, startMs, endMs };
  const stranger = await plant.as({ of: 'other', role: 'analyst' });
  const refused = (change: object) => plant.analyst.refusal(expectedCoefficientEndpoints.fit, { body: { ...body, ...change } });
  expect((await stranger.refusal(expectedCoefficientEndpoints.fit, { body })).status).toBe(404);
  expect((await refused({ segmentId: 'elsewhere' })).status).toBe(404);
  expect((await refused({ startMs: endMs, endMs: startMs })).status).toBe(400);
  expect((await refused({ startMs: endMs - 4 * 366 * DAY_MS })).status).toBe(400);
  expect((await refused({ degradationPerYear: 0.2 })).status).toBe(400);
  // An inverter without a nameplate has no nominal power: every interval is missing or weak.
  const solar = await plant.analyst.call(expectedCoefficientEndpoints.fit, { body: { ...body, segmentId: inverter } });
  expect(solar.points).toBe(0);
});
