import { AppError } from '@solvane/contract/errors';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { deviceTreeEndpoints, type SiteStatus, siteEndpoints } from '@solvane/contract/fleet';
import { siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { PERMISSIONS } from '@solvane/contract/permissions';
import { type FleetResult, siteResultEndpoints } from '@solvane/contract/site-results';
import { demoEndpoints } from '@solvane/contract/system';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WIDGETS } from '../../app/widgets/widget-library.ts';
import { fakeEvent } from '../../testing/fake-event.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toldText } from '../../testing/told-text.ts';
import { treeLoader } from '../../workspace/fleet/trees.ts';
import { HomeScreen } from './home-screen.tsx';

const MINUTE_MS = 60_000;
const WITHOUT_LATE = 'Partial (5 of 8 have data. Without data: Pecan, Caatinga, Mojave)';

function givenProduct(attention: Record<string, Partial<SiteStatus>> = {}, product: FakeProduct = createFakeProduct()): FakeProduct {
  const { on } = product.server;
  const power: Record<string, [kw: number | null, minutesAgo: number]> = {
    S01: [9_000, 12],
    S02: [0, 12],
    S03: [4_000, 12],
    S04: [16_000, 12],
    S05: [-6_000, 12],
    S06: [9_710, 212],
  };
  on(siteEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: Object.entries(power).map(([siteId, [activePowerKw, minutesAgo]]) => ({
      siteId: siteIdSchema.parse(siteId),
      activePowerKw,
      powerAtMs: product.nowMs - minutesAgo * MINUTE_MS,
      powerSource: 'meter' as const,
      powerDevices: { known: 1, count: 1 },
      powerCoverage: 1,
      ratedPowerKw: 20_000,
      lastPointMs: product.nowMs - minutesAgo * MINUTE_MS,
      openEvents: null,
      openEventsByType: null,
      lostKwhPerHour: null,
      expected: null,
      collectionLoss: 0.02,
      costPerHour: null,
      isCostPartial: false,
      currency: null,
      reasons: {},
      warnings: [],
      ...attention[siteId],
    })),
  }));
  on(ingestEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: [
      {
        siteId: siteIdSchema.parse('S01'),
        lastPointMs: null,
        lastReceivedMs: null,
        pointsLastHour: 24_480,
        backlogSiteDays: 0,
        rejectedLast30Days: 12,
        recalculation: null,
      },
    ],
  }));
  return product;
}

function rowNames(): (string | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
}

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the site with the oldest data stands first, then those without any, then those that deliver least of their rating', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  await screen.findByRole('heading', { name: 'Sites by attention' });
  expect(rowNames()).toEqual(['Pecan', 'Caatinga', 'Mojave', 'Lammer', 'Trent', 'Guadal', 'Norrvind', 'Malar']);
});

test('power now is summed over fresh sites, names those that are missing and stands against their rating', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  expect(toldText((await screen.findByText('Power now')).parentElement)).toBe(`Power now${WITHOUT_LATE}23.0MW23.0 % of 100\u2009MW rated`);
});

test('the one late site is named at the top', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  expect(await screen.findByText('Pecan 3 h 22 old')).toBeDefined();
});

test('the points of the last hour are at the top, and lead to where they are counted by site', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  const link = await screen.findByRole('link', { name: '24,480 points/h' });
  expect(link.getAttribute('href')).toBe('/ingestion-status');
});

test('a site opens its overview', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  const link = await screen.findByRole('link', { name: 'Guadal' });
  expect(link.getAttribute('href')).toBe('/monitor/site-overview?site=S01');
});

test('for users without overviews a site opens in Data Studio', async () => {
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct({}, withoutOverviews()));
  const link = await screen.findByRole('link', { name: 'Guadal' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/data-studio?devices=["S01"]');
});

function withoutOverviews(): FakeProduct {
  return createFakeProduct({ permissions: PERMISSIONS.filter((name) => name !== 'PageSiteOverviewMonitor') });
}

/** Device trees come when they are let go. */
function givenLateTrees(): { product: FakeProduct; release: () => void } {
  const product = givenProduct({}, withoutOverviews());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { segments } = product;
  product.server.on(deviceTreeEndpoints.segments, async ({ body }) => {
    await released;
    return segments(body.siteIds);
  });
  return { product, release };
}

test('a site that is pressed before its devices are known opens with the power of its generators once they are', async () => {
  const { product, release } = givenLateTrees();
  const { addressOf } = await renderScreen(<HomeScreen library={WIDGETS} />, product);
  treeLoader.setSites(new Map([[siteIdSchema.parse('S01'), 1]]));
  const link = await screen.findByRole('link', { name: 'Guadal' });
  await userEvent.click(link);
  expect(addressOf()).toBe('/');
  release();
  await waitFor(() => expect(addressOf()).toContain('/data-studio'));
  expect(addressOf()).toMatch(/devices=.*S01-INV.*signals=\["ActivePower\|\|Raw"\]/);
});

test('a site that was pressed opens nothing any more once its devices are known after the user went elsewhere', async () => {
  const { product, release } = givenLateTrees();
  const { addressOf, goTo } = await renderScreen(<HomeScreen library={WIDGETS} />, product);
  treeLoader.setSites(new Map([[siteIdSchema.parse('S03'), 1]]));
  await userEvent.click(await screen.findByRole('link', { name: 'Lammer' }));
  await goTo('/event-log');
  release();
  await treeLoader.get({ siteId: siteIdSchema.parse('S03'), treeVersion: 1 });
  // A navigation that began with the answer is through after a turn.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(addressOf()).toBe('/event-log');
});

test('of two sites that are pressed before their devices are known the later one opens', async () => {
  const { product, release } = givenLateTrees();
  const { addressOf } = await renderScreen(<HomeScreen library={WIDGETS} />, product);
  treeLoader.setSites(new Map(['S02', 'S04'].map((id) => [siteIdSchema.parse(id), 1])));
  await userEvent.click(await screen.findByRole('link', { name: 'Malar' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Norrvind' }));
  release();
  await waitFor(() => expect(addressOf()).toContain('/data-studio'));
  expect(addressOf()).toContain('S04-');
});

test('while the demo loads Home says how far it is', async () => {
  const product = givenProduct();
  product.server.on(demoEndpoints.progress, () => ({ demo: 'on' as const, stage: 'history' as const, share: 0.37 }));
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('0.37');
  expect(screen.getByRole('link', { name: 'Built-in faults' }).getAttribute('href')).toBe('/demo-faults');
});

test('a failure says what failed and can be retried', async () => {
  const product = givenProduct();
  product.server.on(siteEndpoints.status, () => {
    throw new AppError('signals.unavailable');
  });
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  const alert = await within(await screen.findByRole('region', { name: 'Sites by attention' })).findByRole('alert');
  expect(alert.textContent).toContain('Unable to Retrieve Data');
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Sites by attention' })).toBeDefined();
});

test('without sites Home leads to where the first plant is brought in', async () => {
  const product = givenProduct();
  product.server.on(deviceTreeEndpoints.sites, () => ({ enterprises: [], sites: [], errors: [] }));
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  expect(await screen.findByText('No sites yet')).toBeDefined();
  expect((await screen.findByRole('link', { name: 'Get started' })).getAttribute('href')).toBe('/get-started');
});

test('without sites, who may not describe plants is told whom to ask', async () => {
  const product = createFakeProduct({ permissions: ['PageDataStudio'] });
  product.server.on(deviceTreeEndpoints.sites, () => ({ enterprises: [], sites: [], errors: [] }));
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct({}, product));
  expect((await screen.findByText('No sites for you yet')).parentElement?.textContent).toContain('Ask an administrator of your enterprise');
  expect(screen.queryByRole('link', { name: 'Get started' })).toBeNull();
});

test('on a phone sites are cards', async () => {
  installScreen({ isPhone: true });
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct());
  const site = await screen.findByRole('link', { name: 'Pecan' });
  const slots = [...(site.closest('tr')?.querySelectorAll('[data-card]') ?? [])].map((cell) => [
    cell.getAttribute('data-card'),
    toldText(cell),
  ]);
  expect(slots).toEqual([
    ['mark', 'No data'],
    ['title', 'PecanUS'],
    ['subtitle', '— of 20.00 MW'],
    ['line', ''],
    ['value', '— (The newest value is too old: 3 h 22.)'],
    ['meta', '3 h 22'],
  ]);
});

test('open events that cost energy stand on Home, the dearest first, with what an hour costs', async () => {
  const openEventsByType: SiteStatus['openEventsByType'] = [
    { type: 'Downtime', count: 2 },
    { type: 'Degraded', count: 1 },
  ];
  const product = givenProduct({
    S01: { openEvents: 3, openEventsByType, lostKwhPerHour: 1_250, costPerHour: 45, isCostPartial: true, currency: 'EUR' },
  });
  const by = { atMs: 0, by: 'Elena Lorca' };
  product.server.on(eventEndpoints.search, () => ({
    items: [
      givenEvent(1, product.nowMs, { lostEnergyKwh: 500, revenueLoss: null, acknowledged: by }),
      givenEvent(2, product.nowMs, { lostEnergyKwh: 2_000, revenueLoss: 90 }),
      givenEvent(3, product.nowMs, { lostEnergyKwh: 0 }),
    ],
    nextCursor: null,
    issues: [],
  }));
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  const list = await screen.findByRole('region', { name: 'Open events with losses' });
  const rows = await within(list).findAllByRole('listitem');
  expect(rows.map(toldText)).toEqual([
    'DowntimeGuadal INV-2 IGBT driver fault2\u202fh1.00\u2009MW€45/hNot acknowledged',
    'DowntimeGuadal INV-1 IGBT driver fault2\u202fh0.25\u2009MW— (No energy price is stated for this time.)',
  ]);
  const [first] = screen.getAllByRole('row').slice(1);
  const link = within(first as HTMLElement).getByRole('link', { name: /^3 open events of Guadal:\s?Downtime 2\s?Degraded 1$/ });
  expect(link.textContent).toContain('Downtime 2Degraded 1');
  expect(toldText(within(first as HTMLElement).getAllByRole('cell')[0])).toBe('Downtime');
  const partial = '€45\u2009+\u2009? (Some of the lost energy has no price. It is not included in the sum.)';
  expect(toldText(first)).toContain(`1.25${partial}`);
  expect(toldText((await screen.findByText('Lost power')).parentElement)).toBe(`Lost power${partial}per hour1.25\u2009MW`);
  expect(screen.getByText('Open events', { selector: 'dt' }).parentElement?.textContent).toBe('Open eventsDowntime 2Degraded 1Event log');
});

test('power stands against what was expected, and the month against its expectation and its budget', async () => {
  const product = givenProduct();
  const atMs = product.nowMs - 12 * MINUTE_MS;
  const items = ['S01', 'S04'].map(
    (siteId): FleetResult => ({
      siteId: siteIdSchema.parse(siteId),
      ...{ days: 24, missingDays: 0, computedMs: product.nowMs, energyKwh: 950_000, producedKwh: 980_000, expectedKwh: 1_000_000 },
      ...{ connectionSource: 'meter', noDataKwh: 0, withoutExpectationKwh: 0, noDataIntervals: 0, withoutExpectationIntervals: 0 },
      ...{ devices: null, availabilityReason: null, electricalWarning: null },
      ...{ budgetKwh: siteId === 'S01' ? 1_000_000 : null, availability: { available: 960, unavailable: 40 } },
      reasons: siteId === 'S01' ? {} : { budgetKwh: 'noBudget' },
    }),
  );
  const asked: unknown[] = [];
  product.server.on(siteResultEndpoints.fleet, ({ query }) => {
    asked.push(query);
    return { items };
  });
  const attention = {
    S01: { expected: { powerKw: 12_000, actualKw: 9_000, atMs } },
    S04: { expected: { powerKw: 16_000, actualKw: 16_000, atMs } },
  };
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct(attention, product));
  const cell = (label: string) => toldText(screen.getByText(label).parentElement);
  await waitFor(() => expect(cell('Power now')).toContain('23.0'));
  await waitFor(() => expect(cell('Energy, Jun to date')).toContain('1.90'));
  expect(cell('Power now')).toBe(`Power now${WITHOUT_LATE}23.0MW−10.7 % vs 28.0\u2009MW expected (2 sites)`);
  expect(cell('Availability, Jun')).toBe('Availability, Jun96.0%Technical, time-based');
  expect(cell('Energy, Jun to date')).toBe('Energy, Jun to date1.90GWh−5.0 % vs budget');
  expect(asked).toEqual([{ fromDay: '2026-06-01', toDay: '2026-07-01' }]);
  const rowOf = (name: string) => toldText(screen.getByRole('link', { name }).closest('tr'));
  expect(rowOf('Guadal')).toContain('−25.0');
  expect(rowOf('Guadal')).toContain('96.0−2.0−5.0');
  expect(rowOf('Trent')).toContain('— (Not calculated yet.)— (Not calculated yet.)— (Not calculated yet.)2 min');
});

test('sums that lack devices or intervals say so beside the number', async () => {
  const product = givenProduct({ S04: { powerDevices: { known: 4, count: 6 } } });
  const result: FleetResult = {
    siteId: siteIdSchema.parse('S04'),
    ...{ days: 24, missingDays: 0, computedMs: product.nowMs, energyKwh: 950_000, producedKwh: 980_000, expectedKwh: 1_000_000 },
    ...{ connectionSource: 'devices', noDataKwh: 1_340, withoutExpectationKwh: 0, noDataIntervals: 12, withoutExpectationIntervals: 0 },
    ...{
      devices: { count: 6, withoutData: 2, withoutExpectation: 0 },
      availability: null,
      availabilityReason: 'unmonitored',
      electricalWarning: null,
    },
    budgetKwh: null,
    reasons: { budgetKwh: 'noBudget' },
  };
  product.server.on(siteResultEndpoints.fleet, () => ({ items: [result] }));
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  const energy = await screen.findByText('Energy, Jun to date');
  await waitFor(() => expect(energy.parentElement?.textContent).toContain('−2.0 % vs expected, 4 of 6 devices'));
  const availability = screen.getByText('Availability, Jun').parentElement;
  expect(availability?.textContent).toContain('No state codes and no signal that would show a stop');
  await userEvent.hover(screen.getByRole('button', { name: /^950/ }));
  expect(screen.getByRole('tooltip').textContent?.split('\n')).toEqual([
    '4 of 6 devices',
    '12 intervals without data: 1.3\u2009MWh expected, not measured.',
    'Without a meter at the grid connection the energy is the sum of the devices.',
  ]);
  expect(toldText(screen.getByRole('link', { name: 'Norrvind' }).closest('tr'))).toContain('(4 of 6 devices)');
  expect(toldText(screen.getByText('Power now').parentElement)).toBe(
    `Power now${WITHOUT_LATE}23.0MW23.0 % of 100\u2009MW rated, 8 of 10 devices`,
  );
});

test('why nothing stands beside the energy is a sentence, and what the energy lacks follows it', async () => {
  const product = givenProduct();
  const result: FleetResult = {
    siteId: siteIdSchema.parse('S04'),
    ...{ days: 24, missingDays: 0, computedMs: product.nowMs, energyKwh: 950_000, producedKwh: 980_000, expectedKwh: null },
    ...{ connectionSource: 'devices', noDataKwh: 0, withoutExpectationKwh: 0, noDataIntervals: 0, withoutExpectationIntervals: 0 },
    devices: { count: 6, withoutData: 2, withoutExpectation: 0 },
    ...{ availability: null, availabilityReason: 'unmonitored', electricalWarning: null, budgetKwh: null },
    reasons: { budgetKwh: 'noBudget', expectedKwh: 'noExpectation' },
  };
  product.server.on(siteResultEndpoints.fleet, () => ({ items: [result] }));
  await renderScreen(<HomeScreen library={WIDGETS} />, product);
  const energy = await screen.findByText('Energy, Jun to date');
  await waitFor(() => expect(energy.parentElement?.textContent).toContain('No expected energy is known. 4 of 6 devices'));
});

test('a number that is missing in the table says why, as the server gives it', async () => {
  const lacking = { kind: 'noExpectation' as const, segmentIds: [], reasons: ['noPowerCurve' as const] };
  const attention: Record<string, Partial<SiteStatus>> = {
    S01: {
      activePowerKw: null,
      reasons: {
        activePowerKw: 'noPower',
        expected: 'noExpectation',
        openEvents: 'noAccess',
        lostKwhPerHour: 'noAccess',
        costPerHour: 'noAccess',
      },
      warnings: [lacking],
    },
    S02: { openEvents: 2, openEventsByType: [], lostKwhPerHour: 120, reasons: { expected: 'notComputed', costPerHour: 'noPrice' } },
  };
  await renderScreen(<HomeScreen library={WIDGETS} />, givenProduct(attention));
  const reasonsOf = async (name: string) =>
    within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement)
      .getAllByRole('button')
      .map(toldText);
  const noAccess = '— (You do not have permission to see the events of this site.)';
  expect(await reasonsOf('Guadal')).toEqual([
    '— (No power is known from the meter or from at least half of the generators.)',
    '— (No expected energy is known.\nNo power curve applies.)',
    ...[noAccess, noAccess, noAccess],
  ]);
  expect(await reasonsOf('Malar')).toEqual(
    expect.arrayContaining(['— (Not calculated yet.)', '— (No energy price is stated for this time.)']),
  );
});

function givenEvent(index: number, nowMs: number, given: Partial<Event>): Event {
  return fakeEvent(index, {
    startMs: nowMs - 120 * MINUTE_MS,
    durationMs: 120 * MINUTE_MS,
    lostEnergyKwh: null,
    revenueLoss: null,
    affectedDeviceCount: 1,
    ...given,
  });
}
