import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { openDetails } from '../../workspace/details.ts';

afterEach(resetApp);

test.each([
  ['/dashboards/unknown', 'Dashboard not found'],
  ['/report/edit/unknown', 'Report not found'],
  ['/analyze/insights/unknown', 'Insight not found'],
  ['/configure/contract-configuration/unknown', 'Contract configuration not found'],
  ['/analyze/insights/unknown/dashboard/unknown', 'Dashboard not found'],
])('%s says %s, and nothing else', async (address, title) => {
  await renderApp(createFakeProduct(), { address });
  const main = screen.getByRole('main');
  expect(await within(main).findByRole('heading', { name: title })).toBeTruthy();
  expect(within(main).queryAllByRole('button')).toEqual([]);
  expect(within(main).queryAllByRole('link')).toEqual([]);
});

test('a data quality configuration that does not exist leads to the list', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/configure/vee-configuration/unknown' });
  await user.click(await screen.findByRole('link', { name: 'Go to the list' }));
  expect(router.state.location.pathname).toBe('/configure/data-quality');
});

test('details of a device that does not exist say so', async () => {
  await renderApp(createFakeProduct());
  act(() => openDetails({ kind: 'metadata' }));
  expect(await screen.findByText('Device not found')).toBeTruthy();
});

test('a screen that is a dashboard of the product waits for it', async () => {
  await renderApp(createFakeProduct(), { address: '/monitor/fleet-overview' });
  expect(await screen.findByText('Coming soon')).toBeTruthy();
});
