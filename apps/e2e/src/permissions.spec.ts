import type { Locator, Page } from '@playwright/test';
import { sessionEndpoints } from '@solvane/contract/session';
import type { HttpUser } from '@solvane/testing/http-user';
import { expect, test } from './product.ts';
import { DEMO_LOGINS, GROUPS, MISSING_DASHBOARD, ROUTES, type RouteOfSpec } from './routes.ts';
import { goWithin } from './visit.ts';

/** Between two pages, so that the one before cannot pass for the one after. */
const NOWHERE = '/no/such/page';

for (const login of DEMO_LOGINS)
  test.describe(login, () => {
    test('opens exactly the pages that the permissions call grants', async ({ visitAs, expectComplaints }) => {
      expectComplaints(MISSING_DASHBOARD);
      const { page, user } = await visitAs(login);
      const mayOpen = await permittedTo(user);
      for (const route of ROUTES) {
        await goWithin(page, NOWHERE);
        await expect(headingOf(page)).toHaveText('Page not found');
        await goWithin(page, route.path);
        await expect.soft(headingOf(page), `${login} at ${route.path}`).toHaveText(expectedHeading(route, mayOpen(route)));
      }
    });

    test('is shown exactly the pages that are open, and a group only with a page in it', async ({ visitAs }) => {
      const { page, user } = await visitAs(login);
      const mayOpen = await permittedTo(user);
      const isProvider = login === 'provider';
      const isOpen = (group: string) => ROUTES.some((route) => route.path.startsWith(`${group}/`) && route.navigation && mayOpen(route));
      const expected = ROUTES.filter(
        (route) =>
          mayOpen(route) &&
          (route.navigation === 'everybody' || (isProvider && route.navigation)) &&
          (route.group === undefined || isOpen(route.group)),
      );
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await expect(navigation.getByRole('link').first()).toBeVisible();
      const groups = GROUPS.filter((group) => expected.some(({ path }) => path.startsWith(`${group}/`)));
      await openEveryGroup(navigation, groups.length);
      await expect.poll(() => hrefsOf(navigation)).toEqual(expected.map(({ path }) => path).toSorted());
    });
  });

test('a group leads everybody to the first page in it that is open to them', async ({ visitAs }) => {
  for (const login of DEMO_LOGINS) {
    const { page, user } = await visitAs(login);
    const mayOpen = await permittedTo(user);
    for (const group of GROUPS) {
      await goWithin(page, NOWHERE);
      await expect(headingOf(page)).toHaveText('Page not found');
      const first = ROUTES.find((route) => route.path.startsWith(`${group}/`) && route.navigation && mayOpen(route));
      await goWithin(page, group);
      await expect.soft(headingOf(page), `${login} at ${group}`).toHaveText(expectedHeading(first, first !== undefined));
      if (first) await expect.soft(page).toHaveURL(({ pathname }) => pathname === first.path);
    }
  }
});

/** Each group is waited for before the next: a second press before the first is drawn would close it again. */
async function openEveryGroup(navigation: Locator, count: number): Promise<void> {
  const groups = navigation.getByRole('listitem').locator('button[aria-expanded]');
  await expect(groups).toHaveCount(count);
  for (const group of await groups.all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await expect(group).toHaveAttribute('aria-expanded', 'true');
  }
}

async function permittedTo(user: HttpUser): Promise<(route: RouteOfSpec) => boolean> {
  const { userAccessByPermissionName } = await user.call(sessionEndpoints.permissions, {});
  const { features } = await user.call(sessionEndpoints.features, {});
  return ({ permission, feature }) =>
    (permission === undefined || userAccessByPermissionName[permission] === true) && (feature === undefined || features[feature] === true);
}

function headingOf(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 1 }).first();
}

function expectedHeading(route: RouteOfSpec | undefined, isPermitted: boolean): string {
  return isPermitted && route ? (route.heading ?? route.title) : 'No access to this page';
}

async function hrefsOf(navigation: Locator): Promise<string[]> {
  const read = (links: { getAttribute(name: string): string | null }[]) => links.map((link) => link.getAttribute('href') ?? '');
  const hrefs = (await navigation.getByRole('link').evaluateAll(read as never)) as string[];
  return hrefs.toSorted();
}
