import { eventBulkEndpoints, eventViewEndpoints } from '@solvane/contract/event-commands';
import { type EventGroup, eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventEndpoints } from '@solvane/contract/events';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { jobIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { KeyListener } from '../../shared/keys/key-listener.tsx';
import { ENTERPRISES, SITES, toSite } from '../../testing/fake-fleet.ts';
import { FAKE_NOW_MS, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toldText } from '../../testing/told-text.ts';
import { closeDetails, detailsPanel } from '../../workspace/details.ts';
import { EVENTS, givenEvent, givenProduct, idOf } from './event-log.testing.ts';
import { EventLogScreen } from './event-log-screen.tsx';
import type { EventLogSearch } from './event-log-search.ts';

const VIEW_ID = '0198c0de-0000-4000-8000-0000000000b1';

function group(key: string, given: Partial<EventGroup> = {}): EventGroup {
  const sums = {
    count: 3,
    unacknowledged: 2,
    durationMs: 3_600_000,
    lostEnergyKwh: 1_500,
    revenueLoss: 60,
    energyUnknownCount: 0,
    revenueUnknownCount: 0,
    leftOutIntervals: 0,
  };
  return { key, name: key, siteName: null, filter: { codes: [key] }, ...sums, ...given };
}

async function show(product: FakeProduct, address: EventLogSearch) {
  const onAddress = vi.fn();
  const { queryClient } = await renderScreen(
    <>
      <KeyListener />
      <EventLogScreen address={address} onAddress={onAddress} />
    </>,
    product,
  );
  return { onAddress, queryClient, user: userEvent.setup() };
}

beforeEach(() => installScreen({ listHeight: 800 }));

afterEach(() => {
  cleanup();
  closeDetails();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('groups are heads with their own sums; one that is opened shows its events', async () => {
  const product = givenProduct();
  product.server.on(eventOverviewEndpoints.groups, () => ({
    items: [group('1205'), group('900')],
    groupCount: 2,
    rest: {
      count: 0,
      durationMs: 0,
      lostEnergyKwh: null,
      revenueLoss: null,
      energyUnknownCount: 0,
      revenueUnknownCount: 0,
      leftOutIntervals: 0,
    },
  }));
  const { user } = await show(product, { group: 'code' });
  const head = await screen.findByRole('button', { name: /1205 3 events, 2 not acknowledged/ });
  expect(within(screen.getByRole('row', { name: /^1205/ })).getByText('1.50')).toBeTruthy();
  await user.click(head);
  expect(await screen.findByRole('row', { name: /INV-1/ })).toBeTruthy();
  const questions = product.server.callsOf(eventEndpoints.search).map(({ body }) => body as { filter: { codes?: string[] } });
  expect(questions.at(-1)?.filter.codes).toEqual(['1205']);
});

test('money adds up in one currency only: a group of one site has its sum, all of them together have none and say why', async () => {
  const currencies: Readonly<Record<string, string>> = { S01: 'EUR', S04: 'SEK' };
  const product = givenProduct();
  product.server.on(deviceTreeEndpoints.sites, () => ({
    enterprises: ENTERPRISES,
    sites: SITES.map((site) => ({ ...toSite(site), currency: currencies[site.id] ?? null })),
    errors: [],
  }));
  product.server.on(eventOverviewEndpoints.groups, () => ({
    items: [
      group('S01', { name: 'Guadal', filter: { siteIds: [siteIdSchema.parse('S01')] } }),
      group('INV-9', { siteName: 'Norrvind', filter: { segmentIds: [segmentIdSchema.parse('inv-9')] } }),
    ],
    groupCount: 2,
    rest: {
      count: 0,
      durationMs: 0,
      lostEnergyKwh: null,
      revenueLoss: null,
      energyUnknownCount: 0,
      revenueUnknownCount: 0,
      leftOutIntervals: 0,
    },
  }));
  await show(product, { group: 'device' });
  const sumsOf = async (name: RegExp) => toldText(await screen.findByRole('row', { name }));
  expect(await sumsOf(/Guadal/)).toContain('€60');
  expect(await sumsOf(/Norrvind/)).toContain('SEK\u00a060');
  await waitFor(async () => expect(await sumsOf(/619 events/)).toContain('— (Sites of these events have different currencies'));
});

test('what happens meanwhile is announced and moves no row until the user asks for it', async () => {
  const product = givenProduct();
  const { queryClient, user } = await show(product, {});
  await screen.findByRole('row', { name: /INV-1/ });
  const changed = EVENTS.map((event, index) => (index === 0 ? { ...event, acknowledged: { atMs: 1, by: 'Mats Kron' } } : event));
  product.server.on(eventEndpoints.search, () => ({ items: [givenEvent(9), ...changed], nextCursor: null, issues: [] }));
  await act(() => queryClient.invalidateQueries({ queryKey: eventKeys.all }));
  const news = await screen.findByRole('button', { name: '1 new event' });
  expect(within(screen.getByRole('row', { name: /INV-1/ })).getByLabelText('Acknowledged by Mats Kron')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /INV-9/ })).toBeNull();
  await user.click(news);
  expect(await screen.findByRole('row', { name: /INV-9/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 new event' })).toBeNull());
});

test('keys walk over the rows, select, and open the one they stand on', async () => {
  const { user } = await show(givenProduct(), {});
  await screen.findByRole('row', { name: /INV-1/ });
  await user.keyboard('jjx');
  const second = within(screen.getByRole('row', { name: /INV-2/ })).getByRole('checkbox');
  expect(second).toHaveProperty('checked', true);
  await user.keyboard('x');
  expect(second).toHaveProperty('checked', false);
  await user.keyboard('k{Enter}');
  expect(detailsPanel.get().content).toEqual({ kind: 'event', eventId: idOf(1) });
});

test('one key moves up and another one categorizes, with events selected and without', async () => {
  const { user } = await show(givenProduct(), {});
  await screen.findByRole('row', { name: /INV-1/ });
  await user.keyboard('jjxkx');
  const boxOf = (name: RegExp) => within(screen.getByRole('row', { name })).getByRole('checkbox');
  expect([boxOf(/INV-1/), boxOf(/INV-2/)]).toMatchObject([{ checked: true }, { checked: true }]);
  await user.keyboard('e');
  expect(await screen.findByRole('dialog', { name: 'Categorize 2 events' })).toBeTruthy();
});

test('lanes name every device, and lead to one alone', async () => {
  const product = givenProduct();
  product.server.on(eventOverviewEndpoints.lanes, () => ({
    lanes: [
      {
        segmentId: segmentIdSchema.parse('inv-1'),
        deviceName: 'INV-1',
        siteId: siteIdSchema.parse('S01'),
        siteName: 'Guadal',
        ...{
          count: 1,
          durationMs: 1,
          lostEnergyKwh: 7_620,
          revenueLoss: 1,
          energyUnknownCount: 0,
          revenueUnknownCount: 0,
          leftOutIntervals: 0,
          bars: [],
        },
      },
    ],
    laneCount: 40,
  }));
  const { user, onAddress } = await show(product, { show: 'lanes', q: 'ack:no' });
  expect(await screen.findByText('1 of 40 devices, costliest first')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Guadal INV-1 · 7.62 MWh/ }));
  expect(onAddress).toHaveBeenCalledWith({ show: 'lanes', q: 'ack:no site=Guadal device=INV-1' });
});

test('the overview compares by what is chosen, and a bar asks for its events', async () => {
  const product = givenProduct();
  product.server.on(eventOverviewEndpoints.groups, ({ body }) => ({
    items:
      body.groupBy === 'day'
        ? [group('2026-06-24', { filter: {} })]
        : [group('A', { count: 6, lostEnergyKwh: 3_000 }), group('B', { count: 2 })],
    groupCount: 2,
    rest: {
      count: 0,
      durationMs: 0,
      lostEnergyKwh: null,
      revenueLoss: null,
      energyUnknownCount: 0,
      revenueUnknownCount: 0,
      leftOutIntervals: 0,
    },
  }));
  const { user, onAddress } = await show(product, { show: 'overview' });
  const codes = await screen.findByRole('list', { name: 'Code' });
  expect(
    within(codes)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['A: 3.00 MWh, 6 eventsA3.0067%', 'B: 1.50 MWh, 2 eventsB1.50100%']);
  await user.click(screen.getByRole('radio', { name: 'Count' }));
  expect((await screen.findAllByRole('button', { name: 'A: 6, 6 events' })).length).toBeTruthy();
  await user.click(within(codes).getByRole('button', { name: /^B:/ }));
  expect(onAddress).toHaveBeenLastCalledWith(expect.objectContaining({ q: 'code=B', show: undefined }));
});

test('a log that is asked nothing opens with the default view, and says what was changed since', async () => {
  const product = givenProduct();
  const view = {
    viewId: VIEW_ID,
    name: 'Stops',
    isMine: true,
    owner: 'Mats Kron',
    sharedWith: null,
    isDefault: true,
    revision: 1,
    updatedAtMs: 1,
  };
  const content = { version: 1, search: { q: 'type:downtime' }, columns: [{ id: 'priority', width: 90, isPinned: true }] };
  product.server.on(eventViewEndpoints.list, () => ({ items: [{ ...view, content }] }));
  await show(product, {});
  expect(await screen.findByRole('button', { name: 'View: Stops' })).toBeTruthy();
  expect(await screen.findByRole('columnheader', { name: /^Priority/ })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: /^Category/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove type:Downtime' })).toBeTruthy();
  cleanup();
  await show(product, { view: VIEW_ID, q: 'type:comm' });
  expect(await screen.findByRole('button', { name: 'View: Stops, changed' })).toBeTruthy();
});

test('a width that is drawn is kept, and belongs to the view', async () => {
  const product = givenProduct();
  const saved = vi.fn();
  product.server.on(eventViewEndpoints.save, ({ body }) => {
    saved(body);
    return { items: [] };
  });
  const { user } = await show(product, { view: 'own' });
  await screen.findByRole('row', { name: /INV-1/ });
  const edge = screen.getByRole('separator', { name: 'Width of Code' });
  edge.focus();
  await user.keyboard('{ArrowRight}');
  await user.click(screen.getByRole('button', { name: 'View: Needs attention, changed' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a new view…' }));
  await user.type(await screen.findByLabelText(/^Name/), 'Wide codes');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(saved.mock.calls[0]?.[0]).toMatchObject({
    name: 'Wide codes',
    content: { version: 1, columns: expect.arrayContaining([{ id: 'code', width: 120, isPinned: false }]) },
  });
});

test('bulk work that goes on says how far it is; what did not work is told row by row, and tried again by itself', async () => {
  const product = givenProduct();
  const [jobId, otherId] = ['c1', 'c2'].map((end) => jobIdSchema.parse(`0198c0de-0000-7000-8000-0000000000${end}`));
  const job = {
    kind: 'events.bulk',
    progress: 0.4,
    createdAtMs: FAKE_NOW_MS,
    finishedAtMs: null,
    succeeded: 0,
    failed: 0,
    fileId: null,
    message: null,
  };
  product.jobs = [
    { ...job, jobId: otherId as never, state: 'running' },
    { ...job, jobId: jobId as never, state: 'succeeded', progress: 1, finishedAtMs: Date.now(), succeeded: 2, failed: 1 },
  ];
  const rows = [
    { eventId: idOf(2), outcome: 'failed' as const, problem: 'events.settled' },
    { eventId: idOf(1), outcome: 'done' as const, problem: null },
    { eventId: idOf(3), outcome: 'failed' as const, problem: 'events.categoryNotInSet' },
  ];
  product.server.on(eventBulkEndpoints.outcome, () => ({
    action: { kind: 'categorize' as const, categorySet: 'PVPlant', category: 'Grid outage' },
    done: 1,
    failed: 2,
    waiting: 0,
    rows,
  }));
  product.server.on(eventBulkEndpoints.retry, () => ({ jobId: otherId as never, count: 1 }));
  const { user } = await show(product, {});
  expect(await screen.findByText('40%')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Show results' }));
  const dialog = await screen.findByRole('dialog', { name: 'Results of the bulk action' });
  expect(await within(dialog).findByRole('row', { name: /Guadal INV-2 .*The period is settled/ })).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /INV-1 .*Changed/ })).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /INV-3 .*The category Grid outage is not in the category set of INV-3/ })).toBeTruthy();
  const asked = product.server
    .callsOf(eventEndpoints.search)
    .map(({ body }) => body as { filter: { eventIds?: string[]; members?: string } });
  expect(asked.filter(({ filter }) => filter.eventIds).map(({ filter }) => filter.members)).toContain('hidden');
  await user.click(within(dialog).getByRole('button', { name: 'Try 2 failures again' }));
  await waitFor(() => expect(product.server.callsOf(eventBulkEndpoints.retry)).toMatchObject([{ body: { jobId } }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show results' })).toBeNull());
});

test('on a phone, where no head says the unit, the figures do', async () => {
  installScreen({ isPhone: true, listHeight: 800 });
  await show(givenProduct(), {});
  expect(within(await screen.findByRole('row', { name: /INV-1/ })).getByText('7.62 MWh')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /INV-2/ })).getAllByText('—')).toHaveLength(2);
  expect(within(screen.getByRole('row', { name: /619 events/ })).getByText('486.30 MWh')).toBeTruthy();
});

test('on a phone a card says what happened: device, the meaning of the code, loss, cost and state', async () => {
  installScreen({ isPhone: true, listHeight: 800 });
  const product = givenProduct();
  product.server.on(eventEndpoints.search, () => ({ items: [{ ...givenEvent(1), endMs: null }], nextCursor: null, issues: [] }));
  await show(product, {});
  const card = within(await screen.findByRole('row', { name: /INV-1/ }));
  for (const text of [givenEvent(1).codeText, 'Open', '7.62 MWh']) expect(card.getByText(text)).toBeTruthy();
  expect(card.getByLabelText('Not acknowledged')).toBeTruthy();
});

test('on a phone the view mode is chosen in a list', async () => {
  installScreen({ isPhone: true, listHeight: 800 });
  const { user, onAddress } = await show(givenProduct(), {});
  await user.click(await screen.findByRole('combobox', { name: 'View mode' }));
  await user.click(await screen.findByRole('option', { name: 'Lanes' }));
  expect(onAddress).toHaveBeenLastCalledWith({ show: 'lanes' });
});

test('on a phone the order, the groups and the columns of the list are chosen in a sheet', async () => {
  installScreen({ isPhone: true, listHeight: 800 });
  const { user, onAddress } = await show(givenProduct(), {});
  await screen.findByRole('grid', { name: 'Events of the log' });
  await user.click(screen.getByRole('button', { name: 'Order, groups and columns' }));
  const sheet = await screen.findByRole('dialog', { name: 'Order, groups and columns' });
  await user.click(within(sheet).getByRole('radio', { name: 'Smallest or oldest first' }));
  expect(onAddress).toHaveBeenLastCalledWith({ sort: 'attention', direction: 'asc' });
  await user.click(within(sheet).getByRole('checkbox', { name: 'Priority' }));
  expect(within(sheet).getByRole('checkbox', { name: 'Priority', checked: true })).toBeTruthy();
});
