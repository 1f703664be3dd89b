import type { Locator, Page } from '@playwright/test';
import { contractResultEndpoints } from '@solvane/contract/contract-results';
import { type ContractDetails, contractEndpoints } from '@solvane/contract/contracts';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import { type EventId, siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import type { HttpUser } from '@solvane/testing/http-user';
import { expect, test } from './product.ts';

const DAY_MS = 86_400_000;
/** New data keep the running day and its neighbours waiting at any site. */
const ALWAYS_WAITING = 3;
const VIEW = { view: 'Technical' as const, basis: 'time' as const };

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const MOST_SITES = 3;
const YEAR = 12;
const MINUTE = 60_000;
/** Twelve months of three sites are a thousand site-days, calculated three times. */
const WHOLE_YEAR_MS = 60 * MINUTE;

/** What the contract counts: it is over. */
interface Span {
  first: string;
  last: string;
  months: number;
}

test('a contract is made, previewed against the old one, activated, read down to its events, and a locked month stays as it is', async ({
  visitAs,
  expectComplaints,
}) => {
  // The first save is refused: the sites are counted by other contracts.
  expectComplaints(/400 \(Bad Request\).*contracts\/save/);
  const { page, user } = await visitAs('admin', '/configure/contracts');
  const name = `All sites ${Date.now()}`;
  const all = await detailsOfAll(user);
  const sites = all.flatMap((contract) => contract.sites).slice(0, MOST_SITES);
  expect(sites.length).toBe(MOST_SITES);
  const old = all.filter((contract) => contract.sites.some(({ siteId }) => sites.some((site) => site.siteId === siteId)));
  // The demo may still be loading its days.
  await computed(
    user,
    sites.map(({ siteId }) => siteId),
  );
  const span = await spanOf(user, old[0]?.id ?? '');
  if (span.months === YEAR) test.setTimeout(WHOLE_YEAR_MS);
  let made: string | undefined;
  try {
    await makeContract(page, name);
    made = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await promise(page);
    await chooseSites(
      page,
      sites.map(({ siteName }) => siteName),
    );
    await readPreview(
      page,
      sites.map(({ siteName }) => siteName),
      span,
    );

    // A site is counted by one contract at a time: the old ones end where this one begins.
    await page.getByLabel('First day', { exact: true }).fill(usDate(span.first));
    await page.getByLabel('First day', { exact: true }).press('Tab');
    await save(page);
    await expect(page.getByText('The contract was not changed:')).toBeVisible();
    for (const contract of old) await user.call(contractEndpoints.save, { body: bodyOf(contract, { validTo: span.first }) });
    await save(page);
    await expect(page.getByText('Contract saved')).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await computed(
      user,
      sites.map(({ siteId }) => siteId),
    );

    const { site, month } = await worstMonth(user, made, span);
    await page.goto(`/configure/contract-configuration/${made}?site=${site}&month=${month}`);
    const steps = page.getByRole('list', { name: 'Steps from 100 %' });
    await expect(page.getByRole('img', { name: /^From 100 % down to/ })).toBeVisible();
    await expectSum(page, steps);
    await steps.getByRole('button').first().click();
    const events = page.getByRole('table', { name: /^Events: / });
    await expect(events.getByRole('row').nth(1)).toBeVisible();
    await events.getByRole('row').nth(1).getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Event', exact: true })).toBeVisible();

    // The contract ends, so that its last month is over.
    const current = await user.call(contractEndpoints.get, { body: { contractConfigurationId: made } });
    await user.call(contractEndpoints.save, { body: bodyOf(current, { validTo: span.last }) });
    await computed(
      user,
      sites.map(({ siteId }) => siteId),
    );
    await page.goto(`/configure/contract-configuration/${made}?site=${site}&month=${month}`);
    await page.getByRole('button', { name: /^Lock / }).click();
    await expect(page.getByText(/^Locked .*,/)).toBeVisible();
    const key = { contractConfigurationId: made, siteId: siteIdSchema.parse(site), month };
    const locked = await user.call(contractResultEndpoints.month, { body: { ...key, ...VIEW } });
    await expect(page.getByRole('region', { name: 'Changes after lock' })).toContainText('Nothing has changed since the month was locked');

    const largest = locked.events.find(({ eventId, timeCategory }) => eventId !== null && timeCategory === locked.steps[0]?.category);
    const undo = await recategorize(user, largest?.eventId as EventId);
    await computed(user, [key.siteId]);
    const after = await user.call(contractResultEndpoints.month, { body: { ...key, ...VIEW } });
    expect(after).toMatchObject({ views: locked.views, steps: locked.steps, events: locked.events });
    expect(after.afterLock.map(({ kind, event }) => [kind, event.eventId === null])).toContainEqual(['changed', false]);
    await page.reload();
    const changes = page.getByRole('table', { name: 'Changes after lock' });
    await expect(changes.getByRole('row', { name: /^\d+ changes?/ })).toBeVisible();
    await expect(changes.getByRole('row', { name: new RegExp(largest?.deviceName ?? '') }).first()).toBeVisible();
    await undo();

    await page.getByRole('button', { name: 'Unlock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('Locked a day early');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText(/Locked a day early/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Lock / })).toBeVisible();
  } finally {
    if (made) await removeContract(user, made);
    for (const contract of old) await user.call(contractEndpoints.save, { body: bodyOf(contract, {}) });
  }
});

test('terms change from a month on within one contract, and both are compared', async ({ visitAs }) => {
  const { page, user } = await visitAs('admin', '/configure/contracts');
  const name = `Renewed ${Date.now()}`;
  await makeContract(page, name);
  const made = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  try {
    await promise(page);
    await page.getByRole('button', { name: 'Change terms from a month' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin new terms' }).click();
    await page.getByLabel('Guaranteed Technical, time-based').fill('98');
    const terms = page.getByRole('list', { name: 'Terms over time' });
    await expect(terms.getByRole('listitem')).toHaveCount(2);
    await terms.getByRole('button', { name: /^Compare the terms/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Technical, time-based');
    await expect(dialog.getByRole('definition')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await save(page);
    await expect(page.getByText('Contract saved')).toBeVisible();
    const { terms: now, earlierTerms } = await user.call(contractEndpoints.get, { body: { contractConfigurationId: made } });
    expect(now.guarantees[0]?.percent).toBe(98);
    expect(earlierTerms.map((earlier) => earlier.terms.guarantees[0]?.percent)).toEqual([97]);
  } finally {
    // An open contract that is gone would be asked for once more.
    await page.goto('about:blank');
    await removeContract(user, made);
  }
});

async function makeContract(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New contract' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Energy type' }).click();
  await page.getByRole('option', { name: 'Hybrid' }).click();
  await dialog.getByRole('button', { name: 'Create contract' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** 97 % technical availability by time, with a bonus and a penalty. */
async function promise(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Add guarantee' }).selectOption({ label: 'Technical, time-based' });
  await expect(page.getByLabel('Guaranteed Technical, time-based')).toHaveValue('97');
  await page.getByLabel('Step 1: bonus per percentage point').fill('500');
  await page.getByLabel('Step 1: penalty per percentage point').fill('1000');
}

async function chooseSites(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'Sites', exact: true }).click({ force: true });
  for (const name of names)
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
  await page.keyboard.press('Escape');
}

/** Every site with its months, old and new, and money against the guarantee. */
async function readPreview(page: Page, names: readonly string[], { months }: Span): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const table = page.getByRole('table', { name: 'Preview on history' });
  for (const name of names) await expect(table.getByRole('row', { name: new RegExp(`^${name}`) }).first()).toContainText(/\d\d\.\d\d/);
  const together = table.getByRole('row', { name: /months? together/ });
  await expect(together).toContainText(/\d/);
  if (months === YEAR) await expect(together).toContainText(String(YEAR * names.length));
}

async function save(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Unsaved changes' }).getByRole('button', { name: /^Save/ }).click();
}

function usDate(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
}

async function detailsOfAll(user: HttpUser): Promise<ContractDetails[]> {
  const { items } = await user.call(contractEndpoints.list, {});
  const own = items.filter(({ sites }) => sites.length > 0);
  return Promise.all(own.map(({ id }) => user.call(contractEndpoints.get, { body: { contractConfigurationId: id } })));
}

function bodyOf(contract: ContractDetails, change: { validTo?: string }) {
  const { id, enterpriseId, name, description, energyType, validFrom, validTo, lossCategorySetId, sites, terms, earlierTerms } = contract;
  const kept = { id, enterpriseId, name, description, energyType, validFrom, validTo, lossCategorySetId, terms, earlierTerms };
  return { ...kept, siteIds: sites.map(({ siteId }) => siteId), ...change };
}

const monthOf = (back: number): string => {
  const now = new Date(today);
  return dateOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).slice(0, 7);
};
const LAST_YEAR = { fromMonth: monthOf(YEAR), toMonth: monthOf(0) };

/** Twelve whole months where the fleet has them; of the two weeks of a small fleet the days in between. */
async function spanOf(user: HttpUser, contractConfigurationId: string): Promise<Span> {
  const { items } = await user.call(contractResultEndpoints.months, { body: { ...LAST_YEAR, contractConfigurationId } });
  const computedMonths = new Set(items.filter(({ days }) => days > 0).map(({ month }) => month));
  if (computedMonths.size > YEAR) return { first: `${monthOf(YEAR)}-01`, last: `${monthOf(0)}-01`, months: YEAR };
  return { first: dateOf(today - 11 * DAY_MS), last: dateOf(today - DAY_MS), months: 1 };
}

async function computed(user: HttpUser, siteIds: readonly string[]): Promise<void> {
  await expect
    .poll(
      async () =>
        (await user.call(performanceEndpoints.progress, {})).items.filter(
          ({ siteId, waitingDays }) => siteIds.includes(siteId) && waitingDays > ALWAYS_WAITING,
        ),
      { timeout: 15 * MINUTE, intervals: [1_000] },
    )
    .toEqual([]);
}

/** The site and the month that took most from 100 %. */
async function worstMonth(
  user: HttpUser,
  contractConfigurationId: string,
  { first, last }: Span,
): Promise<{ site: string; month: string }> {
  const { items } = await user.call(contractResultEndpoints.months, {
    body: { fromMonth: first.slice(0, 7), toMonth: last.slice(0, 7), contractConfigurationId },
  });
  const percentOf = ({ guarantees }: (typeof items)[number]) => guarantees[0]?.percent ?? 100;
  // The contract will end where the span does: a month that begins there is none of its own.
  const own = items.filter(({ month }) => `${month}-01` < last);
  const [worst] = own.toSorted((a, b) => percentOf(a) - percentOf(b));
  if (!worst) throw new Error('The contract has no month');
  expect(percentOf(worst)).toBeLessThan(100);
  return { site: worst.siteId, month: worst.month };
}

/** What is read on the screen adds up: 100 % and the steps are the result. */
async function expectSum(page: Page, steps: Locator): Promise<void> {
  const texts = await steps.getByRole('listitem').allInnerTexts();
  const points = texts.map((text) => Number(/([-\u2212+]?\d+\.\d\d)\s*pp/.exec(text)?.[1]?.replace('\u2212', '-') ?? Number.NaN));
  const label = (await page.getByRole('img', { name: /^From 100 % down to/ }).getAttribute('aria-label')) ?? '';
  const result = Number(/down to ([\d.]+)/.exec(label)?.[1]);
  expect(100 + points.reduce((sum, value) => sum + value, 0)).toBeCloseTo(result, 1);
}

/** Gives an event another category; what takes it back is returned. */
async function recategorize(user: HttpUser, eventId: EventId): Promise<() => Promise<void>> {
  const read = () => user.call(eventEndpoints.get, { query: { eventId } });
  const { event } = await read();
  const put = async (category: string) => {
    const { version } = (await read()).event;
    await user.call(eventCommandEndpoints.categorize, { body: { events: [{ eventId, version }], category, reason: 'Cable' } });
  };
  await put('Grid outage');
  return () => put(event.category);
}

/** Also when a month of it is still locked: a test that failed leaves nothing behind. */
async function removeContract(user: HttpUser, contractConfigurationId: string): Promise<void> {
  const { items } = await user.call(contractResultEndpoints.months, { body: { ...LAST_YEAR, contractConfigurationId } });
  for (const { siteId, month, lock } of items)
    if (lock) await user.call(contractResultEndpoints.unlock, { body: { contractConfigurationId, siteId, month, reason: 'Test' } });
  await user.call(contractEndpoints.remove, { body: { contractConfigurationId } });
}
