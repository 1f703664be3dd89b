import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { PERMISSIONS } from '@solvane/contract/permissions';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, FAKE_NOW_MS } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { openDetails } from '../../workspace/details.ts';

beforeEach(() => void vi.useFakeTimers({ now: FAKE_NOW_MS, toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await resetApp();
});

const navigation = () => screen.getByRole('navigation', { name: 'Main navigation' });
const linkNames = () =>
  within(navigation())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the navigation shows what the user may see, and groups that lead somewhere', async () => {
  const permissions = ['ReadDashboard', 'PageEventLogs', 'PageContracts'] as const;
  await renderApp(createFakeProduct({ permissions, features: { 'workflow-management-tasks': false, remoteReset: false } }), {
    address: '/event-log',
  });
  expect(linkNames()).toEqual(['Home', 'Dashboards', 'Event log']);
  expect(
    within(navigation())
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Configure', 'Collapse']);
});

test('debug pages are in the navigation of provider staff only', async () => {
  await renderApp(createFakeProduct({ isProvider: true }));
  expect(linkNames()).toContain('Debug');
});

test('a page without permission says so and stays at its address', async () => {
  const { router } = await renderApp(createFakeProduct({ permissions: ['ReadDashboard'] }), { address: '/data-studio' });
  expect(await screen.findByRole('heading', { name: 'No access to this page' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/data-studio');
  expect(document.title).toBe('Data Studio - Solvane');
});

test('a page behind a feature flag that is off is not permitted', async () => {
  await renderApp(createFakeProduct({ features: { dataUpload: false } }), { address: '/manage-data/data-upload' });
  expect(await screen.findByRole('heading', { name: 'No access to this page' })).toBeTruthy();
});

test('a group leads to its first child that the user may see', async () => {
  const { router } = await renderApp(createFakeProduct({ permissions: ['PageDataQuality', 'ReadModelData'] }), { address: '/configure' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/configure/data-quality'));
  expect(
    within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Configure', 'Data quality']);
});

test('a user without any page learns what to do', async () => {
  const features = { 'workflow-management-tasks': false, remoteReset: false };
  const { user } = await renderApp(createFakeProduct({ permissions: [], features }), { address: '/' });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy();
  const submitted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledOnce());
  const form = submitted.mock.contexts[0] as HTMLFormElement;
  expect([form.method, new URL(form.action).pathname, new FormData(form).get('token')]).toEqual(['post', '/account/logout', 'token-1']);
  form.remove();
});

test('an unknown address is not found, and only ids of reports lead to a report', async () => {
  const { router } = await renderApp(createFakeProduct(), { address: '/no-such-page' });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  await act(() => router.navigate({ href: '/0198c0de-0000-7000-8000-000000000001' }));
  expect(await screen.findByRole('heading', { name: 'Coming soon' })).toBeTruthy();
});

test('language and document follow the account', async () => {
  const product = createFakeProduct({ settings: { regionalFormat: 'sv-SE' } });
  const { user } = await renderApp(product, { address: '/event-log' });
  expect(document.documentElement.lang).toBe('sv-SE');
  expect(document.title).toBe('Händelselogg - Solvane');
  await user.click(screen.getByRole('button', { name: 'Konto för Mats Kron' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Språk och format' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Français (Canada)' }));
  await waitFor(() => expect(document.title).toBe('Journal des événements - Solvane'));
  expect(product.settings.regionalFormat).toBe('fr-CA');
});

test('choosing enterprises narrows the tree and is stored once', async () => {
  const product = createFakeProduct();
  const { user } = await renderApp(product, { address: '/event-log' });
  await user.click(await screen.findByRole('button', { name: 'Enterprises: All enterprises' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Aurora' }));
  await user.click(screen.getByRole('checkbox', { name: 'Southern' }));
  expect(product.server.callsOf(accountSettingsEndpoints.saveSelectedEnterpriseIds)).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(product.settings.selectedEnterpriseIds).toEqual(['prairie']));
  // Norrvind belongs to Aurora; Prairie is its contractor.
  await waitFor(() =>
    expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['Norrvind', 'Pecan', 'Trent']),
  );
});

test('15 minutes before the end a notice offers to renew, and renewing takes it away', async () => {
  const product = createFakeProduct();
  // Every answer tells it: what was still on its way cannot take the notice away again.
  product.server.session.expiresAtMs = Date.now() + 14 * 60_000;
  const { user } = await renderApp(product);
  expect(await screen.findByText('Your session ends in 15 min')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Renew' }));
  expect(await screen.findByText('Session renewed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Your session ends in 15 min')).toBeNull());
});

test('when the server no longer knows the session, the only way on is to sign in again', async () => {
  const product = createFakeProduct();
  const { queryClient, user } = await renderApp(product, { address: '/event-log' });
  product.server.session.isSignedIn = false;
  await act(() => queryClient.invalidateQueries({ queryKey: ['sites'] }));
  const dialog = await screen.findByRole('dialog', { name: 'Session expired' });
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Reauthenticate']);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Session expired' })).toBeTruthy();
});

test('a single refused call does not end a session that is still good', async () => {
  const product = createFakeProduct();
  const { queryClient } = await renderApp(product, { address: '/event-log' });
  await screen.findByRole('treeitem', { name: 'Guadal' });
  product.server.on(deviceTreeEndpoints.sites, () => {
    throw new AppError('auth.required');
  });
  await act(() => queryClient.invalidateQueries({ queryKey: ['sites'] }));
  // Once for each refused call: a slow screen asks for the sites more than once.
  await waitFor(() => expect(product.server.calls.filter(({ name }) => name === 'session.profile').length).toBeGreaterThan(1));
  expect(screen.queryByRole('dialog', { name: 'Session expired' })).toBeNull();
});

test('a failed mutation is reported by its own message and that of the error table', async () => {
  const product = createFakeProduct();
  const { user } = await renderApp(product);
  product.server.on(accountSettingsEndpoints.save, () => {
    throw new AppError('storage.full');
  });
  await user.click(screen.getByRole('button', { name: 'Account of Mats Kron' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Theme' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The setting could not be saved.');
  expect(alert.textContent).toContain('The server has run out of disk space.');
});

test('details of a kind that is not built yet say so, maximise and close', async () => {
  const { user } = await renderApp(createFakeProduct(), { address: '/event-log' });
  act(() => openDetails({ kind: 'insight', insightId: 'I1' }));
  expect(await screen.findByText('These details will be available in a later version.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Maximize' }));
  expect(document.getElementById('main')?.hidden).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Insight' })).toBeNull());
  expect(document.getElementById('main')?.hidden).toBe(false);
});

test('Ctrl+K finds screens and devices by name', async () => {
  const { user, router } = await renderApp(createFakeProduct());
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'event cat');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Event categoriesConfigureScreen']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/configure/eventcategorization'));
});

test('Ctrl+K opens an event by its id, also from an address that was pasted', async () => {
  const { user, router } = await renderApp(createFakeProduct());
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.paste('https://else.where/event-log/0198C0DE-0000-7000-8000-000000000001?tab=raw');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Open event 0198c0de-0000-7000-8000-000000000001Event',
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/event-log/0198c0de-0000-7000-8000-000000000001'));
});

test('g and a letter go to a screen, unless the user is typing', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/event-log' });
  await user.click(await screen.findByRole('searchbox', { name: 'Search 97 devices' }));
  await user.keyboard('gt');
  expect(router.state.location.pathname).toBe('/event-log');
  await user.click(document.body);
  await user.keyboard('gt');
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
});

test('the shell has no accessibility violations', async () => {
  const { user } = await renderApp(createFakeProduct({ permissions: PERMISSIONS }), { address: '/event-log' });
  await user.click(await screen.findByRole('treeitem', { name: /Guadal/ }));
  // Contrast and sizes need a layout: the browser tests look at those.
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)).toEqual([]);
});
