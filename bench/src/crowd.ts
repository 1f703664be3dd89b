import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { demoEndpoints, systemEndpoints } from '@solvane/contract/system';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { cpuSecondsOf, until, untilComputed } from './at-rest.ts';
import { addBenchFleet, BENCH_SIGNALS, type BenchProduct, runCommand } from './bench-fleet.ts';
import { goWithin } from './go-within.ts';
import { type Measurement, quantile } from './measure.ts';
import { toColumnarArrow } from './point-bodies.ts';
import { startPostgres } from './postgres.ts';
import { readMemory, sumMemory } from './process-memory.ts';
import { startParts } from './product-parts.ts';

const ENV = { SOLVANE_LOG_LEVEL: 'warn' };
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
const PARTS_S = 120;
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

/** A product with its data, in one process or in several. */
interface SetUp {
  name: string;
  bench: BenchProduct;
  /** Where users are; each is at one of them. */
  baseUrls: readonly string[];
  /** Of its processes; those that they start count too. */
  pids: readonly number[];
  /** Of users who have signed in so far. */
  sessions: Session[];
}

interface Crowd {
  users: number;
  seconds: number;
}

/**
 * Two hundred people at one product that receives data meanwhile. What a screen asks is recorded in a browser at the start and then repeated: the mix
 * follows the product. This program takes its own part of the cores.
 */
export const crowdBenchmark = {
  title: 'Two hundred users',
  async run(): Promise<Measurement[]> {
    const product = await startDemo();
    try {
      const { bench, screens } = await prepare(product);
      const pids = product.pid === undefined ? [] : [product.pid];
      const setUp = { name: 'one process', bench, baseUrls: [product.baseUrl], pids, sessions: [] };
      const measurements: Measurement[] = [];
      for (const users of CURVE)
        measurements.push(...(await meet(setUp, screens, { users, seconds: users === USERS ? MINUTES * 60 : CURVE_S })));
      return measurements;
    } finally {
      await product.dispose();
    }
  },
};

/** The same people and data with a PostgreSQL server, a worker, an engine and one or two web processes: nothing where no server is installed. */
export const crowdPartsBenchmark = {
  title: 'Two hundred users at several processes',
  async run(): Promise<Measurement[]> {
    const backup = join(mkdtempSync(join(tmpdir(), 'solvane-bench-')), 'backup');
    try {
      const crowd = await backUpDemo(backup);
      return [...(await measureParts(crowd, { backup, webCount: 1 })), ...(await measureParts(crowd, { backup, webCount: 2 }))];
    } finally {
      rmSync(dirname(backup), { recursive: true, force: true });
    }
  },
};

interface Prepared {
  bench: BenchProduct;
  screens: Recordings;
}

async function backUpDemo(backup: string): Promise<Prepared> {
  const product = await startDemo();
  try {
    const prepared = await prepare(product);
    runCommand(product, ['backup', backup]);
    return prepared;
  } finally {
    await product.dispose();
  }
}

function startDemo(): Promise<RunningProduct> {
  return startProduct({ demo: 'on', ...(KEPT_FOLDER && { dataFolder: KEPT_FOLDER }), env: ENV });
}

/** The demo with its history computed, a fleet beside it whose points will arrive, and what a browser asks. */
async function prepare(product: RunningProduct): Promise<Prepared> {
  const admin = await signIn(product.baseUrl, { email: ACCOUNTS[0] ?? '', password: PASSWORD });
  await until(async () => (await admin.poll(demoEndpoints.progress, {})).stage === 'live', HISTORY_S);
  await untilComputed(admin, HISTORY_S);
  const bench = await addBenchFleet(product, { sites: 40, devicesPerSite: 25 });
  await computeFirst(bench, admin);
  return { bench, screens: await recordScreens(product.baseUrl) };
}

/** What a plant is computed from for the first time is no part of its everyday life. */
async function computeFirst(bench: BenchProduct, admin: HttpUser): Promise<void> {
  await sendPoints(bench, Date.now() + FIRST_S * 1_000);
  await untilComputed(admin, HISTORY_S);
}

async function measureParts(
  { bench, screens }: Prepared,
  { backup, webCount }: { backup: string; webCount: number },
): Promise<Measurement[]> {
  const postgres = await startPostgres();
  if (!postgres) return [];
  const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-bench-'));
  try {
    runCommand({ dataFolder, env: { DATABASE_URL: postgres.url } }, ['restore', backup]);
    const parts = await startParts({ postgres, dataFolder, env: ENV, demo: 'on', webCount });
    try {
      const [web] = parts.webs;
      if (!web) return [];
      const setUp = {
        name: webCount === 1 ? 'one web process' : `${webCount} web processes`,
        bench: { ...bench, product: web },
        baseUrls: parts.webs.map(({ baseUrl }) => baseUrl),
        pids: parts.pids,
        sessions: [],
      };
      await computeFirst(setUp.bench, await signIn(web.baseUrl, { email: ACCOUNTS[0] ?? '', password: PASSWORD }));
      return await meet(setUp, screens, { users: USERS, seconds: PARTS_S });
    } finally {
      await parts.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

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

async function meet(
  { name, bench, baseUrls, pids, sessions }: SetUp,
  { first, screens }: Recordings,
  { users, seconds }: Crowd,
): Promise<Measurement[]> {
  await signInMore(baseUrls, sessions, users);
  const over = new AbortController();
  const streams = sessions.map((session) => listenTo(session, over.signal));
  const times: number[] = [];
  const failures = new Map<string, number>();
  const cpuSeconds = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const [cpuBefore, ownBefore] = [cpuSeconds(), process.cpuUsage()];
  const endMs = Date.now() + seconds * 1000;
  const sent = sendPoints(bench, endMs);
  await Promise.all(
    sessions.map(async (session, index) => {
      // Each begins at a moment of its own.
      await delay((index / sessions.length) * THINK_MS);
      await visit({ session, requests: first, times, failures });
      for (let turn = index; ; turn += 1) {
        await delay(THINK_MS * (0.5 + Math.random()));
        if (Date.now() >= endMs) return;
        await visit({ session, requests: screens[turn % screens.length] ?? [], times, failures });
      }
    }),
  );
  const points = await sent;
  over.abort();
  await Promise.all(streams);
  const own = process.cpuUsage(ownBefore);
  const shares = `cores used: product ${((cpuSeconds() - cpuBefore) / seconds).toFixed(2)}, load generator ${((own.user + own.system) / 1e6 / seconds).toFixed(2)}`;
  const failed = [...failures].map(([what, count]) => `${what}: ${count}`).join(', ');
  const memory = sumMemory(pids.flatMap(readMemory)) / 2 ** 20;
  const isGoal = users === USERS;
  return [
    {
      name: `${users} users, 95th percentile of a request: ${name}`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(isGoal && { goal: { value: 300, direction: 'atMost' as const } }),
      note: `${times.length} requests in ${seconds} s (${(times.length / seconds).toFixed(0)} per s), median ${quantile(times, 0.5).toFixed(0)} ms, 99th ${quantile(times, 0.99).toFixed(0)} ms; ${(points / seconds).toFixed(0)} points/s received meanwhile; ${shares}; ${memory.toFixed(0)} MB`,
    },
    {
      name: `${users} users, failed requests: ${name}`,
      value: [...failures.values()].reduce((sum, count) => sum + count, 0),
      unit: '',
      ...(isGoal && { goal: { value: 0, direction: 'atMost' as const } }),
      note: failed || 'none',
    },
  ];
}

/** Of all anonymous requests of an address ten are answered a second; signing in takes two. */
const SIGN_IN_MS = 250;

/** A user at one of the web processes. */
interface Session {
  baseUrl: string;
  user: HttpUser;
}

/** One after the other: hashing passwords takes a core of its own. */
async function signInMore(baseUrls: readonly string[], sessions: Session[], users: number): Promise<void> {
  while (sessions.length < users) {
    const baseUrl = baseUrls[sessions.length % baseUrls.length] ?? '';
    sessions.push({
      baseUrl,
      user: await signIn(baseUrl, { email: ACCOUNTS[sessions.length % ACCOUNTS.length] ?? '', password: PASSWORD }),
    });
    await delay(SIGN_IN_MS);
  }
}

/** Every window listens for news, as a browser does. */
async function listenTo({ baseUrl, user: { cookie } }: Session, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${baseUrl}${systemEndpoints.stream.path}`, { headers: { cookie }, signal });
    for await (const _ of response.body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Visit {
  session: Session;
  requests: readonly Recorded[];
  times: number[];
  failures: Map<string, number>;
}

/** All requests of a screen, each as long after the first as in the browser. */
async function visit({ session: { baseUrl, user }, requests, times, failures }: Visit): Promise<void> {
  await Promise.all(
    requests.map(async ({ method, path, body, afterMs }) => {
      await delay(afterMs);
      const startMs = performance.now();
      const outcome = await ask(`${baseUrl}${path}`, {
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
