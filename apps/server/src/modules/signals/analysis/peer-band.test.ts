import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { expect, test } from 'vitest';
import { CSV_TYPE, NOON_MS, openPlant, type Plant } from '../testing/plant.ts';

const STEP_MS = 600_000;

async function openBlock(): Promise<Plant> {
  const plant = await openPlant();
  for (const id of ['inv-3', 'inv-4', 'inv-5']) await plant.given.segment({ siteId: plant.siteId, id, name: id.toUpperCase() });
  const columns = [1, 2, 3, 4, 5].map((number) => `inv-${number}/ActivePower`);
  const rows = [0, 1, 2].map((index) => {
    const values = index === 1 ? [5, 10, '', '', 40] : [5, 10, 20, 30, 40];
    return [NOON_MS - 6 * STEP_MS + index * STEP_MS, ...values].join(',');
  });
  await plant.ingest(CSV_TYPE, [`t,${columns.join(',')}`, ...rows].join('\n'));
  return plant;
}

function request(segmentIds: readonly string[], among: 'siblings' | 'site' = 'siblings') {
  return {
    segmentIds: segmentIds as SegmentId[],
    signalId: 'ActivePower||Raw' as SignalId,
    startMs: NOON_MS - 6 * STEP_MS,
    endMs: NOON_MS - 3 * STEP_MS,
    resolution: 'raw' as const,
    among,
  };
}

test('the band of a device is made of its siblings alone, and has a hole where fewer than three have a value', async () => {
  const plant = await openBlock();
  const band = await plant.user.call(signalAnalysisEndpoints.peers, { body: request(['inv-1']) });
  expect(band.devices).toBe(4);
  expect(band.timesMs).toHaveLength(3);
  // 10, 20, 30, 40: straight lines between the ordered values.
  expect(band.low).toEqual([13, null, 13]);
  expect(band.median).toEqual([25, null, 25]);
  expect(band.high).toEqual([37, null, 37]);
});

test('several devices are among those that they are compared with', async () => {
  const plant = await openBlock();
  const band = await plant.user.call(signalAnalysisEndpoints.peers, { body: request(['inv-1', 'inv-2']) });
  expect([band.devices, band.isScaled]).toEqual([5, false]);
  // 5, 10, 20, 30, 40, and 5, 10, 40 where two have no value.
  expect(band.median).toEqual([20, 10, 20]);
  expect(band.low[0]).toBe(7);
});

test('siblings are those below the same parent, and the whole site has more of them', async () => {
  const plant = await openBlock();
  await plant.given.segment({ siteId: plant.siteId, id: 'block', name: 'Block', segmentType: 'Transformer' });
  for (const id of ['inv-8', 'inv-9']) await plant.given.segment({ siteId: plant.siteId, id, name: id, parentId: 'block' });
  expect((await plant.user.call(signalAnalysisEndpoints.peers, { body: request(['inv-8']) })).devices).toBe(1);
  expect((await plant.user.call(signalAnalysisEndpoints.peers, { body: request(['inv-8'], 'site') })).devices).toBe(5);
});

test('a device of a site that the caller does not see is not found', async () => {
  const plant = await openBlock();
  const stranger = await plant.as({ of: 'other' });
  expect(await stranger.refusal(signalAnalysisEndpoints.peers, { body: request(['inv-1']) })).toMatchObject({ code: 'resource.notFound' });
});
