import type { Page } from '@playwright/test';

/** Goes to another screen or period as a link in the product does, without loading the product again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);
}
