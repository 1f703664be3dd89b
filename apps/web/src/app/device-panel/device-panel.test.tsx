import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints, type SiteStatus, siteEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { favoriteEndpoints } from '@solvane/contract/shell';
import type { EventType } from '@solvane/energy/events/event-types';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { largeFleet } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProductOptions } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { deviceSelection } from '../../workspace/device-selection.ts';

afterEach(resetApp);

const items = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
const item = (name: string | RegExp) => screen.findByRole('treeitem', { name });
const selected = () => Object.keys(deviceSelection.get().segments);
const tree = () => screen.getByRole('tree', { name: 'Devices' });

async function renderPanel(options: FakeProductOptions = {}, address = '/event-log') {
  const product = createFakeProduct(options);
  return { product, ...(await renderApp(product, { address })) };
}

async function actionsOf(name: string): Promise<HTMLElement> {
  fireEvent.pointerMove(await item(name));
  return screen.findByRole('button', { name: `Actions for ${name}` });
}

async function open(name: string): Promise<void> {
  const row = await item(name);
  fireEvent.click(row.querySelector('[data-part="chevron"]') ?? row);
}

test('sites are there by name, with their warnings; a site opens to its devices', async () => {
  await renderPanel();
  await item('Guadal');
  expect(items()).toEqual(['Caatinga', 'Guadal', 'Lammer', 'Malar', 'Mojave', 'Norrvind', 'Pecan', 'Trent']);
  expect(
    screen.getByRole('treeitem', {
      name: /, Not published: some features might not work\. .* Missing: time zone, latitude, and longitude\./,
    }),
  ).toBeTruthy();
  await open('Trent');
  await waitFor(() => expect(items()).toContain('BI-1'));
  expect((await item('Trent')).getAttribute('aria-expanded')).toBe('true');
});

test('a site shows the most decisive event that is open there', async () => {
  const product = createFakeProduct();
  product.server.on(siteEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: [statusOf('S01', ['Curtailment', 'Warning']), statusOf('S04', [])],
  }));
  await renderApp(product, { address: '/event-log' });
  expect(within(await item('Guadal, Curtailment')).getByTitle('Curtailment')).toBeTruthy();
  expect(await item('Trent')).toBeTruthy();
});

test('a site says which test removes how much of what since when', async () => {
  const product = createFakeProduct();
  const warnings: SiteStatus['warnings'] = [
    {
      kind: 'ruleRemoves',
      method: 'flatline',
      apCode: 'ActivePower',
      share: 0.632,
      segmentIds: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => segmentIdSchema.parse(id)),
      since: '2025-03-03',
    },
  ];
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [{ ...statusOf('S01', []), warnings }] }));
  await renderApp(product, { address: '/event-log' });
  expect(
    within(await item(/^Guadal, Flatline/)).getByTitle('Flatline removes 63% of Active power of 6 devices since March 3, 2025.'),
  ).toBeTruthy();
});

test('a site says which devices lack an expectation, why, and how to mend that', async () => {
  const product = createFakeProduct();
  const warnings: SiteStatus['warnings'] = [{ kind: 'noExpectation', segmentIds: [segmentIdSchema.parse('a')], reasons: ['noPowerCurve'] }];
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [{ ...statusOf('S01', []), warnings }] }));
  await renderApp(product, { address: '/event-log' });
  const title = /^1 device has no expected power.* No power curve applies\. Upload the power curve .* or accept the generic power curve/;
  expect(within(await item(/^Guadal, 1 device has/)).getByTitle(title)).toBeTruthy();
});

test('a site says which devices have been silent for days without enough sun', async () => {
  const product = createFakeProduct();
  const warnings: SiteStatus['warnings'] = [{ kind: 'darkSilence', segmentIds: [segmentIdSchema.parse('a')], since: '2025-12-12' }];
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [{ ...statusOf('S01', []), warnings }] }));
  await renderApp(product, { address: '/event-log' });
  expect(within(await item(/^Guadal, 1 device/)).getByTitle(/^1 device has sent nothing since December 12, 2025\./)).toBeTruthy();
});

test('a panel that is opened again does not ask the state of all sites again before its time', async () => {
  const product = createFakeProduct();
  let asked = 0;
  product.server.on(siteEndpoints.status, () => {
    asked += 1;
    return { nowMs: product.nowMs, items: [] };
  });
  const { user } = await renderApp(product, { address: '/event-log' });
  await item('Guadal');
  await waitFor(() => expect(asked).toBe(1));
  await user.click(screen.getByRole('button', { name: /^Close devices/ }));
  await user.click(await screen.findByRole('button', { name: /^Devices, / }));
  await item('Guadal');
  expect(asked).toBe(1);
});

test('what is checked is counted against the limit, and its site shows the dash', async () => {
  const { user } = await renderPanel();
  await open('Guadal');
  await user.click(await item('INV-1'));
  await user.click(await item('INV-2'));
  expect(selected()).toEqual(['S01-INV1', 'S01-INV2']);
  expect(screen.getByText('2 selected').parentElement?.textContent).toBe('2 selected of at most 1,000');
  expect((await item('Guadal')).getAttribute('aria-checked')).toBe('mixed');
  await user.click(await item('INV-1'));
  expect(selected()).toEqual(['S01-INV2']);
  await user.click(within(screen.getByRole('region', { name: 'Devices' })).getByRole('button', { name: 'Clear' }));
  expect(selected()).toEqual([]);
});

test('Shift selects everything in between', async () => {
  const { user } = await renderPanel();
  await open('Guadal');
  await user.click(await item('INV-1'));
  await user.keyboard('{Shift>}');
  await user.click(await item('INV-3'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['S01-INV1', 'S01-INV2', 'S01-INV3']);
});

test('the tree is walked, opened and checked by keys', async () => {
  const { user } = await renderPanel();
  await item('Guadal');
  tree().focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await waitFor(() => expect(items()).toContain('INV-1'));
  await user.keyboard('{ArrowRight} {ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['S01-INV1', 'S01-INV2', 'S01-INV3']);
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(items()).not.toContain('INV-1');
  await user.keyboard('tr');
  const active = tree().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toBe('Trent');
  await user.keyboard('*');
  await waitFor(() => expect(items()).toContain('WT-8'));
});

test('a search shows hits with what leads to them, and says when there are none', async () => {
  const { user } = await renderPanel();
  await item('Guadal');
  const field = screen.getByRole('searchbox', { name: 'Search 97 devices' });
  await user.type(field, 'trent inverter');
  await waitFor(() => expect(items()).toEqual(['Trent', 'BI-1', 'BI-2']));
  await user.clear(field);
  await user.type(field, 'no such device');
  expect(await screen.findByText('No devices available')).toBeTruthy();
});

test('the key / leads to the search', async () => {
  const { user } = await renderPanel();
  await item('Guadal');
  tree().focus();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search 97 devices' }));
});

test('the filter "selected only" ends by itself when nothing is selected', async () => {
  const { user } = await renderPanel();
  await open('Guadal');
  await user.click(await item('INV-2'));
  await user.click(screen.getByRole('button', { name: 'Show selected only' }));
  await waitFor(() => expect(items()).toEqual(['Guadal', 'INV-2']));
  await user.click(await item('INV-2'));
  await waitFor(() => expect(items()).toContain('Trent'));
  expect(screen.getByRole('button', { name: 'Show selected only' }).getAttribute('aria-pressed')).toBe('false');
});

test('a star is kept on the server, and taken back when the server refuses', async () => {
  const { product, user } = await renderPanel();
  const star = async (name: string) => {
    await user.hover(await item(name));
    return screen.findByRole('button', { name: `Favorite ${name}` });
  };
  await user.click(await star('Guadal'));
  await waitFor(() => expect(product.favorites).toEqual([{ favoriteType: 'Device', favoriteDataId: 'S01' }]));
  product.server.on(favoriteEndpoints.add, () => {
    throw new AppError('storage.full');
  });
  await user.click(await star('Trent'));
  expect((await screen.findByRole('alert')).textContent).toContain('The favorite could not be saved.');
  expect((await star('Trent')).getAttribute('aria-pressed')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Show favorites only' }));
  await waitFor(() => expect(items()).toEqual(['Guadal']));
});

test('only the row that is pointed at has buttons; the keyboard finds the same in its menu', async () => {
  const { product, user } = await renderPanel();
  await user.hover(await item('Trent'));
  expect(await screen.findByRole('button', { name: 'Actions for Trent' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions for Mojave' })).toBeNull();
  tree().focus();
  await user.keyboard('gu{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Add to favorites' }));
  await waitFor(() => expect(product.favorites).toEqual([{ favoriteType: 'Device', favoriteDataId: 'S01' }]));
  tree().focus();
  await user.keyboard('gu{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from favorites' }));
  await waitFor(() => expect(product.favorites).toEqual([]));
});

test('all devices of a type are selected at once, or only those', async () => {
  const { user } = await renderPanel();
  await open('Guadal');
  await user.click(await item('Meter'));
  await user.click(await actionsOf('Guadal'));
  await user.click(await screen.findByRole('menuitem', { name: 'Select all below' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Inverter (4)' }));
  expect(selected()).toEqual(['S01-MET', 'S01-INV1', 'S01-INV2', 'S01-INV3', 'S01-INV4']);
  await user.click(await actionsOf('Guadal'));
  await user.click(await screen.findByRole('menuitem', { name: 'Select only' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Combiner (8)' }));
  expect(selected()).toHaveLength(8);
});

test('too many devices are refused as a whole with both numbers', async () => {
  const { user } = await renderPanel({ sites: largeFleet({ siteCount: 1, devicesPerSite: 1_500 }) });
  await open('Site 1');
  await item('INV-1');
  await user.click(await actionsOf('Site 1'));
  await user.click(await screen.findByRole('menuitem', { name: 'Select all below' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'String (1,350)' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many devices selected: 1,350 of at most 1,000.');
  expect(selected()).toEqual([]);
});

test('a page limits what can be checked and shows the rest', async () => {
  const { user } = await renderPanel({}, '/monitor/device-state');
  await open('Lammer');
  const turbine = await item('WT-1');
  expect(turbine.getAttribute('aria-disabled')).toBe('true');
  await user.click(turbine);
  await user.click(await item('Lammer'));
  expect(selected()).toEqual(['S03']);
});

test('a site whose tree cannot be read says so at its place and can be tried again', async () => {
  const product = createFakeProduct();
  const whole = createFakeProduct();
  let isBroken = true;
  product.server.on(deviceTreeEndpoints.segments, async ({ body }) => {
    const { segmentsBySiteId } = await whole.segments(body.siteIds);
    const broken = {
      tree: null,
      errors: [{ siteId: siteIdSchema.parse('S01'), code: 'fleet.brokenTree', message: 'Fleet_BrokenTree_Message' }],
    };
    return { segmentsBySiteId: isBroken && 'S01' in segmentsBySiteId ? { ...segmentsBySiteId, S01: broken } : segmentsBySiteId };
  });
  const { user } = await renderApp(product, { address: '/event-log' });
  await open('Guadal');
  expect(await screen.findByText('Devices could not be loaded')).toBeTruthy();
  await open('Trent');
  await item('BI-1');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await item('INV-1')).toBeTruthy();
});

test('where an installation wants it, a banner says how many sites have no devices to show', async () => {
  const product = createFakeProduct({ features: { segmentLoadFailedBanner: true } });
  let isBroken = true;
  product.server.on(deviceTreeEndpoints.segments, ({ body }) => {
    if (isBroken) throw new AppError('signals.unavailable');
    return createFakeProduct().segments(body.siteIds);
  });
  const { user } = await renderApp(product, { address: '/event-log' });
  const banner = (await screen.findByText('Devices of 8 sites could not be loaded')).parentElement;
  isBroken = false;
  await user.click(within(banner ?? document.body).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

test('no sites at all says why', async () => {
  await renderPanel({ sites: [] });
  expect(await screen.findByText('No sites or devices')).toBeTruthy();
});

test('sites without permission are reported with the first error of the request', async () => {
  const product = createFakeProduct();
  product.server.on(deviceTreeEndpoints.sites, () => ({
    enterprises: [],
    sites: [],
    errors: [{ siteId: null, code: 'fleet.noSitesAccess', message: 'Common_Error_Forbidden_Message' }],
  }));
  await renderApp(product, { address: '/event-log' });
  expect(await screen.findByText('No sites access')).toBeTruthy();
  expect(screen.getByText('You do not have access to this resource.')).toBeTruthy();
});

test('1,000 sites are drawn a screen at a time', async () => {
  await renderPanel({ sites: largeFleet({ siteCount: 1_000, devicesPerSite: 10 }) });
  await item('Site 1');
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(80);
});

function statusOf(siteId: string, types: EventType[]): SiteStatus {
  return {
    siteId: siteIdSchema.parse(siteId),
    ...{
      activePowerKw: null,
      powerAtMs: null,
      powerSource: null,
      powerDevices: null,
      powerCoverage: null,
      expected: null,
      ratedPowerKw: null,
      collectionLoss: 0,
    },
    ...{ lastPointMs: null, openEvents: types.length, lostKwhPerHour: 0, costPerHour: null, isCostPartial: false, currency: null },
    openEventsByType: types.map((type) => ({ type, count: 1 })),
    reasons: {},
    warnings: [],
  };
}
