import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { expect, test, vi } from 'vitest';
import { CSV_TYPE, NOON_MS, openPlant } from '../testing/plant.ts';

const TEN_MS = Date.UTC(2026, 0, 15, 10);

async function openFilledPlant() {
  const plant = await openPlant();
  const rows = [
    `inv-1,ActivePower,${TEN_MS},1`,
    `inv-1,ActivePower,${TEN_MS + 600_000},2`,
    `inv-1,InverterTemperature,${TEN_MS},40`,
    `inv-2,ActivePower,${TEN_MS - 600_000},3`,
  ];
  await plant.ingest(CSV_TYPE, `segmentId,signal,t,v\n${rows.join('\n')}`);
  return plant;
}

test('definitions are the signals that have a value, by device as requested and by name', async () => {
  const { user } = await openFilledPlant();
  const { items } = await user.call(signalEndpoints.definitions, { body: { segmentIds: ['inv-2', 'inv-1'] } });
  expect(items.map(({ segmentId, signalId, unit }) => [segmentId, signalId, unit])).toEqual([
    ['inv-2', 'ActivePower||Raw', 'kW'],
    ['inv-1', 'ActivePower||Raw', 'kW'],
    ['inv-1', 'InverterTemperature||Raw', '°C'],
  ]);
  expect(items[0]).toMatchObject({ apCode: 'ActivePower', calcType: 'Raw', timeAggregation: 'avg', treeAggregation: 'sum' });
});

test('a device that never sent anything has none, and a site of devices no longer counts twice', async () => {
  const { user, given, siteId } = await openFilledPlant();
  await given.segment({ siteId, id: 'inv-3' });
  expect((await user.call(signalEndpoints.definitions, { body: { segmentIds: ['inv-3'] } })).items).toEqual([]);
  expect((await user.call(signalEndpoints.definitions, { body: { segmentIds: ['inv-2', 'inv-2'] } })).items).toHaveLength(1);
});

test('the latest value is the one of the newest time, not the one that came last', async () => {
  const plant = await openFilledPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS - 3_600_000},9\n`);
  const { nowMs, items } = await plant.user.call(signalEndpoints.latest, { body: { segmentIds: ['inv-1', 'inv-2'] } });
  expect(nowMs).toBe(NOON_MS);
  expect(items.map(({ segmentId, signalId, timeMs, value }) => [segmentId, signalId, timeMs, value]).sort()).toEqual([
    ['inv-1', 'ActivePower||Raw', TEN_MS + 600_000, 2],
    ['inv-1', 'InverterTemperature||Raw', TEN_MS, 40],
    ['inv-2', 'ActivePower||Raw', TEN_MS - 600_000, 3],
  ]);
  const named = await plant.user.call(signalEndpoints.latest, {
    body: { segmentIds: ['inv-1', 'inv-2'], signalIds: ['ActivePower||Raw'] },
  });
  expect(named.items).toHaveLength(2);
});

test('a corrected latest value is the corrected one', async () => {
  const plant = await openFilledPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS + 600_000},-5\n`);
  const { items } = await plant.user.call(signalEndpoints.latest, { body: { segmentIds: ['inv-1'], signalIds: ['ActivePower||Raw'] } });
  expect(items).toMatchObject([{ timeMs: TEN_MS + 600_000, value: -5 }]);
});

const WAIT = { timeout: 60_000, interval: 20 };

test('a point is explained by every version that was received and is kept, newest first', async () => {
  const plant = await openFilledPlant();
  const explain = (timeMs: number) =>
    plant.user.call(signalEndpoints.explain, { body: { segmentId: 'inv-1', signalId: 'ActivePower||Raw', timeMs } });
  let newest = 1;
  // The store may merge an older version away at any moment: it is requested until it was quicker.
  await vi.waitFor(async () => {
    newest += 0.5;
    await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS},${newest}\n`);
    const explained = await explain(TEN_MS);
    expect(explained).toMatchObject({
      value: newest,
      stage: 'raw',
      method: 'Signals_Explain_Raw',
      values: { signal: 'Active power', unit: 'kW', versions: explained.received.length },
    });
    expect(explained.received.slice(0, 2).map(({ value }) => value)).toEqual([newest, newest - 0.5]);
    const [last, before] = explained.received;
    expect(last?.receivedAtMs).toBeGreaterThan(before?.receivedAtMs ?? Number.POSITIVE_INFINITY);
  }, WAIT);
  expect(await explain(TEN_MS + 1)).toMatchObject({ value: null, method: 'Signals_Explain_Nothing', received: [] });
});

test('a signal that a device never sent says so, one of a hidden device or outside the catalogue is refused', async () => {
  const { user, as } = await openFilledPlant();
  const body = { segmentId: segmentIdSchema.parse('inv-2'), signalId: signalIdSchema.parse('InverterTemperature||Raw'), timeMs: TEN_MS };
  expect(await user.call(signalEndpoints.explain, { body })).toMatchObject({ value: null, received: [], reasons: ['noSeries'] });
  const unknown = { ...body, signalId: signalIdSchema.parse('Nothing||Raw') };
  expect(await user.refusal(signalEndpoints.explain, { body: unknown })).toMatchObject({ status: 400 });
  const stranger = await as({ of: 'other' });
  expect(await stranger.refusal(signalEndpoints.explain, { body })).toMatchObject({ status: 404 });
});
