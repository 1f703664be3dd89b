import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const INVERTER = segmentIdSchema.parse('inv-1');
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

/** Six hours until noon: impossible power in the intervals 10 to 15, nothing in 20 to 26, one sample missing at 30. */
async function openComputedPlant() {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const v = t.map((_, i) => (i >= 10 && i <= 15 ? 5000 : (i >= 20 && i <= 26) || i === 30 ? null : 20 * i));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const explain = (signalId: string, timeMs: number | undefined) =>
    plant.user.call(signalEndpoints.explain, {
      body: { segmentId: INVERTER, signalId: signalIdSchema.parse(signalId), timeMs: timeMs ?? 0 },
    });
  const values = async (signalId: string, more: Partial<{ resolution: 'raw' | 'hour'; treeAggregation: 'device' | 'total' }> = {}) => {
    const body = { segmentIds: [INVERTER], signalIds: [signalIdSchema.parse(signalId)], startMs: t[0] ?? 0, endMs: NOON_MS };
    return (await plant.user.call(signalEndpoints.values, { body: { ...body, resolution: 'raw', ...more } })).series[0];
  };
  return { ...plant, t, explain, values };
}

test('a value that a rule removed says which rule, with which setting, what is around it, and where to change that', async () => {
  const { t, explain } = await openComputedPlant();
  const removed = await explain('ActivePower||Validated', t[12]);
  expect(removed).toMatchObject({
    value: null,
    stage: 'validated',
    reasons: ['removed'],
    received: [{ value: null }],
    inputs: [{ segmentId: 'inv-1', signalId: 'ActivePower||Raw', timeMs: t[12], value: 5000 }],
    changedIn: { kind: 'standardRules', id: null },
  });
  expect(removed.rules).toContainEqual(
    expect.objectContaining({ name: 'QualityMethod_outOfRangeMax', effect: 'rejected', settings: expect.objectContaining({ max: 1.1 }) }),
  );
  expect(removed.neighbours.map(({ timeMs }) => timeMs)).toEqual([6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18].map((i) => t[i]));
});

test('a value that is missing says that nothing was received, at every stage', async () => {
  const { t, explain } = await openComputedPlant();
  expect(await explain('ActivePower||Raw', t[23])).toMatchObject({ value: null, stage: 'raw', reasons: ['notReceived'], received: [] });
  expect(await explain('ActivePower||Validated', t[23])).toMatchObject({ value: null, reasons: ['notReceived'] });
  expect(await explain('ActiveEnergy||Validated', t[23])).toMatchObject({ value: null });
  const filled = await explain('ActivePower||Validated', t[30]);
  expect(filled).toMatchObject({ value: 600, reasons: [], values: { qualityMethod: 'QualityMethod_interpolated' } });
  expect(filled.rules).toContainEqual(expect.objectContaining({ name: 'QualityMethod_interpolated', effect: 'supplied' }));
});

test('a computed value that cannot be names the signals it lacks, and one that is ahead says so', async () => {
  const { t, explain } = await openComputedPlant();
  const ratio = await explain('PerformanceRatio||Calculated', t[30]);
  expect(ratio).toMatchObject({ value: null, stage: 'derived', reasons: expect.arrayContaining(['noIrradiance', 'inputsMissing']) });
  expect(ratio.missingInputs).toContainEqual({ segmentId: 'inv-1', signalId: 'IrradiancePOA||Validated' });
  expect(await explain('ActivePower||Validated', NOON_MS + STEP_MS)).toMatchObject({ value: null, reasons: ['notYet'] });
  expect(await explain('DcPower||Raw', t[30])).toMatchObject({ value: null, reasons: ['noSeries'] });
});

test('quality bits, estimates and methods are read like any signal', async () => {
  const { t, user, values, explain } = await openComputedPlant();
  const bits = await values('ActivePower||QualityFlag');
  const bitsAt = (i: number) => bits?.values[bits.timesMs.indexOf(t[i] ?? 0)];
  expect(bitsAt(12)).toBe(QUALITY_FLAGS.ABOVE_MAX | QUALITY_FLAGS.NO_VALUE);
  expect(bitsAt(30)).toBe(QUALITY_FLAGS.MISSING | QUALITY_FLAGS.INTERPOLATED);
  expect(bitsAt(5)).toBe(0);
  const estimated = await values('ActivePower||EstimatedFlag');
  expect([estimated?.values[estimated.timesMs.indexOf(t[30] ?? 0)], estimated?.values[estimated.timesMs.indexOf(t[5] ?? 0)]]).toEqual([
    1, 0,
  ]);
  const method = await values('ActivePower||EstimationMethod');
  expect([method?.values[method.timesMs.indexOf(t[30] ?? 0)], method?.values[method.timesMs.indexOf(t[5] ?? 0)]]).toEqual([4, 2]);

  const byHour = await values('ActivePower||QualityFlag', { resolution: 'hour' });
  expect(byHour?.values[2]).toBe(QUALITY_FLAGS.ABOVE_MAX | QUALITY_FLAGS.NO_VALUE);
  expect((await values('ActivePower||EstimatedFlag', { resolution: 'hour' }))?.values[5]).toBeCloseTo(1 / 6, 9);

  const { items } = await user.call(signalEndpoints.definitions, { body: { segmentIds: [INVERTER] } });
  expect(items.map(({ signalId }) => signalId)).toEqual(
    expect.arrayContaining(['ActivePower||QualityFlag', 'ActivePower||EstimatedFlag', 'ActivePower||EstimationMethod']),
  );
  const signalIds = ['ActivePower||QualityFlag', 'ActivePower||EstimatedFlag', 'ActivePower||EstimationMethod'].map((id) =>
    signalIdSchema.parse(id),
  );
  const latest = await user.call(signalEndpoints.latest, { body: { segmentIds: [INVERTER], signalIds } });
  expect(latest.items.map(({ signalId, value }) => [signalId, value])).toEqual([
    ['ActivePower||QualityFlag', 0],
    ['ActivePower||EstimatedFlag', 0],
    ['ActivePower||EstimationMethod', 2],
  ]);
  expect(await explain('ActivePower||QualityFlag', t[12])).toMatchObject({ value: QUALITY_FLAGS.ABOVE_MAX | QUALITY_FLAGS.NO_VALUE });
});
