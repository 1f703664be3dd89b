import { expect, type Page } from '@playwright/test';
import { demoEndpoints } from '@solvane/contract/system';
import type { HttpUser } from '@solvane/testing/http-user';
import { DEMO_PASSWORD, type DemoLogin } from './routes.ts';

/** Signs in on the login page as a person does, and waits for the shell. */
export async function signInAs(page: Page, login: DemoLogin, { baseUrl, path = '/' }: { baseUrl: string; path?: string }): Promise<void> {
  await page.goto(`${baseUrl}/account/login?returnUrl=${encodeURIComponent(path)}`);
  // By name, not by label: the browser may speak another language.
  await page.locator('input[name=email]').fill(`${login}@solvane.demo`);
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main').first().waitFor();
}

/** Makes the first administrator of an empty product, with the code that it prints. */
export async function setUp(page: Page, { baseUrl, output }: { baseUrl: string; output: () => string }): Promise<void> {
  await expect.poll(() => setupCode(output())).not.toBe('');
  await page.goto(`${baseUrl}/account/setup`);
  await page.getByLabel('Code').fill(setupCode(output()));
  await page.getByLabel('Your name').fill('Anna Berg');
  await page.getByLabel('Email').fill('anna@north-wind.example');
  await page.getByLabel('Enterprise').fill('First Company');
  for (const label of ['Password', 'Password again']) await page.getByLabel(label, { exact: true }).fill('seven quiet turbines turn');
  await page.getByRole('button', { name: 'Create administrator' }).click();
}

function setupCode(printed: string): string {
  return /with the code (\S+)/.exec(printed)?.[1] ?? '';
}

/** Nothing is being fetched and nothing shows a skeleton. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  // Asked from outside: a page that waits for a condition itself would evaluate text, which its own rules forbid.
  const busy = page.locator('[data-skeleton], [aria-busy="true"]');
  await expect
    .poll(() => busy.count(), { timeout: 10_000 })
    .toBe(0)
    .catch(() => undefined);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** As a link within the product does: without loading it again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

/** The demo is stored completely. */
export async function demoIsLoaded(user: HttpUser): Promise<void> {
  await expect.poll(async () => (await user.call(demoEndpoints.progress, {})).stage, { timeout: 540_000 }).toBe('live');
}
