import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import { siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { demoEndpoints } from '@solvane/contract/system';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { HomeScreen } from './home-screen.tsx';

const MINUTE_MS = 60_000;

function givenProduct(): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  const power: Record<string, [kw: number | null, minutesAgo: number]> = {
    S01: [9_000, 12],
    S02: [0, 12],
    S03: [4_000, 12],
    S04: [16_000, 12],
    S05: [-6_000, 12],
    S06: [9_710, 212],
  };
  on(siteEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: Object.entries(power).map(([siteId, [activePowerKw, minutesAgo]]) => ({
      siteId: siteIdSchema.parse(siteId),
      activePowerKw,
      powerAtMs: product.nowMs - minutesAgo * MINUTE_MS,
      powerSource: 'meter' as const,
      powerCoverage: 1,
      ratedPowerKw: 20_000,
      lastPointMs: product.nowMs - minutesAgo * MINUTE_MS,
      openEvents: null,
      lostKwhPerHour: null,
    })),
  }));
  on(ingestEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: [
      {
        siteId: siteIdSchema.parse('S01'),
        lastPointMs: null,
        lastReceivedMs: null,
        pointsLastHour: 24_480,
        backlogSiteDays: 0,
        rejectedLast30Days: 12,
        recomputation: null,
      },
    ],
  }));
  return product;
}

function rowNames(): (string | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
}

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the site with the oldest data stands first, then those without any, then those that deliver least of their rating', async () => {
  await renderScreen(<HomeScreen />, givenProduct());
  await screen.findByRole('heading', { name: 'Sites by attention' });
  expect(rowNames()).toEqual(['Pecan', 'Caatinga', 'Mojave', 'Lammer', 'Trent', 'Guadal', 'Norrvind', 'Malar']);
});

test('power now is summed over fresh sites and stands against their rating', async () => {
  await renderScreen(<HomeScreen />, givenProduct());
  expect((await screen.findByText('Power now')).parentElement?.textContent).toBe('Power now23.0MW23.0 % of 100\u2009MW rated');
});

test('the one late site is named at the top', async () => {
  await renderScreen(<HomeScreen />, givenProduct());
  expect(await screen.findByText('Pecan 3 h 22 old')).toBeDefined();
});

test('a site opens in Data Studio', async () => {
  await renderScreen(<HomeScreen />, givenProduct());
  const link = await screen.findByRole('link', { name: 'Guadal' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/data-studio?devices=["S01"]');
});

test('while the demo loads Home says how far it is', async () => {
  const product = givenProduct();
  product.server.on(demoEndpoints.progress, () => ({ demo: 'on' as const, stage: 'history' as const, share: 0.37 }));
  await renderScreen(<HomeScreen />, product);
  expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('0.37');
  expect(screen.getByRole('link', { name: 'What the demo holds' }).getAttribute('href')).toBe('/demo-truths');
});

test('a failure says what failed and can be retried', async () => {
  const product = givenProduct();
  product.server.on(siteEndpoints.status, () => {
    throw new AppError('signals.unavailable');
  });
  await renderScreen(<HomeScreen />, product);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Unable to Retrieve Data');
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Sites by attention' })).toBeDefined();
});

test('without sites Home leads to where the first plant is brought in', async () => {
  const product = givenProduct();
  product.server.on(deviceTreeEndpoints.sites, () => ({ enterprises: [], sites: [], errors: [] }));
  await renderScreen(<HomeScreen />, product);
  expect(await screen.findByText('No sites yet')).toBeDefined();
  expect((await screen.findByRole('link', { name: 'Get started' })).getAttribute('href')).toBe('/get-started');
});

test('on a phone sites are a list of two-line rows', async () => {
  installScreen({ isPhone: true });
  await renderScreen(<HomeScreen />, givenProduct());
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toBe('No dataPecanUS— %— of 20.00 MW3 h 22');
  expect(screen.queryByRole('table')).toBeNull();
});
