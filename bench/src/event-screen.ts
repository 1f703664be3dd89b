import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Measurement } from './measure.ts';
import { framesOf, NAME_FRAMES } from './shell-trace.ts';

const VIEWPORT = { width: 1_280, height: 800 };
const SCROLL_STEPS = 120;
const OPENINGS = 5;
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];

interface Visit {
  baseUrl: string;
  email: string;
  password: string;
  /** As the address names it: the log is asked for all of it. */
  period: string;
}

/** What a user notices at the event log: how soon rows are there, and whether they follow the wheel. */
export function measureEventScreen(visit: Visit): Promise<Measurement[]> {
  return visitLog(visit, async (page, browser) => [...(await measureOpenings(page)), ...(await measureScroll(page, browser))]);
}

/** Frame times of the scrolled log alone. */
export function measureLogScroll(visit: Visit): Promise<Measurement[]> {
  return visitLog(visit, async (page, browser) => {
    await untilRows(page);
    return measureScroll(page, browser);
  });
}

async function visitLog(visit: Visit, measure: (page: Page, browser: Browser) => Promise<Measurement[]>): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await signIn(page, visit);
    return (await measure(page, browser)).map((measurement) => ({
      ...measurement,
      note: `${measurement.note}; load ${loadavg()[0]?.toFixed(1)}`,
    }));
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, { baseUrl, email, password, period }: Visit): Promise<void> {
  await page.goto(`${baseUrl}/account/login?returnUrl=${encodeURIComponent(`/tasks?period=${period}`)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await linkTo(page, 'Tasks').waitFor();
}

async function measureOpenings(page: Page): Promise<Measurement[]> {
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    times.push(await untilRows(page));
    await linkTo(page, 'Tasks').click();
    await page.waitForFunction(`document.title.startsWith('Tasks')`);
  }
  const [first = Number.NaN, ...others] = times;
  await untilRows(page);
  return [
    {
      name: 'Log opens for the first time',
      value: first,
      unit: 'ms',
      goal: { value: 1_000, direction: 'atMost' },
      note: 'from the click to the painted rows',
    },
    {
      name: 'Log opens again',
      value: Math.max(...others),
      unit: 'ms',
      goal: { value: 1_000, direction: 'atMost' },
      note: `the slowest of ${others.length}`,
    },
  ];
}

/** Milliseconds from the click on the link to the frame that shows the first row, measured in the page itself. */
async function untilRows(page: Page): Promise<number> {
  const ms = await page.evaluate(`new Promise((resolve) => {
    const startMs = performance.now();
    const look = () => {
      if (document.querySelector('table tbody tr[aria-rowindex] input[type=checkbox]')) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
      else requestAnimationFrame(look);
    };
    [...document.querySelectorAll('nav a')].find((item) => item.textContent.startsWith('Event log')).click();
    look();
  })`);
  return Number(ms);
}

async function measureScroll(page: Page, browser: Browser): Promise<Measurement[]> {
  await page.getByRole('region', { name: 'Events of the log' }).hover();
  await page.evaluate(NAME_FRAMES);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  for (let step = 0; step < SCROLL_STEPS; step += 1) {
    await page.mouse.wheel(0, 240);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  const { p50, p95, max, count } = framesOf(await browser.stopTracing());
  return [
    { name: 'Scrolling the log: work per frame, p50', value: p50, unit: 'ms', note: 'main thread of the trace' },
    {
      name: 'Scrolling the log: work per frame, p95',
      value: p95,
      unit: 'ms',
      goal: { value: 16, direction: 'atMost' },
      note: `main thread of the trace, ${count} frames`,
    },
    { name: 'Scrolling the log: longest frame', value: max, unit: 'ms', note: 'main thread of the trace' },
  ];
}

function linkTo(page: Page, label: string) {
  return page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: label });
}
