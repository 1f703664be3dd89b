import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SITE_DAYS_CHANNEL } from '../recalculation/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../signals/testing/plant.ts';
import type { BatchResult, BatchRunner, BatchTask } from './computation/batch.ts';
import { openBatchThreads } from './computation/batch-threads.ts';
import { startPerformance } from './performance.ts';

const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const HOUR_MS = 3_600_000;

test('history takes the places there are at the time: more when people have gone, fewer when they are back', async () => {
  const plant = await openPlant();
  const sites = ['a', 'b', 'c', 'd', 'e'];
  for (const id of sites) {
    await plant.given.site({ id, enterpriseId: 'solvind', signalCalcPeriod: 'PT10M' });
    await plant.given.segment({ siteId: id, id: `${id}-1` });
  }
  const key = await plant.asKey(sites);
  const series = sites.map((id) => ({ segmentId: `${id}-1`, signal: 'ActivePower', t: [NOON_MS - 48 * HOUR_MS], v: [1] }));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }), key.headers);
  plant.setNow(NOON_MS + HOUR_MS);

  const { runner, running, finishOne, allow } = fakeRunner();
  const performance = startPerformance(plant.deps, { ...NO_EVENTS, runner });
  await settled(() => running() === 1);
  allow(3);
  await plant.deps.bus.publish(plant.db, SITE_DAYS_CHANNEL, null);
  await settled(() => running() === 3);

  allow(1);
  finishOne();
  finishOne();
  await settled(() => running() === 1);
  // Nothing takes the slots that were released, although sites still wait.
  await delay(300);
  expect(running()).toBe(1);
  finishOne();
  await settled(() => running() === 1);

  const stopped = performance.stop();
  finishOne();
  await stopped;
});

test('threads that compute have two places each, for as many threads as there may be, and one while a user reads', () => {
  let [most, isAnybodyHere] = [1, false];
  const reach = { spoolFolder: '', serverUrl: undefined, cluster: undefined, socketPath: '' };
  const runner = openBatchThreads({
    threads: 1,
    mostThreads: () => most,
    isAnybodyHere: () => isAnybodyHere,
    store: reach,
    register: () => Promise.resolve([]),
  });
  expect([runner.places, runner.recentPlaces]).toEqual([2, 5]);
  most = 4;
  expect([runner.places, runner.recentPlaces]).toEqual([8, 5]);
  [most, isAnybodyHere] = [1, true];
  expect([runner.places, runner.recentPlaces]).toEqual([1, 6]);
});

test('a thread that has computed history ends when it rests; one that has computed days of now stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  const spoolFolder = mkdtempSync(join(tmpdir(), 'solvane-threads-'));
  onTestFinished(() => rmSync(spoolFolder, { recursive: true }));
  const reach = { spoolFolder, serverUrl: undefined, cluster: undefined, socketPath: '' };
  const runner = openBatchThreads({ threads: 1, store: reach, register: () => Promise.resolve([]) });
  onTestFinished(() => runner.close());
  // What it computes does not matter: a batch without a site fails.
  const compute = (days: number) =>
    runner.run({ days: Array.from({ length: days }, (_, day) => day) } as unknown as BatchTask).catch(() => undefined);
  await compute(1);
  vi.advanceTimersByTime(120_000);
  expect(ended).not.toHaveBeenCalled();
  await compute(60);
  await compute(1);
  vi.advanceTimersByTime(20_000);
  expect(ended).toHaveBeenCalledTimes(1);
  await compute(1);
  vi.advanceTimersByTime(120_000);
  expect(ended).toHaveBeenCalledTimes(1);
});

function fakeRunner() {
  let places = 1;
  const open: ((result: BatchResult) => void)[] = [];
  const runner: BatchRunner = {
    get places() {
      return places;
    },
    recentPlaces: 0,
    run: () => new Promise((resolve) => open.push(resolve)),
    preview: () => Promise.reject(new Error('No previews here')),
    compare: () => Promise.reject(new Error('No previews here')),
    close: () => Promise.resolve(),
  };
  return {
    runner,
    running: () => open.length,
    finishOne: () => open.shift()?.({ computed: [], failed: [], baselines: new Map(), telling: [] }),
    allow: (count: number) => {
      places = count;
    },
  };
}

async function settled(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { timeout: 10_000 }).toBe(true);
}
