import type { Page } from '@playwright/test';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { type Event, type EventFilter, eventEndpoints } from '@solvane/contract/events';
import { segmentIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import type { HttpUser } from '@solvane/testing/http-user';
import { countedKeys, tabTo } from './keys.ts';
import { expect, test } from './product.ts';

test('in fewer than 60 keystrokes the costliest unacknowledged stops are found, one is split, both halves are categorized, and its loss is derived', async ({
  visitAs,
  userOf,
}) => {
  const operator = await userOf('operator');
  const costliest = await costliestOnceComputed(operator, { ...lastSevenDays(), types: ['Downtime'], isAcknowledged: false });
  const { page, user } = await visitAs('operator', '/event-log');
  await expect(page.getByRole('button', { name: /^Today/ })).toBeVisible();
  const keys = countedKeys(page);

  await keys.press('p');
  const presets = page.getByRole('list', { name: 'Periods' });
  await expect(presets.getByRole('button', { name: 'Today' })).toBeFocused();
  await keys.press('ArrowDown', 4);
  await expect(presets.getByRole('button', { name: 'Last 7 days' })).toBeFocused();
  await keys.press('Enter');
  await expect(presets).toBeHidden();
  await keys.press('f');
  await keys.type('ack:no type:downtime');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove type:Downtime' })).toBeVisible();
  await keys.press('o');
  await expect(page.getByRole('columnheader', { name: 'Lost MWh' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => devicesShown(page)).toEqual(costliest.slice(0, 3).map(({ siteName, deviceName }) => `${siteName} ${deviceName}`));

  // One of the three that is over and lasts long enough to be cut on its first day.
  const place = costliest.findIndex(({ endMs, startMs }) => endMs !== null && endMs - startMs > 20 * 3_600_000);
  const stop = costliest[place];
  if (!stop || place > 2) throw new Error('No long stop is among the costliest three');
  await keys.press('j', place + 1);
  await keys.press('Enter');
  const details = page.getByRole('region', { name: 'Event', exact: true });
  await expect(details).toContainText(stop.deviceName);
  await keys.press('s');
  const split = page.getByRole('dialog', { name: 'Split the event' });
  await expect(split.getByRole('textbox', { name: /Time/ })).toBeFocused();
  await keys.type('11:30');
  const [first, second] = [split.getByRole('combobox').nth(0), split.getByRole('combobox').nth(1)];
  // The parts are drawn and their categories are there: a user sees them before going on.
  await expect(second).toBeEnabled();
  await keys.press('Tab', 2);
  await expect(first).toBeFocused();
  await keys.type('forced');
  await keys.press('Enter');
  await expect(first).toHaveValue('Forced outage');
  await keys.press('Tab');
  await expect(second).toBeFocused();
  await keys.type('owner');
  await keys.press('Enter');
  await expect(second).toHaveValue('Owner requested stop');
  await keys.press('Enter');
  await expect(split).toBeHidden();
  await keys.press('l');
  await expect(details.getByRole('tab', { name: 'Losses' })).toHaveAttribute('aria-selected', 'true');
  await expect(details).toContainText('Expected in the intervals of the event');
  expect(keys.count(), 'keystrokes').toBeLessThan(60);

  const halves = async () =>
    (
      await user.call(eventEndpoints.search, {
        body: { filter: { segmentIds: [stop.segmentId], startMs: stop.startMs, endMs: stop.endMs ?? undefined, types: ['Downtime'] } },
      })
    ).items.map(({ category }) => category);
  await expect.poll(async () => (await halves()).sort()).toEqual(['Forced outage', 'Owner requested stop']);
});

test('without a mouse a stop is acknowledged and categorized, and stays where it is', async ({ visitAs, userOf }) => {
  const operator = await userOf('operator');
  const startsMs = await givenStops(operator);
  const filter = { ...lastSevenDays(), types: ['Downtime'], isAcknowledged: false, query: 'site:Guadal' } satisfies Partial<EventFilter>;
  const costliest = await costliestOnceComputed(operator, filter);
  const { page, user } = await visitAs('operator', '/event-log?period=last7Days&q=ack:no type:downtime site:Guadal');
  await expect(page.getByRole('grid', { name: 'Events of the log' })).toBeVisible();
  await page.keyboard.press('o');
  await expect(page.getByRole('columnheader', { name: 'Lost MWh' })).toHaveAttribute('aria-sort', 'descending');
  const order = costliest.slice(0, 3).map(({ siteName, deviceName }) => `${siteName} ${deviceName}`);
  await expect.poll(() => devicesShown(page)).toEqual(order);

  const place = costliest.findIndex(({ startMs }, index) => index > 0 && startsMs.includes(startMs));
  const second = costliest[place];
  if (!second) throw new Error('There are no stops');
  for (let presses = 0; presses <= place; presses++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Event', exact: true });
  await expect(details).toContainText(second.deviceName);
  await page.keyboard.press('a');
  const row = page.locator('tbody tr', { has: page.locator('[data-column="device"]') }).nth(place);
  await expect(row).toContainText(second.deviceName);
  await expect(row.getByLabel('Acknowledged by', { exact: false })).toBeVisible();
  // It no longer fits the filter, and stays where it is for what comes next.
  expect(await devicesShown(page)).toEqual(order);

  await page.keyboard.press('x');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Categorize the event' });
  await tabTo(page, dialog.getByRole('combobox', { name: 'Category', exact: true }));
  await page.keyboard.type('Grid outage');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Categorize 1 event' }));
  await expect(dialog.getByRole('combobox', { name: 'Category', exact: true })).toHaveValue('Grid outage');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(details).toContainText('Grid outage');
  const { items } = await user.call(eventEndpoints.search, { body: { filter: { eventIds: [second.eventId] } } });
  expect(items).toMatchObject([{ category: 'Grid outage', acknowledged: { by: expect.any(String) } }]);
});

test('a bar of the overview opens the log with its events, which a saved view finds again; all but one are exported, and commented as a job', async ({
  visitAs,
}) => {
  const { page, user } = await visitAs('admin', `/event-log?period=${PAST}&show=overview`);
  await pastIsComputed(user);
  await page.reload();
  await page.getByRole('button', { name: /off/ }).last().click();
  await expect(page.getByText('Secondary event types may reduce performance.')).toBeVisible();
  const bar = page.getByRole('list', { name: 'Category' }).getByRole('button', { name: /^Low wind:/ });
  const [, count = ''] = /, (\d+) events?/.exec(await bar.innerText()) ?? [];
  await bar.click();
  await expect(page.getByRole('row', { name: new RegExp(`^${count} events?, ${count} not acknowledged`) })).toBeVisible();

  const name = `Calm days ${test.info().retry + 1}`;
  await page.getByRole('button', { name: /^View: Needs attention, changed/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `View: ${name}`, exact: true })).toBeVisible();
  await page.goto(`/event-log?period=${PAST}&view=own`);
  await page.getByRole('button', { name: 'View: Needs attention', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const sums = page.getByRole('row', { name: new RegExp(`^${count} events?, ${count} not acknowledged`) });
  await expect(sums).toBeVisible();

  await page
    .getByRole('checkbox', { name: /^Select the event on/ })
    .first()
    .check();
  await page.getByRole('button', { name: `Select all ${count}` }).click();
  await page
    .getByRole('checkbox', { name: /^Select the event on/ })
    .first()
    .uncheck();
  await page.getByRole('button', { name: 'More actions' }).click();
  const exported = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  expect((await exported).suggestedFilename()).toBe('events.csv');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('A calm day, nothing to do.');
  await expect(dialog.getByText(`Affects ${Number(count) - 1} event`, { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Comment' }).click();
  const commented = () => user.call(eventEndpoints.totals, { body: { filter: { query: 'comment:yes category="Low wind"' } } });
  await expect.poll(async () => (await commented()).count).toBe(Number(count) - 1);
});

/** Inverters that were seen standing still around noon, each on another day and for another time; others and for longer when this is tried again. */
async function givenStops(user: HttpUser): Promise<number[]> {
  const { retry } = test.info();
  const today = Temporal.Now.plainDateISO(ZONE);
  const startsMs: number[] = [];
  for (const [index, days] of [5, 4, 3, 2].entries()) {
    const startMs = today.subtract({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: '11:00' }).epochMilliseconds;
    const segmentIds = [segmentIdSchema.parse(`s01-inv-${((index + retry) % 4) + 1}`)];
    const endMs = startMs + (index + 1 + retry * 5) * 30 * 60_000;
    await user.call(eventCommandEndpoints.create, {
      body: { segmentIds, startMs, endMs, code: '1205', category: 'Forced outage', type: 'Downtime' },
    });
    startsMs.push(startMs);
  }
  return startsMs;
}

/** Of the site of the stops. */
const ZONE = 'Europe/Madrid';
/** Of the log: its sites lie in several. */
const LOG_ZONE = 'UTC';
/** Days that are over everywhere: no events are added to them while they are counted. */
const PAST = [31, 2].map((days) => Temporal.Now.plainDateISO(LOG_ZONE).subtract({ days })).join('_');

/** Of the days that wait none is over: today and its neighbours wait again with every value that arrives. */
async function pastIsComputed(user: HttpUser): Promise<void> {
  const waiting = async () => Math.max(...(await user.call(performanceEndpoints.progress, {})).items.map(({ waitingDays }) => waitingDays));
  await expect.poll(waiting, { timeout: 180_000 }).toBeLessThanOrEqual(3);
}

function lastSevenDays(): { startMs: number; endMs: number } {
  const today = Temporal.Now.plainDateISO(LOG_ZONE);
  const [startMs, endMs] = [today.subtract({ days: 6 }), today.add({ days: 1 })].map(
    (day) => day.toZonedDateTime(LOG_ZONE).epochMilliseconds,
  );
  return { startMs: startMs ?? 0, endMs: endMs ?? 0 };
}

/** The stops as the server puts them once it has computed what each lost. */
async function costliestOnceComputed(user: HttpUser, filter: Partial<EventFilter>): Promise<Event[]> {
  const ask = async () =>
    (await user.call(eventEndpoints.search, { body: { filter, sort: { by: 'lostEnergy', direction: 'desc' } } })).items;
  // The demo may still be loading its days.
  await pastIsComputed(user);
  await expect.poll(async () => (await ask()).filter(({ isLossPending }) => isLossPending).length, { timeout: 180_000 }).toBe(0);
  const found = await ask();
  expect(found.length, 'stops of the last seven days').toBeGreaterThan(2);
  return found;
}

async function devicesShown(page: Page): Promise<string[]> {
  const names = await page.locator('tbody [data-column="device"]').allInnerTexts();
  return names.slice(0, 3).map((name) => name.trim());
}
