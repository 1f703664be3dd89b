import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { signalEndpoints } from '@solvane/contract/signals';
import { expect, test } from 'vitest';
import { CSV_TYPE, openPlant, type Plant } from '../testing/plant.ts';

const STEP_MS = 600_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2025, 5, 1, 22);
const SPAN = { signalIds: [signalIdSchema.parse('ActivePower||Raw')], startMs: START_MS, endMs: START_MS + HOUR_MS };
const ids = (...names: string[]) => names.map((name) => segmentIdSchema.parse(name));

async function openHour(): Promise<Plant> {
  const plant = await openPlant();
  await plant.given.segment({ siteId: plant.siteId, id: 'inv-3' });
  const rows = Array.from({ length: 6 }, (_, i) => `${START_MS + i * STEP_MS},${i === 5 ? '' : i + 1},${10 * (i + 1)},${100 * (i + 1)}`);
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower,inv-2/ActivePower,inv-3/ActivePower\n${rows.join('\n')}\n`, plant.key.headers);
  return plant;
}

test('statistics of a span are those of its native points, with the share of data', async () => {
  const { user } = await openHour();
  const { items } = await user.call(signalAnalysisEndpoints.statistics, {
    body: { ...SPAN, segmentIds: ids('inv-1', 'inv-2'), percentiles: [0, 50] },
  });
  expect(items).toMatchObject([
    { segmentId: 'inv-1', unit: 'kW', count: 5, min: 1, max: 5, mean: 3, sum: 15, percentiles: [1, 3], dataShare: 5 / 6 },
    { segmentId: 'inv-2', count: 6, min: 10, max: 60, mean: 35, sum: 210, percentiles: [10, 35], dataShare: 1 },
  ]);
  expect(items[0]?.std).toBeCloseTo(Math.sqrt(2.5), 12);
});

test('filters hold for statistics; one value has no spread, none has nothing', async () => {
  const { user } = await openHour();
  const body = { ...SPAN, segmentIds: ids('inv-1'), filters: [{ kind: 'value' as const, signalId: SPAN.signalIds[0] as never, min: 5 }] };
  const { items, filtering } = await user.call(signalAnalysisEndpoints.statistics, { body });
  expect(items).toMatchObject([{ count: 1, mean: 5, std: null }]);
  expect(filtering).toMatchObject({ points: 5, used: 1, removed: [4] });
  const none = { ...body, filters: [{ ...body.filters[0], min: 99 }] };
  expect((await user.call(signalAnalysisEndpoints.statistics, { body: none as never })).items).toMatchObject([
    { count: 0, min: null, mean: null, sum: null, percentiles: [null, null, null], dataShare: 0 },
  ]);
});

test('several earlier periods come with one request, each shifted onto the requested one', async () => {
  const plant = await openHour();
  const day = 24 * HOUR_MS;
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${START_MS - HOUR_MS},7\n${START_MS - 3 * HOUR_MS},9\n`, plant.key.headers);
  const body = { ...SPAN, segmentIds: ids('inv-1'), resolution: 'raw' as const, comparison: { periodsBackList: [1, 3] } };
  const { series } = await plant.user.call(signalEndpoints.values, { body });
  expect(series.map(({ periodsBack, timesMs, values }) => [periodsBack, timesMs[0], values[0]])).toEqual([
    [0, START_MS, 1],
    [1, START_MS, 7],
    [3, START_MS, 9],
  ]);
  const long = { ...body, startMs: 0, endMs: 300 * 365 * day, resolution: 'hour' as const };
  expect(await plant.user.refusal(signalEndpoints.values, { body: long })).toMatchObject({
    code: 'signals.tooManyDatapoints',
    values: { allowed: LIMITS.datapointsPerResponse },
  });
});

test('too much is refused with counts before any work, devices of others are not found, and the permission is needed', async () => {
  const plant = await openHour();
  const [stranger, without] = [await plant.as({ of: 'nordic' }), await plant.as({ of: 'solvind', permissions: [] })];
  const body = { ...SPAN, segmentIds: ids('inv-1') };
  const long = { ...body, startMs: 0, endMs: LIMITS.nativePointsPerRequest * STEP_MS + STEP_MS };
  expect(await plant.user.refusal(signalAnalysisEndpoints.statistics, { body: long })).toMatchObject({
    code: 'signals.tooManyDatapoints',
    values: { requested: LIMITS.nativePointsPerRequest + 1, allowed: LIMITS.nativePointsPerRequest },
  });
  const one = { ...body, signalId: SPAN.signalIds[0] };
  for (const endpoint of [signalAnalysisEndpoints.statistics, signalAnalysisEndpoints.peers] as const) {
    expect(await stranger.refusal(endpoint as never, { body: one } as never)).toMatchObject({ code: 'resource.notFound' });
    expect(await without.refusal(endpoint as never, { body: one } as never)).toMatchObject({ code: 'access.forbidden' });
    expect(await plant.user.refusal(endpoint as never, { body: { ...one, endMs: one.startMs } } as never)).toMatchObject({
      code: 'request.invalid',
    });
  }
});
