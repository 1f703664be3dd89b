import { type Dashboard, dashboardEndpoints, dashboardIdSchema, type ListedDashboard } from '@solvane/contract/dashboards';
import { AppError } from '@solvane/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SITES } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';

afterEach(resetApp);

const NO_RIGHTS = { edit: false, remove: false, share: false, setHomeOf: [] };

function listed(id: string, changes: Partial<ListedDashboard> = {}): ListedDashboard {
  return {
    dashboardId: dashboardIdSchema.parse(id),
    title: id,
    titleKey: null,
    description: '',
    tags: [],
    group: 'mine',
    enterpriseId: 'aurora' as never,
    owner: { userId: '0198c0de-0000-7000-8000-000000000001' as never, name: 'Mats Kron' },
    template: null,
    templateId: null,
    isFavorite: false,
    isHome: false,
    can: { ...NO_RIGHTS, edit: true, remove: true, share: true },
    widgetCount: 3,
    openedAtMs: null,
    updatedAtMs: 1,
    ...changes,
  };
}

function opened(id: string, changes: Partial<Dashboard> = {}): Dashboard {
  const { widgetCount: _count, openedAtMs: _opened, updatedAtMs: _updated, ...common } = listed(id);
  return {
    ...common,
    widgets: [],
    defaults: { period: { type: 'preset', selectedPreset: 'today' }, devices: 'all', energyTypes: [], refreshMinutes: 5, groupBy: 'none' },
    revision: { id: '1', changedBy: null, changedAtMs: null },
    sharedWith: [],
    hiddenDevices: 0,
    ...changes,
  };
}

function givenDashboards(...items: ListedDashboard[]): FakeProduct {
  const product = createFakeProduct();
  product.server.on(dashboardEndpoints.search, () => ({
    items,
    total: items.length,
    tags: [...new Set(items.flatMap(({ tags }) => tags))],
  }));
  return product;
}

const BUILT_IN = listed('builtin.wind-performance', {
  title: 'Wind performance',
  titleKey: 'Dashboard_BuiltIn_Wind',
  group: 'builtIn',
  enterpriseId: null,
  owner: null,
  template: { energyTypes: ['Wind'] },
  can: NO_RIGHTS,
});

function names(): (string | null)[] {
  return within(screen.getByRole('main'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
}

test('the list is narrowed by group, favorites, tag and search', async () => {
  const product = givenDashboards(
    listed('Morning', { tags: ['wind'], isFavorite: true }),
    listed('Losses', { group: 'enterprise', description: 'North coast' }),
    BUILT_IN,
  );
  const { user } = await renderApp(product, { address: '/dashboards' });
  await screen.findByRole('link', { name: 'Morning' });
  expect(names()).toEqual(['Morning', 'Losses', 'Wind performance']);
  await user.click(screen.getByRole('radio', { name: 'Enterprise' }));
  expect(names()).toEqual(['Losses']);
  await user.click(screen.getByRole('radio', { name: 'Favorites' }));
  expect(names()).toEqual(['Morning']);
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'COAST');
  expect(names()).toEqual(['Losses']);
});

test('a new dashboard is made from a template and opened', async () => {
  const product = givenDashboards(BUILT_IN);
  const made = opened('made', { title: 'My wind' });
  product.server.on(dashboardEndpoints.create, () => made);
  product.server.on(dashboardEndpoints.get, () => made);
  const { user, router } = await renderApp(product, { address: '/dashboards' });
  await user.click(await screen.findByRole('button', { name: 'New dashboard' }));
  const dialog = await screen.findByRole('dialog', { name: 'New dashboard' });
  await user.click(within(dialog).getByRole('radio', { name: 'Template' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'My wind');
  await user.click(within(dialog).getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'Wind performance' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create dashboard' }));
  expect(await screen.findByRole('heading', { name: 'My wind' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/dashboards/made');
  expect(product.server.callsOf(dashboardEndpoints.create)[0]?.body).toMatchObject({
    title: 'My wind',
    source: { kind: 'template', dashboardId: 'builtin.wind-performance' },
  });
});

test('a file that cannot be imported says why', async () => {
  const product = givenDashboards();
  product.server.on(dashboardEndpoints.import, () => {
    const values = { type: 'kpiTable', version: 99 };
    const issues = [{ level: 'error' as const, path: ['document'], message: 'Dashboard_Problem_NewerWidget', values }];
    throw new AppError('dashboards.generationFailed', { issues });
  });
  const { user } = await renderApp(product, { address: '/dashboards' });
  await user.click(await screen.findByRole('button', { name: 'New dashboard' }));
  const dialog = await screen.findByRole('dialog', { name: 'New dashboard' });
  await user.click(within(dialog).getByRole('radio', { name: 'JSON file' }));
  const input = dialog.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No input for files');
  await user.upload(input, new File(['{}'], 'a.json', { type: 'application/json' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create dashboard' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('Dashboard generation failed');
  expect(alert.textContent).toContain('This widget needs a newer version of Solvane: kpiTable 99');
  await user.upload(input, new File(['no JSON'], 'b.json', { type: 'application/json' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create dashboard' }));
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain('The file is not an exported dashboard'));
});

test('a dashboard is set as Home, and deleted only after a question', async () => {
  const product = givenDashboards(listed('Morning'));
  product.server.on(dashboardEndpoints.setHome, () => ({}));
  product.server.on(dashboardEndpoints.remove, () => ({}));
  const { user } = await renderApp(product, { address: '/dashboards' });
  const openMenu = async () => user.click(await screen.findByRole('button', { name: 'Actions for Morning' }));
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Set as Home' }));
  await waitFor(() => expect(product.server.callsOf(dashboardEndpoints.setHome)[0]?.body).toEqual({ dashboardId: 'Morning' }));
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Delete dashboard' }));
  const question = await screen.findByRole('dialog', { name: 'Delete the dashboard Morning?' });
  expect(product.server.callsOf(dashboardEndpoints.remove)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete dashboard' }));
  await waitFor(() => expect(product.server.callsOf(dashboardEndpoints.remove)).toHaveLength(1));
});

test('a reader is offered neither delete nor share', async () => {
  const { user } = await renderApp(givenDashboards(BUILT_IN), { address: '/dashboards' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Wind performance' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Duplicate as mine', 'Add to favorites', 'Set as Home', 'Show as wallboard', 'Export as JSON']);
});

test('a dashboard is shared with an enterprise, and shares with users stay', async () => {
  const product = givenDashboards(listed('Morning'));
  const userId = '0198c0de-0000-7000-8000-000000000002';
  const dashboard = opened('Morning', { sharedWith: [{ kind: 'user', id: userId, name: 'Elena', access: 'edit' }] });
  product.server.on(dashboardEndpoints.get, () => dashboard);
  product.server.on(dashboardEndpoints.share, () => dashboard);
  const { user } = await renderApp(product, { address: '/dashboards' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Morning' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share dashboard' }));
  const access = (await screen.findAllByRole('radiogroup', { name: /^Access of / }))[0] as HTMLElement;
  await user.click(within(access).getByRole('radio', { name: 'Read-only' }));
  await user.click(screen.getByRole('button', { name: 'Save shares' }));
  await waitFor(() => expect(product.server.callsOf(dashboardEndpoints.share)).toHaveLength(1));
  expect(product.server.callsOf(dashboardEndpoints.share)[0]?.body).toMatchObject({
    shares: [
      { kind: 'enterprise', access: 'read' },
      { kind: 'user', userId, access: 'edit' },
    ],
  });
});

test('a dashboard is shared with a role, and no longer with a user', async () => {
  const product = givenDashboards(listed('Morning'));
  const userId = '0198c0de-0000-7000-8000-000000000002';
  const dashboard = opened('Morning', { sharedWith: [{ kind: 'user', id: userId, name: 'Elena', access: 'edit' }] });
  product.server.on(dashboardEndpoints.get, () => dashboard);
  product.server.on(dashboardEndpoints.share, () => dashboard);
  const roles = [{ roleId: 'operator' as never, name: 'Operator' }];
  product.server.on(dashboardEndpoints.shareTargets, () => ({ users: [], roles, enterprises: [] }));
  const { user } = await renderApp(product, { address: '/dashboards' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Morning' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share dashboard' }));
  await user.click(await screen.findByRole('button', { name: 'Do not share with Elena' }));
  await user.click(await screen.findByRole('combobox', { name: 'Add users, roles or enterprises' }));
  await user.click(await screen.findByRole('option', { name: 'Operator (Role)' }));
  await user.click(screen.getByRole('button', { name: 'Save shares' }));
  await waitFor(() => expect(product.server.callsOf(dashboardEndpoints.share)).toHaveLength(1));
  const shares = [{ kind: 'role', roleId: 'operator', access: 'read' }];
  expect(product.server.callsOf(dashboardEndpoints.share).map(({ body }) => body)).toMatchObject([{ shares }]);
});

test('a dashboard that follows a template is detached with the widgets that it shows', async () => {
  const product = createFakeProduct();
  const position = { x: 0, y: 0, w: 12, h: 4 };
  const widget = { id: 'a', type: 'text', version: 2, position, phoneOrder: 1, settings: { markdown: 'Hello' } };
  const dashboard = opened('Morning', { widgets: [widget], templateId: dashboardIdSchema.parse('builtin.wind-performance') });
  product.server.on(dashboardEndpoints.get, () => dashboard);
  product.server.on(dashboardEndpoints.save, () => dashboard);
  const { user } = await renderApp(product, { address: '/dashboards/Morning' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Morning' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Detach from template' }));
  await waitFor(() => expect(product.server.callsOf(dashboardEndpoints.save)).toHaveLength(1));
  expect(product.server.callsOf(dashboardEndpoints.save)[0]?.body).toMatchObject({ seenRevision: '1', widgets: [{ id: 'a' }] });
});

test('the rate of a dashboard holds while it is open, until the user chooses another', async () => {
  const product = createFakeProduct();
  const defaults = { ...opened('Morning').defaults, refreshMinutes: 15 as const };
  product.server.on(dashboardEndpoints.get, () => opened('Morning', { defaults }));
  const { user, router } = await renderApp(product, { address: '/dashboards/Morning' });
  const control = await screen.findByRole('button', { name: 'Refresh: 15 min' });
  await router.navigate({ to: '/event-log' });
  expect(await screen.findByRole('button', { name: 'Refresh: 5 min' })).toBeTruthy();
  await router.navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: 'Morning' } });
  await user.click(await screen.findByRole('button', { name: control.getAttribute('aria-label') ?? '' }));
  await user.click(await screen.findByRole('menuitemradio', { name: '1 min' }));
  expect(await screen.findByRole('button', { name: 'Refresh: 1 min' })).toBeTruthy();
});

test('a wallboard shows one dashboard after the other, and stops while it is paused', async () => {
  const product = createFakeProduct();
  product.server.on(dashboardEndpoints.get, ({ query }) => opened(query.dashboardId));
  const { user } = await renderApp(product, { address: '/wallboard?dashboards=["Morning","Evening"]' });
  expect(await screen.findByRole('heading', { name: 'Morning' })).toBeTruthy();
  expect(screen.getByText('1 of 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next dashboard' }));
  expect(await screen.findByRole('heading', { name: 'Evening' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('a dashboard shows its widgets for its own period, and says what is not visible to the reader', async () => {
  const product = createFakeProduct();
  const position = { x: 0, y: 0, w: 12, h: 4 };
  const widget = { id: 'a', type: 'kpiTable', version: 1, position, phoneOrder: 1, settings: { title: 'My {siteCount} sites' } };
  const { defaults } = opened('Morning');
  const period = { type: 'preset' as const, selectedPreset: 'last7Days' as const };
  product.server.on(dashboardEndpoints.get, () =>
    opened('Morning', { widgets: [widget], hiddenDevices: 2, defaults: { ...defaults, period, energyTypes: ['Wind'] } }),
  );
  const { router } = await renderApp(product, { address: '/dashboards/Morning' });
  expect(await screen.findByText('2 devices are not visible to you')).toBeTruthy();
  const ofType = SITES.filter(({ energyType }) => energyType === 'Wind').length;
  expect(ofType).toBeLessThan(SITES.length);
  expect(await screen.findByRole('region', { name: `My ${ofType} sites` })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ period: 'last7Days' });
});

test('Home shows the chosen dashboard', async () => {
  const product = createFakeProduct();
  const position = { x: 0, y: 0, w: 12, h: 4 };
  const widget = { id: 'a', type: 'kpiTable', version: 1, position, phoneOrder: 1, settings: { title: 'Morning round' } };
  product.server.on(dashboardEndpoints.home, () => ({
    dashboard: opened('Morning', { widgets: [widget] }),
    chosenBy: 'enterprise' as const,
  }));
  await renderApp(product, { address: '/' });
  expect(await screen.findByRole('region', { name: 'Morning round' })).toBeTruthy();
  expect(screen.queryByText('Power now')).toBeNull();
});
