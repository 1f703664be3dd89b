import { AppError } from '@solvane/contract/errors';
import { siteEndpoints } from '@solvane/contract/fleet';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import { widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from '@solvane/contract/widgets/widget-page';
import { type StoredWidget, widgetSettings } from '@solvane/contract/widgets/widget-settings';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toldText } from '../../testing/told-text.ts';
import { KeyListener } from '../keys/key-listener.tsx';
import { type AnyWidget, defineWidget, type WidgetRegistry } from './define-widget.ts';
import { Widget } from './widget.tsx';
import { WidgetGrid } from './widget-grid.tsx';

const PAGE: WidgetPage = {
  sites: [],
  period: { startMs: 0, endMs: 86_400_000 },
  zone: 'UTC',
  nowMs: Date.UTC(2026, 5, 24),
  powerDeviceIds: null,
};

const NO_TABLE = () => ({ columns: [], rows: [] });

function statusWidget(type: string, View: (props: { data: { status: { items: readonly unknown[] } } }) => React.ReactNode) {
  return defineWidget({
    settings: widgetSettings({ type, shape: {} }),
    catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
    size: { least: [1, 1], initial: [2, 2] },
    frame: 'panel',
    title: () => 'Home_Attention',
    queries: () => ({ status: SITE_STATUS_QUERY }),
    View,
    table: NO_TABLE,
  });
}

const REGISTRY: WidgetRegistry = {
  count: statusWidget('count', ({ data }) => <p>{data.status.items.length} sites</p>),
  broken: statusWidget('broken', ({ data }) => <p>{(data.status.items as never as { none: string }).none.length}</p>),
  month: defineWidget({
    settings: widgetSettings({ type: 'month', shape: {} }),
    catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
    size: { least: [1, 1], initial: [2, 2] },
    frame: 'panel',
    title: () => 'Home_Attention',
    queries: (_settings, page) => ({ month: currentMonthQuery(page) }),
    View: ({ data }) => <p>{data.month.items.length} results</p>,
    table: NO_TABLE,
  }),
};

function stored(id: string, type: string, y: number): StoredWidget {
  return { id, type, version: 1, position: { x: 0, y, w: 12, h: 1 }, phoneOrder: y, settings: { title: id } };
}

function slow(definition: AnyWidget | undefined): AnyWidget | undefined {
  return (
    definition && {
      ...definition,
      title: (settings) => {
        for (const endMs = performance.now() + 40; performance.now() < endMs; );
        return definition.title(settings);
      },
    }
  );
}

function givenProduct() {
  const product = createFakeProduct();
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  return product;
}

beforeEach(() => installScreen());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a widget that throws, one whose query fails and one of a newer version leave the others as they are', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const product = givenProduct();
  product.server.on(siteResultEndpoints.fleet, () => {
    throw new AppError('signals.unavailable');
  });
  const newer = { ...stored('Newer', 'count', 3), version: 9 };
  const widgets = [stored('Fine', 'count', 0), stored('Broken', 'broken', 1), stored('Month', 'month', 2), newer];
  await renderScreen(<WidgetGrid widgets={widgets} registry={REGISTRY} page={PAGE} />, product);
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  expect(await (await part('Fine')).findByText('0 sites')).toBeDefined();
  expect(await (await part('Broken')).findByRole('alert')).toBeDefined();
  const month = await part('Month');
  expect((await month.findByRole('alert')).textContent).toContain('Unable to Retrieve Data');
  expect(screen.getByText('This widget needs a newer version of Solvane')).toBeDefined();
  product.server.on(siteResultEndpoints.fleet, () => ({ items: [] }));
  await userEvent.click(month.getByRole('button', { name: 'Retry' }));
  expect(await month.findByText('0 results')).toBeDefined();
});

test('all widgets of a page are one request, in which equal queries are one', async () => {
  const product = givenProduct();
  const widgets = [stored('A', 'count', 0), stored('B', 'count', 1), stored('C', 'month', 2)];
  // Each takes longer than requests wait for each other.
  const registry: WidgetRegistry = { count: slow(REGISTRY.count), month: slow(REGISTRY.month) };
  await renderScreen(<WidgetGrid widgets={widgets} registry={registry} page={PAGE} />, product);
  await screen.findByText('0 results');
  const requests = product.server.callsOf(widgetEndpoints.data).map(({ body }) => body);
  expect(requests).toMatchObject([{ queries: [{ kind: 'siteStatus' }, { kind: 'fleetResults' }] }]);
});

test('data of a widget stay one object while what was found is the same; where nothing is asked for, there are none', async () => {
  const seen: Record<string, unknown>[] = [];
  const count = statusWidget('count', ({ data }) => {
    seen.push(data);
    return <p>{Object.keys(data).length} of them</p>;
  });
  const registry: WidgetRegistry = { count, silent: { ...count, queries: () => ({}) } };
  const product = givenProduct();
  await renderScreen(<WidgetGrid widgets={[stored('a', 'count', 0)]} registry={registry} page={PAGE} />, product);
  expect(await screen.findByText('1 of them')).toBeDefined();
  act(() => screen.getByRole('button', { name: 'Menu of a' }).focus());
  expect(new Set(seen).size).toBe(1);
  cleanup();
  await renderScreen(<WidgetGrid widgets={[stored('b', 'silent', 0)]} registry={registry} page={PAGE} />, product);
  expect(await screen.findByText('0 of them')).toBeDefined();
});

test('a widget whose type changes never draws the data of the type before', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const product = givenProduct();
  product.server.on(siteResultEndpoints.fleet, () => ({ items: [] }));
  function Page() {
    const [type, setType] = useState('count');
    return (
      <>
        <Widget stored={stored('A', type, 0)} registry={REGISTRY} page={PAGE} />
        <Widget stored={stored('B', 'month', 1)} registry={REGISTRY} page={PAGE} />
        <button type="button" onClick={() => setType('month')}>
          Change
        </button>
      </>
    );
  }
  await renderScreen(<Page />, product);
  await screen.findByText('0 sites');
  await screen.findByText('0 results');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getAllByText('0 results')).toHaveLength(2));
  expect(failed).not.toHaveBeenCalled();
});

test('a response that breaks off fails the queries without a frame, and no other', async () => {
  const product = givenProduct();
  const { fetch } = product.server;
  product.server.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/api/widgets/data')) return response;
    const [first = ''] = (await response.text()).split('\n');
    return new Response(`${first}\n{"id":"1","resu`, { headers: response.headers });
  };
  await renderScreen(<WidgetGrid widgets={[stored('A', 'count', 0), stored('C', 'month', 1)]} registry={REGISTRY} page={PAGE} />, product);
  expect(await screen.findByText('0 sites')).toBeDefined();
  expect(await within(await screen.findByRole('region', { name: 'C' })).findByRole('alert')).toBeDefined();
});

test('a widget shows its data as a table, with the reason of a missing value, by the key T while it has the focus', async () => {
  const table = () => ({
    columns: [
      { id: 'site', header: 'Site' },
      { id: 'energy', header: 'Energy', unit: 'kWh' },
    ],
    rows: [{ id: '1', values: { site: 'Guadal', energy: null }, reason: 'No data in this period' }],
  });
  const count = { ...statusWidget('count', () => <p>picture</p>), table };
  await renderScreen(
    <>
      <KeyListener />
      <WidgetGrid widgets={[stored('a', 'count', 0)]} registry={{ count }} page={PAGE} />
    </>,
    givenProduct(),
  );
  expect(await screen.findByText('picture')).toBeDefined();
  await userEvent.keyboard('t');
  expect(screen.getByText('picture')).toBeDefined();
  act(() => screen.getByRole('button', { name: 'Menu of a' }).focus());
  await userEvent.keyboard('t');
  await waitFor(() => expect(screen.queryByText('picture')).toBeNull());
  const cells = toldText(screen.getAllByRole('row').at(-1));
  expect(cells).toBe('Guadal— (No data in this period)No data in this period');
});

test('a period of its own replaces that of the page and is named in the head', async () => {
  const seen: unknown[] = [];
  const count = {
    ...statusWidget('count', () => <p>picture</p>),
    queries: (_settings: unknown, { period }: WidgetPage) => {
      seen.push(period);
      return { status: SITE_STATUS_QUERY };
    },
  };
  const own = { ...stored('a', 'count', 0), settings: { title: 'a', period: { type: 'preset', selectedPreset: 'yesterday' } } };
  await renderScreen(<WidgetGrid widgets={[own]} registry={{ count }} page={PAGE} />, givenProduct());
  expect(await screen.findByText('Yesterday')).toBeDefined();
  expect(seen.at(-1)).toEqual({ startMs: Date.UTC(2026, 5, 23), endMs: Date.UTC(2026, 5, 24) });
});

test('a metric has the same as a panel: its title at once, a menu with exports, its table by the key T, and Retry after an error', async () => {
  const product = givenProduct();
  product.server.on(siteEndpoints.status, () => {
    throw new AppError('signals.unavailable');
  });
  const metric = {
    ...statusWidget('count', ({ data }) => <p>{data.status.items.length} sites</p>),
    frame: 'metric' as const,
    table: () => ({ columns: [{ id: 'sites', header: 'Number of sites', unit: '' }], rows: [{ id: '1', values: { sites: 0 } }] }),
  };
  await renderScreen(
    <>
      <KeyListener />
      <WidgetGrid widgets={[stored('Fleet', 'count', 0)]} registry={{ count: metric }} page={PAGE} />
    </>,
    product,
  );
  expect(await screen.findByText('Fleet')).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to Retrieve Data');
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('0 sites')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Menu of Fleet' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Show as tableT',
    'Copy link',
    'CSV',
    'XLSX',
  ]);
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('t');
  expect(await screen.findByRole('columnheader', { name: 'Number of sites' })).toBeDefined();
  expect(screen.queryByText('0 sites')).toBeNull();
});

test('a metric that cannot be drawn or read leaves the other metrics of its strip as they are', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const metric = { ...statusWidget('count', ({ data }) => <p>{data.status.items.length} sites</p>), frame: 'metric' as const };
  const registry = {
    count: metric,
    broken: {
      ...metric,
      View: () => {
        throw new Error('Broken');
      },
    },
  };
  const widgets = [stored('Fine', 'count', 0), stored('Broken', 'broken', 0), { ...stored('Newer', 'count', 0), version: 9 }];
  await renderScreen(<WidgetGrid widgets={widgets} registry={registry} page={PAGE} />, givenProduct());
  expect(await screen.findByText('0 sites')).toBeDefined();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Fine',
    'Broken',
    'This widget needs a newer version of Solvane',
  ]);
});

test('a panel opens over the whole window, leads to where its data are, and is found again by its link', async () => {
  const user = userEvent.setup();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const count = {
    ...statusWidget('count', ({ data }) => <p>{data.status.items.length} sites</p>),
    selection: () => ({ signals: ['ActivePower||Raw'], devices: ['a'], events: 'open:yes' }),
  };
  await renderScreen(<WidgetGrid widgets={[stored('Fleet', 'count', 0)]} registry={{ count }} page={PAGE} />, givenProduct());
  await user.click(await screen.findByRole('button', { name: 'Menu of Fleet' }));
  const hrefOf = (name: string) => decodeURIComponent(screen.getByRole('menuitem', { name }).getAttribute('href') ?? '');
  await screen.findByRole('menuitem', { name: 'Open in Data Studio' });
  expect(hrefOf('Open in Data Studio')).toContain('/data-studio?devices=["a"]&signals=["ActivePower||Raw"]');
  expect(hrefOf('Open in event log')).toContain('/event-log?q=open:yes');
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeDefined();
  expect(copied.mock.calls.at(-1)?.[0]).toMatch(/#Fleet$/);
  await user.click(screen.getByRole('menuitem', { name: 'Full screen' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('0 sites')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Menu of Fleet' }));
  await user.click(await screen.findByRole('menuitem', { name: /Leave full screen/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the title leads where its settings say, and nowhere where the user may not go', async () => {
  const linked = (id: string, y: number, link: unknown) => {
    const widget = stored(id, 'count', y);
    return { ...widget, settings: { ...widget.settings, link } };
  };
  const widgets = [
    linked('Outside', 0, { to: 'url', url: 'https://example.com' }),
    linked('Log', 1, { to: 'eventLog' }),
    linked('State', 2, { to: 'deviceState' }),
  ];
  const product = createFakeProduct({ permissions: ['PageEventLogs'] });
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  await renderScreen(<WidgetGrid widgets={widgets} registry={REGISTRY} page={PAGE} />, product);
  expect((await screen.findByRole('link', { name: 'Outside' })).getAttribute('rel')).toBe('noreferrer');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Outside', 'Log']);
});

test('a copied link leads to its widget and to no other', async () => {
  const arrived: string[] = [];
  vi.stubGlobal('location', new URL('#B', window.location.href));
  Element.prototype.scrollIntoView = function scrollIntoView() {
    arrived.push(this.textContent ?? '');
  };
  const widgets = [stored('A', 'count', 0), stored('B', 'count', 1)];
  await renderScreen(<WidgetGrid widgets={widgets} registry={REGISTRY} page={PAGE} />, givenProduct());
  await screen.findAllByText('0 sites');
  expect(arrived.map((text) => text.charAt(0))).toEqual(['B']);
});
