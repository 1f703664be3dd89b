import type { AxeBuilder } from '@axe-core/playwright';
import { AXE_RULES, axeOf } from './axe.ts';
import { expect, test } from './product.ts';
import { MISSING_DASHBOARD, ROUTES } from './routes.ts';
import { goWithin, settle } from './visit.ts';

test('every page can be used by everybody, in both themes', async ({ visitAs, expectComplaints }) => {
  test.setTimeout(600_000);
  expectComplaints(MISSING_DASHBOARD);
  const { page } = await visitAs('admin');
  for (const { path, title } of ROUTES) {
    await goWithin(page, path);
    await expect(page).toHaveTitle(`${title} - Solvane`);
    await settle(page);
    // A screen whose code still comes has the title already.
    await expect(page.locator('h1').first()).toBeAttached();
    await page.emulateMedia({ colorScheme: 'light' });
    expect.soft(await problemsOf(axeOf(page).withTags(AXE_RULES)), `${path} in light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Another theme is other colours on the same page.
    expect.soft(await problemsOf(axeOf(page).withRules('color-contrast')), `${path} in dark`).toEqual([]);
  }
});

/** Rule, place and what is wrong there: enough to find it from the report of a failed test. */
async function problemsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
