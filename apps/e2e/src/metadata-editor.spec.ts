import { expect, test } from './product.ts';
import { chooseDevice, openDevice } from './studio.ts';

/** Another one with every run: a value that is there already is no change. */
const RATING = 1_000 + (Date.now() % 900);

test('values are edited in place, filled down, reviewed, saved with a date, and stand in the history', async ({ visitAs }) => {
  const { page } = await visitAs('admin', '/manage-data/metadata');
  await openDevice(page, 'Guadal');
  await chooseDevice(page, 'INV-1');
  await chooseDevice(page, 'INV-2');
  const grid = page.getByRole('grid', { name: 'Device metadata' });
  await page.getByRole('searchbox', { name: 'Search attributes' }).fill('AC rating');
  await expect(grid.getByRole('columnheader')).toHaveCount(2);
  const cells = grid.getByRole('gridcell');
  await expect(cells.nth(1)).not.toHaveText('');
  const before = await cells.nth(1).innerText();

  await cells.first().click();
  await grid.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('99999999');
  await page.keyboard.press('Enter');
  await expect(cells.first()).toHaveAttribute('aria-invalid', 'true');
  await cells.first().click();
  await page.keyboard.type(String(RATING));
  await page.keyboard.press('Enter');
  await cells.first().click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cells.nth(1)).toHaveText(RATING.toLocaleString('en-US'));
  await expect(page.getByText('2 changes not saved')).toBeVisible();

  await page.reload();
  await expect(page.getByText('2 changes not saved')).toBeVisible();
  await page.getByRole('button', { name: 'Review 2 changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Undo AC rating of INV-2' }).click();
  await dialog.getByLabel('Valid from').fill('2026-03-01');
  await dialog.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText('1 value saved')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search attributes' }).fill('AC rating');
  await expect(cells.first()).toHaveText(RATING.toLocaleString('en-US'));
  await expect(cells.nth(1)).toHaveText(before);
  await cells.first().click();
  await expect(page.getByRole('region', { name: 'About this value' })).toContainText('from Mar 1, 2026');
});

test('one value goes to the same attribute of devices of several sites, a pasted block is checked cell by cell', async ({ visitAs }) => {
  const { page } = await visitAs('admin', '/manage-data/metadata');
  await openDevice(page, 'Guadal');
  await chooseDevice(page, 'INV-1');
  await chooseDevice(page, 'INV-2');
  await chooseDevice(page, 'Norrvind');
  await chooseDevice(page, 'Trent');
  const grid = page.getByRole('grid', { name: 'Device metadata' });
  await page.getByRole('searchbox', { name: 'Search attributes' }).fill('AC rating');
  const cells = grid.getByRole('gridcell');
  await cells.first().click();
  await page.keyboard.type(String(RATING + 7));
  await page.keyboard.press('Enter');
  await cells.first().click();
  await page.getByRole('button', { name: 'Fill column' }).click();
  await expect(cells.nth(1)).toHaveText((RATING + 7).toLocaleString('en-US'));

  await cells.first().click();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '${RATING + 11}\\r\\nmany');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  await expect(cells.first()).toHaveText((RATING + 11).toLocaleString('en-US'));
  await expect(cells.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText(/changes? not saved/)).toBeHidden();
});

test('who may look but not change is told so, and finds no way to', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/tasks');
  await page.route('**/api/permissions', async (route) => {
    const answer = (await (await route.fetch()).json()) as { userAccessByPermissionName: Record<string, boolean> };
    await route.fulfill({
      json: { userAccessByPermissionName: { ...answer.userAccessByPermissionName, PageMetadataEditor: true, EditMetadata: false } },
    });
  });
  await page.goto('/manage-data/metadata');
  await expect(page.getByText('You can view these values but not change them')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Review/ })).toBeHidden();
});
