import { moveTo, tabTo } from './keys.ts';
import { expect, test } from './product.ts';
import { DEMO_PASSWORD } from './routes.ts';
import { chart, device, deviceTree, signal, signalSearch } from './studio.ts';

test('without a mouse from the login page to a chart, and to the link that shows it to a colleague', async ({ page, visitAs }) => {
  await page.goto('/account/login?returnUrl=%2F');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('analyst@solvane.demo');
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Home - Solvane');
  await expect(deviceTree(page)).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveTitle('Data Studio - Solvane');
  // Shortly after midnight there is nothing of today yet.
  await tabTo(page, page.getByRole('button', { name: 'Previous period' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/period=/);

  await page.keyboard.press('/');
  await expect(page.getByPlaceholder(/^Search \d+ devices$/)).toBeFocused();
  await page.keyboard.type('WT-1');
  await expect(device(page, 'WT-1')).toBeVisible();
  await tabTo(page, deviceTree(page));
  await moveTo(page, deviceTree(page), /^WT-1\b/);
  await page.keyboard.press('Space');
  await expect(device(page, 'WT-1')).toHaveAttribute('aria-checked', 'true');

  const signals = page.getByRole('tree', { name: 'Signals' });
  await expect(signals).toBeVisible();
  await tabTo(page, signalSearch(page));
  await page.keyboard.type('Active power');
  await expect(signal(page, 'Active power')).toBeVisible();
  await tabTo(page, signals);
  await moveTo(page, signals, /^Active power\s+Raw\b/);
  await page.keyboard.press('Space');
  await expect(chart(page)).toHaveAccessibleDescription(/^1 line in 1 plot/);

  await tabTo(page, chart(page));
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  const shared = page.waitForResponse((answer) => answer.url().endsWith('/api/shared-urls') && answer.request().method() === 'POST');
  await tabTo(page, page.getByRole('button', { name: 'Share this view' }), 'backwards');
  await page.keyboard.press('Enter');
  const { shortUniqueId } = (await (await shared).json()) as { shortUniqueId: string };
  await expect(page.getByText('Link copied')).toBeVisible();

  const { page: colleague } = await visitAs('provider', `/data-studio?sharedId=${shortUniqueId}`);
  await expect(chart(colleague)).toHaveAccessibleDescription(/^1 line in 1 plot/);
});
