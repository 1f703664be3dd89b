import { randomUUID } from 'node:crypto';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { GENERIC_2_MW_CURVE, powerFromCurve } from '@solvane/energy/wind/power-curve';
import { expect, test } from 'vitest';
import { groupEvents } from '../../../db/schema/events.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const [startMs, endMs] = [NOON_MS - 6 * DAY_MS, NOON_MS];
const segmentId = segmentIdSchema.parse('wt-1');

async function openRidge() {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'wt-1', name: 'WT-1', segmentType: 'WindTurbine' });
  await plant.given.metadata('wt-1', { capacityAc: 2000 });
  const t = Array.from({ length: 6 * 144 }, (_, i) => startMs + i * STEP_MS);
  const wind = t.map((_, i) => 8.5 + 5.5 * Math.sin(i / 37) + 0.3 * Math.sin(i * 1.7));
  const power = powerFromCurve(Float64Array.from(wind), GENERIC_2_MW_CURVE);
  const v = Array.from(power, (kw, i) => Math.round(10 * (kw + 3 * Math.sin(i))) / 10);
  const series = [
    { segmentId: 'wt-1', signal: 'ActivePower', t, v },
    { segmentId: 'wt-1', signal: 'NacelleWindSpeed', t, v: wind },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

test('a turbine without a power curve shows one in its data, that can be saved', async () => {
  const plant = await openRidge();
  const fitted = await plant.user.call(powerCurveEndpoints.fit, { body: { segmentId, startMs, endMs } });
  expect(fitted.isComplete).toBe(false);
  expect(fitted.hours).toBeGreaterThan(80);
  const at = (speed: number) =>
    powerFromCurve(Float64Array.of(speed), {
      windSpeed: Float64Array.from(fitted.points, (point) => point.windSpeed),
      power: Float64Array.from(fitted.points, (point) => point.power),
    })[0] ?? Number.NaN;
  const stated = powerFromCurve(Float64Array.of(7, 9, 11), GENERIC_2_MW_CURVE);
  for (const [k, speed] of [7, 9, 11].entries()) expect(Math.abs(at(speed) - (stated[k] ?? Number.NaN))).toBeLessThan(60);
});

test('an event of the turbine takes its intervals out, and a period without data has no points', async () => {
  const plant = await openRidge();
  const whole = await plant.user.call(powerCurveEndpoints.fit, { body: { segmentId, startMs, endMs } });
  await plant.db.insert(groupEvents).values({
    ...{ id: randomUUID(), siteId: siteIdSchema.parse('plant'), segmentId, startMs, endMs: startMs + 3 * DAY_MS, isOpen: false },
    ...{ code: '7', eventType: 'Curtailment', category: 'Grid curtailment', priority: 200, updatedAtMs: NOON_MS },
  });
  const rest = await plant.user.call(powerCurveEndpoints.fit, { body: { segmentId, startMs, endMs } });
  expect(rest.hours).toBeLessThan(0.7 * whole.hours);
  const before = { segmentId, startMs: startMs - 30 * DAY_MS, endMs: startMs - 10 * DAY_MS };
  expect(await plant.user.call(powerCurveEndpoints.fit, { body: before })).toMatchObject({ points: [], hours: 0, isComplete: false });
});

test('only turbines of sites that the caller sees are fitted', async () => {
  const plant = await openRidge();
  const stranger = await plant.as({ of: 'other' });
  expect((await stranger.refusal(powerCurveEndpoints.fit, { body: { segmentId, startMs, endMs } })).status).toBe(404);
  const inverter = segmentIdSchema.parse('inv-1');
  expect((await plant.user.refusal(powerCurveEndpoints.fit, { body: { segmentId: inverter, startMs, endMs } })).status).toBe(404);
  expect((await plant.user.refusal(powerCurveEndpoints.fit, { body: { segmentId, startMs: endMs, endMs: startMs } })).status).toBe(400);
});
