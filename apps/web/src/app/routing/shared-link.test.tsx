import { shortUniqueIdSchema } from '@solvane/contract/ids';
import { sharedUrlEndpoints } from '@solvane/contract/shell';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { detailsPanel, openDetails } from '../../workspace/details.ts';
import { deviceSelection } from '../../workspace/device-selection.ts';
import { openPanels, setSignalPanelOpen } from '../../workspace/panels.ts';
import { signalSelection } from '../../workspace/signal-selection.ts';

afterEach(resetApp);

const selected = () => Object.keys(deviceSelection.get().segments);

test('a shared link brings a colleague to the same devices, panels, details and period', async () => {
  const product = createFakeProduct();
  const { user } = await renderApp(product, { address: '/event-log?period=last7Days&autoRefresh=5' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('treeitem', { name: /Trent/ }));
  act(() => {
    setSignalPanelOpen(false);
    openDetails({ kind: 'metadata', deviceId: 'S05' });
  });
  await user.click(screen.getByRole('button', { name: 'Share this view' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  const link = new URL(writeText.mock.calls[0]?.[0] ?? '');
  expect(link.pathname + link.search).toBe('/event-log?sharedId=share100');
  expect(product.sharedUrls[0]?.parameters).toMatchObject({
    routeParams: {},
    signals: [],
    isSignalPanelOpen: false,
    detailsPanel: { kind: 'metadata', deviceId: 'S05' },
    startTime: 'last7Days',
    endTime: null,
  });

  await resetApp();
  const { router } = await renderApp(product, { address: link.pathname + link.search });
  await waitFor(() => expect(selected()).toEqual(['S05']));
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'last7Days' }));
  expect(openPanels.get().isSignalPanelOpen).toBe(false);
  expect(detailsPanel.get().content).toEqual({ kind: 'metadata', deviceId: 'S05' });
});

test('details of a shared view stay open though the link starts on another page', async () => {
  const product = createFakeProduct();
  const { user } = await renderApp(product, { address: '/event-log' });
  act(() => openDetails({ kind: 'metadata', deviceId: 'S05' }));
  await user.click(screen.getByRole('button', { name: 'Share this view' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();

  await resetApp();
  const { router } = await renderApp(product, { address: '/get-started?sharedId=share100' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/event-log'));
  await waitFor(() => expect(document.title).toBe('Event log - Solvane'));
  expect(detailsPanel.get().content).toEqual({ kind: 'metadata', deviceId: 'S05' });
});

test('an invalid link says so and leaves the address clean', async () => {
  const { router } = await renderApp(createFakeProduct(), { address: '/event-log?sharedId=gone1234' });
  expect((await screen.findByRole('alert')).textContent).toContain('This shared link is not valid.');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a link to a screen this version does not know is invalid too', async () => {
  const product = createFakeProduct();
  product.server.on(sharedUrlEndpoints.get, () => ({
    shortUniqueId: shortUniqueIdSchema.parse('future12'),
    pageName: 'a-screen-of-the-future',
    originTabId: 't',
    parameters: {
      routeParams: {},
      segments: {},
      enterpriseIds: [],
      signals: [],
      isDevicePanelOpen: true,
      isSignalPanelOpen: true,
      isSidePanelOpen: true,
      detailsPanel: null,
      startTime: null,
      endTime: null,
    },
  }));
  await renderApp(product, { address: '/event-log?sharedId=future12' });
  expect((await screen.findByRole('alert')).textContent).toContain('This shared link is not valid.');
});

test('devices and signals named in an address are selected and leave it; unknown ones are ignored', async () => {
  const address = `/data-studio?${new URLSearchParams({ devices: '["S01-INV2","NOWHERE"]', signals: '["ActivePower||Validated","broken"]' })}`;
  const { router } = await renderApp(createFakeProduct(), { address });
  await waitFor(() => expect(selected()).toEqual(['S01-INV2']));
  expect(signalSelection.get().signalIds).toEqual(['ActivePower||Validated']);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('devices'));
  expect(router.state.location.search).not.toHaveProperty('signals');
});

test('the period follows from screen to screen', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/event-log?period=last30Days' });
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(router.state.location.search).toMatchObject({ period: 'last30Days' });
  expect(screen.getByRole('button', { name: /Last 30 days/ })).toBeTruthy();
});
