import { type SegmentId, segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { performanceEndpoints } from '@solvane/contract/performance';
import { signalEndpoints } from '@solvane/contract/signals';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLog } from '../../db/schema/access.ts';
import { dataInvalidations } from '../../db/schema/data-invalidations.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const INVERTER = segmentIdSchema.parse('inv-1');
const [FIRST, SECOND] = [NOON_MS - 12 * STEP_MS, NOON_MS - 6 * STEP_MS];
const hour = { segmentIds: [INVERTER], apCodes: ['ActivePower'], startMs: FIRST, endMs: SECOND };
/** The local day. */
const period = { startMs: NOON_MS - 13 * 3_600_000, endMs: NOON_MS + 11 * 3_600_000 };

async function openWorld(): Promise<Plant & { analyst: TestClient }> {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const series = ['inv-1', 'inv-2'].map((segmentId) => ({ segmentId, signal: 'ActivePower', t, v: t.map((_, i) => 20 * i + (i % 3)) }));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return { ...plant, analyst: await plant.as({ of: 'solvind', role: 'analyst' }) };
}

/** Values of a signal of the inverter by interval. */
async function valuesOf({ user }: Plant, signalId: string, segmentId: SegmentId = INVERTER, resolution: 'raw' | 'hour' = 'raw') {
  const signalIds = [signalIdSchema.parse(signalId)];
  const [one] = (await user.call(signalEndpoints.values, { body: { segmentIds: [segmentId], signalIds, ...period, resolution } })).series;
  return new Map((one?.timesMs ?? []).map((timeMs, i) => [timeMs, one?.values[i] ?? null]));
}

/** Everything that is known of the validated power. */
async function stateOf(plant: Plant) {
  const calcTypes = ['Validated', 'QualityFlag', 'EstimatedFlag', 'EstimationMethod', 'ManualValidationFlag'];
  return Promise.all(calcTypes.map((calcType) => valuesOf(plant, `ActivePower||${calcType}`)));
}

describe('invalidated values', () => {
  test('are validated without them, are marked, and what arrived stays', async () => {
    const plant = await openWorld();
    const raw = await valuesOf(plant, 'ActivePower||Raw');
    const saved = await plant.analyst.call(invalidationEndpoints.save, { body: { ...hour, action: 'invalidate', reason: 'Stuck sensor' } });
    expect(saved.changes).toEqual([{ siteIds: [siteId], startMs: FIRST, endMs: SECOND }]);
    await computeWaiting(plant.deps, NO_EVENTS);
    expect(await valuesOf(plant, 'ActivePower||Raw')).toEqual(raw);
    const marked = await valuesOf(plant, 'ActivePower||ManualValidationFlag');
    expect([...marked].filter(([, value]) => value === 1).map(([timeMs]) => timeMs)).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => FIRST + i * STEP_MS),
    );
    const flags = await valuesOf(plant, 'ActivePower||QualityFlag');
    expect((flags.get(FIRST) ?? 0) & QUALITY_FLAGS.MANUAL_INVALID).not.toBe(0);
    expect((flags.get(SECOND) ?? 0) & QUALITY_FLAGS.MANUAL_INVALID).toBe(0);
    const validated = await valuesOf(plant, 'ActivePower||Validated');
    expect(validated.get(FIRST)).not.toBe(raw.get(FIRST));
    expect(validated.get(SECOND)).toBe(raw.get(SECOND));
    // Another device is as it was.
    expect([...(await valuesOf(plant, 'ActivePower||ManualValidationFlag', segmentIdSchema.parse('inv-2'))).values()]).not.toContain(1);
    const hours = await valuesOf(plant, 'ActivePower||ManualValidationFlag', INVERTER, 'hour');
    expect([...hours].filter(([, value]) => value === 1).map(([timeMs]) => timeMs)).toEqual([FIRST]);
  });

  test('that are restored have the same values, flags and methods as before, and so have those whose invalidation is undone', async () => {
    const plant = await openWorld();
    const before = await stateOf(plant);
    await plant.analyst.call(invalidationEndpoints.save, { body: { ...hour, action: 'invalidate', reason: 'Stuck sensor' } });
    await computeWaiting(plant.deps, NO_EVENTS);
    expect(await stateOf(plant)).not.toEqual(before);
    await plant.analyst.call(invalidationEndpoints.save, { body: { ...hour, action: 'restore', reason: 'It was right' } });
    await computeWaiting(plant.deps, NO_EVENTS);
    expect(await stateOf(plant)).toEqual(before);
    const { id } = await plant.analyst.call(invalidationEndpoints.save, { body: { ...hour, action: 'invalidate', reason: 'Again' } });
    await computeWaiting(plant.deps, NO_EVENTS);
    await plant.analyst.call(invalidationEndpoints.undo, { body: { id } });
    await computeWaiting(plant.deps, NO_EVENTS);
    expect(await stateOf(plant)).toEqual(before);
  });

  test('of any ranges, restored in any order, leave values, flags and methods as they were', async () => {
    const plant = await openWorld();
    const before = await stateOf(plant);
    const range = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 5 })).map(([first, count]) => ({
      ...hour,
      startMs: NOON_MS - (36 - first) * STEP_MS,
      endMs: NOON_MS - (36 - first - count) * STEP_MS,
    }));
    const ranges = fc.array(fc.tuple(range, fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(ranges, async (chosen) => {
        const put = async (of: typeof hour, action: 'invalidate' | 'restore') =>
          plant.analyst.call(invalidationEndpoints.save, { body: { ...of, action, reason: 'Any' } });
        for (const [of] of chosen) await put(of, 'invalidate');
        await computeWaiting(plant.deps, NO_EVENTS);
        expect(await stateOf(plant)).not.toEqual(before);
        for (const [of] of chosen.toSorted(([, a], [, b]) => a - b)) await put(of, 'restore');
        await computeWaiting(plant.deps, NO_EVENTS);
        expect(await stateOf(plant)).toEqual(before);
      }),
      { numRuns: 4 },
    );
  });

  test('have a history with author, reason and what was undone, and say what is invalid now', async () => {
    const plant = await openWorld();
    const { call } = plant.analyst;
    const first = await call(invalidationEndpoints.save, { body: { ...hour, action: 'invalidate', reason: 'Stuck sensor' } });
    const half = { ...hour, endMs: FIRST + 3 * STEP_MS };
    const second = await call(invalidationEndpoints.save, { body: { ...half, action: 'restore', reason: 'Half of it was right' } });
    const search = { body: { segmentIds: [INVERTER], ...period } };
    const found = await call(invalidationEndpoints.search, search);
    expect(found.items).toMatchObject([
      { id: second.id, action: 'restore', reason: 'Half of it was right', undone: null },
      { id: first.id, action: 'invalidate', reason: 'Stuck sensor', apCodes: ['ActivePower'], segments: [{ segmentName: 'INV-1' }] },
    ]);
    expect(found.items[0]?.author).not.toBe('');
    expect(found.invalid).toEqual([
      { segmentId: INVERTER, apCode: 'ActivePower', periods: [{ startMs: FIRST + 3 * STEP_MS, endMs: SECOND }] },
    ]);
    await call(invalidationEndpoints.undo, { body: { id: second.id } });
    const after = await call(invalidationEndpoints.search, search);
    expect(after.items[0]?.undone).not.toBeNull();
    expect(after.invalid).toMatchObject([{ periods: [{ startMs: FIRST, endMs: SECOND }] }]);
    expect((await plant.analyst.refusal(invalidationEndpoints.undo, { body: { id: second.id } })).status).toBe(404);
    const entries = await plant.db.select().from(auditLog).where(eq(auditLog.entityType, 'dataInvalidation')).orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'dataInvalidation.invalidate',
      'dataInvalidation.restore',
      'dataInvalidation.undo',
    ]);
  });
});

test('what an invalidation would change is shown before, and nothing of it is stored', async () => {
  const plant = await openWorld();
  const body = { ...hour, action: 'invalidate' as const, reason: 'Stuck sensor' };
  const preview = await plant.analyst.call(performanceEndpoints.previewSave, {
    body: { siteId, ...period, save: { kind: 'invalidation', body } },
  });
  const ofPower = preview.signals.find(({ segmentId, signalId }) => segmentId === INVERTER && signalId === 'ActivePower||Validated');
  expect(ofPower?.changedIntervals).toBeGreaterThan(0);
  expect(await plant.db.select().from(dataInvalidations)).toEqual([]);
  expect(await plant.db.select().from(dirtySiteDays)).toEqual([]);
  const before = await valuesOf(plant, 'ActivePower||Validated');
  await plant.analyst.call(invalidationEndpoints.save, { body });
  await computeWaiting(plant.deps, NO_EVENTS);
  const after = await valuesOf(plant, 'ActivePower||Validated');
  const mean = (values: Map<number, number | null>) => {
    const known = [...values.values()].filter((value) => value !== null);
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  expect(ofPower?.before).toBeCloseTo(mean(before), 9);
  expect(ofPower?.after).toBeCloseTo(mean(after), 9);
});

test('what cannot be invalidated is refused with the reason', async () => {
  const { as, analyst } = await openWorld();
  const refusal = async (user: TestClient, patch: Partial<typeof hour>) =>
    user.refusal(invalidationEndpoints.save, { body: { ...hour, ...patch, action: 'invalidate', reason: 'Stuck sensor' } });
  expect((await refusal(analyst, { endMs: NOON_MS + STEP_MS })).issues).toMatchObject([{ message: 'Invalidation_Problem_Ahead' }]);
  expect((await refusal(analyst, { apCodes: ['WindSpeed'] })).issues).toMatchObject([{ message: 'Invalidation_Problem_NoSignal' }]);
  expect((await refusal(await as({ of: 'other', role: 'analyst' }), {})).status).toBe(404);
  expect((await refusal(await as({ of: 'solvind', role: 'viewer' }), {})).status).toBe(403);
});
