import { siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toldText } from '../../testing/told-text.ts';
import { IngestionStatusScreen } from './ingestion-status-screen.tsx';

const MINUTE_MS = 60_000;

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function givenProduct() {
  const product = createFakeProduct();
  const { on } = product.server;
  on(ingestEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: [
      {
        siteId: siteIdSchema.parse('S01'),
        lastPointMs: product.nowMs - 12 * MINUTE_MS,
        lastReceivedMs: product.nowMs - MINUTE_MS,
        pointsLastHour: 2_160,
        backlogSiteDays: 12,
        rejectedLast30Days: 1_204,
        recalculation: 0.62,
      },
    ],
  }));
  on(ingestEndpoints.rejects, () => ({
    items: [
      {
        atMs: product.nowMs,
        segmentId: 'S01-INV9',
        signal: 'ActivePower||Raw',
        reason: 'unknownDevice' as const,
        count: 1_204,
        sample: 'S01-INV9,ActivePower,812',
      },
    ],
  }));
  return product;
}

test('a site shows what arrived, what waits and how far its recalculation is', async () => {
  await renderScreen(<IngestionStatusScreen />, givenProduct());
  const row = await screen.findByRole('row', { name: /^Guadal/ });
  expect(within(row).getAllByRole('cell').map(toldText)).toEqual(['Jun 24, 2026, 14:28', '2 min', '1 min', '2,160', '12', '1,204', '62%']);
});

test('a site that never sent anything says so, without zeros where nothing is known', async () => {
  await renderScreen(<IngestionStatusScreen />, givenProduct());
  const row = await screen.findByRole('row', { name: /^Lammer/ });
  expect(within(row).getAllByRole('cell').slice(0, 3).map(toldText)).toEqual([
    '— (No data received yet.)',
    'never',
    '— (No data received yet.)',
  ]);
});

test('rejected rows are shown with their reason in words and the first row as it came', async () => {
  await renderScreen(<IngestionStatusScreen />, givenProduct());
  await userEvent.click(await screen.findByRole('button', { name: 'Show rejected rows of Guadal' }));
  const row = await screen.findByRole('row', { name: /Unknown device/ });
  expect(row.textContent).toContain('S01-INV9,ActivePower,812');
});
