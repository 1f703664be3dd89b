import { eventEndpoints } from '@solvane/contract/events';
import { siteIdSchema } from '@solvane/contract/ids';
import { demoEndpoints, type InjectedFault } from '@solvane/contract/system';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { refreshNow } from '../../workspace/refresh.ts';
import { DemoFaultsScreen } from './demo-faults-screen.tsx';

const OUTAGE: InjectedFault = {
  id: 'GT02',
  siteId: siteIdSchema.parse('S01'),
  deviceIds: ['S01-INV2'],
  startMs: Date.parse('2026-04-06T07:10:00Z'),
  endMs: Date.parse('2026-04-06T13:40:00Z'),
  kind: 'fault',
  description: 'Demo_Fault_GT02',
  signalIds: ['ActivePower||Raw'],
  screen: 'event-log',
  eventCode: '1205',
};

beforeEach(() => {
  installScreen();
  refreshNow(Date.UTC(2026, 5, 24, 12, 40));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a fault is a sentence, its time opens the chart of its device on that day, and beside it stand its events', async () => {
  const product = createFakeProduct();
  product.server.on(demoEndpoints.faults, () => ({ items: [OUTAGE] }));
  await renderScreen(<DemoFaultsScreen />, product);
  expect((await screen.findByRole('rowheader')).textContent).toContain('1205');
  const address = addressOf(/^Open chart of/);
  expect(address).toContain('devices=["S01-INV2"]');
  expect(address).toContain('signals=["ActivePower||Raw"]');
  expect(address).toContain('2026-04-06_2026-04-07');
  expect(screen.getByRole('link', { name: /^Open chart of/ }).textContent).toBe('2026-04-06 09:10 to 15:40');
  expect(addressOf(/^Open events of/)).toMatch(/^\/event-log\?devices=\["S01-INV2"\]&period=2026-04-06_2026-04-07/);
});

test('beside its events stands what they lost, which leads to them alone', async () => {
  const product = createFakeProduct();
  product.server.on(demoEndpoints.faults, () => ({ items: [OUTAGE] }));
  const sums = {
    count: 1,
    durationMs: 1,
    lostEnergyKwh: 7_620,
    revenueLoss: null,
    energyUnknownCount: 0,
    revenueUnknownCount: 1,
    leftOutIntervals: 0,
  };
  product.server.on(eventEndpoints.totals, () => ({ ...sums, unacknowledged: 1, byType: [], issues: [] }));
  await renderScreen(<DemoFaultsScreen />, product);
  expect((await screen.findByText('7.62 MWh lost')).getAttribute('aria-label')).toContain('7.62');
  expect(addressOf(/lost: open events of/)).toMatch(/^\/event-log\?devices=\["S01-INV2"\]&period=2026-04-06_2026-04-07&q=code=1205/);
  expect(product.server.callsOf(eventEndpoints.totals).map(({ body }) => body)).toEqual([
    { filter: { segmentIds: ['S01-INV2'], codes: ['1205'], startMs: OUTAGE.startMs, endMs: OUTAGE.endMs, members: 'hidden' } },
  ]);
});

test('a fault that no event shows, and one for who may not read events, leads to its chart only', async () => {
  const product = createFakeProduct();
  product.server.on(demoEndpoints.faults, () => ({ items: [{ ...OUTAGE, screen: 'data-studio' as const, eventCode: null }] }));
  await renderScreen(<DemoFaultsScreen />, product);
  expect(await screen.findAllByRole('link')).toHaveLength(1);
  cleanup();
  const narrow = createFakeProduct({ permissions: ['PageDataStudio'] });
  narrow.server.on(demoEndpoints.faults, () => ({ items: [OUTAGE] }));
  await renderScreen(<DemoFaultsScreen />, narrow);
  expect(await screen.findAllByRole('link')).toHaveLength(1);
});

test('without the demo the page says why it is empty', async () => {
  await renderScreen(<DemoFaultsScreen />, createFakeProduct());
  expect(await screen.findByText('No built-in faults')).toBeDefined();
});

function addressOf(name: RegExp): string {
  return decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');
}
