import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { demoEndpoints } from '@solvane/contract/system';
import { signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { countWaiting, cpuSecondsOf, until, untilComputed } from './at-rest.ts';
import { BENCH_SIGNALS, sendBlock, startBenchProduct, whereItIsNoon } from './bench-fleet.ts';
import { type Measurement, median, quantile, timeOnce } from './measure.ts';
import { readUntil } from './readers.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
/** History rests so long before it is computed, in case more of it comes: no work is done meanwhile. */
const QUIET_MS = 15_000;
const FLEET_SIZES = [10, 100, 1_000];
const CURVE_DAYS = 4;
const DEVICES_PER_SITE = 25;
/** Looking takes the engine milliseconds of its own: twenty times a second they were a twelfth of what was measured. */
const LOOK_MS = 200;

export const performanceBenchmark = {
  title: 'Performance engine',
  run: async (): Promise<Measurement[]> => {
    const measurements: Measurement[] = [];
    for (const measure of [measureSiteDay, measureIdleDemo, measureReadDemo, measureLive, measureCurve]) {
      const part = await measure();
      measurements.push(...part.map((each) => ({ ...each, note: `${each.note ?? ''}; load ${loadavg()[0]?.toFixed(1)}` })));
    }
    return measurements;
  },
};

/** Viewport for what lives as long as a day, as the threads of the product have it: a third of their young generation. */
const SEMI_SPACE = '--max-semi-space-size=64';

/** In a process of its own: what else was compiled there would count. */
function measureSiteDay(): Measurement[] {
  const script = fileURLToPath(new URL('../../packages/energy/src/site-day/site-day.bench.ts', import.meta.url));
  const output = execFileSync(process.execPath, [SEMI_SPACE, script], { encoding: 'utf8' });
  return [...output.matchAll(/^100 devices \((\w+)\).*?: ([\d.]+) ms/gm)].map(([, type, time]) => ({
    name: `One site-day, 100 devices (${type}) x 20 signals`,
    value: Number(time),
    unit: 'ms',
    goal: { value: 60, direction: 'atMost' },
    note: 'all stages, CPU time, warm, adjacent days included, without reading and writing',
  }));
}

/** Thirteen months of twelve sites without other work. */
async function measureIdleDemo(): Promise<Measurement[]> {
  const { history } = await computeDemo(() => Promise.resolve([]));
  return [{ name: 'Demo fleet, 13 months end to end', ...history, goal: { value: 60, direction: 'atMost' } }];
}

/** The same while a user reads. */
async function measureReadDemo(): Promise<Measurement[]> {
  const { history, perDay, readTimes } = await computeDemo(readUntil);
  return [
    { name: 'The same while a user reads', ...history, goal: { value: 120, direction: 'atMost' } },
    { name: 'The same per site-day', ...perDay },
    {
      name: 'Concurrent reads, 95th percentile',
      value: quantile(readTimes, 0.95),
      unit: 'ms',
      goal: { value: 200, direction: 'atMost' },
      note: `${readTimes.length} queries of one user: a day of a device, a month of a site by hour or summed by day; median ${median(readTimes).toFixed(0)} ms`,
    },
  ];
}

type Told = Pick<Measurement, 'value' | 'unit' | 'note'>;

async function computeDemo(read: typeof readUntil): Promise<{ history: Told; perDay: Told; readTimes: number[] }> {
  const product = await startProduct({ demo: 'on', env: { SOLVANE_LOG_LEVEL: 'warn' } });
  try {
    const user = await signIn(product.baseUrl, { email: 'admin@solvane.demo', password: 'solvane-demo' });
    await until(async () => (await user.poll(demoEndpoints.progress, {})).stage === 'live', 600);
    const waiting = await countWaiting(user);
    const cpuBefore = cpuSecondsOf(product.pid);
    let isOver = false;
    const reads = read(user, () => isOver);
    const time = await timeOnce(() => untilComputed(user, 900)).finally(() => {
      isOver = true;
    });
    const days = waiting - (await countWaiting(user));
    const cpu = ((cpuSecondsOf(product.pid) - cpuBefore) / days) * 1000;
    return {
      history: {
        value: (time - QUIET_MS) / 1000,
        unit: 's',
        note: `${days} site-days of 12 sites, from the last point received (less the ${QUIET_MS / 1000} s pause before history) to the last event, loss and roll-up; ${cpu.toFixed(1)} ms of CPU per site-day, of all processes`,
      },
      perDay: { value: (time - QUIET_MS) / days, unit: 'ms', note: `${cpu.toFixed(1)} ms of CPU, of all processes` },
      readTimes: await reads,
    };
  } finally {
    await product.dispose();
  }
}

/** From sending a batch to seeing it validated, at every site. */
async function measureLive(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: 40, devicesPerSite: DEVICES_PER_SITE, place: whereItIsNoon() });
  try {
    const { user, deviceIds } = bench;
    const lastMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - STEP_MS;
    await sendBlock(bench, { deviceIds, signals: BENCH_SIGNALS, startMs: lastMs - 144 * STEP_MS, intervals: 138 });
    await untilComputed(user, 120);
    const ofEachSite = deviceIds.filter((_, i) => i % DEVICES_PER_SITE === 0).map((id) => segmentIdSchema.parse(id));
    const question = { segmentIds: ofEachSite, signalIds: [signalIdSchema.parse('ActivePower||Validated')] };
    const isSeen = async (timeMs: number): Promise<boolean> => {
      const { items } = await user.call(signalEndpoints.latest, { body: question });
      return items.filter((each) => each.timeMs === timeMs).length === ofEachSite.length;
    };
    const times: number[] = [];
    for (let back = 5; back >= 1; back -= 1) {
      const startMs = lastMs - back * STEP_MS;
      times.push(
        await timeOnce(async () => {
          await sendBlock(bench, { deviceIds, signals: BENCH_SIGNALS, startMs, intervals: 1 });
          await until(() => isSeen(startMs), 60, LOOK_MS);
        }),
      );
    }
    return [
      {
        name: 'A live batch is visible as validated values',
        value: median(times) / 1000,
        unit: 's',
        goal: { value: 5, direction: 'atMost' },
        note: `40 sites x 25 devices x 3 signals send one interval at once; all sites are waited for, median of ${times.length}`,
      },
    ];
  } finally {
    await bench.product.dispose();
  }
}

/** The same plants, ever more of them. */
async function measureCurve(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const sites of FLEET_SIZES) {
    const bench = await startBenchProduct({ sites, devicesPerSite: 2 });
    try {
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      await sendBlock(bench, {
        deviceIds: bench.deviceIds,
        signals: BENCH_SIGNALS,
        startMs: today - 60 * DAY_MS,
        intervals: CURVE_DAYS * 144,
      });
      const days = await countWaiting(bench.user);
      const time = (await timeOnce(() => untilComputed(bench.user, 900))) - QUIET_MS;
      measurements.push({
        name: `Per site-day, ${sites} sites`,
        value: time / days,
        unit: 'ms',
        note: `${days} site-days of 2 inverters x 3 signals in ${(time / 1000).toFixed(1)} s`,
      });
    } finally {
      await bench.product.dispose();
    }
  }
  return measurements;
}
