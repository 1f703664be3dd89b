import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { linkWidget } from './link.widget.tsx';

async function showLink(
  settings: StoredWidget['settings'],
  permissions: ('PageEventLogs' | 'PageDeviceStateMonitor')[] = ['PageEventLogs'],
) {
  const position = { x: 0, y: 0, w: 2, h: 1 };
  const stored: StoredWidget = { id: 'link', type: 'link', version: 1, position, phoneOrder: 0, settings: { title: 'Go', ...settings } };
  const page = { sites: [], period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
  await renderScreen(<WidgetGrid widgets={[stored]} registry={{ link: linkWidget }} page={page} />, createFakeProduct({ permissions }));
  return within(await screen.findByRole('region', { name: String(settings.title ?? 'Go') }));
}

beforeEach(() => installScreen());
afterEach(() => vi.unstubAllGlobals());

test('a link to another site opens in a new tab without a referrer', async () => {
  const part = await showLink({ label: 'Manual', link: { to: 'url', url: 'https://example.com' } });
  const manual = await part.findByRole('link', { name: 'Manual' });
  expect(manual.getAttribute('target')).toBe('_blank');
  expect(manual.getAttribute('rel')).toBe('noreferrer');
});

test('a link within the product opens in the same tab, or in a new one where its settings say so', async () => {
  const tasks = await (await showLink({ label: 'Tasks', link: { to: 'url', url: '/tasks' } })).findByRole('link', { name: 'Tasks' });
  expect(tasks.getAttribute('target')).toBeNull();
  const part = await showLink({ title: 'Other', label: 'Log', newTab: true, link: { to: 'eventLog' } });
  const log = await part.findByRole('link', { name: 'Log' });
  expect(log.getAttribute('target')).toBe('_blank');
});

test('where the user may not go there is no link, and the reason beside its label', async () => {
  const part = await showLink({ label: 'Devices', link: { to: 'deviceState' } });
  expect(await part.findByText('You do not have access to this resource.')).toBeDefined();
  expect(part.queryByRole('link')).toBeNull();
});

test('a link without a target says that it leads nowhere', async () => {
  expect(await (await showLink({})).findByText(/leads nowhere yet/)).toBeDefined();
});
