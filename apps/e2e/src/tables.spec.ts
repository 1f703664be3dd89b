import type { Locator } from '@playwright/test';
import { expect, test } from './product.ts';

test('a long table draws its rows without gaps or overlaps at every scroll position, and the details of a row below it', async ({
  visitAs,
}) => {
  const { page } = await visitAs('provider', '/debug');
  const table = page.getByRole('grid', { name: '10,000' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('INV-00001')).toBeVisible();
  await expectInPlaces(table);

  await row('INV-00003').getByRole('rowheader').click();
  const details = table.getByText('INV-00003, Gaspé');
  await expect(details).toBeVisible();
  const [opened, below] = [await row('INV-00003').first().boundingBox(), await details.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((opened?.y ?? 0) + (opened?.height ?? 0));
  expect(below?.y).toBeLessThan((opened?.y ?? 0) + 2 * (opened?.height ?? 0));
  await expectInPlaces(table);

  await table.hover();
  await page.mouse.wheel(0, 50_000);
  await expect(row('INV-00001')).toHaveCount(0);
  await expect(details).toHaveCount(0);
  await expectInPlaces(table);
  await page.mouse.wheel(0, 1_000_000);
  await expect(row('INV-10000')).toBeVisible();
  await expectInPlaces(table);
});

/** The part of a DOM element that runs in the page: DOM types are not loaded here. */
interface Drawn {
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { top: number; height: number };
}

/** Consecutive row numbers, each row one row height below the previous one. */
async function expectInPlaces(table: Locator): Promise<void> {
  await expect(async () => {
    const rows = await table.locator('tbody tr[aria-rowindex]').evaluateAll((drawn) =>
      (drawn as unknown as Drawn[]).map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { index: Number(row.getAttribute('aria-rowindex')), top, height };
      }),
    );
    const first = rows[0];
    expect(rows.length).toBeGreaterThan(5);
    for (const [place, { index, top, height }] of rows.entries()) {
      expect(index).toBe((first?.index ?? Number.NaN) + place);
      expect(height).toBe(first?.height);
      expect(top).toBeCloseTo((first?.top ?? Number.NaN) + place * height, 0);
    }
  }).toPass();
}
