import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { chooseDevice, device } from './studio.ts';

test('two tabs share sizes, favorites and the theme, and keep their own selection', async ({ visitAs }) => {
  const { page: first } = await visitAs('analyst', '/data-studio');
  const second = await first.context().newPage();
  await second.goto('/data-studio');
  await expect(device(second, 'Guadal')).toBeVisible();

  await chooseDevice(first, 'Guadal');
  await expect(device(second, 'Guadal')).toHaveAttribute('aria-checked', 'false');

  const separator = (page: Page) => page.getByRole('separator', { name: 'Width of devices' });
  const before = Number(await separator(second).getAttribute('aria-valuenow'));
  await separator(first).press('ArrowRight');
  await expect(separator(second)).toHaveAttribute('aria-valuenow', String(before + 16));

  await first.getByRole('button', { name: /^Account of/ }).click();
  await first.getByRole('menuitem', { name: 'Theme' }).click();
  await first.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(second.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await first.getByRole('menuitemradio', { name: 'As the system' }).click();
});

test('a selection and open panels outlive a reload of their tab', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/data-studio');
  await chooseDevice(page, 'Norrvind');
  await page.reload();
  await expect(device(page, 'Norrvind')).toHaveAttribute('aria-checked', 'true');
});
