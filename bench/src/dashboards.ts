import { loadavg } from 'node:os';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { dashboardEndpoints } from '@solvane/contract/dashboards';
import { deviceStateEndpoints } from '@solvane/contract/device-states';
import { enterpriseIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { untilComputed } from './at-rest.ts';
import { type BenchProduct, LOGIN, startBenchProduct } from './bench-fleet.ts';
import { type Measurement, timeRuns } from './measure.ts';
import { toColumnarArrow } from './point-bodies.ts';
import { framesOf, NAME_FRAMES } from './shell-trace.ts';

const VIEWPORT = { width: 1_440, height: 900 };
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const DAYS = 30;
const REFRESHES = 60;
/** Until the days that were filled are calculated: what a user sees is not measured beside that. */
const COMPUTED_S = 900;
const MEBIBYTE = 1024 * 1024;

/** What a user notices of dashboards and of the states of devices, with the server on the same cores as the browser. */
export const dashboardsBenchmark = {
  title: 'Dashboards and device states',
  async run(): Promise<Measurement[]> {
    const measurements = [...(await ofStates()), ...(await ofDashboards()), ...(await ofFleet())];
    return measurements.map((measurement) => ({ ...measurement, note: `${measurement.note ?? ''}; load ${loadavg()[0]?.toFixed(1)}` }));
  },
};

/** 24 and 60 widgets over 100 inverters of four sites with thirty days of data. */
async function ofDashboards(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: 4, devicesPerSite: 25 });
  try {
    await fill(bench, DAYS);
    await untilComputed(bench.user, COMPUTED_S);
    const [many, most] = [await makeDashboard(bench, 24), await makeDashboard(bench, 60)];
    return await withBrowser(bench, async (page, browser) => {
      await page.setViewportSize({ ...VIEWPORT, height: 4_000 });
      const requests = watchWidgetRequests(page);
      const cold = await untilPainted(page, many, 24);
      const coldRequests = requests.splice(0);
      await page.evaluate(`document.querySelector('nav a[href="/tasks"]')?.click()`);
      await page.waitForTimeout(500);
      const warm = await untilPainted(page, many, 24);
      return [
        limit('24 widgets, 100 devices, 30 days: opened for the first time', cold, 3_000, 'to the last painted widget'),
        limit('24 widgets, 100 devices, 30 days: opened again', warm, 1_500, 'to the last painted widget'),
        {
          ...limit('Requests of the same resolution at one time', mostAlike(coldRequests), 1, `${coldRequests.length} in all`),
          unit: 'requests',
        },
        ...(await ofDrag(page, browser, many)),
        ...(await ofMemory(page, most)),
      ];
    });
  } finally {
    await bench.product.dispose();
  }
}

/** 1,000 inverters at ten sites with the data of two days. */
async function ofStates(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: 10, devicesPerSite: 100 });
  try {
    await fill(bench, 2, bench.deviceIds.slice(1));
    await untilComputed(bench.user, COMPUTED_S);
    const siteIds = Array.from({ length: 10 }, (_, site) => siteIdSchema.parse(`bench-${site}`));
    const times = await timeRuns(
      () => bench.user.call(deviceStateEndpoints.states, { body: { siteIds, changesFromMs: Date.now() - DAY_MS } }),
      { runs: 20, warmUp: 3 },
    );
    return await withBrowser(bench, async (page) => {
      await open(page, '/tasks');
      const opened = Number(await page.evaluate(COUNT_UNTIL('[data-device]', 1_000, '/monitor/device-state')));
      const silent = page.locator(`[data-device="${bench.deviceIds[0]}"]`);
      await silent.and(page.locator('[data-state="NoData"]')).waitFor();
      const startMs = performance.now();
      await fill(bench, 1 / 24, bench.deviceIds.slice(0, 1));
      await silent.and(page.locator(':not([data-state="NoData"])')).waitFor({ timeout: 60_000 });
      const changed = performance.now() - startMs;
      return [
        limit('States of 1,000 devices on the server, p50', percentile(times, 0.5), 300, '20 requests'),
        limit('States of 1,000 devices on the server, p95', percentile(times, 0.95), 300, '20 requests'),
        limit('Device state of 1,000 devices: first picture', opened, 1_000, 'from the click to all cells'),
        limit('A device that sends again is seen', changed, 5_000, 'from its first point to its cell'),
      ];
    });
  } finally {
    await bench.product.dispose();
  }
}

/** Fleet overview of a thousand sites. */
async function ofFleet(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: 1_000, devicesPerSite: 2 });
  try {
    return await withBrowser(bench, async (page) => {
      await open(page, '/tasks');
      const opened = Number(await page.evaluate(COUNT_UNTIL('main table tbody tr', 5, '/monitor/fleet-overview')));
      return [limit('Fleet overview of 1,000 sites', opened, 1_500, 'from the click to the rows of the table')];
    });
  } finally {
    await bench.product.dispose();
  }
}

function limit(name: string, value: number, atMost: number, note: string): Measurement {
  return { name, value, unit: 'ms', goal: { value: atMost, direction: 'atMost' }, note };
}

async function withBrowser<T>(bench: BenchProduct, measure: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, baseURL: bench.product.baseUrl });
    await page.goto(`/account/login?returnUrl=${encodeURIComponent('/tasks')}`);
    await page.getByLabel('Email').fill(LOGIN.email);
    await page.getByLabel('Password').fill(LOGIN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    return await measure(page, browser);
  } finally {
    await browser.close();
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.waitForTimeout(1_000);
}

/** In the page itself: from the change of address to the frame that shows so many elements. */
function COUNT_UNTIL(selector: string, count: number, path: string): string {
  return `new Promise((resolve) => {
    const startMs = performance.now();
    const look = () => document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)))
      : requestAnimationFrame(look);
    history.pushState({}, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
    look();
  })`;
}

/** Milliseconds until every widget has its picture and none loads. */
async function untilPainted(page: Page, path: string, widgets: number): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      const startMs = performance.now();
      const look = () => {
        const found = document.querySelectorAll('main [class*=_slot] > *, main dl[class*=_strip] > *').length;
        const loads = document.querySelectorAll('main [class*=_skeleton]').length;
        if (found >= ${widgets} / 2 && loads === 0) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
        else requestAnimationFrame(look);
      };
      history.pushState({}, '', ${JSON.stringify(path)});
      dispatchEvent(new PopStateEvent('popstate'));
      look();
    })`),
  );
}

interface OpenRequest {
  resolutions: readonly string[];
  startMs: number;
  endMs: number;
}

/** What widgets ask from now on, with the resolutions that each request is about. */
function watchWidgetRequests(page: Page): OpenRequest[] {
  const requests = new Map<Request, OpenRequest>();
  const seen: OpenRequest[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/widgets/data')) return;
    const { queries = [] } = request.postDataJSON() as { queries?: { kind: string; body: { resolution?: string } }[] };
    const resolutions = new Set(queries.map(({ kind, body: { resolution = 'auto' } }) => (kind === 'series' ? resolution : 'now')));
    const opened = { resolutions: [...resolutions], startMs: performance.now(), endMs: Number.POSITIVE_INFINITY };
    requests.set(request, opened);
    seen.push(opened);
  });
  page.on('requestfinished', (request) => {
    const opened = requests.get(request);
    if (opened) opened.endMs = performance.now();
  });
  return seen;
}

/** Most requests of one resolution that were open at one time. */
function mostAlike(requests: readonly OpenRequest[]): number {
  return Math.max(
    0,
    ...requests.flatMap(({ resolutions, startMs }) =>
      resolutions.map(
        (resolution) =>
          requests.filter((other) => other.resolutions.includes(resolution) && other.startMs <= startMs && other.endMs > startMs).length,
      ),
    ),
  );
}

async function ofDrag(page: Page, browser: Browser, path: string): Promise<Measurement[]> {
  await page.setViewportSize(VIEWPORT);
  await open(page, path);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const handle = page.locator('.react-grid-item').first();
  await handle.waitFor();
  const box = await handle.boundingBox();
  if (!box) throw new Error('The editor shows no widget');
  const steps = 120;
  await page.waitForTimeout(2_000);
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  await page.evaluate(NAME_FRAMES);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(box.x + 4 + step * 4, box.y + 4 + step * 2);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  const { p95, max, count } = framesOf(await browser.stopTracing(), ['mousemove', 'pointermove']);
  await page.mouse.up();
  return [limit('Dragging a widget: work of the main thread per frame, p95', p95, 16, `${count} frames, longest ${max.toFixed(0)} ms`)];
}

/** Memory of a tab after an hour of refreshes a minute, fast-forwarded. */
async function ofMemory(page: Page, path: string): Promise<Measurement[]> {
  await page.setViewportSize({ ...VIEWPORT, height: 8_000 });
  await page.clock.install();
  await open(page, path);
  for (let refresh = 0; refresh < REFRESHES; refresh += 1) {
    await page.clock.fastForward(60_000);
    await page.waitForTimeout(150);
  }
  await page.waitForTimeout(2_000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  const mebibytes = (usedSize + embedderHeapUsedSize + backingStorageSize) / MEBIBYTE;
  return [{ ...limit('60 widgets after an hour of refreshes: memory of the tab', mebibytes, 400, 'heap, DOM and buffers'), unit: 'MiB' }];
}

async function makeDashboard({ user }: BenchProduct, count: number): Promise<string> {
  const source = { kind: 'empty' as const };
  const title = `${count} widgets`;
  const made = await user.call(dashboardEndpoints.create, { body: { enterpriseId: enterpriseIdSchema.parse('bench'), title, source } });
  const { dashboardId, revision } = made;
  const period = { type: 'last' as const, count: DAYS, unit: 'day' as const, includesCurrentPeriod: true };
  const defaults = { ...made.defaults, period, refreshMinutes: 1 as const };
  const body = {
    dashboardId,
    seenRevision: revision.id,
    title,
    description: '',
    tags: [],
    defaults,
    widgets: Array.from({ length: count }, (_, at) => widgetAt(at)),
  };
  await user.call(dashboardEndpoints.save, { body });
  return `/dashboards/${dashboardId}`;
}

const KINDS: readonly [type: string, settings: StoredWidget['settings']][] = [
  ['keyMetric', { metric: 'energy' }],
  ['fleetPower', {}],
  ['bar', { metrics: ['energy'] }],
  ['bar', { metrics: ['energy'], by: 'site' }],
  ['statusGrid', {}],
  ['lossExplorer', { groupBy: 'period', display: 'type' }],
  ['periodTable', {}],
  ['kpiTable', {}],
];

/** Three beside each other. */
function widgetAt(at: number): StoredWidget {
  const [type, settings] = KINDS[at % KINDS.length] ?? ['text', {}];
  return { id: `w${at}`, type, version: 1, position: { x: (at % 3) * 4, y: Math.floor(at / 3) * 6, w: 4, h: 6 }, phoneOrder: at, settings };
}

/** Power of inverters up to now. */
async function fill({ product, ingestionKey, deviceIds }: BenchProduct, days: number, of: readonly string[] = deviceIds): Promise<void> {
  const endMs = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const intervals = Math.round((days * DAY_MS) / STEP_MS);
  for (let from = 0; from < of.length; from += 250) {
    const body = toColumnarArrow({
      deviceIds: of.slice(from, from + 250),
      signals: ['ActivePower'],
      startMs: endMs - intervals * STEP_MS,
      intervals,
    });
    const headers = { authorization: `Bearer ${ingestionKey}`, 'content-type': 'application/vnd.apache.arrow.stream' };
    const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`Ingestion answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
