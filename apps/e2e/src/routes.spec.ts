import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { GROUPS, ROUTES, UNKNOWN_PATHS } from './routes.ts';

/** Says that something went wrong, whatever it was. */
const FAILURE = /Something went wrong|Unable to Retrieve Data|No access to this page|Page not found|Unknown error/;

test.describe('an administrator', () => {
  for (const { path, title, heading = title, isBuilt, isGallery } of ROUTES)
    test(`finds ${title} at ${path}`, async ({ visitAs }) => {
      const { page } = await visitAs('admin', path);
      await expect(page).toHaveTitle(`${title} - Solvane`);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 }).first()).toHaveText(heading);
      if (isBuilt) await expect(main).not.toContainText('Coming soon');
      await expect
        .poll(async () => (await textBeside(page, heading)).length, { message: 'there is more than a title' })
        .toBeGreaterThan(20);
      if (!isGallery) await expect(main).not.toContainText(FAILURE);
    });

  for (const path of UNKNOWN_PATHS)
    test(`finds nothing at ${path}, and a way home`, async ({ visitAs }) => {
      const { page } = await visitAs('admin', path);
      await expect(page).toHaveTitle('Page not found - Solvane');
      await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
      await expect(page).toHaveTitle('Home - Solvane');
    });
});

test.describe('a group', () => {
  for (const group of GROUPS)
    test(`${group} leads to its first page`, async ({ visitAs }) => {
      const first = ROUTES.find(({ path }) => path.startsWith(`${group}/`));
      const { page } = await visitAs('admin', group);
      await expect(page).toHaveTitle(`${first?.title} - Solvane`);
      expect(new URL(page.url()).pathname).toBe(first?.path);
    });
});

async function textBeside(page: Page, heading: string): Promise<string> {
  return (await page.getByRole('main').innerText()).replaceAll(heading, '').trim();
}
