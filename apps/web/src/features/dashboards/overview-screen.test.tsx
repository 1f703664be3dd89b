import { type Dashboard, dashboardEndpoints, dashboardIdSchema } from '@solvane/contract/dashboards';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SITES as SITE_PARTS, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';

afterEach(resetApp);

const SITES = SITE_PARTS.map(toSite);

const position = { x: 0, y: 0, w: 12, h: 4 };
const settings = { title: 'About {site}', markdown: 'Text' };

function givenDashboard() {
  const product = createFakeProduct();
  const dashboard: Dashboard = {
    ...{ dashboardId: dashboardIdSchema.parse('builtin.any'), title: 'Any', titleKey: 'Route_fleet-overview', description: '', tags: [] },
    ...{ group: 'builtIn', enterpriseId: null, owner: null, template: null, templateId: null, isFavorite: false, isHome: false },
    can: { edit: false, remove: false, share: false, setHomeOf: [] },
    widgets: [{ id: 'a', type: 'text', version: 1, position, phoneOrder: 1, settings }],
    defaults: { period: { type: 'preset', selectedPreset: 'today' }, devices: 'all', energyTypes: [], refreshMinutes: 5, groupBy: 'none' },
    revision: { id: '1', changedBy: null, changedAtMs: null },
    ...{ sharedWith: [], hiddenDevices: 0 },
  };
  const asked: string[] = [];
  product.server.on(dashboardEndpoints.get, ({ query }) => {
    asked.push(query.dashboardId);
    return dashboard;
  });
  return { product, asked };
}

const NAMES = SITES.map(({ name }) => name);

test('the fleet overview is the dashboard of the product for every site', async () => {
  const { product, asked } = givenDashboard();
  await renderApp(product, { address: '/monitor/fleet-overview' });
  expect(await screen.findByRole('region', { name: `About ${SITES.length} sites` })).toBeTruthy();
  expect(asked).toContain('builtin.fleet-overview');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a site overview shows one site, which is chosen beside the title and stands in the address', async () => {
  const { product, asked } = givenDashboard();
  const { user, router } = await renderApp(product, { address: '/monitor/site-overview' });
  const first = NAMES.toSorted()[0] ?? '';
  expect(await screen.findByRole('region', { name: `About ${first}` })).toBeTruthy();
  expect(asked).toContain('builtin.site-overview');
  const other = SITES.find(({ name }) => name !== first);
  await user.click(screen.getByRole('combobox', { name: 'Site' }));
  await user.click(await screen.findByRole('option', { name: other?.name ?? '' }));
  expect(await screen.findByRole('region', { name: `About ${other?.name}` })).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ site: other?.siteId }));
});

test('the analysis of a site is a dashboard of its own', async () => {
  const { product, asked } = givenDashboard();
  await renderApp(product, { address: `/analyze/site-overview?site=${SITES[1]?.siteId}` });
  expect(await screen.findByRole('region', { name: `About ${SITES[1]?.name}` })).toBeTruthy();
  expect(asked).toContain('builtin.site-analysis');
});

test('a dashboard link opens a dashboard for one site, without panels and sharing', async () => {
  const { product, asked } = givenDashboard();
  await renderApp(product, { address: `/manage/dashboard-link?dashboardId=Morning&site=${SITES[1]?.siteId}` });
  expect(await screen.findByRole('region', { name: `About ${SITES[1]?.name}` })).toBeTruthy();
  expect(asked).toContain('Morning');
  expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  expect(screen.queryByRole('tree')).toBeNull();
});

test('a dashboard link without a dashboard, or for a site that is not visible, says what is not found', async () => {
  const { product } = givenDashboard();
  const { router } = await renderApp(product, { address: '/manage/dashboard-link' });
  expect(await screen.findByText('Dashboard not found')).toBeTruthy();
  await router.navigate({ to: '/manage/dashboard-link', search: { dashboardId: 'Morning', site: 'elsewhere' } });
  expect(await screen.findByText('Site not found')).toBeTruthy();
});
