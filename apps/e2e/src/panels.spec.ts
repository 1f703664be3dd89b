import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { device, deviceTree } from './studio.ts';

const WIDTHS = [1280, 1440];

test('open details, devices and screen fit into the window', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/event-log?period=last7Days');
  await expect(deviceTree(page)).toBeVisible();
  await page.locator('tbody tr [data-column="device"]').first().click();
  const event = page.getByRole('region', { name: 'Event', exact: true });
  await expect(event).toBeVisible();
  for (const width of WIDTHS) await expectInWindow(page, { width, details: 'Event' });

  await page.goto('/data-studio');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('region', { name: 'Signals' })).toBeVisible();
  await expect.poll(async () => edgeOf(await page.getByRole('main').boundingBox())).toBeLessThanOrEqual(1280);
  await device(page, 'Norrvind').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open metadata' }).click();
  await expect(event).toHaveCount(0);
  for (const width of WIDTHS) await expectInWindow(page, { width, details: 'Metadata' });
});

test('the columns of the sites by attention fit beside the devices, the most urgent ones first', async ({ visitAs }) => {
  const { page } = await visitAs('analyst');
  await expect(deviceTree(page)).toBeVisible();
  const sites = page.getByRole('region', { name: 'Sites by attention' });
  await page.setViewportSize({ width: 2200, height: 900 });
  await expect(sites.getByRole('columnheader', { name: 'Avail.' })).toBeVisible();
  for (const width of [1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => edgeOf(await sites.getByRole('columnheader').last().boundingBox()))
      .toBeLessThanOrEqual(edgeOf(await sites.boundingBox()));
    await expect(sites.getByRole('columnheader', { name: 'Cost per hour' })).toBeVisible();
  }
});

test('on a phone the way from event to event can be seen', async ({ visitAs }) => {
  const { page } = await visitAs('analyst');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/event-log?period=last7Days');
  await page.getByRole('row').filter({ hasText: 'Norrvind' }).first().getByText('Norrvind').click();
  const event = page.getByRole('region', { name: 'Event', exact: true });
  for (const name of ['Previous event', 'Next event']) await expect(event.getByRole('button', { name }).locator('svg')).toBeVisible();
});

function edgeOf(box: { x: number; width: number } | null): number {
  return box ? box.x + box.width : Number.POSITIVE_INFINITY;
}

/** Measures the boxes: nothing beyond the window, and details, devices and screen wide enough to read. */
async function expectInWindow(page: Page, { width, details }: { width: number; details: string }): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const boxOf = async (name: string) => page.getByRole('region', { name, exact: true }).boundingBox();
  await expect(async () => {
    const [tree, main, pane] = [await deviceTree(page).boundingBox(), await page.getByRole('main').boundingBox(), await boxOf(details)];
    if (!tree || !main || !pane) throw new Error('a panel is not shown');
    expect(tree.x + tree.width, `${width}: devices`).toBeLessThanOrEqual(main.x);
    expect(main.width, `${width}: screen`).toBeGreaterThanOrEqual(420);
    expect(main.x + main.width, `${width}: screen`).toBeLessThanOrEqual(pane.x + 1);
    expect(pane.width, `${width}: details`).toBeGreaterThanOrEqual(450);
    expect(pane.x + pane.width, `${width}: details`).toBeLessThanOrEqual(width);
  }).toPass({ timeout: 30_000 });
}
