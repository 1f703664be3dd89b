import { eventLossEndpoints } from '@solvane/contract/event-losses';
import { eventIdSchema, segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { tariffEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { signalEndpoints } from '@solvane/contract/signals';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { groupEvents } from '../../db/schema/events.ts';
import { createStoreEvents } from '../events/grouping/store-events.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const STEP_MS = 600_000;
const INVERTER = segmentIdSchema.parse('inv-1');
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

/** What an inverter is expected to make of its weather is known where its weather is. */
async function withWeather(plant: Plant, t: readonly number[]): Promise<void> {
  await plant.given.segment({ siteId: 'plant', id: 'weather', name: 'Weather', segmentType: 'WeatherStation' });
  const series = [
    { segmentId: 'weather', signal: 'IrradiancePOA', t, v: t.map((_, i) => 2 * i) },
    { segmentId: 'weather', signal: 'AmbientTemperature', t, v: t.map((_, i) => 1 + i / 10) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
}

test('what arrives is validated and computed, and can be read as any other signal', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const startMs = NOON_MS - 6 * 3_600_000;
  const t = Array.from({ length: 36 }, (_, i) => startMs + i * STEP_MS);
  const v = t.map((_, i) => 20 * i);
  await withWeather(plant, t);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));

  expect(await computeWaiting(plant.deps, NO_EVENTS)).toBe(1);

  const { items } = await plant.user.call(signalEndpoints.definitions, { body: { segmentIds: [INVERTER] } });
  expect(items.map(({ signalId }) => signalId)).toEqual(
    expect.arrayContaining(['ActivePower||Validated', 'ActiveEnergy||Validated', 'ActiveEnergy||Lost']),
  );
  const read = async (segmentId: string, signalId: string) => {
    const body = { segmentIds: [segmentIdSchema.parse(segmentId)], signalIds: [signalIdSchema.parse(signalId)], startMs, endMs: NOON_MS };
    return (await plant.user.call(signalEndpoints.values, { body: { ...body, resolution: 'raw' } })).series[0]?.values;
  };
  expect(await read('inv-1', 'ActivePower||Validated')).toEqual(v);
  expect(await read('plant-root', 'ActiveEnergy||Validated')).toHaveLength(36);
  const together = await plant.user.call(signalEndpoints.values, {
    body: {
      segmentIds: [INVERTER],
      signalIds: ['TimeAvailability||Technical', 'ActiveEnergy||Lost'].map((id) => signalIdSchema.parse(id)),
      ...{ startMs: NOON_MS - 86_400_000, endMs: NOON_MS },
      ...({ resolution: 'day', treeAggregation: 'total' } as const),
    },
  });
  // One value a day is a whole day's value.
  expect(together.series.map(({ signalId, values }) => [signalId, values.some((value) => value !== null)])).toEqual([
    ['TimeAvailability||Technical', true],
    ['ActiveEnergy||Lost', true],
  ]);
});

test('a computed value says which rule or formula made it, of which values, under which configuration', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const missing = 20;
  // A perfectly straight line would be taken for interpolated by the logger.
  const beside = [0, 5, 0, -5];
  const v = t.map((_, i) => (i === missing ? null : 20 * i + (beside[i % 4] ?? 0)));
  await withWeather(plant, t);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const explain = (segmentId: string, signalId: string, timeMs = t[30] ?? 0) =>
    plant.user.call(signalEndpoints.explain, {
      body: { segmentId: segmentIdSchema.parse(segmentId), signalId: signalIdSchema.parse(signalId), timeMs },
    });

  const measured = await explain('inv-1', 'ActivePower||Validated');
  expect(measured).toMatchObject({
    value: 600,
    stage: 'validated',
    method: 'Signals_Explain_Validated',
    values: { qualityMethod: 'QualityMethod_measured', bits: '–', computation: 1, formulaText: 'SignalFormula_Validated' },
    inputs: [{ segmentId: 'inv-1', signalId: 'ActivePower||Raw', timeMs: t[30], value: 600 }],
  });
  expect(await explain('inv-1', 'ActivePower||Validated', t[missing])).toMatchObject({
    value: 400,
    values: { qualityMethod: 'QualityMethod_interpolated', bits: 'MISSING, INTERPOLATED', configuration: measured.values.configuration },
    inputs: [],
  });
  const derived = await explain('inv-1', 'ActiveEnergy||Lost');
  expect(derived).toMatchObject({ method: 'Signals_Explain_Derived', values: { formulaText: 'SignalFormula_Lost' } });
  expect(derived.inputs.map(({ signalId }) => signalId)).toContain('ActiveEnergy||LostDowntime');
  const ofSite = await explain('plant-root', 'ActiveEnergy||Lost');
  expect(ofSite).toMatchObject({ values: { formula: 'Σ ActiveEnergy||Lost' } });
  expect(ofSite.inputs.map(({ segmentId }) => segmentId)).toContain('inv-1');
});

test('a preview says what changed attributes would do, and stores nothing', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const series = [{ segmentId: 'inv-1', signal: 'ActivePower', t, v: t.map((_, i) => 20 * i) }];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  const before = await plant.stored('inv-1', 'AvailableCapacity||Calculated');
  const editor = await plant.as({ of: 'solvind' });
  const ask = (changes: { segmentId: typeof INVERTER; attribute: string; value: number | string | null }[], days = 1) =>
    ({ body: { siteId: siteIdSchema.parse('plant'), startMs: NOON_MS - days * 86_400_000, endMs: NOON_MS, changes } }) as const;

  const { signals } = await editor.call(performanceEndpoints.preview, ask([{ segmentId: INVERTER, attribute: 'capacityAc', value: 800 }]));
  expect(signals.find(({ segmentId, signalId }) => segmentId === 'inv-1' && signalId === 'AvailableCapacity||Calculated')).toMatchObject({
    before: 1000,
    after: 800,
  });
  expect(await plant.stored('inv-1', 'AvailableCapacity||Calculated')).toEqual(before);

  const unchanged = await editor.call(performanceEndpoints.preview, ask([{ segmentId: INVERTER, attribute: 'capacityAc', value: 1000 }]));
  expect(unchanged.signals).toEqual([]);
  const impossible = await editor.refusal(performanceEndpoints.preview, ask([{ segmentId: INVERTER, attribute: 'capacityAc', value: -1 }]));
  expect(impossible).toMatchObject({ status: 400, issues: [{ path: ['changes', 0, 'value'] }] });
  const tooLong = await editor.refusal(performanceEndpoints.preview, ask([{ segmentId: INVERTER, attribute: 'capacityAc', value: 1 }], 40));
  expect(tooLong).toMatchObject({ status: 400, code: 'performance.tooManyDays', values: { allowed: 31 } });
  const stranger = await plant.as({ of: 'other' });
  const outside = await stranger.refusal(performanceEndpoints.preview, ask([{ segmentId: INVERTER, attribute: 'capacityAc', value: 1 }]));
  expect(outside.status).toBe(404);
});

test('a loss says what was expected and produced, whom it was compared with, and at which price', async () => {
  const plant = await openPlant();
  await plant.given.segment({ siteId: plant.siteId, id: 'inv-3', name: 'INV-3' });
  for (const id of ['inv-1', 'inv-2', 'inv-3'])
    await plant.given.metadata(id, { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const siteId = siteIdSchema.parse('plant');
  const tariff = { validFromMs: 0, currency: 'EUR', price: { kind: 'fixed' as const, price: 45 } };
  await plant.user.call(tariffEndpoints.save, { body: { siteId, tariff } });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const powerOf = (segmentId: string, kw: (i: number) => number) => ({ segmentId, signal: 'ActivePower', t, v: t.map((_, i) => kw(i)) });
  const series = [powerOf('inv-1', (i) => (i < 24 ? 300 + i : 40 + i)), powerOf('inv-2', (i) => 300 + i), powerOf('inv-3', (i) => 310 + i)];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  // Begins in the middle of an interval.
  const event = { segmentId: 'inv-1', code: '77', start: (t[24] ?? 0) + STEP_MS / 2, end: NOON_MS };
  await plant.key.call(ingestEndpoints.events, { body: { events: [event] } });
  await computeWaiting(plant.deps, { loadOverlays: async () => new Map(), storeEvents: createStoreEvents(plant.deps) });

  const [stored] = await plant.db
    .select()
    .from(groupEvents)
    .where(and(eq(groupEvents.code, '77'), eq(groupEvents.isPromoted, false)));
  const query = { eventId: eventIdSchema.parse(stored?.id) };
  const basis = await plant.user.call(eventLossEndpoints.basis, { query });
  expect(basis).toMatchObject({
    methods: [{ method: 'peerInverters', share: 1 }],
    references: [{ name: 'INV-2' }, { name: 'INV-3' }],
    referenceCount: 2,
    // Two others have no spread to speak of.
    peers: null,
    price: { kind: 'fixed', currency: 'EUR', perMwh: 45 },
  });
  // An interval it touches is compared as a whole.
  const producedKwh = t.slice(24).reduce((sum, _, i) => sum + (64 + i) / 6, 0);
  expect(basis.producedKwh).toBeCloseTo(producedKwh, 6);
  expect((basis.expectedKwh ?? 0) - (basis.producedKwh ?? 0)).toBeCloseTo(stored?.lostEnergyKwh ?? Number.NaN, 6);
  await plant.given.segment({ siteId: plant.siteId, id: 'inv-4', name: 'INV-4' });
  await plant.given.metadata('inv-4', { capacityAc: 500, capacityDc: 600, tilt: 25, azimuth: 180 });
  const { peers } = await plant.user.call(eventLossEndpoints.basis, { query });
  expect(peers).toEqual({
    ratedPowerKw: 1000,
    devices: [
      { segmentId: 'inv-2', ratedPowerKw: 1000 },
      { segmentId: 'inv-3', ratedPowerKw: 1000 },
      { segmentId: 'inv-4', ratedPowerKw: 500 },
    ],
  });
  const stranger = await plant.as({ of: 'other' });
  expect(await stranger.refusal(eventLossEndpoints.basis, { query })).toMatchObject({ code: 'events.notFound' });
});

test('an event over several days is one event, keeps its id when its days are computed again, and adds up what each of them lost', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const options = { loadOverlays: async () => new Map(), storeEvents: createStoreEvents(plant.deps) };
  const t = Array.from({ length: 4 * 144 }, (_, i) => NOON_MS - (4 * 144 - i) * STEP_MS);
  const series = [{ segmentId: 'inv-1', signal: 'ActivePower', t, v: t.map((_, i) => (i < 200 || i > 400 ? 100 + (i % 7) : 0)) }];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  const event = { segmentId: 'inv-1', code: '77', start: t[200] ?? 0, end: t[400] ?? 0 };
  await plant.key.call(ingestEndpoints.events, { body: { events: [event] } });
  const read = async () => ({
    events: await plant.db
      .select()
      .from(groupEvents)
      .where(and(eq(groupEvents.code, '77'), eq(groupEvents.isPromoted, false))),
    losses: (
      await plant.db.execute(sql`select day::text, energy_kwh from event_day_losses join group_events on id = event_id
        where code = '77' and not is_promoted order by day`)
    ).rows,
  });

  expect(await computeWaiting(plant.deps, options)).toBe(5);
  const first = await read();
  expect(first.events).toMatchObject([{ segmentId: 'inv-1', startMs: t[200], endMs: t[400], isOpen: false }]);
  expect(first.losses.map(({ day }) => day)).toEqual(['2026-01-12', '2026-01-13', '2026-01-14']);

  const oneDay = { startMs: NOON_MS - 2 * 86_400_000, endMs: NOON_MS - 2 * 86_400_000 + 1 };
  await plant.user.call(performanceEndpoints.recalculate, { body: { siteIds: [siteIdSchema.parse('plant')], ...oneDay } });
  await computeWaiting(plant.deps, options);
  expect(await read()).toEqual(first);
});
