import type { Page } from '@playwright/test';
import { eventEndpoints } from '@solvane/contract/events';
import { segmentIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { favoriteEndpoints } from '@solvane/contract/shell';
import { makeIngestionKey } from './ingest.ts';
import { expect, test } from './product.ts';

/** A site whose turbines stop for code 205. */
const SITE = { siteId: 's06', code: '205' };
const STARRED = [{ favoriteType: 'Device' as const, favoriteDataId: segmentIdSchema.parse('s06') }];

test('a turbine of a favorite site stops: the browser tells it once, and the notice leads to the event', async ({
  visitAs,
  userOf,
  product,
}) => {
  const admin = await userOf('admin');
  const operator = await userOf('operator');
  const key = await makeIngestionKey(admin, [SITE.siteId]);
  // Another one when this is tried again: the event of the first try is told once, too.
  const turbine = 2 + test.info().retry;
  // Early enough to lie before the newest data: nothing is computed beyond them.
  const startMs = Date.now() - 40 * 60_000;
  const report = (end: number | null) => postEvent({ baseUrl: product.baseUrl, key, segmentId: `s06-wt-${turbine}`, start: startMs, end });
  await operator.call(favoriteEndpoints.add, { body: { items: STARRED } });
  const { page } = await visitAs('operator', '/account-settings');
  await page.context().grantPermissions(['notifications'], { origin: product.baseUrl });
  await page.addInitScript(RECORD_NOTIFICATIONS);
  await page.reload();
  try {
    const choice = page.getByRole('switch', { name: 'New downtime at a favorite site' });
    // What is open when the watch begins is no news.
    const watchBegins = page.waitForResponse((response) => response.url().endsWith(eventEndpoints.search.path));
    await choice.press('Space');
    await expect(choice).toBeChecked();
    await watchBegins;
    await report(null);
    await expect
      .poll(() => toldOf(page, `WT-${turbine}`), { timeout: 150_000 })
      .toEqual([{ title: expect.stringMatching(/^Norrvind: .+ stopped$/), body: SITE.code }]);
    await page.evaluate('window.lastNotification.onclick()');
    await expect(page).toHaveURL(/\/event-log\//);
    await expect(page.getByRole('main')).toContainText('Downtime');
  } finally {
    await report(startMs + 60_000);
    await operator.call(favoriteEndpoints.remove, { body: { items: STARRED } });
  }
});

interface Report {
  baseUrl: string;
  key: string;
  segmentId: string;
  start: number;
  end: number | null;
}

async function postEvent({ baseUrl, key, segmentId, start, end }: Report): Promise<void> {
  const { code } = SITE;
  const answer = await fetch(`${baseUrl}${ingestEndpoints.events.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ segmentId, code, start, end }] }),
  });
  expect(await answer.json()).toMatchObject({ accepted: 1, rejected: 0 });
}

/** Turbines of the demo stop, too. */
async function toldOf(page: Page, turbine: string): Promise<unknown[]> {
  const told: { title: string }[] = await page.evaluate('window.notifications');
  return told.filter(({ title }) => title.includes(turbine));
}

/** What the system would show is kept instead: a browser without a screen shows nothing. Permission stays the browser's own. */
const RECORD_NOTIFICATIONS = `
  window.notifications = [];
  const Shown = window.Notification;
  window.Notification = class {
    static get permission() { return Shown.permission; }
    static requestPermission() { return Shown.requestPermission(); }
    constructor(title, { body }) { window.notifications.push({ title, body }); window.lastNotification = this; }
  };
`;
