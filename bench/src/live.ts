import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { atRest, countWaiting, untilComputed } from './at-rest.ts';
import { addBenchFleet, BENCH_SIGNALS, type BenchProduct, sendBlock, whereItIsNoon } from './bench-fleet.ts';
import { diskUsage } from './disk-usage.ts';
import { type Measurement, quantile } from './measure.ts';
import { type BenchPostgres, startPostgres } from './postgres.ts';
import { readMemory, sumMemory } from './process-memory.ts';
import { startParts } from './product-parts.ts';

const [SITES, DEVICES] = [200, 10];
const STEP_MS = 600_000;
/** One hour, at twenty times its speed. */
const INTERVALS = 6;
const EVERY_MS = 30_000;
/** Before them, so that a day is there to calculate. */
const EARLIER = 120;
const LOOK_MS = 500;
const LOST_AFTER_S = 600;
const MEGABYTE = 2 ** 20;
const ENV = { SOLVANE_LOG_LEVEL: 'warn', SOLVANE_DEMO: 'off' };

/** A large fleet on one machine: does the pipeline keep up, with everything in one process and with its parts in processes of their own. */
export const liveBenchmark = {
  title: 'Two hundred live sites',
  async run(): Promise<Measurement[]> {
    return [...(await measureOne()), ...(await measureParts())];
  },
};

async function measureOne(): Promise<Measurement[]> {
  const product = await startProduct({ demo: 'off', env: ENV });
  try {
    return await measure(product, { name: 'one process', pids: product.pid === undefined ? [] : [product.pid] });
  } finally {
    await product.dispose();
  }
}

/** Web, worker and engine, with a PostgreSQL server: nothing where none is installed. */
async function measureParts(): Promise<Measurement[]> {
  const postgres = await startPostgres();
  if (!postgres) return [];
  const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-bench-'));
  try {
    const parts = await startParts({ postgres, dataFolder, env: ENV });
    try {
      const [web] = parts.webs;
      return web ? await measure(web, { name: 'web, worker, engine, PostgreSQL', pids: parts.pids, postgres }) : [];
    } finally {
      await parts.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

interface SetUp {
  name: string;
  pids: readonly number[];
  postgres?: BenchPostgres;
}

async function measure(product: RunningProduct, { name, pids, postgres }: SetUp): Promise<Measurement[]> {
  const size = { sites: SITES, devicesPerSite: DEVICES, place: whereItIsNoon() };
  const bench = await addBenchFleet(product, size, postgres && { DATABASE_URL: postgres.url, SOLVANE_ROLE: 'web' });
  const diskOf = () => diskUsage(product.dataFolder) + (postgres ? diskUsage(postgres.folder) : 0);
  const emptyDisk = diskOf();
  const lastMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - STEP_MS;
  const firstMs = lastMs - INTERVALS * STEP_MS;
  const block = { deviceIds: bench.deviceIds, signals: BENCH_SIGNALS };
  await sendBlock(bench, { ...block, startMs: firstMs - EARLIER * STEP_MS, intervals: EARLIER });
  await untilComputed(bench.user, LOST_AFTER_S);
  const lags: number[] = [];
  const backlogs: number[] = [];
  let most = 0;
  const pending: Promise<void>[] = [];
  for (let interval = 0; interval < INTERVALS; interval += 1) {
    const [startMs, sentMs] = [firstMs + interval * STEP_MS, Date.now()];
    await sendBlock(bench, { ...block, startMs, intervals: 1 });
    pending.push(untilSeen(bench, { startMs, sentMs, lags }));
    await delay(Math.max(0, sentMs + EVERY_MS - Date.now()));
    backlogs.push(await countWaiting(bench.user));
    most = Math.max(most, sumMemory(pids.flatMap(readMemory)));
  }
  await Promise.all(pending);
  await atRest(bench);
  const siteYears = (SITES * (EARLIER + INTERVALS) * STEP_MS) / (365 * 86_400_000);
  const disk = diskOf() - emptyDisk;
  return [
    {
      name: `Validated values, 95th percentile after they were sent: ${name}`,
      value: quantile(lags, 0.95) / 1000,
      unit: 's',
      goal: { value: 300, direction: 'atMost' },
      note: `${SITES} sites x ${DEVICES} inverters x ${BENCH_SIGNALS.length} signals, an interval of ten minutes every ${EVERY_MS / 1000} s, ${INTERVALS} of them; median ${(quantile(lags, 0.5) / 1000).toFixed(1)} s, longest ${(Math.max(...lags) / 1000).toFixed(1)} s`,
    },
    {
      name: `Site-days that wait when the next interval comes: ${name}`,
      value: backlogs.at(-1) ?? Number.NaN,
      unit: 'days',
      note: `at the end; before it ${backlogs.slice(0, -1).join(', ')}; neighbours of the running day wait on purpose`,
    },
    { name: `Memory, most: ${name}`, value: most / MEGABYTE, unit: 'MB', note: 'all processes, pages that they share once' },
    {
      name: `Disk per site and year: ${name}`,
      value: disk / siteYears / MEGABYTE,
      unit: 'MB',
      note: `${(disk / MEGABYTE).toFixed(0)} MB of ${(siteYears * 365).toFixed(0)} site-days, the log of PostgreSQL included, a minute after the last calculation; without data it takes ${(emptyDisk / MEGABYTE).toFixed(0)} MB`,
    },
  ];
}

interface Sent {
  startMs: number;
  sentMs: number;
  lags: number[];
}

/** Adds the lag of each site as soon as its validated value of an interval can be read. */
async function untilSeen({ user, deviceIds }: BenchProduct, { startMs, sentMs, lags }: Sent): Promise<void> {
  const missing = new Set(deviceIds.filter((_, index) => index % DEVICES === 0).map((id) => segmentIdSchema.parse(id)));
  const deadlineMs = sentMs + LOST_AFTER_S * 1000;
  while (missing.size > 0) {
    if (Date.now() > deadlineMs) throw new Error(`${missing.size} sites have no validated value after ${LOST_AFTER_S} s`);
    const { items } = await user.call(signalEndpoints.latest, {
      body: { segmentIds: [...missing], signalIds: [signalIdSchema.parse('ActivePower||Validated')] },
    });
    for (const { segmentId, timeMs } of items) if (timeMs >= startMs && missing.delete(segmentId)) lags.push(Date.now() - sentMs);
    await delay(LOOK_MS);
  }
}
