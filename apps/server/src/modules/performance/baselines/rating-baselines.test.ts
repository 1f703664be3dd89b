import { metadataEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sites } from '../../../db/schema/fleet.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const TODAY = Math.floor(NOON_MS / DAY_MS);
/** Days before today. */
const FIRST = 40;
const LAST = 6;
/** Of twelve intervals the first has no neighbour whose light tells whether the sky is steady. */
const POINTS = 11;
const dateBefore = (days: number) => toIsoDate(TODAY - days);

/** Two hours of even light on a day, of which an inverter makes this share of what its modules could at their temperature. */
function noonOf(daysBefore: number, rating: number) {
  const startMs = NOON_MS - daysBefore * DAY_MS - 3_600_000;
  const t = Array.from({ length: 12 }, (_, i) => startMs + i * STEP_MS);
  const light = 600;
  const power = (1200 * light * rating) / 1000;
  return [
    { segmentId: 'light', signal: 'IrradiancePOA', t, v: t.map((_, i) => light + i / 100) },
    { segmentId: 'light', signal: 'ModuleTemperature', t, v: t.map((_, i) => 23.2 + i / 100) },
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: t.map((_, i) => power + i / 100) },
  ];
}

async function ratedPlant(days: readonly number[]) {
  const plant = await openPlant();
  // In Sweden no January is bright enough for a rating.
  await plant.db.update(sites).set({ latitude: -25 }).where(eq(sites.id, siteId));
  await plant.given.segment({ siteId: 'plant', id: 'light', segmentType: 'WeatherStation' });
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 20, azimuth: 0 });
  await plant.given.metadata('plant-root', {
    baselineStart: dateBefore(FIRST),
    baselineEnd: dateBefore(LAST),
    primaryWeatherStationId: 'light',
  });
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: days.flatMap((day) => noonOf(day, 0.9)) }));
  return plant;
}

type RatedPlant = Awaited<ReturnType<typeof ratedPlant>>;

const baselinesOf = async (plant: RatedPlant) => (await plant.user.call(performanceEndpoints.ratingBaselines, { query: { siteId } })).items;

/** Baseline against nominal power before noon, by date. */
async function slopes(plant: RatedPlant): Promise<Map<string, number>> {
  const baseline = await plant.stored('inv-1', 'ActivePower||Baseline');
  const nominal = new Map(await plant.stored('inv-1', 'TemperatureAdjustedNominalPower||Calculated'));
  return new Map(
    baseline.flatMap(([time, kw]): [string, number][] =>
      time.endsWith('T11:30:00.000Z') ? [[time.slice(0, 10), (kw ?? Number.NaN) / (nominal.get(time) ?? Number.NaN)]] : [],
    ),
  );
}

const ALL_DAYS = Array.from({ length: FIRST + 1 }, (_, i) => FIRST - i);

test('the rating of the baseline period is fixed once it is over, and every later day is compared with it', async () => {
  const plant = await ratedPlant(ALL_DAYS);
  await computeWaiting(plant.deps, NO_EVENTS);
  const [fixed, ...others] = await baselinesOf(plant);
  expect(others).toEqual([]);
  expect(fixed).toMatchObject({ segmentId: 'inv-1', firstDay: dateBefore(FIRST), lastDay: dateBefore(LAST), fixedAtMs: NOON_MS });
  expect(fixed?.slope).toBeGreaterThan(0.85);
  expect(fixed?.pointCount).toBe((FIRST - LAST + 1) * POINTS);
  const known = await slopes(plant);
  expect([...known.keys()].sort()).toEqual(Array.from({ length: LAST }, (_, i) => dateBefore(LAST - 1 - i)));
  for (const slope of known.values()) expect(slope).toBeCloseTo(fixed?.slope ?? Number.NaN, 9);
});

test('it stays when its period is corrected, until a user has it fixed again', async () => {
  const plant = await ratedPlant(ALL_DAYS);
  await computeWaiting(plant.deps, NO_EVENTS);
  const [before] = await baselinesOf(plant);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: ALL_DAYS.filter((day) => day > 20).flatMap((day) => noonOf(day, 0.85)) }));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await baselinesOf(plant)).toEqual([before]);

  const { siteDays } = await plant.user.call(performanceEndpoints.renewRatingBaselines, { body: { siteId } });
  expect(siteDays).toBe(LAST);
  const [after] = await baselinesOf(plant);
  expect(after?.slope).toBeLessThan((before?.slope ?? Number.NaN) - 0.02);
  await computeWaiting(plant.deps, NO_EVENTS);
  expect((await slopes(plant)).get(dateBefore(1))).toBeCloseTo(after?.slope ?? Number.NaN, 9);
  // Once more it is the same, and nothing is compared again.
  expect(await plant.user.call(performanceEndpoints.renewRatingBaselines, { body: { siteId } })).toEqual({ siteDays: 0 });
});

test('a history that arrives in pieces is one period all the same', async () => {
  const plant = await ratedPlant(ALL_DAYS.filter((day) => day > 8));
  await computeWaiting(plant.deps, NO_EVENTS);
  const pointCount = async () => (await baselinesOf(plant)).map((each) => each.pointCount);
  expect(await pointCount()).toEqual([32 * POINTS]);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [8, 7, 6, 5, 4].flatMap((day) => noonOf(day, 0.85)) }));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await pointCount()).toEqual([35 * POINTS]);
  const [fixed] = await baselinesOf(plant);
  for (const slope of (await slopes(plant)).values()) expect(slope).toBeCloseTo(fixed?.slope ?? Number.NaN, 9);
});

test('what the configuration makes of its period is what it is fixed from', async () => {
  const plant = await ratedPlant(ALL_DAYS);
  await computeWaiting(plant.deps, NO_EVENTS);
  const [before] = await baselinesOf(plant);
  const change = { segmentId: segmentIdSchema.parse('inv-1'), attribute: 'capacityDc', validFrom: null, value: 1500, remove: false };
  await plant.user.call(metadataEndpoints.save, { body: { changes: [change] } });
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await baselinesOf(plant)).toEqual([before]);
  await plant.user.call(performanceEndpoints.renewRatingBaselines, { body: { siteId } });
  expect((await baselinesOf(plant))[0]?.slope).toBeCloseTo(((before?.slope ?? Number.NaN) * 1200) / 1500, 2);
});

test('another period is another baseline, and one that is not over yet is none', async () => {
  const plant = await ratedPlant(ALL_DAYS);
  await computeWaiting(plant.deps, NO_EVENTS);
  const state = (value: string) =>
    plant.user.call(metadataEndpoints.save, {
      body: {
        changes: [{ segmentId: segmentIdSchema.parse('plant-root'), attribute: 'baselineEnd', validFrom: null, value, remove: false }],
      },
    });
  await state(dateBefore(3));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await baselinesOf(plant)).toMatchObject([{ lastDay: dateBefore(3) }]);
  expect([...(await slopes(plant)).keys()].sort()).toEqual([dateBefore(2), dateBefore(1), dateBefore(0)]);
  await state(dateBefore(-30));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await baselinesOf(plant)).toEqual([]);
  expect(await slopes(plant)).toEqual(new Map());
});

test('days that were computed before the period was are compared with it later', async () => {
  const plant = await ratedPlant([1, 0]);
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await slopes(plant)).toEqual(new Map());
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: ALL_DAYS.filter((day) => day > 1).flatMap((day) => noonOf(day, 0.9)) }));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect([...(await slopes(plant)).keys()]).toContain(dateBefore(0));
});

test('a period with too little to compare with is fixed as such, until more of it comes', async () => {
  const plant = await ratedPlant([12, 11, 10, 2, 1]);
  await computeWaiting(plant.deps, NO_EVENTS);
  const [fixed] = await baselinesOf(plant);
  expect([fixed?.slope, fixed?.pointCount]).toEqual([null, 3 * POINTS]);
  expect(await slopes(plant)).toEqual(new Map());
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: ALL_DAYS.filter((day) => day > 12).flatMap((day) => noonOf(day, 0.9)) }));
  await computeWaiting(plant.deps, NO_EVENTS);
  expect((await baselinesOf(plant))[0]?.slope).toBeGreaterThan(0.85);
  expect([...(await slopes(plant)).keys()]).toContain(dateBefore(1));
});

test('baselines are read by those who see the site, and fixed again by those who may edit it', async () => {
  const plant = await ratedPlant([1]);
  const stranger = await plant.as({ of: 'other' });
  expect((await stranger.refusal(performanceEndpoints.ratingBaselines, { query: { siteId } })).status).toBe(404);
  expect((await stranger.refusal(performanceEndpoints.renewRatingBaselines, { body: { siteId } })).status).toBe(404);
  const viewer = await plant.as({ of: 'solvind', role: 'viewer' });
  expect((await viewer.refusal(performanceEndpoints.renewRatingBaselines, { body: { siteId } })).status).toBe(403);
});
