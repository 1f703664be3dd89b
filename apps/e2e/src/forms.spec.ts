import { AXE_RULES, axeOf } from './axe.ts';
import { expect, test } from './product.ts';

const NAME = `Nightly export ${process.pid}`;

test('an API token is made with a form of the server, shown once, works, and ends when it is revoked', async ({ visitAs, product }) => {
  const { page } = await visitAs('admin', '/api-access');
  await page.getByRole('button', { name: 'New API token' }).click();
  const form = page.getByRole('region', { name: 'New API token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByRole('alert')).toContainText('This field is required');
  await form.getByLabel('Name').fill('<b>');
  await form.getByLabel('Name').press('Tab');
  await expect(form.getByRole('alert')).toContainText('Special characters and symbols are not allowed');
  await form.getByLabel('Name').fill(NAME);
  await form.getByRole('button', { name: /^Sites/ }).click();
  await page.getByRole('checkbox', { name: 'Guadal' }).check();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Create token' }).click();

  const dialog = page.getByRole('dialog', { name: `API token ${NAME}` });
  const secret = await dialog.locator('code').innerText();
  const ask = () => fetch(`${product.baseUrl}/api/device-tree/sites`, { headers: { authorization: `Bearer ${secret}` } });
  const answer = (await (await ask()).json()) as { sites: { name: string }[] };
  expect(answer.sites.map(({ name }) => name)).toEqual(['Guadal']);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.reload();
  await expect(page.getByRole('main')).not.toContainText(secret);

  const row = page.getByRole('row', { name: new RegExp(NAME) });
  await expect(row).toContainText('Guadal');
  await row.getByRole('button', { name: `Revoke ${NAME}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toBeHidden();
  expect((await ask()).status).toBe(401);
});

test('what was entered is not lost without a question, and Esc asks it too', async ({ visitAs }) => {
  const { page } = await visitAs('admin', '/api-access');
  await page.getByRole('button', { name: 'New ingestion key' }).click();
  const form = page.getByRole('region', { name: 'New ingestion key' });
  await form.getByLabel('Name').fill('Gateway');
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/api-access$/);
  await expect(form.getByLabel('Name')).toHaveValue('Gateway');
  await form.getByRole('button', { name: 'Close the form' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
});

test('the gallery of all parts and a form of every field pass axe in both themes', async ({ visitAs }) => {
  const { page } = await visitAs('provider', '/debug');
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible();
  await page.getByRole('button', { name: 'Every kind of field' }).click();
  const form = page.getByRole('region', { name: 'Every kind of field' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('alert')).toContainText('3 fields need a change');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await axeOf(page).withTags(AXE_RULES).analyze();
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        colorScheme,
      )
      .toEqual([]);
  }
});
