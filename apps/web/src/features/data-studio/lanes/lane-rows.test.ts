import type { EventLane } from '@solvane/contract/event-overview';
import type { RemoteReset } from '@solvane/contract/plant-commands';
import { expect, test } from 'vitest';
import { laneRows } from './lane-rows.ts';

const lane = (segmentId: string) => ({ segmentId, deviceName: segmentId, siteName: 'Guadal', bars: [] }) as unknown as EventLane;
const reset = (segmentId: string) => ({ segmentId, deviceName: segmentId, resetTimeMs: 1 }) as unknown as RemoteReset;

test('rows follow the devices of the chart, what is above them comes last', () => {
  const rows = laneRows([lane('site'), lane('INV-2'), lane('INV-1')], [], ['INV-1', 'INV-2'], ({ deviceName }) => deviceName);
  expect(rows.map(({ id }) => id)).toEqual(['INV-1', 'INV-2', 'site']);
});

test('a reset stands on the row of its device, and makes one where there is no event', () => {
  const rows = laneRows([lane('INV-1')], [reset('INV-1'), reset('INV-3')], ['INV-1', 'INV-3'], ({ deviceName }) => deviceName);
  expect(rows.map(({ id, resets }) => [id, resets.length])).toEqual([
    ['INV-1', 1],
    ['INV-3', 1],
  ]);
});
