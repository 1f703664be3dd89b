import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { demoEndpoints, systemEndpoints } from '@solvane/contract/system';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { cpuSecondsOf, until, untilComputed } from './at-rest.ts';
import { addBenchFleet, BENCH_SIGNALS, type BenchProduct } from './bench-fleet.ts';
import { goWithin } from './go-within.ts';
import { type Measurement, quantile } from './measure.ts';
import { toColumnarArrow } from './point-bodies.ts';
import { readMemory, sumMemory } from './process-memory.ts';

const PASSWORD = 'solvane-demo';
const ACCOUNTS = ['admin', 'operator', 'analyst', 'viewer', 'contractor', 'provider'].map((name) => `${name}@solvane.demo`);
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
/** In the order in which a working day goes; the first is where one signs in, and the only one that is loaded from its address. */
const SCREENS = ['/', '/event-log', '/data-studio', '/monitor/fleet-overview', '/monitor/site-overview', '/dashboards'] as const;
const THINK_MS = 20_000;
/** After its last response a screen asks nothing more. */
const SETTLED_MS = 2_500;
const USERS = 200;
const CURVE = [50, 100, USERS, 400];
const MINUTES = Number(process.env.BENCH_MINUTES ?? 5);
const CURVE_S = 60;
const FIRST_S = 5;
const HISTORY_S = 3_600;
/** Of a demo whose history is computed; it takes the fleet of the benchmark, too. */
const KEPT_FOLDER = process.env.BENCH_DATA;

/** One request as the browser sent it, and when, counted from the click that led to the screen. */
interface Recorded {
  method: string;
  path: string;
  body: string | undefined;
  afterMs: number;
}

interface Crowd {
  sessions: readonly HttpUser[];
  seconds: number;
}

/**
 * Two hundred people at one product that receives data meanwhile. What a screen asks is recorded in a browser at the start and then repeated: the mix
 * follows the product. This program takes its own part of the cores.
 */
export const crowdBenchmark = {
  title: 'Two hundred users',
  async run(): Promise<Measurement[]> {
    const product = await startProduct({ demo: 'on', ...(KEPT_FOLDER && { dataFolder: KEPT_FOLDER }), env: { SOLVANE_LOG_LEVEL: 'warn' } });
    try {
      const admin = await signIn(product.baseUrl, { email: ACCOUNTS[0] ?? '', password: PASSWORD });
      await until(async () => (await admin.poll(demoEndpoints.progress, {})).stage === 'live', HISTORY_S);
      await untilComputed(admin, HISTORY_S);
      const bench = await addBenchFleet(product, { sites: 40, devicesPerSite: 25 });
      // What a plant is computed from for the first time is no part of its everyday life.
      await sendPoints(bench, Date.now() + FIRST_S * 1_000);
      await untilComputed(admin, HISTORY_S);
      const screens = await recordScreens(product.baseUrl);
      const measurements: Measurement[] = [];
      const sessions: HttpUser[] = [];
      for (const users of CURVE) {
        await signInMore(product, sessions, users);
        measurements.push(...(await meet(bench, screens, { sessions, seconds: users === USERS ? MINUTES * 60 : CURVE_S })));
      }
      return measurements;
    } finally {
      await product.dispose();
    }
  },
};

/** What a browser asks when it opens the product, and when a user goes from one screen to another. */
interface Recordings {
  first: Recorded[];
  screens: Recorded[][];
}

async function recordScreens(baseUrl: string): Promise<Recordings> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  try {
    return await recordWith(browser, baseUrl);
  } finally {
    await browser.close();
  }
}

async function recordWith(browser: Browser, baseUrl: string): Promise<Recordings> {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  await page.goto(`${baseUrl}/account/login?returnUrl=/tasks`);
  await page.getByLabel('Email').fill(ACCOUNTS[0] ?? '');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main').first().waitFor();
  const first = await record(page, () => page.goto(baseUrl + SCREENS[0]));
  const screens: Recorded[][] = [];
  for (const path of [...SCREENS.slice(1), SCREENS[0]]) screens.push(await record(page, () => goWithin(page, path)));
  return { first, screens };
}

async function record(page: Page, open: () => Promise<unknown>): Promise<Recorded[]> {
  const requests: Recorded[] = [];
  const startMs = Date.now();
  let lastMs = startMs;
  const listen = (request: Request): void => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === systemEndpoints.stream.path) return;
    lastMs = Date.now();
    requests.push({
      method: request.method(),
      path: pathname + search,
      body: request.postData() ?? undefined,
      afterMs: lastMs - startMs,
    });
  };
  page.on('request', listen);
  await open();
  while (Date.now() - lastMs < SETTLED_MS) await delay(100);
  page.off('request', listen);
  return requests.filter(isRead);
}

/** What was last looked at is stored by the browser once; two hundred times it would be a test of writing. */
function isRead({ method, path }: Recorded): boolean {
  return method === 'GET' || (method === 'POST' && !/\/(favorites|account-settings|last-opened|recent)/.test(path));
}

async function meet(bench: BenchProduct, { first, screens }: Recordings, { sessions, seconds }: Crowd): Promise<Measurement[]> {
  const { product } = bench;
  const users = sessions.length;
  const over = new AbortController();
  const streams = sessions.map((user) => listenTo(product, user, over.signal));
  const times: number[] = [];
  const failures = new Map<string, number>();
  const cpuBefore = cpuSecondsOf(product);
  const ownBefore = process.cpuUsage();
  const endMs = Date.now() + seconds * 1000;
  const sent = sendPoints(bench, endMs);
  await Promise.all(
    sessions.map(async (user, index) => {
      // Each begins at a moment of its own.
      await delay((index / sessions.length) * THINK_MS);
      await visit({ product, user, requests: first, times, failures });
      for (let turn = index; ; turn += 1) {
        await delay(THINK_MS * (0.5 + Math.random()));
        if (Date.now() >= endMs) return;
        await visit({ product, user, requests: screens[turn % screens.length] ?? [], times, failures });
      }
    }),
  );
  const points = await sent;
  over.abort();
  await Promise.all(streams);
  const own = process.cpuUsage(ownBefore);
  const shares = `cores used: product ${((cpuSecondsOf(product) - cpuBefore) / seconds).toFixed(2)}, load generator ${((own.user + own.system) / 1e6 / seconds).toFixed(2)}`;
  const failed = [...failures].map(([what, count]) => `${what}: ${count}`).join(', ');
  const memory = product.pid === undefined ? Number.NaN : sumMemory(readMemory(product.pid)) / 2 ** 20;
  return [
    {
      name: `${users} users, 95th percentile of a request`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(users === USERS ? { goal: { value: 300, direction: 'atMost' as const } } : {}),
      note: `${times.length} requests in ${seconds} s (${(times.length / seconds).toFixed(0)} per s), median ${quantile(times, 0.5).toFixed(0)} ms, 99th ${quantile(times, 0.99).toFixed(0)} ms; ${(points / seconds).toFixed(0)} points/s received meanwhile; ${shares}; ${memory.toFixed(0)} MB`,
    },
    {
      name: `${users} users, failed requests`,
      value: [...failures.values()].reduce((sum, count) => sum + count, 0),
      unit: '',
      ...(users === USERS ? { goal: { value: 0, direction: 'atMost' as const } } : {}),
      note: failed || 'none',
    },
  ];
}

/** Of all anonymous requests of an address ten are answered a second; signing in takes two. */
const SIGN_IN_MS = 250;

/** One after the other: hashing passwords takes a core of its own. */
async function signInMore({ baseUrl }: RunningProduct, sessions: HttpUser[], users: number): Promise<void> {
  while (sessions.length < users) {
    sessions.push(await signIn(baseUrl, { email: ACCOUNTS[sessions.length % ACCOUNTS.length] ?? '', password: PASSWORD }));
    await delay(SIGN_IN_MS);
  }
}

/** Every window listens for news, as a browser does. */
async function listenTo({ baseUrl }: RunningProduct, { cookie }: HttpUser, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${baseUrl}${systemEndpoints.stream.path}`, { headers: { cookie }, signal });
    for await (const _ of response.body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Visit {
  product: RunningProduct;
  user: HttpUser;
  requests: readonly Recorded[];
  times: number[];
  failures: Map<string, number>;
}

/** All requests of a screen, each as long after the first as in the browser. */
async function visit({ product, user, requests, times, failures }: Visit): Promise<void> {
  await Promise.all(
    requests.map(async ({ method, path, body, afterMs }) => {
      await delay(afterMs);
      const startMs = performance.now();
      const outcome = await ask(`${product.baseUrl}${path}`, {
        method,
        headers: { cookie: user.cookie, ...user.csrf, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      });
      times.push(performance.now() - startMs);
      if (outcome === undefined) return;
      const what = `${method} ${path.split('?')[0]} ${outcome}`;
      failures.set(what, (failures.get(what) ?? 0) + 1);
    }),
  );
}

/** @returns what went wrong; that a role may not see a screen of another is no failure */
async function ask(address: string, init: RequestInit): Promise<string | undefined> {
  try {
    const response = await fetch(address, init);
    await response.arrayBuffer();
    return response.ok || response.status === 403 || response.status === 404 ? undefined : String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** One value of each of 3,000 series every second. */
async function sendPoints({ product, ingestionKey, deviceIds }: BenchProduct, endMs: number): Promise<number> {
  let points = 0;
  for (let nextMs = Date.now(); nextMs < endMs; nextMs += 1_000) {
    await delay(Math.max(0, nextMs - Date.now()));
    const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': 'application/vnd.apache.arrow.stream' },
      body: toColumnarArrow({ deviceIds, signals: BENCH_SIGNALS, startMs: Math.floor(nextMs / 1_000) * 1_000, intervals: 1 }),
    });
    if (!response.ok) throw new Error(`Ingestion answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    points += deviceIds.length * BENCH_SIGNALS.length;
  }
  return points;
}
