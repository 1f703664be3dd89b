import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { metricValueEndpoints } from '@solvane/contract/metric-values';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sites } from '../../../db/schema/fleet.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteIds = [siteIdSchema.parse('plant')];
const TODAY = Math.floor(NOON_MS / DAY_MS);
/** Days before today. */
const FIRST = 44;
const dateBefore = (days: number) => toIsoDate(TODAY - days);
/** Of twelve intervals the first has no neighbour whose light tells whether the sky is steady. */
const POINTS = 11;

/** Two hours of strong light around noon: an inverter makes this share of what its modules could at their temperature. */
function noonOf(daysBefore: number, rating: number) {
  const startMs = NOON_MS - daysBefore * DAY_MS - 3_600_000;
  const t = Array.from({ length: 12 }, (_, i) => startMs + i * STEP_MS);
  const light = t.map((_, i) => 560 + 8 * i + (daysBefore % 7) * 10);
  const series = (segmentId: string, signal: string, v: number[]) => ({ segmentId, signal, t, v });
  return [
    series('light', 'IrradiancePOA', light),
    series(
      'light',
      'ModuleTemperature',
      t.map((_, i) => 25 + i / 100),
    ),
    series(
      'light',
      'AmbientTemperature',
      t.map((_, i) => 12 + (daysBefore % 9) + i / 10),
    ),
    series(
      'light',
      'WindSpeed',
      t.map((_, i) => 2 + (daysBefore % 5) / 2 + i / 20),
    ),
    series(
      'inv-1',
      'ActivePower',
      light.map((watts, i) => (1200 * watts * rating) / 1000 + i / 100),
    ),
  ];
}

async function openRated() {
  const plant = await openPlant();
  // In Sweden no January is bright enough for a rating.
  await plant.db
    .update(sites)
    .set({ latitude: -25 })
    .where(eq(sites.id, siteIds[0] as never));
  await plant.given.segment({ siteId: 'plant', id: 'light', segmentType: 'WeatherStation' });
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 20, azimuth: 0 });
  await plant.given.metadata('plant-root', {
    baselineStart: dateBefore(FIRST),
    baselineEnd: dateBefore(11),
    primaryWeatherStationId: 'light',
  });
  const days = Array.from({ length: FIRST + 1 }, (_, i) => FIRST - i);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: days.flatMap((day) => noonOf(day, day > 10 ? 0.9 : 0.86)) }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

const body = { siteIds, devices: 'inverters' as const, months: ['2026-01-01', '2025-12-01'], type: 'Nominal' as const };

test('an inverter has a line of its newest days, held against its baseline', async () => {
  const plant = await openRated();
  const { items, ratings } = await plant.user.call(powerCurveEndpoints.measured, { body: { ...body, prtPeriod: '7' } });
  expect(items).toEqual([]);
  const [rating, ...others] = ratings.filter(({ segmentId }) => segmentId === 'inv-1');
  expect(others).toEqual([]);
  const [line] = rating?.lines ?? [];
  // To the end of the last complete day.
  expect(line).toMatchObject({ month: null, pointCount: 7 * POINTS });
  expect(rating?.baseline).toMatchObject({ firstDay: dateBefore(FIRST), lastDay: dateBefore(11) });
  expect(rating?.deviationPercent).toBeCloseTo(100 * (0.86 / 0.9 - 1), 0);
  expect(rating?.deviationPercent).toBeCloseTo(100 * ((line?.slope ?? 0) / (rating?.baseline?.slope ?? 1) - 1), 9);
  expect(line?.slopeError).toBeGreaterThan(0);
  expect(rating?.capacity).toBeNull();
});

test('month periods have a line each, and a capacity test its reporting conditions', async () => {
  const plant = await openRated();
  const { ratings } = await plant.user.call(powerCurveEndpoints.measured, {
    body: { ...body, prtPeriod: 'months', hasCapacityTest: true, siteIds: undefined, segmentIds: [segmentIdSchema.parse('inv-1')] },
  });
  const [rating] = ratings;
  expect(rating?.lines.map(({ month }) => month)).toEqual(['2025-12-01', '2026-01-01']);
  const { capacity } = rating ?? {};
  expect(capacity?.planeIrradiance).toBeGreaterThan(600);
  expect((capacity?.ratingKw ?? 0) / (1.2 * (capacity?.planeIrradiance ?? 1))).toBeCloseTo(0.88, 1);
});

test('the metrics of an inverter are its line over the period and how far it is from the baseline; a site has none of its own', async () => {
  const plant = await openRated();
  const { ratings } = await plant.user.call(powerCurveEndpoints.measured, { body: { ...body, prtPeriod: '7' } });
  const rating = ratings.find(({ segmentId }) => segmentId === 'inv-1');
  const period = { fromDay: dateBefore(7), toDay: dateBefore(0) };
  const ask = (of: { siteIds: typeof siteIds } | { segmentIds: ReturnType<typeof segmentIdSchema.parse>[] }) =>
    plant.user.call(metricValueEndpoints.values, { body: { metricIds: ['prt', 'prtDeviation'], period, groupBy: 'each', ...of } });
  const { rows } = await ask({ segmentIds: [segmentIdSchema.parse('inv-1')] });
  expect(rows.map(({ metricId, value, unit }) => [metricId, value, unit])).toEqual([
    ['prt', expect.closeTo(100 * (rating?.lines[0]?.slope ?? Number.NaN), 9), '%'],
    ['prtDeviation', expect.closeTo(rating?.deviationPercent ?? Number.NaN, 9), '%'],
  ]);
  expect((await ask({ siteIds })).rows.map(({ value, reason }) => [value, reason])).toEqual([
    [null, 'notAggregable'],
    [null, 'notAggregable'],
  ]);
  const tooMany = { metricIds: ['prt' as const], by: 'day' as const, segmentIds: [segmentIdSchema.parse('inv-1')] };
  const refused = await plant.user.refusal(metricValueEndpoints.values, {
    body: { ...tooMany, period: { fromDay: '2024-01-01', toDay: '2026-01-01' } },
  });
  expect(refused).toMatchObject({ code: 'signals.tooManyDatapoints', values: { requested: 731, allowed: 500 } });
});

test('fewer than 50 points make no line, and say how many there are', async () => {
  const plant = await openPlant();
  const { ratings } = await plant.user.call(powerCurveEndpoints.measured, { body: { ...body, prtPeriod: '7' } });
  for (const { lines, baseline, deviationPercent } of ratings)
    expect([lines, baseline, deviationPercent]).toEqual([
      [{ month: null, slope: null, slopeError: null, residual: null, pointCount: 0 }],
      null,
      null,
    ]);
});
