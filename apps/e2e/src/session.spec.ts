import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { signInAs } from './visit.ts';

const DIALOG = { name: 'Session expired' };

test('a session that nears its end says so, can be renewed, and else ends in a dialog with one way on: back to the same place', async ({
  page,
  product,
  expectComplaints,
}) => {
  // Calls of a page whose session is over, and of one that is being left.
  expectComplaints(/status of 401|Failed to fetch|ERR_/);
  await page.clock.install();
  await signInAs(page, 'analyst', { baseUrl: product.baseUrl, path: '/data-studio?period=last7Days' });
  const device = page.getByRole('treeitem', { name: /Guadal/ });
  await device.click();
  await expect(device).toHaveAttribute('aria-checked', 'true');

  await page.clock.fastForward('44:00');
  await expect(page.getByText('Your session ends in 15 min')).toBeHidden();
  await page.clock.fastForward('02:00');
  await expect(page.getByText('Your session ends in 15 min')).toBeVisible();
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('Your session ends in 15 min')).toBeHidden();

  // The server counts real time: for the browser's clock the renewed session is as long as the first one.
  await page.clock.fastForward('14:30');
  const dialog = page.getByRole('dialog', DIALOG);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(1);

  // The server would still know this browser, which only believes that time has passed.
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Reauthenticate' }).click();
  await page.getByLabel('Email').fill('analyst@solvane.demo');
  await page.getByLabel('Password').fill('solvane-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/data-studio\?period=last7Days$/);
  await expect(device).toHaveAttribute('aria-checked', 'true');
});

test('a call that is refused asks who is signed in: only when there is no session, it counts as expired', async ({
  visitAs,
  expectComplaints,
}) => {
  expectComplaints(/status of 401/);
  const { page } = await visitAs('operator', '/api-access');
  await page.route('**/api/jobs/list', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto('/tasks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog', DIALOG)).toBeHidden();

  // From here on only the shared link is refused: any other refusal would end the session before it is asked for.
  await page.unroute('**/api/jobs/list');
  await openPeriodPage(page);
  await page.route('**/api/profile', (route) =>
    route.fulfill({ json: { isAuthenticated: false, displayName: '', claims: [], sessionExpiresAtUtc: null } }),
  );
  await page.route('**/api/shared-urls', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', DIALOG)).toBeVisible();
});

/** Within the product, as a link does: a new start would ask for the profile first. */
async function openPeriodPage(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveTitle('Home - Solvane');
}
