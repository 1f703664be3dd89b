import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { siteEndpoints } from '@solvane/contract/fleet';
import { periodMetricIdSchema } from '@solvane/contract/metric-ids';
import { METRIC_CHOICES } from '@solvane/contract/widgets/metric-choices';
import { FILTERS_SHAPE } from '@solvane/contract/widgets/widget-extras';
import { SITE_STATUS_QUERY, type WidgetPage } from '@solvane/contract/widgets/widget-page';
import { type StoredWidget, widgetSettings } from '@solvane/contract/widgets/widget-settings';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ENTERPRISES, SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { defineWidget } from './define-widget.ts';
import { WidgetForm } from './widget-form.tsx';

const count = defineWidget({
  settings: widgetSettings({ type: 'count', shape: FILTERS_SHAPE, thresholdsOf: ['value'] }),
  catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
  size: { least: [1, 1], initial: [2, 2] },
  frame: 'panel',
  title: () => 'Home_Attention',
  queries: () => ({ status: SITE_STATUS_QUERY }),
  View: ({ data }) => <p>{data.status.items.length} results</p>,
  table: () => ({ columns: [], rows: [] }),
});

const oneMetric = defineWidget({
  settings: widgetSettings({
    type: 'one',
    shape: { metrics: z.array(periodMetricIdSchema).min(1) },
    form: [{ name: 'metrics', label: 'Widget_Form_Metrics', choices: METRIC_CHOICES, isMetric: true, isMultiple: true }],
  }),
  catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
  size: { least: [1, 1], initial: [2, 2] },
  frame: 'panel',
  title: () => 'Home_Attention',
  queries: () => ({ status: SITE_STATUS_QUERY }),
  View: () => <p>Drawn</p>,
  table: () => ({ columns: [], rows: [] }),
});

const NO_EVENTS = {
  count: 0,
  durationMs: 0,
  lostEnergyKwh: null,
  energyUnknownCount: 0,
  revenueLoss: null,
  revenueUnknownCount: 0,
  leftOutIntervals: 0,
};

function eventGroup(key: string, name: string) {
  return { ...NO_EVENTS, count: 1, key, name, siteName: null, unacknowledged: 0, filter: {} };
}

const PAGE: WidgetPage = {
  sites: SITES.slice(0, 2).map(toSite),
  enterprises: ENTERPRISES,
  period: { startMs: 0, endMs: 86_400_000 },
  zone: 'UTC',
  nowMs: Date.UTC(2026, 5, 24),
  powerDeviceIds: null,
};

async function showForm(settings: StoredWidget['settings']) {
  const product = createFakeProduct();
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  const onSave = vi.fn<(stored: StoredWidget) => void>();
  const position = { x: 0, y: 0, w: 12, h: 1 };
  const stored = { id: 'a', type: 'count', version: 1, position, phoneOrder: 0, settings };
  const form = { stored, registry: { count }, page: PAGE, DeviceSelect: () => null, onSave, onCancel: () => undefined };
  await renderScreen(<WidgetForm {...form} />, product);
  await screen.findByText('0 results');
  const user = userEvent.setup();
  return { user, onSave, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

beforeEach(() => installScreen());
afterEach(() => vi.unstubAllGlobals());

test('a stored number of days is shown with its count, and changing the count changes nothing else', async () => {
  const { user, onSave, save } = await showForm({ title: 'Week', period: { type: 'last', count: 7, unit: 'day' } });
  const field = screen.getByRole('textbox', { name: /^Count/ });
  expect(field.getAttribute('value')).toBe('7');
  await user.clear(field);
  await user.type(field, '14');
  await save();
  expect(onSave.mock.calls[0]?.[0].settings).toMatchObject({
    title: 'Week',
    devices: { of: 'page' },
    period: { type: 'last', count: 14, unit: 'day', includesCurrentPeriod: true },
  });
});

test('fields of a period appear with the choice that needs them', async () => {
  await showForm({});
  expect(screen.queryByRole('textbox', { name: /^Count/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Include the current (partial) period' })).toBeNull();
});

test('an unknown placeholder is refused by name, and the known ones are listed with their values', async () => {
  const { user, onSave, save } = await showForm({});
  const title = screen.getByRole('textbox', { name: 'Title' });
  await user.type(title, 'Power of {{region}');
  await save();
  // At its field, and a moment later in the preview.
  expect(await screen.findAllByText(/^Unknown placeholder \{region\}\. Allowed: \{metric\}/)).not.toHaveLength(0);
  expect(onSave).not.toHaveBeenCalled();
  const shownFor = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([shownFor('{siteCount}'), shownFor('{sites}'), shownFor('{enterprise}'), shownFor('{device}')]).toEqual([
    '2',
    'Guadal, Malar',
    'Aurora',
    '—',
  ]);
});

test('a threshold without a value is not saved', async () => {
  const { user, onSave, save } = await showForm({});
  await user.click(screen.getByRole('button', { name: 'Add threshold' }));
  const value = screen.getByRole('textbox', { name: 'Value' });
  await user.clear(value);
  await save();
  expect(screen.getByRole('alert').textContent).toBe('Enter a value for each threshold, the smaller one first');
  expect(onSave).not.toHaveBeenCalled();
  await user.type(value, '95');
  await save();
  expect(onSave.mock.calls[0]?.[0].settings.thresholds).toEqual([
    { when: 'below', value: 95, to: null, of: 'value', color: 'warn', mark: 'triangle' },
  ]);
});

test('the form says how much the widget reads', async () => {
  await showForm({});
  expect(screen.getByText('2 of 2,000,000 data points')).toBeDefined();
});

test('filters of the points are read and removed in the form, and the form saves what is left', async () => {
  const kept = { kind: 'timeOfDay', from: 360, to: 720 };
  const { user, onSave, save } = await showForm({ title: 'Noon', filters: [{ kind: 'sunElevation', min: 5, max: null }, kept] });
  await user.click(screen.getByRole('button', { name: /^Remove filter Sun/ }));
  expect(onSave).not.toHaveBeenCalled();
  await save();
  expect(onSave.mock.calls[0]?.[0].settings).toMatchObject({ title: 'Noon', filters: [kept] });
});

test('a metric can be the lost energy of a code or category that the fleet had, found by what the code means', async () => {
  const product = createFakeProduct();
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  product.server.on(eventOverviewEndpoints.groups, ({ body }) => ({
    items: [body.groupBy === 'code' ? eventGroup('301', '301 Gearbox hot') : eventGroup('Grid fault', 'Grid fault')],
    groupCount: 1,
    rest: NO_EVENTS,
  }));
  const onSave = vi.fn<(stored: StoredWidget) => void>();
  const position = { x: 0, y: 0, w: 12, h: 1 };
  const settings = { metrics: ['energy', 'lossBy.category.Icing'] };
  const stored = { id: 'a', type: 'one', version: 1, position, phoneOrder: 0, settings };
  const form = { stored, registry: { one: oneMetric }, page: PAGE, DeviceSelect: () => null, onSave, onCancel: () => undefined };
  await renderScreen(<WidgetForm {...form} />, product);
  const user = userEvent.setup();
  expect(await screen.findAllByText('Lost energy, category Icing')).not.toHaveLength(0);
  await user.type(screen.getByRole('combobox', { name: /^Metrics/ }), 'gearbox');
  await user.click(await screen.findByRole('option', { name: 'Lost energy, code 301 Gearbox hot' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave.mock.calls[0]?.[0].settings.metrics).toEqual(['energy', 'lossBy.category.Icing', 'lossBy.code.301']);
});
