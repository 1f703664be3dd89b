import { type Dashboard, dashboardEndpoints, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../../testing/render-app.tsx';
import { dashboardDrafts } from './edit-history.ts';

afterEach(async () => {
  await resetApp();
  dashboardDrafts.clear();
});

function text(id: string, [x, y, w, h]: readonly [number, number, number, number]): StoredWidget {
  return { id, type: 'text', version: 1, position: { x, y, w, h }, phoneOrder: 1, settings: { title: id, markdown: `Text of ${id}` } };
}

const WIDGETS = [text('Shift', [0, 0, 6, 4]), text('Night', [6, 0, 6, 4]), text('Notes', [0, 4, 12, 5])];

function given(changes: Partial<Dashboard> = {}): { product: FakeProduct; stored: Dashboard } {
  const product = createFakeProduct();
  const stored: Dashboard = {
    ...{ dashboardId: dashboardIdSchema.parse('Morning'), title: 'Morning', titleKey: null, description: '', tags: [], group: 'mine' },
    ...{ enterpriseId: 'aurora' as never, owner: null, template: null, templateId: null, isFavorite: false, isHome: false },
    can: { edit: true, remove: true, share: true, setHomeOf: [] },
    widgets: WIDGETS,
    defaults: { period: { type: 'preset', selectedPreset: 'today' }, devices: 'all', energyTypes: [], refreshMinutes: 5, groupBy: 'none' },
    revision: { id: '1', changedBy: null, changedAtMs: null },
    ...{ sharedWith: [], hiddenDevices: 0 },
    ...changes,
  };
  product.server.on(dashboardEndpoints.get, () => stored);
  product.server.on(dashboardEndpoints.save, ({ body }) => ({ ...stored, ...body, widgets: body.widgets ?? stored.widgets }));
  return { product, stored };
}

async function openEditor(product: FakeProduct) {
  const { user, router } = await renderApp(product, { address: '/dashboards/Morning' });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('group', { name: 'Notes' });
  return { user, router };
}

const placeOf = (name: string) => screen.getByRole('group', { name }).getAttribute('aria-description');
const savedBy = (product: FakeProduct) =>
  product.server.callsOf(dashboardEndpoints.save).map(({ body }) => body as BodyOf<typeof dashboardEndpoints.save>);

test('widgets are moved and resized by keys, and each step can be undone and redone', async () => {
  const { product } = given();
  const { user } = await openEditor(product);
  const notes = screen.getByRole('group', { name: 'Notes' });
  fireEvent.keyDown(notes, { key: 'ArrowUp' });
  expect(placeOf('Notes')).toBe('Column 1, row 1, 12 × 5');
  expect(placeOf('Shift')).toBe('Column 1, row 6, 6 × 4');
  fireEvent.keyDown(screen.getByRole('group', { name: 'Notes' }), { key: 'ArrowDown', shiftKey: true });
  expect(placeOf('Notes')).toBe('Column 1, row 1, 12 × 6');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(placeOf('Notes')).toBe('Column 1, row 5, 12 × 5');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(placeOf('Notes')).toBe('Column 1, row 1, 12 × 5');
});

test('widgets are added, duplicated and deleted, and saved together with the revision that was read', async () => {
  const { product } = given();
  const { user } = await openEditor(product);
  await user.click(screen.getByRole('button', { name: 'Add widget' }));
  const catalogue = await screen.findByRole('dialog', { name: 'Add widget' });
  await user.type(within(catalogue).getByRole('searchbox'), 'need attention');
  await user.click(within(catalogue).getByRole('button', { name: /^Event list/ }));
  await user.click(await screen.findByRole('button', { name: 'Duplicate Shift' }));
  await user.click(screen.getByRole('button', { name: 'Delete Notes' }));
  expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(savedBy(product)).toHaveLength(1));
  const [saved] = savedBy(product);
  expect(saved).toMatchObject({ seenRevision: '1', title: 'Morning' });
  expect(saved?.widgets?.map(({ type }) => type)).toEqual(['text', 'text', 'eventList', 'text']);
  expect(saved?.widgets?.filter(({ settings }) => settings.title === 'Shift').map(({ position }) => position.y)).toEqual([0, 4]);
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
});

test('a widget is copied as text and pasted into another dashboard', async () => {
  const { product } = given();
  await openEditor(product);
  const copied = JSON.stringify({ format: 'solvane.widget', widget: text('From afar', [3, 9, 5, 2]) });
  fireEvent.paste(document.body, { clipboardData: { getData: () => copied } });
  expect(await screen.findByRole('group', { name: 'From afar' })).toBeTruthy();
  expect(placeOf('From afar')).toBe('Column 1, row 10, 5 × 2');
  fireEvent.paste(document.body, { clipboardData: { getData: () => 'something else' } });
  expect(screen.getAllByRole('group', { name: /^(Shift|Night|Notes|From afar)$/ })).toHaveLength(4);
});

test('settings of a widget are changed in its form', async () => {
  const { product } = given();
  const { user } = await openEditor(product);
  await user.click(screen.getByRole('button', { name: 'Configure Night' }));
  const title = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Late shift');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('group', { name: 'Late shift' })).toBeTruthy();
});

test('what another user saved meanwhile is shown, and the own draft goes on top of it', async () => {
  const { product, stored } = given();
  const { user } = await openEditor(product);
  await user.click(screen.getByRole('button', { name: 'Delete Notes' }));
  const theirs = WIDGETS.map((widget) =>
    widget.id === 'Night' ? { ...widget, settings: { ...widget.settings, title: 'Theirs' } } : widget,
  );
  const newer = { ...stored, widgets: theirs, revision: { id: '2', changedBy: 'Elena', changedAtMs: 1 } };
  product.server.on(dashboardEndpoints.get, () => newer);
  product.server.on(dashboardEndpoints.save, ({ body }) => {
    if (body.seenRevision !== '2') throw new AppError('dashboards.changed', { values: { changedBy: 'Elena', changedAtMs: 1 } });
    return { ...newer, widgets: body.widgets ?? [] };
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /changed/i });
  await waitFor(() => expect(dialog.textContent).toContain('Elena'));
  await user.click(within(dialog).getByRole('button', { name: 'Load theirs and reapply mine' }));
  expect(await screen.findByRole('group', { name: 'Theirs' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(savedBy(product)).toHaveLength(2));
  expect(savedBy(product)[1]).toMatchObject({ seenRevision: '2' });
});

test('a draft stays while another screen is shown', async () => {
  const { product } = given();
  const { user, router } = await openEditor(product);
  await user.click(screen.getByRole('button', { name: 'Delete Notes' }));
  await user.click(screen.getByRole('link', { name: 'Home' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Keep draft and leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await router.navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: 'Morning' } });
  expect(await screen.findByRole('group', { name: 'Shift' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
});

test('a reader has nothing to edit with', async () => {
  const { product } = given({ can: { edit: false, remove: false, share: false, setHomeOf: [] } });
  await renderApp(product, { address: '/dashboards/Morning' });
  expect(await screen.findByRole('region', { name: 'Notes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});
