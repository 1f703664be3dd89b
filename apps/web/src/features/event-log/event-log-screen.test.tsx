import { AppError } from '@solvane/contract/errors';
import { eventBulkEndpoints, eventCommandEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toldText } from '../../testing/told-text.ts';
import { closeDetails, detailsPanel } from '../../workspace/details.ts';
import { clearNotices, useNotices } from '../../workspace/notices.ts';
import { givenEvent, givenProduct, idOf, START_MS } from './event-log.testing.ts';
import { EventLogScreen } from './event-log-screen.tsx';
import type { EventLogSearch } from './event-log-search.ts';

const bodiesOf = (product: FakeProduct, endpoint: Parameters<FakeProduct['server']['callsOf']>[0]) =>
  product.server.callsOf(endpoint).map(({ body }) => body as Record<string, unknown>);

async function show(product: FakeProduct, search: EventLogSearch = {}) {
  const onSearch = vi.fn();
  await renderScreen(<EventLogScreen address={search} onAddress={onSearch} />, product);
  await screen.findByRole('grid', { name: 'Events of the log' });
  return { onSearch, user: userEvent.setup() };
}

const rowOf = (device: string) => screen.getByRole('row', { name: new RegExp(device) });

beforeEach(() => installScreen({ listHeight: 800 }));

afterEach(() => {
  cleanup();
  closeDetails();
  act(clearNotices);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('each event says when on the clock of its site, where, what and how much; a loss without expectation is a dash', async () => {
  await show(givenProduct());
  expect(rowOf('INV-1').textContent).toContain('Jun 24, 09:09');
  expect(within(rowOf('INV-1')).getByText('7.62')).toBeTruthy();
  expect(within(rowOf('INV-2')).getAllByText('—')).toHaveLength(2);
  expect(within(rowOf('INV-3')).getByLabelText('Acknowledged by Elena Lorca')).toBeTruthy();
});

test('an event of a whole site names the site once, with the number of its devices', async () => {
  await show(givenProduct([givenEvent(1, { deviceName: 'Guadal', affectedDeviceCount: 5 })]));
  const link = within(rowOf('Guadal')).getByRole('link');
  expect(link.textContent?.trim().replace(/\s+/g, ' ')).toBe('Guadal 5 devices');
});

test('sums are of the whole result, not of the rows shown', async () => {
  await show(givenProduct());
  const sums = screen.getByRole('row', { name: /619 events, 88 not acknowledged/ });
  expect(within(sums).getByText('486.30')).toBeTruthy();
  expect(within(sums).getByText('1,842 h')).toBeTruthy();
});

test('a price that is missing is not zero: the sum says what is known, and of how many events it is not', async () => {
  await show(givenProduct());
  const sums = screen.getByRole('row', { name: /619 events, 88 not acknowledged/ });
  expect(toldText(within(sums).getByText(/^24,870/))).toBe(
    '24,870\u2009+\u2009? (12 of 619 events have no price for all or part of their loss)',
  );
  await userEvent.hover(within(sums).getByText(/^24,870/));
  expect(screen.getByRole('tooltip').textContent).toBe('12 of 619 events have no price for all or part of their loss');
  expect(within(sums).getByText('486.30').tagName).not.toBe('BUTTON');
});

test('a chip counts its type also while it is off, and switching a secondary type on warns', async () => {
  const product = givenProduct();
  const { user, onSearch } = await show(product);
  const warning = screen.getByRole('button', { name: /Warning/ });
  expect([warning.getAttribute('aria-pressed'), warning.textContent]).toEqual(['false', 'Warning, Informationaloff130']);
  await user.click(warning);
  expect(onSearch).toHaveBeenCalledWith({ types: expect.arrayContaining(['Warning', 'Downtime']) });
  expect(bodiesOf(product, eventEndpoints.totals).some(({ filter }) => !Object.hasOwn(filter as object, 'types'))).toBe(true);
});

test('of two chips that are pressed before the address has followed, both count', async () => {
  const { user, onSearch } = await show(givenProduct());
  await user.click(screen.getByRole('button', { name: /Warning/ }));
  await user.click(screen.getByRole('button', { name: /^Downtime/ }));
  expect(onSearch).toHaveBeenLastCalledWith({ types: expect.arrayContaining(['Warning']) });
  expect(onSearch).toHaveBeenLastCalledWith({ types: expect.not.arrayContaining(['Downtime']) });
});

test('what is typed becomes the question after a moment', async () => {
  const { user, onSearch } = await show(givenProduct());
  await user.type(screen.getByRole('combobox', { name: /Search/ }), 'lost>10');
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'lost>10' }));
});

test('a head sorts', async () => {
  const { user, onSearch } = await show(givenProduct());
  await user.click(screen.getByRole('button', { name: 'Lost MWh' }));
  expect(onSearch).toHaveBeenCalledWith({ sort: 'lostEnergy', direction: 'desc' });
});

test('chosen rows are acknowledged with the version that was seen', async () => {
  const product = givenProduct();
  const { user } = await show(product);
  await user.click(within(rowOf('INV-1')).getByRole('checkbox'));
  await user.click(within(rowOf('INV-2')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Acknowledge 2 events' }));
  await waitFor(() =>
    expect(bodiesOf(product, eventCommandEndpoints.acknowledge)).toMatchObject([
      {
        events: [
          { eventId: idOf(1), version: 3 },
          { eventId: idOf(2), version: 3 },
        ],
      },
    ]),
  );
});

test('what was acknowledged is told with its sites, and can be taken back: of those that were not acknowledged before', async () => {
  const product = givenProduct();
  const by = { atMs: START_MS, by: 'Mats Kron' };
  product.server.on(eventCommandEndpoints.acknowledge, ({ body }) => ({
    items: body.events.map(({ eventId }) => ({ ...givenEvent(1), eventId, version: 4, acknowledged: by })),
    issues: [],
  }));
  product.server.on(eventCommandEndpoints.unacknowledge, () => ({ items: [], issues: [] }));
  const { user } = await show(product);
  const { result: shown } = renderHook(() => useNotices());
  for (const device of ['INV-1', 'INV-3']) await user.click(within(rowOf(device)).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Acknowledge 2 events' }));
  await waitFor(() => expect(shown.current).toHaveLength(1));
  expect(shown.current[0]).toMatchObject({ title: 'EventLog_Acknowledged_Done', values: { count: 2, where: 'Guadal 2' } });
  act(() => shown.current[0]?.action?.run());
  await waitFor(() =>
    expect(bodiesOf(product, eventCommandEndpoints.unacknowledge)).toEqual([{ events: [{ eventId: idOf(1), version: 4 }] }]),
  );
  await waitFor(() => expect(shown.current[0]).toMatchObject({ title: 'EventLog_Undone' }));
  expect(shown.current[0]?.action).toBeUndefined();
});

test('the whole result but one row is a job that says first what it will touch', async () => {
  const product = givenProduct();
  const { user } = await show(product);
  await user.click(within(rowOf('INV-1')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Select all 619' }));
  await user.click(within(rowOf('INV-1')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Acknowledge 618 events' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/618 events .*80 devices .*12 sites/)).toBeTruthy();
  expect(product.server.callsOf(eventBulkEndpoints.start)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge 618 events' }));
  await waitFor(() =>
    expect(bodiesOf(product, eventBulkEndpoints.start)).toMatchObject([
      { action: { kind: 'acknowledge' }, selection: { exceptEventIds: [idOf(1)] } },
    ]),
  );
});

test('a row opens its event in the details panel', async () => {
  const { user } = await show(givenProduct());
  await user.click(within(rowOf('INV-2')).getByRole('link', { name: /INV-2/ }));
  expect(detailsPanel.get().content).toEqual({ kind: 'event', eventId: idOf(2) });
});

test('the link of a row opens its page beside the log where the browser is asked to, and leaves the panel alone', async () => {
  const { user } = await show(givenProduct());
  const link = within(rowOf('INV-2')).getByRole('link', { name: /INV-2/ });
  expect(link.getAttribute('href')).toBe(`/event-log/${idOf(2)}`);
  // What the browser does then is not the log's affair.
  document.addEventListener('click', (click) => click.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  expect(detailsPanel.get().content).toBeNull();
});

test('a comment longer than allowed is not sent, and says how long it may be', async () => {
  const product = givenProduct();
  const { user } = await show(product);
  await user.click(within(rowOf('INV-1')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  const field = await screen.findByLabelText('Comment');
  await user.click(field);
  await user.paste('x'.repeat(2_001));
  expect(await screen.findByText('The comment cannot exceed 2000 characters. Please shorten it.')).toBeTruthy();
  expect(product.server.callsOf(eventBulkEndpoints.start)).toEqual([]);
});

test('an empty log leads to the open events', async () => {
  const onAddress = vi.fn();
  await renderScreen(<EventLogScreen address={{ types: ['Curtailment'] }} onAddress={onAddress} />, givenProduct([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Show open events' }));
  await waitFor(() => expect(onAddress).toHaveBeenLastCalledWith({ q: 'open:yes' }));
});

test('nothing found says what to try, and a failure can be retried', async () => {
  const product = givenProduct([]);
  await renderScreen(<EventLogScreen address={{}} onAddress={() => undefined} />, product);
  expect(await screen.findByText('No events')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show the last 7 days' })).toBeTruthy();
  cleanup();
  product.server.on(eventEndpoints.search, () => {
    throw new AppError('signals.unavailable');
  });
  await renderScreen(<EventLogScreen address={{}} onAddress={() => undefined} />, product);
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
});
