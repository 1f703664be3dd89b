import type { Page } from '@playwright/test';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import type { HttpUser } from '@solvane/testing/http-user';
import { expect, test } from './product.ts';
import { DEMO_LOGINS } from './routes.ts';
import { deviceTree } from './studio.ts';

/** Sites of the small demo fleet: S03 belongs to Aurora and is Nordic's to maintain, S06 likewise, S09 is Aurora's alone. */
test.describe('Home', () => {
  for (const login of DEMO_LOGINS)
    test(`shows the ${login} exactly the sites of their enterprises, here and in the device tree`, async ({ visitAs, userOf }) => {
      const user = await userOf(login);
      const names = await chooseAllEnterprises(user);
      const { page } = await visitAs(login);
      if (names.length === 0) {
        await expect(page.getByRole('main')).toContainText('No sites');
        return;
      }
      await expect.poll(() => siteNames(page)).toEqual(names);
      await expect(page.getByRole('main')).toContainText(names.length === 1 ? '1 site' : `${names.length} sites`);
      for (const name of names) await expect(deviceTree(page).getByRole('treeitem', { name: new RegExp(`^${name}`) })).toBeVisible();
      await expect(deviceTree(page).getByRole('treeitem')).toHaveCount(names.length);
    });

  test('says what each site delivers and how old that is, and leads to its overview', async ({ visitAs }) => {
    const { page } = await visitAs('admin');
    const table = page.getByRole('region', { name: 'Sites by attention' });
    const name = await table.getByRole('rowheader').first().getByRole('link').innerText();
    // Found by its name from here on: rows change places while data arrive.
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await expect(row).toContainText(/\d/);
    const link = row.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', /site=s\d+/);
    await link.click();
    await expect(page).toHaveTitle('Site overview - Solvane');
    await expect(page).toHaveURL(/site=s\d+/);
  });

  test('draws the power of the fleet, and has it as a table too', async ({ visitAs }) => {
    const { page } = await visitAs('admin');
    const power = page.getByRole('region', { name: 'Active power', exact: true });
    const chart = power.getByRole('group').first();
    await expect(chart).toHaveAccessibleDescription(/line/);
    await power.getByRole('button', { name: 'Show as table' }).press('t');
    await expect(power.getByRole('rowheader').first()).toHaveText(/\d/);
    await power.getByRole('button', { name: 'Show as chart' }).click();
    await expect(chart).toBeVisible();
  });

  test('stays of use on a phone: cards, a bar at the bottom, and no panel in the way', async ({ visitAs }) => {
    const { page } = await visitAs('admin');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Fleet now' })).toBeVisible();
    await expect(deviceTree(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Sites by attention' }).getByRole('link').first()).toBeVisible();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});

async function chooseAllEnterprises(user: HttpUser): Promise<string[]> {
  const { enterprises, sites } = await user.call(deviceTreeEndpoints.sites, {});
  await user.call(accountSettingsEndpoints.saveSelectedEnterpriseIds, { body: enterprises.map(({ id }) => id) });
  return sites.map(({ name }) => name).toSorted();
}

async function siteNames(page: Page): Promise<string[]> {
  const rows = page.getByRole('region', { name: 'Sites by attention' }).getByRole('rowheader');
  return (await rows.allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '').toSorted();
}
