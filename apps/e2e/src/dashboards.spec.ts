import { enterpriseIdSchema } from '@solvane/contract/ids';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import { Actions } from './actions.ts';
import { expect, test } from './product.ts';

const WIDGETS = ['Key metric', 'Time series', 'Loss walk', 'Power curve', 'Event list', 'KPI table'];
/** What has to be chosen is asked for at once. */
const ASKED = new Map([
  ['Key metric', /^Metric/],
  ['Time series', /^Signals/],
  ['Power curve', /^Power curve type/],
]);
const MOST_ACTIONS = 60;

test('a dashboard of six widgets is made, moved by keys, shared, and is what an operator then sees as Home', async ({
  visitAs,
  userOf,
}) => {
  const [{ page }, operator] = [await visitAs('admin', '/dashboards'), await userOf('operator')];
  const title = `Morning ${Date.now()}`;
  const actions = new Actions(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const group = (name: string) => page.getByRole('group', { name, exact: true });

  await actions.click(button('New dashboard'));
  await actions.enter(page.getByRole('textbox', { name: 'Title' }), title);
  await actions.click(button('Create dashboard'));
  await actions.click(button('Edit'));
  for (const name of WIDGETS) {
    await actions.click(button('Add widget').first());
    await actions.click(page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}(?! curve)`) }));
    const asked = ASKED.get(name);
    if (!asked) continue;
    await actions.click(page.getByRole('combobox', { name: asked }));
    await actions.click(page.getByRole('option').first());
    await actions.click(button('Save'));
  }
  await expect(group('Power curve')).toBeVisible();
  await actions.click(group('Power curve'));
  const before = await group('Power curve').getAttribute('aria-description');
  await actions.press('ArrowUp');
  await expect(group('Power curve')).not.toHaveAccessibleDescription(before ?? '');
  await actions.press('Control+z');
  await expect(group('Power curve')).toHaveAccessibleDescription(before ?? '');
  await actions.click(button('Save'));
  await expect(button('Edit')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Loss walk' })).toBeVisible();

  const menu = button(`Actions for ${title}`);
  await actions.click(menu);
  await actions.click(page.getByRole('menuitem', { name: 'Share dashboard' }));
  const access = page.getByRole('radiogroup', { name: 'Access of Aurora' });
  await actions.click(access.getByRole('radio', { name: 'Read-only' }));
  await actions.click(button('Save shares'));
  await expect(access).toBeHidden();
  await actions.click(menu);
  await actions.click(page.getByRole('menuitem', { name: 'Set as Home of Aurora' }));
  expect(actions.count).toBeLessThanOrEqual(MOST_ACTIONS);

  try {
    await operator.call(accountSettingsEndpoints.saveSelectedEnterpriseIds, { body: [enterpriseIdSchema.parse('aurora')] });
    const { page: home } = await visitAs('operator');
    await expect(home.getByRole('region', { name: 'Loss walk' })).toBeVisible();
    await expect(home.getByRole('region', { name: 'Open events with losses' })).toBeVisible();
  } finally {
    // The other tests expect the home of the product.
    await actions.click(menu);
    await actions.click(page.getByRole('menuitem', { name: 'Delete dashboard' }));
    await actions.click(page.getByRole('dialog').getByRole('button', { name: 'Delete dashboard' }));
    await expect(page).toHaveURL(/\/dashboards$/);
  }
});
