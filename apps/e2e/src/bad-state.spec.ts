import { expect, test } from './product.ts';
import { chooseDevice, device } from './studio.ts';

const RUBBISH = [
  '',
  'not json',
  '{',
  'null',
  '[]',
  '{"version":99,"value":{}}',
  '{"version":1,"value":null}',
  '{"version":0}',
  '{"version":1,"value":{"segments":7}}',
];

test('whatever is stored wrongly never breaks a start', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/data-studio');
  await chooseDevice(page, 'Guadal');
  await page.getByRole('separator', { name: 'Width of devices' }).press('ArrowRight');
  for (const text of RUBBISH) {
    const spoiled = await page.evaluate(`(() => {
      let count = 0;
      for (const storage of [localStorage, sessionStorage])
        for (const key of Object.keys(storage)) if (key.startsWith('solvane.')) { storage.setItem(key, ${JSON.stringify(text)}); count += 1; }
      return count;
    })()`);
    expect(spoiled).toBeGreaterThan(2);
    await page.goto('/data-studio');
    await expect(device(page, 'Guadal'), `stored: ${text}`).toBeVisible();
  }
});

test('sizes that an older version stored are taken over', async ({ visitAs }) => {
  const { page } = await visitAs('analyst', '/data-studio');
  const separator = page.getByRole('separator', { name: 'Width of devices' });
  await separator.press('ArrowRight');
  await page.evaluate(`(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.pane-sizes'));
    localStorage.setItem(key, JSON.stringify({ version: 1, value: { device: 412, signals: 300, details: 500 } }));
  })()`);
  await page.reload();
  await expect(separator).toHaveAttribute('aria-valuenow', '412');
});

for (const query of [
  'period=%7B%22x%22',
  'period=99999-day',
  'devices=5',
  'devices=%5B%22nowhere%22%5D',
  'signals=%5B1%2C2%5D',
  'resolution=%5B%5D&compare=7&view=%7B%7D',
  'sharedId=%7B%7D',
  'unknown=%F0%9F%92%A5&__proto__=1',
])
  test(`an address with ${query} opens with what is right in it`, async ({ visitAs, expectComplaints }) => {
    // A shared view that does not exist is a 404, which a browser reports.
    expectComplaints(/status of 404/);
    const { page } = await visitAs('analyst', `/data-studio?${query}`);
    await expect(page).toHaveTitle('Data Studio - Solvane');
    await expect(device(page, 'Guadal')).toBeVisible();
  });

test('a link that leads nowhere says so and leaves the address clean', async ({ visitAs, expectComplaints }) => {
  expectComplaints(/status of 404/);
  const { page } = await visitAs('analyst', '/data-studio?sharedId=gone1234');
  await expect(page.getByRole('alert')).toContainText('link');
  await expect(page).toHaveURL(/\/data-studio$/);
});
