import { setTimeout as delay } from 'node:timers/promises';
import { deviceTreeEndpoints, type SegmentNode } from '@solvane/contract/fleet';
import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import type { HttpUser } from '@solvane/testing/http-user';
import { timeOnce } from './measure.ts';

const DAY_MS = 86_400_000;
/** Between two requests: a user who looks around, not a load test. */
const THINKING_MS = 500;
const POWER = signalIdSchema.parse('ActivePower||Validated');
const EXPECTED = signalIdSchema.parse('ActivePower||Expected');

/**
 * Asks what screens of a plant ask, one question after the other, until told to stop: a day of a device, a month of a site by hours, the sum of a site by
 * days. Another plant and another month each time, so that nothing is answered from memory.
 *
 * @returns milliseconds of each question so far
 */
export async function readUntil(user: HttpUser, isOver: () => boolean): Promise<number[]> {
  const { sites } = await user.call(deviceTreeEndpoints.sites, {});
  const { segmentsBySiteId } = await user.call(deviceTreeEndpoints.segments, { body: { siteIds: sites.map(({ siteId }) => siteId) } });
  const plants = Object.values(segmentsBySiteId).flatMap(({ tree }) => (tree ? [devicesOf(tree)] : []));
  const times: number[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const body = questionOf(plants[turn % plants.length] ?? [], turn);
    times.push(
      await timeOnce(async () => {
        const response = await user.send(signalEndpoints.values, { body }, { accept: SIGNAL_COLUMNS_TYPE });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`Values answered ${response.status}`);
      }),
    );
    await delay(THINKING_MS);
  }
  return times;
}

function questionOf(devices: readonly SegmentId[], turn: number): SignalValuesRequest {
  const endMs = Math.floor(Date.now() / DAY_MS - ((turn * 11) % 360)) * DAY_MS;
  const signalIds = [POWER, EXPECTED];
  switch (turn % 3) {
    case 0:
      return { segmentIds: devices.slice(0, 1), signalIds, startMs: endMs - DAY_MS, endMs, resolution: 'raw' };
    case 1:
      return { segmentIds: [...devices], signalIds, startMs: endMs - 30 * DAY_MS, endMs, resolution: 'hour' };
    default:
      return { segmentIds: [...devices], signalIds, startMs: endMs - 30 * DAY_MS, endMs, resolution: 'day', treeAggregation: 'total' };
  }
}

function devicesOf({ id, isSite, children }: SegmentNode): SegmentId[] {
  return [...(isSite ? [] : [id]), ...children.flatMap(devicesOf)];
}
