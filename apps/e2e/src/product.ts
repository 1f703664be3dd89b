import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { DEMO_PASSWORD, type DemoLogin } from './routes.ts';
import { demoIsLoaded } from './visit.ts';

export interface Visit {
  page: Page;
  /** The same person without a browser: what the screen says is compared with what the server answers. */
  user: HttpUser;
}

export interface Product {
  baseUrl: string;
  dataFolder: string;
}

interface TestFixtures {
  /** Lines that a browser wrote as errors during the test: there are none at its end, but for those it expects. */
  complaints: string[];
  /** Errors that a test makes a browser report. Stated beforehand, since a complaint may come later than what the test waits for. */
  expectComplaints: (about: RegExp) => void;
  /** Opens an address as one of the demo logins, in a browser of its own. */
  visitAs: (login: DemoLogin, path?: string) => Promise<Visit>;
}

interface OwnFixtures {
  expected: RegExp[];
}

interface WorkerFixtures {
  product: Product;
  /** Signs in over HTTP once per login: the login page itself has tests of its own. */
  userOf: (login: DemoLogin) => Promise<HttpUser>;
}

export const test = base.extend<TestFixtures & OwnFixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _ }, use) => {
      const { SOLVANE_E2E_URL: baseUrl = '', SOLVANE_E2E_DATA: dataFolder = '' } = process.env;
      await demoIsLoaded(await signIn(baseUrl, emailAndPassword('admin')));
      await use({ baseUrl, dataFolder });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  userOf: [
    async ({ product }, use) => {
      const users = new Map<DemoLogin, Promise<HttpUser>>();
      await use((login) => {
        const user = users.get(login) ?? signIn(product.baseUrl, emailAndPassword(login));
        users.set(login, user);
        return user;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
  complaints: [
    async ({ expected }, use) => {
      const complaints: string[] = [];
      await use(complaints);
      expect(
        complaints.filter((line) => !expected.some((about) => about.test(line))),
        'errors that the browser reported',
      ).toEqual([]);
    },
    { auto: true },
  ],
  expected: async ({ browserName: _ }, use) => use([]),
  expectComplaints: async ({ expected }, use) => use((about) => void expected.push(about)),
  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    await use(page);
  },
  visitAs: async ({ browser, product, userOf, complaints, contextOptions: _ }, use) => {
    const pages: Page[] = [];
    await use(async (login, path = '/') => {
      const user = await userOf(login);
      const context = await browser.newContext({ baseURL: product.baseUrl });
      await context.addCookies(cookiesOf(user, product.baseUrl));
      const page = await context.newPage();
      pages.push(page);
      listen(page, complaints);
      await page.goto(path);
      await page.locator('main').first().waitFor();
      return { page, user };
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };

export function emailAndPassword(login: DemoLogin): { email: string; password: string } {
  return { email: `${login}@solvane.demo`, password: DEMO_PASSWORD };
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
}

function cookiesOf({ cookie }: HttpUser, url: string): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}
