import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { budgetEndpoints, expectedCoefficientEndpoints } from '@solvane/contract/models';
import { expect, test } from './product.ts';

test('next year’s budget is copied from this year, changed and seen against actual; a fit of coefficients is accepted', async ({
  visitAs,
}) => {
  const { page, user } = await visitAs('analyst', '/configure/budgets');
  const { sites } = await user.call(deviceTreeEndpoints.sites, {});
  const site = sites.find(({ metadata }) => metadata.energyType === 'PV');
  if (!site) throw new Error('The demo has no PV site');
  const { siteId, name } = site;
  const { rows } = await user.call(budgetEndpoints.read, { body: { siteId } });
  // The demo states its years in full; the one after them is new.
  const year = Math.max(...rows.map((row) => row.year));
  const next = year + 1;

  await page.goto(`/configure/budgets?site=${siteId}&year=${year}`);
  await page.getByRole('button', { name: 'Copy a year' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Change of all energies, %' }).fill('-0.5');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  const grid = page.getByRole('grid', { name: `Budget ${next}` });
  await expect(grid).toBeVisible();
  await grid.getByRole('gridcell').first().click();
  await page.keyboard.type('1234.5');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell').first()).toHaveText('1,234.50');
  await page.getByRole('textbox', { name: 'Reason (optional)' }).first().fill('Board decision');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Budgets saved')).toBeVisible();
  await expect(page.getByRole('img', { name: `Actual energy and budget of ${name} by month, ${next}` })).toBeVisible();
  await page.reload();
  await expect(grid.getByRole('gridcell').first()).toHaveText('1,234.50');
  const saved = (await user.call(budgetEndpoints.read, { body: { siteId } })).rows.filter((row) => row.year === next);
  expect(saved).toHaveLength(12);
  expect(saved[0]?.energyKwh).toBe(1_234_500);
  await page.getByRole('button', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog')).toContainText('Board decision');

  await page.goto(`/configure/expected-coefficients?site=${siteId}`);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  const table = page.getByRole('table', { name: 'Fitted and current coefficients of Whole site' });
  await expect(table).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Accept for Whole site' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Coefficients saved')).toBeVisible();
  const stored = await user.call(expectedCoefficientEndpoints.read, { body: { siteId } });
  expect(stored.rows.some(({ segmentId }) => segmentId === site.siteSegmentId)).toBe(true);
});
