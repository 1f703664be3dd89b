import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { performanceEndpoints } from '@solvane/contract/performance';
import { qualityEndpoints } from '@solvane/contract/quality';
import { expect, test } from './product.ts';

/** New data keep the running day and its neighbours waiting at any site. */
const ALWAYS_WAITING = 3;

test('rules are copied, tightened, back-tested and followed by sites, and a stuck sensor is invalidated and restored', async ({
  visitAs,
}) => {
  const { page, user } = await visitAs('analyst', '/configure/data-quality');
  const name = `PV strict ${Date.now()}`;
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: typeof label === 'string' });
  const region = (label: string | RegExp) => page.getByRole('region', { name: label, exact: typeof label === 'string' });

  await button('New configuration').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await button('Create configuration').click();
  const tests = region('Internal methods');
  await tests.getByRole('button', { name: /^Out of range, maximum/ }).click();
  await tests.getByLabel('Maximum', { exact: true }).fill('500');
  const sources = region('External methods');
  await sources.getByRole('button', { name: /^Reference device/ }).click();
  await sources.getByRole('combobox', { name: 'Reference devices' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await sources.getByRole('button', { name: 'Move Reference device' }).focus();
  await page.keyboard.press('Home');
  await expect(sources.getByRole('listitem').first()).toContainText('Reference device');

  const effect = page.getByRole('table', { name: /^Effect on/ });
  await expect(effect.getByRole('row', { name: /Points removed/ })).toBeVisible();
  await button(/^Calculate /).click();
  const backtest = region(/^Back-test/);
  await expect(backtest.getByRole('table').getByRole('row', { name: /Energy, expected/ })).toBeVisible({ timeout: 180_000 });
  await expect(button(/^Calculate /)).toBeVisible({ timeout: 180_000 });
  await button('Save version 2').click();
  await expect(page.getByText('Configuration saved')).toBeVisible();

  const { sites } = await user.call(deviceTreeEndpoints.sites, {});
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

  const site = sites.find(({ siteId }) => own.includes(siteId));
  expect(site).toBeDefined();
  const id = site?.siteId ?? sites[0]?.siteId;
  if (id === undefined) throw new Error('The demo has no site');
  const { segmentsBySiteId } = await user.call(deviceTreeEndpoints.segments, { body: { siteIds: [id] } });
  const inverter = JSON.stringify(segmentsBySiteId[id]).match(/"id":"([^"]+)","name":"[^"]*","segmentType":"Inverter"/)?.[1];
  const device = inverter ?? site?.siteSegmentId ?? '';
  const search = new URLSearchParams({ devices: JSON.stringify([device]), signals: JSON.stringify(['ActivePower||ManualValidationFlag']) });
  await page.goto(`/manage-data/data-invalidation?${search}`);
  const chart = page.getByRole('img', { name: /^Active power/ });
  await expect(chart).toBeVisible();
  await chart.focus();
  for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowRight');
  await button('Invalidate').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Stuck sensor');
  await dialog.getByRole('button', { name: /^Calculate the effect/ }).click();
  await expect(dialog.getByRole('row', { name: /Points removed/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Invalidate 1 signal/ }).click();
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row', { name: /Stuck sensor/ })).toBeVisible();
  await history.getByRole('button', { name: 'Undo' }).first().click();
  await expect(history.getByText(/^Undone by/).first()).toBeVisible();
});
