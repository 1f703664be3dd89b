import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { GROUPS, MISSING_DASHBOARD, ROUTES, UNKNOWN_PATHS } from './routes.ts';

/** Says that something went wrong, whatever it was. */
const FAILURE = /Something went wrong|Unable to Retrieve Data|No access to this page|Page not found|Unknown error/;

test('an administrator finds every page at its address', async ({ visitAs, expectComplaints }) => {
  test.setTimeout(480_000);
  expectComplaints(MISSING_DASHBOARD);
  const { page } = await visitAs('admin');
  const main = page.getByRole('main');
  for (const { path, title, heading = title, isBuilt, isGallery } of ROUTES)
    await test.step(path, async () => {
      await page.goto(path);
      await expect.soft(page, path).toHaveTitle(`${title} - Solvane`);
      await expect.soft(main.getByRole('heading', { level: 1 }).first(), path).toHaveText(heading);
      if (isBuilt) await expect.soft(main, path).not.toContainText('Coming soon');
      await expect
        .poll(async () => (await textBeside(page, heading)).length, { message: `${path} has more than a title` })
        .toBeGreaterThan(20);
      if (!isGallery) await expect.soft(main, path).not.toContainText(FAILURE);
    });
});

test('an address that leads nowhere says so, and shows a way home', async ({ visitAs }) => {
  const { page } = await visitAs('admin');
  for (const path of UNKNOWN_PATHS)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page, path).toHaveTitle('Page not found - Solvane');
      await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
      await expect(page, path).toHaveTitle('Home - Solvane');
    });
});

test('a group leads to its first page', async ({ visitAs }) => {
  const { page } = await visitAs('admin');
  for (const group of GROUPS)
    await test.step(group, async () => {
      const first = ROUTES.find(({ path }) => path.startsWith(`${group}/`));
      await page.goto(group);
      await expect(page, group).toHaveTitle(`${first?.title} - Solvane`);
      await expect(page).toHaveURL(({ pathname }) => pathname === first?.path);
    });
});

async function textBeside(page: Page, heading: string): Promise<string> {
  return (await page.getByRole('main').innerText()).replaceAll(heading, '').trim();
}
