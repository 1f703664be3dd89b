import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { LIMITS } from '@solvane/contract/limits';
import { expect, test } from './product.ts';
import { chooseDevice } from './studio.ts';

const SITES = 65;

test('trees of many sites are asked for in batches of thirty, and no more than sixty sites at once', async ({ visitAs, userOf }) => {
  const { sites, enterprises } = await (await userOf('admin')).call(deviceTreeEndpoints.sites, {});
  const [site] = sites;
  if (!site) throw new Error('The demo has no sites');
  const { segmentsBySiteId } = await (await userOf('admin')).call(deviceTreeEndpoints.segments, { body: { siteIds: [site.siteId] } });
  const tree = segmentsBySiteId[site.siteId]?.tree;
  const many = Array.from({ length: SITES }, (_, index) => ({
    ...site,
    siteId: `M${index}`,
    siteSegmentId: `M${index}-root`,
    name: `Many ${String(index).padStart(2, '0')}`,
  }));

  const { page } = await visitAs('admin', '/tasks');
  const asked: string[][] = [];
  let [open, mostOpen] = [0, 0];
  await page.route('**/api/device-tree/sites', (route) => route.fulfill({ json: { enterprises, sites: many, errors: [] } }));
  await page.route('**/api/device-tree/segments', async (route) => {
    const { siteIds } = route.request().postDataJSON() as { siteIds: string[] };
    // The page before asks for the sites there really are.
    if (siteIds.some((id) => !id.startsWith('M'))) return route.continue();
    asked.push(siteIds);
    open += siteIds.length;
    mostOpen = Math.max(mostOpen, open);
    const answer = siteIds.map((id) => [id, { tree: { ...tree, id: `${id}-root`, children: [] }, errors: [] }] as const);
    await route.fulfill({ json: { segmentsBySiteId: Object.fromEntries(answer) } });
    open -= siteIds.length;
  });
  await page.goto('/data-studio');
  await expect.poll(() => asked.flat().length).toBe(SITES);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(LIMITS.sitesPerSegmentRequest);
  expect(mostOpen).toBeLessThanOrEqual(LIMITS.sitesLoadedInParallel);
  expect(new Set(asked.flat()).size).toBe(SITES);
});

test('a newer question ends the older one', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/data-studio');
  await chooseDevice(page, 'Guadal');
  let isHeld = false;
  await page.route('**/api/signals/values', async (route) => {
    if (isHeld) return route.continue();
    isHeld = true;
    // Never answered: only the browser can end it.
  });
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/signals/values'));
  await page.getByRole('searchbox', { name: /signals/i }).fill('Active power');
  await page.getByRole('tree', { name: 'Signals' }).getByText('Active power', { exact: true }).first().click();
  await expect.poll(() => isHeld).toBe(true);
  await page.getByRole('button', { name: 'Previous period' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('a browser that is nearly full gives up its caches, and the product goes on', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/tasks');
  await page.clock.install();
  await page.goto('/data-studio');
  await expect(page.getByRole('treeitem', { name: /Guadal/ })).toBeVisible();
  await expect.poll(() => page.evaluate(COUNT_TREES)).toBeGreaterThan(0);
  // Without pressure the time alone removes nothing that is young.
  await page.clock.fastForward('11:00');
  await expect.poll(() => page.evaluate(COUNT_TREES)).toBeGreaterThan(0);
  await page.evaluate(`navigator.storage.estimate = async () => ({ usage: 95, quota: 100 })`);
  await page.clock.fastForward('11:00');
  await expect.poll(() => page.evaluate(COUNT_TREES)).toBe(0);
  await page.reload();
  await expect(page.getByRole('treeitem', { name: /Guadal/ })).toBeVisible();
});

/** Trees in the cache of the one user of this browser. */
const COUNT_TREES = `(async () => {
  const found = (await indexedDB.databases()).find(({ name }) => name.startsWith('solvane-cache-'));
  if (!found) return 0;
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open(found.name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const count = await new Promise((resolve, reject) => {
    const asking = database.transaction('siteTrees').objectStore('siteTrees').count();
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });
  database.close();
  return count;
})()`;
