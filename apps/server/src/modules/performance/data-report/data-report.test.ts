import { dataReportEndpoints } from '@solvane/contract/data-report';
import { siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const PERIOD = { siteId: siteIdSchema.parse('plant'), startMs: NOON_MS - 86_400_000, endMs: NOON_MS };

/** Six hours until noon: 36 intervals of power, six of them impossible, and temperatures that nothing objects to. */
async function openReportedPlant() {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const power = t.map((_, i) => (i >= 10 && i <= 15 ? 5000 : 20 * i));
  const temperature = t.map((_, i) => 30 + (i % 7));
  const series = [
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: power },
    { segmentId: 'inv-1', signal: 'InverterTemperature', t, v: temperature },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  const read = () => plant.user.call(dataReportEndpoints.read, { query: PERIOD });
  return { ...plant, t, power, read };
}

test('before days are computed the report says what was received and how many days wait', async () => {
  const { read, t } = await openReportedPlant();
  const report = await read();
  expect(report).toMatchObject({
    name: 'Plant',
    waitingDays: 1,
    producedKwh: null,
    expectedKwh: null,
    lostKwh: null,
    availabilityPercent: null,
  });
  expect(report.devices.map(({ segmentId }) => segmentId)).toEqual(['inv-1']);
  expect(report.devices[0]?.signals).toEqual([
    {
      signalId: 'ActivePower||Raw',
      points: 36,
      firstMs: t[0],
      lastMs: t[35],
      judged: 0,
      validShare: null,
      estimatedShare: null,
      removed: [],
      energy: null,
    },
    expect.objectContaining({ signalId: 'InverterTemperature||Raw', points: 36, energy: null }),
  ]);
});

test('while days wait for their calculation the energy they lack is no error', async () => {
  const { deps, ingest, read, t } = await openReportedPlant();
  await computeWaiting(deps, NO_EVENTS);
  expect((await read()).devices[0]?.signals[0]?.energy?.isError).toBe(true);
  const earlier = t.map((timeMs) => timeMs - 86_400_000);
  const series = [{ segmentId: 'inv-1', signal: 'ActivePower', t: earlier, v: earlier.map((_, i) => 20 * i) }];
  await ingest(JSON_TYPE, JSON.stringify({ series }));
  const report = await read();
  expect(report.waitingDays).toBeGreaterThan(0);
  expect(report.devices[0]?.signals[0]?.energy?.isError).toBe(false);
});

test('afterwards it says what validation removed, by which rule, and that energy of that size is an error', async () => {
  const { deps, read, power } = await openReportedPlant();
  await computeWaiting(deps, NO_EVENTS);
  const report = await read();
  expect(report.waitingDays).toBe(0);
  const [ofPower, ofTemperature] = report.devices[0]?.signals ?? [];
  expect(ofPower).toMatchObject({
    judged: 36,
    validShare: 30 / 36,
    removed: [{ rule: 'QualityMethod_outOfRangeMax', intervals: 6, share: 6 / 36 }],
  });
  const sum = (values: readonly number[]) => values.reduce((total, kw) => total + kw / 6, 0);
  expect(ofPower?.energy?.receivedKwh).toBeCloseTo(sum(power), 6);
  expect(ofPower?.energy?.validatedKwh).toBeCloseTo(sum(power.filter((kw) => kw < 5000)), 6);
  expect(ofPower?.energy?.isError).toBe(true);
  expect(ofTemperature).toMatchObject({ judged: 36, validShare: 1, removed: [], energy: null });
  expect(report.producedKwh).toBeCloseTo(sum(power.filter((kw) => kw < 5000)), 6);
});

test('a stranger reads no report of the site', async () => {
  const { as } = await openReportedPlant();
  const stranger = await as({ of: 'other' });
  expect(await stranger.refusal(dataReportEndpoints.read, { query: PERIOD })).toMatchObject({ status: 404 });
});
