import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { chooseDevice, device } from './studio.ts';

test('two tabs share sizes, favorites and the theme, and keep their own selection', async ({ visitAs }) => {
  const { page: first } = await visitAs('analyst', '/data-studio');
  const second = await first.context().newPage();
  await second.goto('/data-studio');
  await expect(device(second, 'Guadal')).toBeVisible();

  // A tab behind another one draws seldom: every press in it would wait for seconds.
  await first.bringToFront();
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
  await first.getByRole('menuitemradio', { name: 'System' }).click();
});

test('a selection and open panels outlive a reload of their tab', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/data-studio');
  await chooseDevice(page, 'Norrvind');
  await page.reload();
  await expect(device(page, 'Norrvind')).toHaveAttribute('aria-checked', 'true');
});

test('all tabs hear the server over one connection, and the next tab takes it over', async ({ visitAs }) => {
  const { page: before } = await visitAs('analyst', '/data-studio');
  const context = before.context();
  await before.close();
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('/api/stream') && streams.push(request.url()));
  const first = await context.newPage();
  await first.goto('/data-studio');
  await expect.poll(() => streams.length).toBe(1);
  const second = await context.newPage();
  await second.goto('/data-studio');
  await expect(device(second, 'Guadal')).toBeVisible();
  expect(streams).toHaveLength(1);
  await first.close();
  await expect.poll(() => streams.length).toBe(2);
});
