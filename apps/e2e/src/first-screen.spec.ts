import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { settle, signInAs } from './visit.ts';

/** Packed code and styles, fonts apart. */
const LOGIN_KB = 30;
const HOME_KB = 350;

test('the login page and the first signed-in screen load little, and no words of other screens', async ({ page, product }) => {
  // What waits until the browser has nothing else to do is not what the screen begins with.
  await page.addInitScript('window.requestIdleCallback = () => 0');
  const fetched = recordCode(page);
  await page.goto('/account/login');
  const login = gzipSync(await page.content()).length / 1024 + (await kilobytes(fetched));
  expect(login).toBeLessThan(LOGIN_KB);

  fetched.clear();
  await signInAs(page, 'admin', { baseUrl: product.baseUrl });
  await expect(page.getByRole('heading', { name: 'Fleet now' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sites by attention' }).getByRole('row').nth(1)).toBeVisible();
  await settle(page);
  expect([...fetched.keys()].filter((path) => path.includes('/en-US-'))).toHaveLength(1);
  const home = await kilobytes(fetched);
  expect(home).toBeGreaterThan(100);
  expect(home, [...fetched.keys()].join(' ')).toBeLessThan(HOME_KB);
});

test('the shell never waits for words of other screens, also where there are no sites', async ({ visitAs }) => {
  const { page } = await visitAs('viewer', '/no/such/page');
  const released = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/assets\/en-US-/, async (route) => {
    asked += 1;
    if (asked > 1) await released.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('No sites or devices')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  expect(asked).toBe(1);
  released.resolve();
});

function recordCode(page: Page): Map<string, Promise<number>> {
  const fetched = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname))
      fetched.set(
        pathname,
        // A page that is left takes the bodies with it that were not read yet.
        response.body().then(
          (body) => gzipSync(body).length / 1024,
          () => 0,
        ),
      );
  });
  return fetched;
}

async function kilobytes(fetched: Map<string, Promise<number>>): Promise<number> {
  return (await Promise.all(fetched.values())).reduce((sum, size) => sum + size, 0);
}
