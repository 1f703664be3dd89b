import type { Page } from '@playwright/test';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { type SegmentId, type SiteId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { qualityEndpoints } from '@solvane/contract/quality';
import { signalEndpoints } from '@solvane/contract/signals';
import type { HttpUser } from '@solvane/testing/http-user';
import { expect, test } from './product.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rules hold from so many days ago on: all history is calculated again. */
const BACK_DAYS = 90;

/** New data keep the running day and its neighbours waiting at any site. */
const ALWAYS_WAITING = 3;

test('rules are copied, tightened, back-tested and followed by sites, and a stuck sensor is invalidated and restored', async ({
  visitAs,
}) => {
  const { page, user } = await visitAs('analyst', '/configure/data-quality');
  const name = `PV strict ${Date.now()}`;
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: typeof label === 'string' });
  const region = (label: string | RegExp) => page.getByRole('region', { name: label, exact: typeof label === 'string' });

  const { sites } = await user.call(deviceTreeEndpoints.sites, {});
  const solar = sites.find(({ metadata }) => metadata.energyType === 'PV');
  if (solar === undefined) throw new Error('The demo has no solar site');
  const device = await inverterOf(user, solar);
  const history = { startMs: Date.now() - 14 * DAY_MS, endMs: Date.now() - 2 * DAY_MS };
  const largest = (values: (number | null)[]) => Math.max(0, ...values.map((value) => value ?? 0));
  await expect.poll(async () => largest(await validated(user, device, history)), { timeout: 180_000 }).toBeGreaterThan(500);
  const before = await validated(user, device, history);
  const maximum = Math.round(0.8 * largest(before));

  await button('New configuration').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await button('Create configuration').click();
  const sources = region('External methods');
  await sources.getByRole('button', { name: /^Reference device/ }).click();
  await sources.getByRole('combobox', { name: 'Reference devices' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await sources.getByRole('button', { name: 'Move Reference device' }).focus();
  await page.keyboard.press('Home');
  await expect(sources.getByRole('listitem').first()).toContainText('Reference device');
  await page
    .getByRole('navigation', { name: 'Signals' })
    .getByRole('button', { name: /^Active power \(Generator/ })
    .click();
  const tests = region('Internal methods');
  await tests.getByRole('button', { name: /^Out of range, maximum/ }).click();
  await tests.getByRole('combobox', { name: 'Share of rating' }).selectOption({ label: 'No' });
  await tests.getByLabel('Maximum', { exact: true }).fill(String(maximum));

  const effect = page.getByRole('table', { name: /^Effect on/ });
  await expect(effect.getByRole('row', { name: /Points removed/ })).toBeVisible();
  await button(/^Calculate /).click();
  const backtest = region(/^Back-test/);
  await expect(backtest.getByRole('table').getByRole('row', { name: /Energy, expected/ })).toBeVisible({ timeout: 180_000 });
  await expect(button(/^Calculate /)).toBeVisible({ timeout: 180_000 });
  const effectiveFrom = new Date(Date.now() - BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
  const day = page.getByLabel('Takes effect on');
  await day.fill(usDate(effectiveFrom));
  await day.press('Tab');
  await button('Save version 2').click();
  await expect(page.getByText('Configuration saved')).toBeVisible();

  const assigned = region('Assigned sites');
  // The chosen sites lie over the field that opens the list.
  await assigned.getByRole('combobox', { name: 'Add sites' }).click({ force: true });
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  const options = page.getByRole('listbox').getByRole('option');
  const count = Math.min(3, await options.count());
  for (let i = 0; i < count; i++) await options.nth(i).click();
  await page.keyboard.press('Escape');
  await assigned.getByRole('button', { name: /^Assign/ }).click();
  await expect(assigned.getByRole('listitem')).toHaveCount(count);
  const { items } = await user.call(qualityEndpoints.list, {});
  const own = items.find((each) => each.name === name)?.sites.map(({ siteId }) => siteId) ?? [];
  await expect
    .poll(
      async () =>
        (await user.call(performanceEndpoints.progress, {})).items.filter(
          ({ siteId, waitingDays }) => own.includes(siteId) && waitingDays > ALWAYS_WAITING,
        ),
      { timeout: 180_000 },
    )
    .toEqual([]);

  expect(own).toContain(solar.siteId);
  expect(items.find((each) => each.name === name)?.sites.map(({ validFrom }) => validFrom)).toContain(effectiveFrom);
  // What the tighter limit takes out is drawn as it is estimated.
  await expect.poll(() => validated(user, device, history), { timeout: 180_000 }).not.toEqual(before);

  const search = new URLSearchParams({
    period: 'last7Days',
    devices: JSON.stringify([device]),
    signals: JSON.stringify(['ActivePower||ManualValidationFlag']),
  });
  await page.goto(`/manage-data/data-invalidation?${search}`);
  const chart = page.getByRole('img', { name: /^Active power/ });
  await expect(chart).toBeVisible();
  const lastDays = { startMs: Date.now() - 8 * DAY_MS, endMs: Date.now() - DAY_MS };
  const asItWas = await validated(user, device, lastDays);
  const ratios = await ratiosOf(user, solar.siteSegmentId, lastDays);
  // What the tighter limit took out is estimated already, and would be again.
  await chooseSpan(page, await spanWithin(user, device, { zone: solar.metadata.timezone ?? 'UTC', most: 0.9 * maximum }));
  await button('Invalidate').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Stuck sensor');
  await dialog.getByRole('button', { name: /^Calculate the effect/ }).click();
  await expect(dialog.getByRole('row', { name: /Points removed/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Invalidate 1 signal/ }).click();
  const log = page.getByRole('table', { name: 'History' });
  await expect(log.getByRole('row', { name: /Stuck sensor/ })).toBeVisible();
  await expect.poll(() => validated(user, device, lastDays), { timeout: 120_000 }).not.toEqual(asItWas);
  await expect.poll(() => ratiosOf(user, solar.siteSegmentId, lastDays), { timeout: 120_000 }).not.toEqual(ratios);

  await button('Restore').click();
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('The sensor was right');
  await dialog.getByRole('button', { name: /^Restore 1 signal/ }).click();
  await expect(log.getByRole('row', { name: /The sensor was right/ })).toBeVisible();
  await expect.poll(() => validated(user, device, lastDays), { timeout: 120_000 }).toEqual(asItWas);
  await expect.poll(() => ratiosOf(user, solar.siteSegmentId, lastDays), { timeout: 120_000 }).toEqual(ratios);

  await log.getByRole('button', { name: 'Undo' }).first().click();
  await expect(log.getByText(/^Undone by/).first()).toBeVisible();
  await user.call(qualityEndpoints.unassign, {
    body: { configurationId: items.find((each) => each.name === name)?.id ?? '', siteIds: own },
  });
});

interface Period {
  startMs: number;
  endMs: number;
}

async function inverterOf(user: HttpUser, { siteId, siteSegmentId }: { siteId: SiteId; siteSegmentId: string }): Promise<SegmentId> {
  const { segmentsBySiteId } = await user.call(deviceTreeEndpoints.segments, { body: { siteIds: [siteId] } });
  const inverter = JSON.stringify(segmentsBySiteId[siteId]).match(/"id":"([^"]+)","name":"[^"]*","segmentType":"Inverter"/)?.[1];
  return segmentIdSchema.parse(inverter ?? siteSegmentId);
}

async function validated(user: HttpUser, segmentId: SegmentId, period: Period): Promise<(number | null)[]> {
  const signalIds = [signalIdSchema.parse('ActivePower||Validated')];
  const { series } = await user.call(signalEndpoints.values, {
    body: { segmentIds: [segmentId], signalIds, ...period, resolution: 'raw' },
  });
  return series[0]?.values ?? [];
}

/** Daily values of the site, to 12 digits: a recalculated day may sum its chunks in another order. */
async function ratiosOf(user: HttpUser, siteSegmentId: string, period: Period): Promise<(number | null)[]> {
  const signalIds = [signalIdSchema.parse('PerformanceRatio||Calculated')];
  const segmentIds = [segmentIdSchema.parse(siteSegmentId)];
  const { series } = await user.call(signalEndpoints.values, { body: { segmentIds, signalIds, ...period, resolution: 'day' } });
  return (series[0]?.values ?? []).map((value) => (value === null ? null : Number(value.toPrecision(12))));
}

/** Two hours of the day before yesterday in which the device delivered something, but never more than so much. */
async function spanWithin(user: HttpUser, segmentId: SegmentId, { zone, most }: { zone: string; most: number }): Promise<LocalSpan> {
  const date = new Date(Date.now() - 2 * DAY_MS).toLocaleDateString('sv-SE', { timeZone: zone });
  const dayMs = Date.parse(`${date}T00:00Z`) - offsetMs(zone, Date.parse(`${date}T12:00Z`));
  for (let minute = 4 * 60; minute < 20 * 60; minute += 10) {
    const startMs = dayMs + minute * 60_000;
    const values = (await validated(user, segmentId, { startMs, endMs: startMs + 2 * HOUR_MS })).map((value) => value ?? 0);
    // At dawn, when some of it is light already.
    if (values.every((value) => value < most) && values.filter((value) => value > 20).length >= 4)
      return { date, from: clockText(minute), to: clockText(minute + 120) };
  }
  throw new Error(`${segmentId} has no two hours below ${most} kW`);
}

function clockText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

interface LocalSpan {
  date: string;
  from: string;
  to: string;
}

function offsetMs(zone: string, atMs: number): number {
  return Date.parse(`${new Date(atMs).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`) - atMs;
}

/** In the fields above the charts. */
async function chooseSpan(page: Page, { date, from, to }: LocalSpan): Promise<void> {
  for (const [label, time] of [
    ['From', from],
    ['To', to],
  ] as const) {
    const field = page.getByRole('group', { name: label, exact: true });
    await field.getByLabel('Date, YYYY-MM-DD').fill(date);
    await field.getByLabel('Time, HH:mm').fill(time);
  }
}

function usDate(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
}
