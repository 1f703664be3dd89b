import type { Page } from '@playwright/test';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { expect, test } from './product.ts';
import { chart } from './studio.ts';
import { setUp } from './visit.ts';

/** Valid but for the height of one hub. */
function fleet(hubHeight: number): string {
  return `version: 1
enterprises: [ { id: north-wind, name: North Wind } ]
sites:
  - id: ridge
    name: Ridge
    enterpriseId: north-wind
    visibilityState: Published
    timezone: Europe/Stockholm
    latitude: 62
    longitude: 15
    country: SE
    energyType: Wind
    segments:
      - { id: ridge-1, name: "Turbine 1", type: WindTurbine, metadata: { capacityAc: 1500, hubHeight: ${hubHeight}, rotorDiameter: 77 } }
`;
}

/** One winter day of a turbine, one value of it broken. */
function measurements(): string {
  const day = Date.UTC(2026, 0, 15);
  const rows = Array.from({ length: 144 }, (_, index) => {
    const time = new Date(day + index * 600_000).toISOString().slice(0, 16).replace('T', ' ');
    return `${time},${index === 7 ? 'broken' : 700 + index},${(6 + index / 50).toFixed(1)},n`;
  });
  return `time,Power (kW),Windspeed (m/s),note\n${rows.join('\n')}\n`;
}

test.describe('an empty product', () => {
  let product: RunningProduct;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    product = await startProduct({ demo: 'off' });
  });
  test.afterAll(() => product.dispose());

  test('leads from the code on the console over fleet and data to the first chart', async ({ page }) => {
    await setUp(page, product);
    await expect(page).toHaveTitle('Home - Solvane');
    await expect(page.getByRole('main')).toContainText('No sites yet');
    await page.getByRole('link', { name: 'Get started' }).click();

    await test.step('a description with an error says where it is', async () => {
      await choose(page, 'Description of the fleet', { name: 'fleet.yaml', content: fleet(8_000) });
      await expect(page.getByRole('main')).toContainText('This description cannot be applied');
      await expect(
        page.getByRole('listitem').filter({ hasText: 'line 14 (sites[0].segments[0].metadata.hubHeight)' }).last(),
      ).toContainText('above 400 m');
      await expect(page.getByRole('button', { name: 'Apply these changes' })).toHaveCount(0);
    });

    await test.step('its plan is shown before it is applied', async () => {
      await choose(page, 'Description of the fleet', { name: 'fleet.yaml', content: fleet(80) });
      await expect(page.getByRole('row', { name: /^Sites/ })).toHaveText('Sites100');
      await page.getByRole('button', { name: 'Apply these changes' }).click();
      await expect(page.getByRole('main')).toContainText('1 site is described.');
    });

    await test.step('the mapping of a file is guessed, its doubts are marked', async () => {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page).toHaveURL(/step=data/);
      await choose(page, 'Measured data', { name: 'turbine.csv', content: measurements() });
      await expect(page.getByLabel('Signal of Power (kW)')).toHaveValue('ActivePower');
      await expect(page.getByLabel('Signal of Windspeed (m/s)')).toHaveValue('NacelleWindSpeed');
      await expect(page.getByLabel('Signal of note')).toHaveValue('');
      await expect(page.getByRole('row', { name: /^Power/ })).toContainText('Guessed from the name');
      await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/have no time zone/);
      await expect(page.getByRole('button', { name: 'Check the file' })).toBeDisabled();
      await page.getByRole('combobox', { name: 'The file holds data of' }).click();
      await page.getByRole('option', { name: 'Turbine 1' }).click();
      await page.getByLabel('Time zone').fill('Europe/Stockholm');
      await expect(page.getByLabel('Time zone')).not.toHaveAccessibleDescription(/have no time zone/);
    });

    await test.step('a try says what would come in and what would not', async () => {
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('main')).toContainText('144 rows read, 287 points to import');
      await expect(page.getByRole('listitem').filter({ hasText: 'line 9' }).last()).toContainText('Power (kW)');
      await page.getByRole('button', { name: 'Import 287 points' }).click();
      await expect(page.getByRole('main')).toContainText('287 points of 2 series imported, 1 value left out.');
    });

    await test.step('the chart shows them', async () => {
      const choice = new URLSearchParams({ devices: '["ridge-1"]', signals: '["ActivePower||Raw"]', period: '2026-01-15_2026-01-16' });
      await page.goto(`${product.baseUrl}/data-studio?${choice}`);
      await expect(chart(page)).toHaveAccessibleDescription(/^1 line in 1 plot/);
    });
  });
});

async function choose(page: Page, label: string, { name, content }: { name: string; content: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('group', { name: label, exact: true }).getByRole('button').click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}
