import { segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { type QualityContent, qualityEndpoints } from '@solvane/contract/quality';
import { type Impact, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { signalEndpoints } from '@solvane/contract/signals';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { qualityConfigurations, qualitySites } from '../../../db/schema/quality.ts';
import { dirtySiteDays } from '../../../db/schema/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const INVERTER = segmentIdSchema.parse('inv-1');
const period = { startMs: NOON_MS - 6 * 3_600_000, endMs: NOON_MS };
/** The local day. */
const day = { startMs: NOON_MS - 13 * 3_600_000, endMs: NOON_MS + 11 * 3_600_000 };
const watched = { segmentId: INVERTER, apCode: 'ActivePower' };

async function openWorld() {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  // A gap, a stuck hour, a spike.
  const v = t.map((_, i) => (i === 20 ? null : i >= 24 && i < 30 ? 480 : i === 33 ? 990 : 20 * i + (i % 3)));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  return { ...plant, analyst, content: await analyst.call(qualityEndpoints.defaults) };
}

type World = Awaited<ReturnType<typeof openWorld>>;

function withRules(
  content: QualityContent,
  change: (method: string) => Partial<QualityContent['signals'][number]['external'][number]>,
): QualityContent {
  const changed = (entries: QualityContent['signals'][number]['external']) =>
    entries.map((entry) => ({ ...entry, ...change(entry.method) }));
  return {
    signals: content.signals.map((signal) => ({ ...signal, external: changed(signal.external), internal: changed(signal.internal) })),
  };
}

async function columnOf({ user }: Plant, calcType: string): Promise<Map<number, number | null>> {
  const signalIds = [signalIdSchema.parse(`ActivePower||${calcType}`)];
  const [one] = (await user.call(signalEndpoints.values, { body: { segmentIds: [INVERTER], signalIds, ...day, resolution: 'raw' } }))
    .series;
  return new Map((one?.timesMs ?? []).map((timeMs, i) => [timeMs, one?.values[i] ?? null]));
}

describe('other rules', () => {
  test('are tried on a site that follows none of them: values, points and energy as they would be, and nothing is stored', async () => {
    const { analyst, content, db } = await openWorld();
    const narrow = withRules(content, (method) => (method === 'outOfRangeMax' ? { attributes: { max: 0.6, ofCapacity: true } } : {}));
    const preview = await analyst.call(qualityImpactEndpoints.preview, {
      body: { siteId, ...period, signal: watched, trial: { kind: 'quality', content: narrow } },
    });
    expect(preview.days).toBe(1);
    const spike = preview.watched?.raw.indexOf(990) ?? -1;
    expect(preview.watched?.before.values[spike]).toBe(990);
    expect((preview.watched?.after.flags[spike] ?? 0) & QUALITY_FLAGS.ABOVE_MAX).not.toBe(0);
    expect(preview.watched?.after.values[spike]).not.toBe(990);
    expect(preview.after.points?.removed).toBeGreaterThan(preview.before.points?.removed ?? 0);
    expect(preview.after.figures.energy).toBeLessThan(preview.before.figures.energy ?? 0);
    expect(await db.select().from(qualityConfigurations)).toEqual([]);
    expect(await db.select().from(qualitySites)).toEqual([]);
    expect(await db.select().from(dirtySiteDays)).toEqual([]);
  });

  test('are refused in a preview as they are in a save, and to users who may not save them', async () => {
    const { analyst, content, as } = await openWorld();
    const broken = withRules(content, (method) => (method === 'flatline' ? { attributes: { windowMinutes: 1 } } : {}));
    const ask = (of: QualityContent) => ({ body: { siteId, ...period, signal: null, trial: { kind: 'quality' as const, content: of } } });
    const refused = await analyst.refusal(qualityImpactEndpoints.preview, ask(broken));
    expect(refused.issues[0]).toMatchObject({ message: 'QualityConfiguration_Problem_attributeOutOfBounds' });
    expect((await (await as({ of: 'solvind', role: 'viewer' })).refusal(qualityImpactEndpoints.preview, ask(content))).status).toBe(403);
    expect((await (await as({ of: 'other', role: 'analyst' })).refusal(qualityImpactEndpoints.preview, ask(content))).status).toBe(404);
    const long = { ...ask(content).body, startMs: NOON_MS - 40 * 86_400_000 };
    expect((await analyst.refusal(qualityImpactEndpoints.preview, { body: long })).code).toBe('performance.tooManyDays');
  });

  test('give after a save and recomputation exactly what their preview showed', async () => {
    const world = await openWorld();
    const { analyst, content } = world;
    const { id } = await analyst.call(qualityEndpoints.create, { body: { enterpriseId: 'solvind' as never, name: 'Ours', content } });
    await analyst.call(qualityEndpoints.assign, { body: { configurationId: id, siteIds: [siteId], validFrom: null, validTo: null } });
    await computeWaiting(world.deps, NO_EVENTS);
    await fc.assert(
      fc.asyncProperty(arbitraryRules, async ({ max, window, gap, isFlatlineOn, rejects }) => {
        const rules = withRules(content, (method) => {
          if (method === 'outOfRangeMax') return { attributes: { max, ofCapacity: true }, quality: rejects };
          if (method === 'flatline') return { state: isFlatlineOn ? 'Active' : 'Inactive', attributes: { windowMinutes: window } };
          return method === 'interpolated' ? { attributes: { maxGapMinutes: gap } } : {};
        });
        const preview = await analyst.call(qualityImpactEndpoints.preview, {
          body: { siteId, ...day, signal: watched, trial: { kind: 'quality', content: rules } },
        });
        await analyst.call(qualityEndpoints.save, { body: { configurationId: id, name: 'Ours', effectiveFrom: null, content: rules } });
        await computeWaiting(world.deps, NO_EVENTS);
        await assertSame(world, preview.watched);
        const now = await analyst.call(qualityImpactEndpoints.preview, {
          body: { siteId, ...day, signal: watched, trial: { kind: 'quality', content: rules } },
        });
        expect(now.before).toEqual(preview.after);
      }),
      { numRuns: 6 },
    );
  });
});

const arbitraryRules = fc.record({
  max: fc.constantFrom(0.3, 0.5, 0.7, 1.1),
  window: fc.integer({ min: 20, max: 180 }),
  gap: fc.integer({ min: 10, max: 90 }),
  isFlatlineOn: fc.boolean(),
  rejects: fc.boolean(),
});

async function assertSame(
  world: World,
  found: { timesMs: number[]; after: { values: (number | null)[]; flags: number[] } } | null,
): Promise<void> {
  const [values, flags] = [await columnOf(world, 'Validated'), await columnOf(world, 'QualityFlag')];
  expect(found?.timesMs.length).toBeGreaterThan(0);
  for (const [i, timeMs] of (found?.timesMs ?? []).entries()) {
    expect(values.get(timeMs) ?? null).toBe(found?.after.values[i] ?? null);
    expect(flags.get(timeMs) ?? 0).toBe(found?.after.flags[i] ?? 0);
  }
}

test('an invalidation is previewed with its signal and its effect on the site', async () => {
  const world = await openWorld();
  const hour = { segmentIds: [INVERTER], apCodes: ['ActivePower'], startMs: NOON_MS - 12 * STEP_MS, endMs: NOON_MS - 6 * STEP_MS };
  const body = { ...hour, action: 'invalidate' as const, reason: 'Stuck sensor' };
  const preview = await world.analyst.call(qualityImpactEndpoints.preview, {
    body: { siteId, ...day, signal: watched, trial: { kind: 'invalidation', body } },
  });
  expect(preview.after.points?.byBit[1]).toBe(6);
  await world.analyst.call(invalidationEndpoints.save, { body });
  await computeWaiting(world.deps, NO_EVENTS);
  await assertSame(world, preview.watched);
});

test('a back-test runs in the background, tells how far it is, ends with what the rules would change, and can be cancelled', async () => {
  const { analyst, content, deps, as } = await openWorld();
  const narrow = withRules(content, (method) => (method === 'outOfRangeMax' ? { attributes: { max: 0.6, ofCapacity: true } } : {}));
  const order = { body: { siteId, signal: watched, content: narrow } };
  const { backtestId } = await analyst.call(qualityImpactEndpoints.startBacktest, order);
  const waiting = await analyst.call(qualityImpactEndpoints.readBacktest, { query: { backtestId } });
  expect(waiting).toMatchObject({ state: 'running', doneDays: 0, result: null });
  await deps.jobs.runWaiting();
  const done = await analyst.call(qualityImpactEndpoints.readBacktest, { query: { backtestId } });
  expect(done).toMatchObject({ state: 'done', doneDays: done.days });
  expect(figuresOf(done.result?.after)).not.toEqual(figuresOf(done.result?.before));
  const second = await analyst.call(qualityImpactEndpoints.startBacktest, order);
  await analyst.call(qualityImpactEndpoints.cancelBacktest, { body: second });
  await deps.jobs.runWaiting();
  expect(await analyst.call(qualityImpactEndpoints.readBacktest, { query: second })).toMatchObject({ state: 'cancelled', result: null });
  const stranger = await as({ of: 'other', role: 'analyst' });
  expect((await stranger.refusal(qualityImpactEndpoints.readBacktest, { query: { backtestId } })).status).toBe(404);
  expect((await stranger.refusal(qualityImpactEndpoints.startBacktest, order)).status).toBe(404);
});

function figuresOf(impact: Impact | undefined) {
  return impact?.points;
}
