import type { Browser, Page } from '@playwright/test';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { demoEndpoints } from '@solvane/contract/system';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import type { RunningProduct } from '@solvane/testing/product';
import { Actions } from './actions.ts';
import { emailAndPassword, expect, test } from './product.ts';
import { chart, device, figuresOf, plot, readNumber, signal, signalSearch } from './studio.ts';
import { demoIsLoaded, signInAs } from './visit.ts';

const ZONE = 'Europe/Madrid';
const SITE = 's01';
const INVERTERS = [1, 2, 3, 4];
/** Nothing happened to it in these months. */
const NEIGHBOUR = 'INV-2';
/** A twentieth of the direct current of one inverter, for a month. */
const FAULT = 'GT03';
const MOST_ACTIONS = 120;
const MINUTE = 60_000;

/** What the demo did to its fleet, as its list of truths says. */
interface Truth {
  inverter: string;
  month: Temporal.PlainYearMonth;
}

test.describe('An analyst who has never seen the fleet', () => {
  let product: Pick<RunningProduct, 'baseUrl'>;
  let admin: HttpUser;

  test.beforeAll(async () => {
    test.setTimeout(40 * MINUTE);
    product = { baseUrl: process.env.SOLVANE_E2E_FULL_URL ?? '' };
    admin = await signIn(product.baseUrl, emailAndPassword('admin'));
    await demoIsLoaded(admin);
    const { month } = await truthOf(admin);
    for (const each of [month, month.subtract({ months: 1 })])
      await expect.poll(() => isCalculated(admin, each), { timeout: 20 * MINUTE, intervals: [5_000] }).toBe(true);
  });

  test('finds the inverter that fell behind, proves why, and hands the proof to a colleague', async ({ page, browser }) => {
    // A hundred actions, each of which waits for its picture.
    test.setTimeout(20 * MINUTE);
    const truth = await truthOf(admin);
    const { baseUrl } = product;
    const actions = new Actions(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
    const choose = async (name: string, calcType: string) => {
      await actions.enter(signalSearch(page), name);
      await actions.click(signal(page, name, calcType));
      await actions.enter(signalSearch(page), '');
    };
    const pick = async (menu: RegExp, item: string) => {
      await actions.click(button(menu));
      await actions.click(page.getByRole('menuitemradio', { name: item, exact: true }));
    };
    const showPeriod = async (text: string) => {
      await actions.click(page.getByRole('banner').getByRole('button', { name: /[A-Z][a-z]{2} \d/ }));
      await actions.enter(page.getByRole('textbox', { name: 'Type a period' }), text);
      await actions.press('Enter');
    };
    await signInAs(page, 'analyst', { baseUrl, path: '/data-studio' });

    await test.step('finds it among its peers', async () => {
      await actions.click(device(page, 'Guadal').locator('[data-part=chevron]'));
      for (const number of INVERTERS) await actions.click(device(page, `INV-${number}`));
      await choose('Performance ratio', 'Calculated');
      await showPeriod(String(truth.month));
      await pick(/^Resolution/, 'Day');
      await expect(button('Resolution: Day')).toBeVisible();
      await pictureIsNew(page);
      const means = await Promise.all(
        INVERTERS.map(async (number) => {
          const name = `INV-${number}`;
          await expect.poll(async () => (await figuresOf(page, name)).mean).not.toBe('');
          return { name, mean: readNumber((await figuresOf(page, name)).mean).value };
        }),
      );
      const [lowest] = means.toSorted((one, other) => one.mean - other.mean);
      expect(lowest?.name).toBe(truth.inverter);
      for (const { name } of means) if (name !== lowest?.name) await actions.click(device(page, name));
      // The band says what is usual, and its median how far below it this one is.
      await expect(chart(page).getByRole('button', { name: 'Show 3 peers, median' })).toBeVisible();
      const [own, peers] = [await figuresOf(page, truth.inverter), await figuresOf(page, '3 peers, median')];
      expect(readNumber(peers.mean).value - readNumber(own.mean).value).toBeGreaterThan(2);
    });

    await test.step('sees in the event lanes that it was degraded', async () => {
      const lanes = page.getByRole('list', { name: 'Events' });
      await expect(lanes.getByRole('button', { name: new RegExp(`^${truth.inverter}: Degraded`) }).first()).toBeVisible();
    });

    await test.step('sees that raw and validated values agree, and how the others came about', async () => {
      await choose('Active power', 'Raw');
      await choose('Active power', 'Validated');
      await pick(/^Resolution/, 'Auto');
      await pictureIsNew(page);
      const raw = await figuresOf(page, `${truth.inverter} Raw`);
      const validated = await figuresOf(page, `${truth.inverter} Validated`);
      // The fall is no work of the quality rules: what they changed is less than a hundredth of what was measured.
      expect(readNumber(validated.mean).value / readNumber(raw.mean).value).toBeCloseTo(1, 2);
      await showPeriod(String(await dayWithEstimates(admin, truth)));
      await pictureIsNew(page);
      const power = plot(page, 'Active power, MW').or(plot(page, 'Active power, kW'));
      const note = power.getByText(new RegExp(`${truth.inverter}: .*[Ee]stimated`));
      await actions.pointAlong(power.locator('canvas').first(), () => note.isVisible());
    });

    await test.step('fits its power to what the light allowed, in the month before and in that month', async () => {
      await actions.click(page.getByRole('region', { name: 'Signals' }).getByRole('button', { name: 'Clear' }));
      await choose('Temperature Adjusted Nominal Power', 'Calculated');
      await choose('Active power', 'Validated');
      await pick(/^Chart kind/, 'Scatter');
      await showPeriod(String(truth.month));
      await actions.click(button(/^Menu of Active power/));
      await actions.click(page.getByRole('menuitem', { name: 'Configure' }));
      await actions.click(
        page.getByRole('switch', { name: 'Regression line with R²' }).or(page.getByRole('checkbox', { name: 'Regression line with R²' })),
      );
      await actions.click(button('Save'));
      await actions.click(button('Show as table'));
      const during = await fitOf(page);
      await showPeriod(String(truth.month.subtract({ months: 1 })));
      await expect.poll(async () => (await fitOf(page)).slope).not.toBe(during.slope);
      const before = await fitOf(page);
      // The weather of both months is that of its neighbour too.
      await actions.click(device(page, NEIGHBOUR));
      await actions.click(device(page, truth.inverter));
      await expect.poll(async () => isFitOf(await fitOf(page), { points: before.points, not: before.slope })).toBe(true);
      const peerBefore = await fitOf(page);
      await showPeriod(String(truth.month));
      await expect.poll(async () => (await fitOf(page)).slope).not.toBe(peerBefore.slope);
      const peerDuring = await fitOf(page);
      // A twentieth of its light was lost; a hundredth more or less is weather.
      const change = during.slope / before.slope / (peerDuring.slope / peerBefore.slope);
      expect(change).toBeGreaterThan(0.94);
      expect(change).toBeLessThan(0.96);
      await actions.click(device(page, truth.inverter));
      await actions.click(device(page, NEIGHBOUR));
    });

    const shown = await test.step('puts the cursor on a day and the axis around it, and keeps what it shows', async () => {
      await actions.click(page.getByRole('region', { name: 'Signals' }).getByRole('button', { name: 'Clear' }));
      await choose('Performance ratio', 'Calculated');
      await pick(/^Chart kind/, 'Time series');
      await showPeriod(String(truth.month));
      await pick(/^Resolution/, 'Day');
      await pictureIsNew(page);
      await actions.click(button('Value axis: Performance ratio, %'));
      await actions.enter(page.getByRole('textbox', { name: 'Upper end, %' }), '85');
      await actions.enter(page.getByRole('textbox', { name: 'Lower end, %' }), '60');
      await actions.click(button('Apply'));
      await actions.click(plot(page, 'Performance ratio, %').locator('canvas').last());
      await expect(page).toHaveURL(/[?&]a=\d+/);

      await actions.click(button('Views and options'));
      await actions.click(button('Save as a new view…'));
      await actions.enter(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Fall of one inverter');
      await actions.click(button('Save view'));
      await expect(page.getByText('Fall of one inverter').first()).toBeVisible();

      await actions.click(button('More'));
      await actions.click(page.getByRole('menuitem', { name: 'Add to dashboard' }));
      const dialog = page.getByRole('dialog');
      await actions.click(dialog.getByRole('combobox', { name: 'Dashboard', exact: true }));
      await actions.click(page.getByRole('option', { name: 'New dashboard' }));
      await actions.enter(dialog.getByRole('textbox', { name: 'Title of the dashboard' }), 'Proof');
      await actions.click(dialog.getByRole('button', { name: 'Add chart' }));
      await expect(page.getByText('Chart added to the dashboard')).toBeVisible();
      await pictureIsNew(page);
      return pictureOf(page, truth.inverter);
    });

    const shared = page.waitForResponse((answer) => answer.url().endsWith('/api/shared-urls') && answer.request().method() === 'POST');
    await actions.click(button('Share this view'));
    const { shortUniqueId } = (await (await shared).json()) as { shortUniqueId: string };
    expect(actions.count).toBeLessThanOrEqual(MOST_ACTIONS);

    const other = await colleague(browser, baseUrl, `/data-studio?sharedId=${shortUniqueId}`);
    await expect(chart(other)).toHaveAccessibleDescription(/^1 line in 1 plot/);
    await pictureIsNew(other);
    await expect.poll(() => pictureOf(other, truth.inverter)).toEqual(shown);
    await other.context().close();
  });
});

async function truthOf(user: HttpUser): Promise<Truth> {
  const { items } = await user.call(demoEndpoints.faults, {});
  const over = items.filter(({ id, endMs }) => id === FAULT && endMs !== null && endMs < Date.now());
  const last = over.toSorted((one, other) => other.startMs - one.startMs)[0];
  if (!last?.endMs) throw new Error('the demo has not done it yet');
  const middle = Temporal.Instant.fromEpochMilliseconds((last.startMs + last.endMs) / 2).toZonedDateTimeISO(ZONE);
  return { inverter: `INV-${last.deviceIds[0]?.split('-').at(-1)}`, month: middle.toPlainDate().toPlainYearMonth() };
}

function boundsOf(month: Temporal.PlainYearMonth): { startMs: number; endMs: number } {
  const [startMs, endMs] = [month, month.add({ months: 1 })].map(
    (each) => each.toPlainDate({ day: 1 }).toZonedDateTime(ZONE).epochMilliseconds,
  );
  return { startMs: startMs ?? 0, endMs: endMs ?? 0 };
}

/** Every inverter has a performance ratio for every day of the month. */
async function isCalculated(user: HttpUser, month: Temporal.PlainYearMonth): Promise<boolean> {
  const { series } = await user.call(signalEndpoints.values, {
    body: {
      segmentIds: INVERTERS.map((number) => segmentIdSchema.parse(`${SITE}-inv-${number}`)),
      signalIds: [signalIdSchema.parse('PerformanceRatio||Calculated')],
      ...boundsOf(month),
      resolution: 'day',
    },
  });
  return (
    series.length === INVERTERS.length &&
    series.every(({ values }) => values.filter((value) => value !== null).length === month.daysInMonth)
  );
}

/** The first day on which a value of the inverter was estimated. */
async function dayWithEstimates(user: HttpUser, { inverter, month }: Truth): Promise<Temporal.PlainDate> {
  const { series } = await user.call(signalEndpoints.values, {
    body: {
      segmentIds: [segmentIdSchema.parse(`${SITE}-${inverter.toLowerCase()}`)],
      signalIds: [signalIdSchema.parse('ActivePower||EstimatedFlag')],
      ...boundsOf(month),
      resolution: 'raw',
    },
  });
  const at = series[0]?.timesMs.find((_, index) => series[0]?.values[index] === 1);
  if (at === undefined) throw new Error('no value of this month is estimated');
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate();
}

interface Fit {
  slope: number;
  points: number;
}

/** The regression in the table twin. */
async function fitOf(page: Page): Promise<Fit> {
  const row = page.getByRole('main').locator('tbody tr').filter({ hasText: 'Regression' }).first();
  const read = async (column: string): Promise<number> => readNumber(await row.locator(`[data-column=${column}]`).innerText()).value;
  return { slope: await read('slope'), points: await read('points') };
}

/** Of one device, and not of the one before. */
function isFitOf({ slope, points }: Fit, { points: ofOne, not }: { points: number; not: number }): boolean {
  return slope !== not && points < 1.5 * ofOne;
}

/** What is seen: the period and zone in words, the figures of the lines, the cursor and the ends of the axis. */
async function pictureOf(page: Page, inverter: string) {
  const axis = page.getByRole('slider', { name: 'Value axis: Performance ratio, %' });
  return {
    summary: await chart(page).getByRole('paragraph').first().innerText(),
    own: await figuresOf(page, inverter),
    peers: await figuresOf(page, '3 peers, median'),
    heads: await chart(page).getByRole('columnheader').allInnerTexts(),
    atCursor: await chart(page).getByRole('row').nth(1).getByRole('cell').first().innerText(),
    axis: await axis.getAttribute('aria-valuetext'),
    events: await page.getByRole('list', { name: 'Events' }).getByRole('button').count(),
  };
}

async function pictureIsNew(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('main').locator('[data-skeleton]')).toHaveCount(0);
}

/** Another user, with a browser of their own. */
async function colleague(browser: Browser, baseUrl: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl });
  const page = await context.newPage();
  await signInAs(page, 'admin', { baseUrl, path });
  return page;
}
