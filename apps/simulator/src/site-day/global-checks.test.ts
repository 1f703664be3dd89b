import type { OverlayEntry } from '@solvane/energy/events/overlay';
import { addWalkSums, siteWalk } from '@solvane/energy/site-day/losses/walk-sums';
import { dayBounds } from '@solvane/energy/time/local-day';
import { describe, expect, test } from 'vitest';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { computeDemoDay, demoInputs } from './demo-day.ts';

const world = testWorld();
const LOST = ['LostDowntime', 'LostCurtailment', 'LostDegraded', 'LostCommunication', 'LostUnknown'];

describe.each(DEMO_SITES.map(({ id }) => id))('a month of %s', (siteId) => {
  const results = days(31, 58).map((day) => computeDemoDay(world, getPlan(siteId), FIRST_DAY + day));
  const outputs = results.map((result) => result.outputs);

  test('has a loss walk that leads from theory to the grid meter and closes', () => {
    const sums = addWalkSums(outputs.map(({ walk }) => walk));
    const { solar, wind, storage, connection } = siteWalk(sums);
    const walks = [solar, wind, storage, connection].flatMap((bars) => (bars ? [bars] : []));
    expect(walks.length).toBeGreaterThan(0);
    for (const bars of walks) {
      expect(bars.every(({ energy }) => Number.isFinite(energy))).toBe(true);
      expect(bars.at(-1)?.kind).toBe('level');
    }
    const metered = sum(
      results.flatMap((result) => [
        ...(result.outputs.validated.find(({ deviceId, apCode }) => deviceId === siteId && apCode === 'ActiveEnergy')?.values ?? []),
      ]),
    );
    expect(sums.connection.atConnection / metered).toBeCloseTo(1, 1);
  });

  test('is the sum of its days, whichever way they are added', () => {
    const parts = outputs.map(({ walk }) => walk);
    const [halves, all] = [addWalkSums([addWalkSums(parts.slice(0, 13)), addWalkSums(parts.slice(13))]), addWalkSums(parts)];
    for (const source of ['solar', 'wind'] as const)
      expect(halves[source]?.production.gross ?? 0).toBeCloseTo(all[source]?.production.gross ?? 0, 6);
  });

  test('loses by events what its devices lose', () => {
    for (const result of results) {
      const byEvent = sum(result.outputs.losses.map(({ energy }) => energy));
      const byDevice = sum(
        result.outputs.availability.flatMap(({ device }) =>
          LOST.flatMap((name) => [...result.derived(device.id, `ActiveEnergy||${name}`)]),
        ),
      );
      expect(byEvent).toBeCloseTo(byDevice, 6);
    }
  });

  test('has no moment with two events of one device', () => {
    for (const { timelines } of outputs)
      for (const { slices } of timelines)
        for (const [k, slice] of slices.entries()) expect(slice.startMs).toBeGreaterThanOrEqual(slices[k - 1]?.endMs ?? slice.startMs);
  });
});

test('what a person split stays split when everything is computed again', () => {
  const plan = getPlan('s01');
  const day = FIRST_DAY + 95;
  const inputs = demoInputs(world, plan, day);
  const slices = computeDemoDay(world, plan, day, { inputs }).outputs.timelines.find(({ deviceId }) => deviceId === 's01-inv-2')?.slices;
  const stop = slices?.find(({ code }) => code === '1205');
  if (!stop) throw new Error('the fault of the day');
  const middleMs = (stop.startMs + stop.endMs) / 2;
  const part = (id: string, sequence: number, startMs: number, endMs: number, category: string): OverlayEntry => ({
    kind: 'assign',
    id,
    sequence,
    startMs,
    endMs,
    code: '1205',
    category,
    eventType: 'Downtime',
    priority: 100,
  });
  const overlays = new Map([
    ['s01-inv-2', [part('a', 1, stop.startMs, middleMs, 'Inverter fault'), part('b', 2, middleMs, stop.endMs, 'Corrective maintenance')]],
  ]);
  const edited = computeDemoDay(world, plan, day, { inputs: { ...inputs, overlays } });
  const found = edited.outputs.timelines.find(({ deviceId }) => deviceId === 's01-inv-2')?.slices.filter(({ code }) => code === '1205');
  expect(found?.map(({ category, startMs, endMs }) => [category, startMs, endMs])).toEqual([
    ['Inverter fault', stop.startMs, middleMs],
    ['Corrective maintenance', middleMs, stop.endMs],
  ]);
  const again = computeDemoDay(world, plan, day, { inputs: { ...inputs, overlays, rawEvents: [...inputs.rawEvents].reverse() } });
  expect(again.outputs.timelines).toEqual(edited.outputs.timelines);
  const { startMs, endMs } = dayBounds(day, plan.timezone);
  expect(stop.startMs).toBeGreaterThan(startMs);
  expect(stop.endMs).toBeLessThan(endMs);
});
