import { AppError } from '@solvane/contract/errors';
import { eventEndpoints } from '@solvane/contract/events';
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

test('an event that does not exist leads to the log', async () => {
  const product = createFakeProduct();
  product.server.on(eventEndpoints.get, () => {
    throw new AppError('events.notFound');
  });
  await renderApp(product, { address: '/event-log/00000000-0000-4000-8000-000000000001' });
  const main = screen.getByRole('main');
  expect(await within(main).findByRole('heading', { name: 'Event not found' })).toBeTruthy();
  expect(within(main).getByRole('link', { name: 'Go to Event Log' }).getAttribute('href')).toBe('/event-log');
});

test('details of a device that does not exist say so', async () => {
  await renderApp(createFakeProduct());
  act(() => openDetails({ kind: 'metadata' }));
  expect(await screen.findByText('Device not found')).toBeTruthy();
});

test('a screen that is a dashboard of the product waits for it', async () => {
  await renderApp(createFakeProduct(), {
    address: '/analyze/insights/0198c0de-0000-7000-8000-000000000001/dashboard/insight',
  });
  expect(await screen.findByText('Coming soon')).toBeTruthy();
});
