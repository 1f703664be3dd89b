import { AppError } from '@solvane/contract/errors';
import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import { eventBulkEndpoints, eventCommandEndpoints } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { jobIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeEvent, fakeEventId } from '../../testing/fake-event.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AssignCodeDialog } from './assign-code-dialog.tsx';
import { CategorizeDialog } from './categorize-dialog.tsx';
import { ManualEventDialog } from './manual-event-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 5, 24, 7);

function givenEvent(index: number, given: Partial<Event> = {}): Event {
  const startMs = given.startMs ?? START_MS;
  return fakeEvent(index, { priority: 100 + index, startMs, endMs: startMs + 2 * HOUR_MS, durationMs: 2 * HOUR_MS, ...given });
}

const SELECTION = { filter: { types: ['Downtime' as const], members: 'hidden' as const }, exceptEventIds: [] };

function setOf(name: 'PVPlant' | 'Wind', category: string) {
  return {
    name,
    isDefault: true,
    energyType: name,
    deviceCount: 20,
    categories: [{ name: category, eventType: 'Downtime' as const, rank: 1 }],
  };
}

function givenOneSet(): FakeProduct {
  const product = givenProduct();
  const categorySets = [setOf('PVPlant', 'Grid outage')];
  const response = { deviceCount: 20, readCount: 20, timezones: ['Europe/Madrid'], categorySets, codes: [] };
  product.server.on(eventChoiceEndpoints.classifications, () => response);
  return product;
}

function givenProduct(): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(eventChoiceEndpoints.classifications, () => ({
    deviceCount: 60,
    readCount: 40,
    timezones: ['Europe/Madrid'],
    categorySets: [setOf('PVPlant', 'Inverter fault'), setOf('Wind', 'Turbine fault')],
    codes: [
      { code: '1205', description: 'DC contactor open', category: 'Inverter fault', eventType: 'Downtime' as const, deviceCount: 38 },
    ],
  }));
  on(eventBulkEndpoints.preview, () => ({
    count: 619,
    siteCount: 4,
    deviceCount: 40,
    durationMs: 1_842 * HOUR_MS,
    lostEnergyKwh: 486_300,
    settledCount: 12,
    timezones: ['Europe/Madrid'],
  }));
  on(eventBulkEndpoints.start, () => ({ jobId: jobIdSchema.parse('0198c0de-0000-7000-8000-0000000000aa'), count: 619 }));
  return product;
}

const bodiesOf = (product: FakeProduct, endpoint: Parameters<FakeProduct['server']['callsOf']>[0]) =>
  product.server.callsOf(endpoint).map(({ body }) => body as Record<string, unknown>);

async function show(shown: ReactNode, product: FakeProduct) {
  await renderScreen(shown, product);
  return { asked: within(await screen.findByRole('dialog')), user: userEvent.setup() };
}

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a bulk categorization says what it will touch and needs a category set before it starts as a job', async () => {
  const product = givenProduct();
  const onClose = vi.fn();
  const { asked, user } = await show(<CategorizeDialog selection={SELECTION} open onClose={onClose} />, product);
  expect(await asked.findByText(/Affects 619 events on 40 devices of 4 sites: 1,842 h, 486.30 MWh lost\./)).toBeTruthy();
  expect(asked.getByText(/12 of them begin in a settled period/)).toBeTruthy();
  expect(await asked.findByText('Only the first 40 of 60 devices were read: this list may be incomplete.')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Categorize 619 events' }));
  expect(asked.getAllByText('This field is required')).toHaveLength(2);
  expect(bodiesOf(product, eventBulkEndpoints.start)).toEqual([]);
  await user.click(asked.getByRole('combobox', { name: /Category set/ }));
  await user.click(await screen.findByRole('option', { name: 'Wind' }));
  await user.click(asked.getByRole('combobox', { name: /^Category(?! set)/ }));
  await user.click(await screen.findByRole('option', { name: /Turbine fault/ }));
  await user.click(asked.getByRole('button', { name: 'Categorize 619 events' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodiesOf(product, eventBulkEndpoints.start)).toMatchObject([
    { action: { kind: 'categorize', categorySet: 'Wind', category: 'Turbine fault' }, selection: SELECTION },
  ]);
});

test('Enter takes the only category that matches what was typed, and the next Enter sends it', async () => {
  const product = givenOneSet();
  const { asked, user } = await show(<CategorizeDialog events={[givenEvent(1)]} open onClose={vi.fn()} />, product);
  const category = asked.getByRole<HTMLInputElement>('combobox', { name: /^Category(?! set)/ });
  await waitFor(() => expect(category.disabled).toBe(false));
  await user.type(category, 'outage{Enter}');
  expect(category.value).toBe('Grid outage');
  await waitFor(() => expect(category.getAttribute('aria-expanded')).toBe('false'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(bodiesOf(product, eventCommandEndpoints.categorize)).toMatchObject([{ category: 'Grid outage' }]));
});

test('a category whose name is typed before the categories have arrived is the chosen one', async () => {
  const product = givenProduct();
  const arrival = Promise.withResolvers<void>();
  product.server.on(eventChoiceEndpoints.classifications, async () => {
    await arrival.promise;
    return { deviceCount: 20, readCount: 20, timezones: ['Europe/Madrid'], categorySets: [setOf('PVPlant', 'Grid outage')], codes: [] };
  });
  const { asked, user } = await show(<CategorizeDialog events={[givenEvent(1)]} open onClose={vi.fn()} />, product);
  const category = asked.getByRole<HTMLInputElement>('combobox', { name: /^Category(?! set)/ });
  await user.type(category, 'grid outage');
  await user.keyboard('{ArrowDown}{Enter}');
  await user.tab();
  arrival.resolve();
  await waitFor(() => expect(category.value).toBe('Grid outage'));
});

test('who may not is told so: not allowed to edit category', async () => {
  const locked = givenEvent(1, {
    isSettled: true,
    can: { acknowledge: true, categorize: false, edit: false, merge: false, comment: true, reset: false },
  });
  const { asked } = await show(<CategorizeDialog events={[locked]} open onClose={vi.fn()} />, givenProduct());
  expect(asked.getByRole('alert').textContent).toContain('Not allowed to edit category');
  expect(asked.getByRole('alert').textContent).toContain('The period is settled.');
  expect(asked.getByRole('button', { name: 'Categorize 1 event' })).toHaveProperty('disabled', true);
});

test('events of several time zones, and events that share no time, are not split at once', async () => {
  const other = givenEvent(2, { timezone: 'Europe/London' });
  const first = await show(<SplitDialog events={[givenEvent(1), other]} open onClose={vi.fn()} />, givenProduct());
  expect(first.asked.getByText('The events are in several time zones: split them per time zone.')).toBeTruthy();
  expect(first.asked.getByRole('button', { name: 'Split 2 events' })).toHaveProperty('disabled', true);
  cleanup();
  const later = givenEvent(2, { startMs: START_MS + 3 * HOUR_MS });
  const second = await show(<SplitDialog events={[givenEvent(1), later]} open onClose={vi.fn()} />, givenProduct());
  expect(second.asked.getByText('The events have no common time at which they could be split.')).toBeTruthy();
});

test('a code is assigned to each event by itself: how many worked is shown, and those that failed can be tried again', async () => {
  const product = givenProduct();
  const failed = [{ eventId: fakeEventId(2), message: 'events.settled' }];
  product.server.on(eventCommandEndpoints.assignCode, () => ({ items: [], issues: [], succeeded: 1, failed }));
  const onClose = vi.fn();
  const events = [givenEvent(1), givenEvent(2)];
  const { asked, user } = await show(<AssignCodeDialog events={events} open onClose={onClose} />, product);
  await user.click(asked.getByRole('button', { name: 'Assign to 2 events' }));
  expect(asked.getByText('This field is required')).toBeTruthy();
  await user.click(asked.getByRole('combobox', { name: /Event code/ }));
  await user.paste('1205');
  expect(await asked.findByText('Inverter fault, Downtime, on 38 of 40 devices')).toBeTruthy();
  expect(asked.getByText(/No code set maps it on 2 of 40 devices/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Assign to 2 events' }));
  const outcome = await asked.findByRole('alert');
  expect(outcome.textContent).toContain('1 event changed, 1 failed');
  expect(outcome.textContent).toContain('INV-2 The period is settled');
  await user.click(asked.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(bodiesOf(product, eventCommandEndpoints.assignCode)).toHaveLength(2));
  expect(bodiesOf(product, eventCommandEndpoints.assignCode)[1]).toMatchObject({ events: [{ eventId: fakeEventId(2) }] });
  expect(onClose).not.toHaveBeenCalled();
});

test('an event is merged with a neighbour of its device, what they become is shown; events of two devices are not', async () => {
  const product = givenProduct();
  const device = { segmentId: segmentIdSchema.parse('inv-1'), deviceName: 'INV-1' };
  const next = givenEvent(2, { ...device, startMs: START_MS + 3 * HOUR_MS, category: 'Grid outage', priority: 1 });
  product.server.on(eventEndpoints.search, ({ body }) => ({
    items: body.filter.endMs === undefined ? [next] : [],
    nextCursor: null,
    issues: [],
  }));
  product.server.on(eventCommandEndpoints.merge, () => {
    throw new AppError('events.mergeRejected', { values: { why: 'otherEventBetween' } });
  });
  const { asked, user } = await show(<MergeDialog events={[givenEvent(1, device)]} open onClose={vi.fn()} />, product);
  expect(asked.getByRole('button', { name: /Merge/ })).toHaveProperty('disabled', true);
  await user.click(await asked.findByRole('checkbox', { name: /Jun 24, 12:00/ }));
  expect(asked.getByText(/One event from Jun 24, 09:00 to Jun 24, 14:00, 5 h: Grid outage, Downtime/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Merge 2 events' }));
  const refused = await asked.findByRole('alert');
  expect(refused.textContent).toContain('Merge failed');
  expect(refused.textContent).toContain('Merging is not allowed: another event lies between them.');
  cleanup();
  const other = await show(<MergeDialog events={[givenEvent(1), givenEvent(2)]} open onClose={vi.fn()} />, product);
  expect(other.asked.getByRole('alert').textContent).toContain('Merging is not allowed: the events are on different devices.');
});

test('events are not merged over one that lies between them, also where the list they were chosen from does not show it', async () => {
  const product = givenProduct();
  const device = { segmentId: segmentIdSchema.parse('inv-1'), deviceName: 'INV-1', endMs: START_MS + HOUR_MS };
  const at = (index: number, hours: number) =>
    givenEvent(index, { ...device, startMs: START_MS + hours * HOUR_MS, endMs: START_MS + (hours + 1) * HOUR_MS });
  const hidden = { ...at(3, 2), type: 'Informational' as const };
  product.server.on(eventEndpoints.search, ({ body }) => ({
    items: body.filter.endMs === undefined ? [hidden] : [],
    nextCursor: null,
    issues: [],
  }));
  const { asked } = await show(<MergeDialog events={[at(1, 0), at(2, 4)]} open onClose={vi.fn()} />, product);
  await waitFor(() => expect(asked.getByRole('alert').textContent).toContain('another event lies between them'));
  expect(asked.getByRole('button', { name: 'Merge 2 events' })).toHaveProperty('disabled', true);
});

test('an event is written down on devices of one time zone only, and never ends before it begins', async () => {
  const product = givenProduct();
  product.server.on(eventCommandEndpoints.create, () => ({ items: [givenEvent(7)], issues: [] }));
  const onDone = vi.fn();
  const { asked, user } = await show(
    <ManualEventDialog siteIds={[siteIdSchema.parse('S01')]} open onClose={vi.fn()} onDone={onDone} />,
    product,
  );
  const sites = asked.getByRole('combobox', { name: /Sites/ });
  await waitFor(() => expect(screen.getAllByText('Guadal').length).toBeGreaterThan(0));
  await user.click(sites);
  await user.click(await screen.findByRole('option', { name: 'Lammer' }));
  expect(asked.getByText('The devices are in several time zones.')).toBeTruthy();
  await user.click(await screen.findByRole('option', { name: 'Lammer' }));
  await user.keyboard('{Escape}');
  await user.click(asked.getByRole('combobox', { name: /Devices/ }));
  const [device] = await screen.findAllByRole('option', { name: /^INV/ });
  await user.click(device as HTMLElement);
  const [startDate, endDate] = asked.getAllByRole('textbox', { name: /Date/ });
  const [startTime, endTime] = asked.getAllByRole('textbox', { name: /Time/ });
  await user.click(asked.getByRole('button', { name: 'Create 1 event' }));
  expect(document.activeElement).toBe(startDate);
  const fill = async (field: HTMLElement | undefined, text: string) => {
    await user.clear(field as HTMLElement);
    await user.click(field as HTMLElement);
    await user.paste(text);
  };
  await fill(startDate, '2026-06-24');
  await fill(startTime, '09:00');
  await fill(endDate, '2026-06-24');
  await fill(endTime, '08:00');
  expect(asked.getByText('The event ends before it begins.')).toBeTruthy();
  await fill(endTime, '11:00');
  await fill(asked.getByRole('combobox', { name: /Event code/ }), '1205');
  await user.click(asked.getByRole('button', { name: 'Create 1 event' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodiesOf(product, eventCommandEndpoints.create)).toMatchObject([
    { startMs: START_MS, endMs: START_MS + 2 * HOUR_MS, code: '1205' },
  ]);
  // One that goes on has no end to fill in.
  await user.click(asked.getByRole('checkbox', { name: 'The event is still open' }));
  expect(asked.getAllByRole('textbox', { name: /Time/ })).toHaveLength(1);
  await user.click(asked.getByRole('button', { name: 'Create 1 event' }));
  await waitFor(() => expect(bodiesOf(product, eventCommandEndpoints.create)).toMatchObject([{}, { startMs: START_MS, endMs: null }]));
});
