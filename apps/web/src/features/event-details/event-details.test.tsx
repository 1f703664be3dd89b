import { AppError } from '@solvane/contract/errors';
import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { eventLossEndpoints } from '@solvane/contract/event-losses';
import { type EventDetails as Details, type Event, eventEndpoints } from '@solvane/contract/events';
import { segmentIdSchema, userIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { signalEndpoints } from '@solvane/contract/signals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyListener } from '../../shared/keys/key-listener.tsx';
import { fakeEvent, fakeEventId } from '../../testing/fake-event.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { EventDetails } from './event-details.tsx';

const EVENT_ID = fakeEventId(1);
const EDIT_ID = '0198c0de-0000-4000-8000-0000000000d1';
const ELENA = userIdSchema.parse('0198c0de-0000-4000-8000-0000000000e1');
/** The night in which clocks in Madrid went back. */
const START_MS = Date.UTC(2025, 9, 25, 22);
const END_MS = Date.UTC(2025, 9, 26, 6);

function givenEvent(given: Partial<Event> = {}): Event {
  return fakeEvent(2, { eventId: EVENT_ID, startMs: START_MS, endMs: END_MS, durationMs: END_MS - START_MS, ...given });
}

const RAW = {
  rawEventId: 'raw-1',
  segmentId: segmentIdSchema.parse('inv-2'),
  deviceName: 'INV-2',
  code: '1205',
  message: 'DC contactor open',
  source: 'Scada' as const,
  startMs: START_MS,
  endMs: END_MS,
};

interface World {
  product: FakeProduct;
  /** What the server says of the event from now on. */
  set: (change: Partial<Event>) => void;
}

function givenWorld(event: Partial<Event> = {}, details: Partial<Details> = {}): World {
  const product = createFakeProduct();
  const { on } = product.server;
  let current = givenEvent(event);
  on(eventEndpoints.get, () => ({
    event: current,
    previousEndMs: START_MS - 3_600_000,
    nextStartMs: END_MS + 3_600_000,
    members: [],
    rawEvents: [RAW],
    comments: [],
    workOrders: [],
    losses: {
      method: 'allocated' as const,
      days: [{ day: '2025-10-26', lostEnergyKwh: 7_620, revenueLoss: 314, unpricedIntervals: 0, leftOutIntervals: 0 }],
      corrections: [],
    },
    ...details,
  }));
  on(eventEndpoints.history, () => ({
    items: [
      {
        editId: EDIT_ID,
        action: 'categorize' as const,
        author: 'Elena Lorca',
        atMs: END_MS,
        reason: 'Seen on site',
        placements: [],
        undoes: null,
        isUndone: false,
        canUndo: true,
      },
    ],
  }));
  on(
    signalEndpoints.values,
    () => ({ nowMs: END_MS, resolution: 'raw', period: { startMs: START_MS, endMs: END_MS }, series: [] }) as never,
  );
  on(eventChoiceEndpoints.people, () => ({ items: [{ userId: ELENA, name: 'Elena Lorca' }] }));
  on(eventChoiceEndpoints.classifications, () => ({
    deviceCount: 1,
    readCount: 1,
    timezones: ['Europe/Madrid'],
    categorySets: [
      {
        name: 'PVPlant',
        isDefault: true,
        energyType: 'PVPlant' as const,
        deviceCount: 1,
        categories: [
          { name: 'Grid outage', eventType: 'Downtime' as const, rank: 1 },
          { name: 'Inverter fault', eventType: 'Downtime' as const, rank: 2 },
        ],
      },
    ],
    codes: [{ code: '1205', description: 'DC contactor open', category: 'Inverter fault', eventType: 'Downtime' as const, deviceCount: 1 }],
  }));
  on(eventLossEndpoints.basis, () => ({
    expectedKwh: 7_940,
    producedKwh: 320,
    methods: [{ method: 'peerInverters' as const, share: 1 }],
    references: ['INV-1', 'INV-3'].map((name) => ({ segmentId: segmentIdSchema.parse(name), name })),
    referenceCount: 2,
    peers: null,
    price: { kind: 'fixed' as const, currency: 'EUR', perMwh: 41.2 },
  }));
  const { categorize, split, setSegments, setRawEnd, comment, undo } = eventCommandEndpoints;
  for (const command of [categorize, split, setSegments, setRawEnd, comment, undo])
    on(command as typeof undo, () => ({ items: [], issues: [] }));
  return {
    product,
    set: (change) => {
      current = { ...current, ...change };
    },
  };
}

/** Another user was faster: the event is another one from now on, and the first command that has seen the old one is refused. */
function givenConflict({ product, set }: World) {
  let isRefused = false;
  product.server.on(eventCommandEndpoints.categorize, () => {
    if (isRefused) return { items: [], issues: [] };
    isRefused = true;
    set({ version: 4, category: 'Force majeure' });
    throw new AppError('events.changed', {
      issues: [
        {
          level: 'error',
          path: ['events', EVENT_ID],
          message: 'EventLog_Changed_ByPerson',
          values: { author: 'Elena Lorca', at: new Date(END_MS).toISOString() },
        },
      ],
    });
  });
}

const bodiesOf = ({ product }: World, endpoint: Parameters<FakeProduct['server']['callsOf']>[0]) =>
  product.server.callsOf(endpoint).map(({ body }) => body as Record<string, unknown>);

async function show(world: World, tab?: string) {
  await renderScreen(
    <>
      <EventDetails eventId={EVENT_ID} tab={tab} />
      <KeyListener />
    </>,
    world.product,
  );
  await screen.findByRole('heading', { name: 'IGBT driver fault' });
  return userEvent.setup();
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** What stands in a field afterwards; typing letter by letter is slow and tells nothing more. */
async function fill(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

const dialog = () => screen.findByRole('dialog');

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('an event that cannot be fetched says that, and leads to the log', async () => {
  const world = givenWorld();
  world.product.server.on(eventEndpoints.get, () => {
    throw new AppError('internal');
  });
  await renderScreen(<EventDetails eventId={EVENT_ID} />, world.product);
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to fetch Event details');
  expect(screen.getByRole('link', { name: 'Go to Event Log' }).getAttribute('href')).toBe('/event-log');
});

test('power around an event is asked for in whole milliseconds, however long the event is', async () => {
  const durationMs = 5 * 3_600_000 + 1;
  const world = givenWorld({ endMs: START_MS + durationMs, durationMs });
  await show(world);
  await waitFor(() => expect(bodiesOf(world, signalEndpoints.values)).not.toEqual([]));
  for (const { startMs, endMs } of bodiesOf(world, signalEndpoints.values)) {
    expect([Number.isInteger(startMs), Number.isInteger(endMs)]).toEqual([true, true]);
    expect(Number(endMs) - Number(startMs)).toBeGreaterThanOrEqual(1.5 * durationMs);
  }
});

test('on a phone the row of actions holds what fits, and the rest is one tap further', async () => {
  installScreen({ isPhone: true });
  const user = await show(givenWorld());
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Split' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent).slice(0, 2)).toEqual(['Categorize', 'Split']);
});

test('the loss is derived line by line: expected, produced, method, reference devices, price', async () => {
  await show(givenWorld(), 'losses');
  const term = async (name: string) => (await screen.findByText(name)).closest('div')?.querySelector('dd')?.textContent;
  expect(await term('Expected in the intervals of the event')).toBe('7.94\u202fMWh');
  expect(await term('Produced')).toBe('\u2212\u202f0.32\u202fMWh');
  expect(await term('Lost energy')).toBe('7.62\u202fMWh');
  expect(await term('Method of the expected value')).toBe('Median of other inverters');
  expect(await term('Reference devices')).toBe('INV-1, INV-3');
  expect(await term('Price')).toBe('41.20\u202fEUR/MWh, fixed');
  expect(await term('Revenue loss')).toBe('€314');
});

test('energy that was taken instead of produced is added to the loss, with one sign', async () => {
  const world = givenWorld();
  world.product.server.on(eventLossEndpoints.basis, () => ({
    ...{ expectedKwh: 7_300, producedKwh: -320, methods: [{ method: 'peerInverters' as const, share: 1 }] },
    ...{ references: [], referenceCount: 0, peers: null, price: null },
  }));
  await show(world, 'losses');
  const produced = (await screen.findByText('Produced')).closest('div')?.querySelector('dd')?.textContent;
  expect(produced).toBe('+\u202f0.32\u202fMWh');
  cleanup();
  await show(world);
  expect(await screen.findByText(/7\.62 MWh = 7\.30 expected \+ 0\.32 produced/)).toBeTruthy();
});

test('by keyboard alone: what names no category is not sent, Escape leaves the dialog only, the focus is back where it was, and one key shows how the loss came to be', async () => {
  const world = givenWorld();
  const user = await show(world);
  const from = screen.getByRole('tab', { name: 'Summary' });
  from.focus();
  await user.keyboard('e');
  const asked = within(await dialog());
  const category = asked.getByRole('combobox', { name: /^Category(?! set)/ });
  await waitFor(() => expect(document.activeElement).toBe(category));
  await waitFor(() => expect(asked.getByRole('combobox', { name: /Category set/ })).toHaveProperty('value', 'PV plant'));
  await user.keyboard('grid failure{Enter}');
  expect(asked.queryByText('This field is required')).toBeNull();
  await user.clear(category);
  await user.keyboard('grid');
  await user.click(await screen.findByRole('option', { name: /Grid outage/ }));
  expect(category).toHaveProperty('value', 'Grid outage');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Keep editing' }));
  await user.click(asked.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(from);
  expect(bodiesOf(world, eventCommandEndpoints.categorize)).toEqual([]);
  await user.keyboard('l');
  expect(screen.getByRole('tab', { name: 'Losses' }).getAttribute('aria-selected')).toBe('true');
});

test('who was not the first is told what changed, keeps what was chosen, and does it again on what is there now', async () => {
  const world = givenWorld();
  givenConflict(world);
  const user = await show(world);
  await user.keyboard('e');
  const asked = within(await dialog());
  await waitFor(() => expect(asked.getByRole('combobox', { name: /Category set/ })).toHaveProperty('value', 'PV plant'));
  await user.click(asked.getByRole('button', { name: 'Categorize 1 event' }));
  expect(asked.getByText('This field is required')).toBeTruthy();
  await user.click(asked.getByRole('combobox', { name: /^Category(?! set)/ }));
  await user.click(await screen.findByRole('option', { name: /Grid outage/ }));
  await fill(user, asked.getByRole('textbox', { name: /Reason/ }), 'Breaker opened');
  await user.click(asked.getByRole('button', { name: 'Categorize 1 event' }));
  const told = await asked.findByRole('alert');
  expect(told.textContent).toContain('Elena Lorca changed it at Oct 26, 07:00');
  expect(told.textContent).toContain('CategoryInverter fault Force majeure');
  await user.click(asked.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { category: 'Grid outage', reason: 'Breaker opened' };
  expect(bodiesOf(world, eventCommandEndpoints.categorize)).toMatchObject([
    { ...body, events: [{ eventId: EVENT_ID, version: 3 }] },
    { ...body, events: [{ eventId: EVENT_ID, version: 4 }] },
  ]);
});

test('an acknowledgement that fails says so on every tab, in the words of the specification', async () => {
  const world = givenWorld();
  world.product.server.on(eventCommandEndpoints.acknowledge, () => {
    throw new AppError('internal');
  });
  const user = await show(world, 'history');
  await user.keyboard('a');
  expect((await screen.findByRole('alert')).textContent).toContain('Could not acknowledge events. Please try again.');
});

test('a settled period is told before anything is tried, and its events are not edited by who may not correct them', async () => {
  const locked = { acknowledge: true, categorize: false, edit: false, merge: false, comment: true, reset: false };
  await show(givenWorld({ isSettled: true, can: locked }));
  expect(screen.getByText('The period is settled. Only users who may lock periods can correct it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Categorize' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Split' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Move boundaries' })).toBeNull();
});

test('in the night of two half past twos a split says which one is meant, and each part can get its own cause', async () => {
  const world = givenWorld();
  const user = await show(world);
  await user.keyboard('s');
  const asked = within(await dialog());
  const [date, time] = [asked.getByRole('textbox', { name: /Date/ }), asked.getByRole('textbox', { name: /Time/ })];
  await fill(user, date, '2025-10-25');
  await fill(user, time, '23:00');
  expect(asked.getByText('The time is not within the event.')).toBeTruthy();
  await fill(user, date, '2025-10-26');
  await fill(user, time, '02:30');
  expect(asked.getByText('02:30 occurs twice on this day: the clocks go back. Which one?')).toBeTruthy();
  await user.click(asked.getByRole('radio', { name: /The second/ }));
  await user.click(asked.getByRole('combobox', { name: /Category of the part from Oct 26, 02:30/ }));
  await user.click(await screen.findByRole('option', { name: /Grid outage/ }));
  await user.click(asked.getByRole('button', { name: 'Split 1 event' }));
  const cutMs = Date.UTC(2025, 9, 26, 1, 30);
  await waitFor(() =>
    expect(bodiesOf(world, eventCommandEndpoints.setSegments)).toMatchObject([
      {
        event: { eventId: EVENT_ID, version: 3 },
        segments: [
          { startMs: START_MS, endMs: cutMs },
          { startMs: cutMs, endMs: END_MS, category: 'Grid outage' },
        ],
      },
    ]),
  );
});

test('a time that the clock skipped is no time to split at, and the next one is offered', async () => {
  const startMs = Date.UTC(2026, 2, 28, 22);
  const world = givenWorld({ startMs, endMs: startMs + 8 * 3_600_000, durationMs: 8 * 3_600_000 });
  const user = await show(world);
  await user.click(button('Split'));
  const asked = within(await dialog());
  await fill(user, asked.getByRole('textbox', { name: /Date/ }), '2026-03-29');
  await fill(user, asked.getByRole('textbox', { name: /Time/ }), '02:30');
  expect(asked.getByText('02:30 does not exist on this day: the clocks go forward.')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Split 1 event' }));
  expect(bodiesOf(world, eventCommandEndpoints.split)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Use 03:30' }));
  await user.click(asked.getByRole('button', { name: 'Split 1 event' }));
  await waitFor(() => expect(bodiesOf(world, eventCommandEndpoints.split)).toMatchObject([{ timesMs: [Date.UTC(2026, 2, 29, 1, 30)] }]));
});

test('boundaries move by keys too: a gap warns before it is left, time of another event is refused', async () => {
  const world = givenWorld();
  const user = await show(world);
  (await screen.findByRole('slider', { name: 'Start' })).focus();
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  const editor = within(screen.getByRole('form', { name: 'Move boundaries' }));
  expect(editor.getByText('From Oct 26, 00:00 to Oct 26, 00:11 the event would not be covered by a segment.')).toBeTruthy();
  const [startTime, endTime] = editor.getAllByRole('textbox', { name: /Time/ });
  await fill(user, endTime as HTMLElement, '08:30');
  expect(editor.getByText('This segment overlaps another event of the device.')).toBeTruthy();
  expect(editor.getByRole('button', { name: 'Move boundaries and leave the gap' })).toHaveProperty('disabled', true);
  await fill(user, endTime as HTMLElement, '07:00');
  expect(startTime).toHaveProperty('value', '00:11');
  await user.click(editor.getByRole('button', { name: 'Move boundaries and leave the gap' }));
  await waitFor(() =>
    expect(bodiesOf(world, eventCommandEndpoints.setSegments)).toMatchObject([
      { segments: [{ startMs: START_MS + 11 * 60_000, endMs: END_MS }], acceptsGaps: true },
    ]),
  );
});

test('the end of a raw event is not set before its start nor in the future, and not at all where a computation found it', async () => {
  const world = givenWorld({}, { rawEvents: [RAW, { ...RAW, rawEventId: 'raw-2', code: 'SYS', source: 'Detected' }] });
  const user = await show(world, 'raw');
  await user.click(button(/Edit the end time of 1205/));
  const form = () => within(screen.getByRole('form', { name: 'End time of the raw event' }));
  const set = async (label: RegExp, text: string) => {
    await fill(user, form().getByRole('textbox', { name: label }), text);
  };
  await set(/Date/, '2025-10-25');
  await set(/Time/, '12:00');
  expect(form().getByText('The end time cannot be before the start time.')).toBeTruthy();
  await set(/Date/, '2099-10-25');
  expect(form().getByText('The end time cannot be in the future.')).toBeTruthy();
  await set(/Date/, '2025-10-26');
  await set(/Time/, '06:15');
  await user.click(form().getByRole('button', { name: 'Change the end time' }));
  await waitFor(() =>
    expect(bodiesOf(world, eventCommandEndpoints.setRawEnd)).toMatchObject([{ rawEventId: 'raw-1', endMs: Date.UTC(2025, 9, 26, 5, 15) }]),
  );
  await user.click(button(/Edit the end time of SYS/));
  expect(form().getByText('Editing the end time of this raw event is not allowed.')).toBeTruthy();
});

test('a comment mentions a user, is never longer than it may be, and stays until the server has it', async () => {
  const world = givenWorld();
  const user = await show(world);
  await user.keyboard('c');
  const field = await screen.findByRole('textbox', { name: 'Comment' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  world.product.server.on(eventCommandEndpoints.comment, () => {
    throw new AppError('internal');
  });
  await user.keyboard('@lor');
  expect(await screen.findByRole('option', { name: 'Elena Lorca' })).toBeTruthy();
  await user.keyboard('{Enter}look please');
  expect(field).toHaveProperty('value', '@Elena Lorca look please');
  await user.click(button('Comment'));
  expect((await screen.findByRole('alert')).textContent).toContain('Could not comment events. Please try again.');
  expect(field).toHaveProperty('value', '@Elena Lorca look please');
  world.product.server.on(eventCommandEndpoints.comment, () => ({ items: [], issues: [] }));
  await user.click(button('Comment'));
  await waitFor(() => expect(field).toHaveProperty('value', ''));
  expect(bodiesOf(world, eventCommandEndpoints.comment).at(-1)).toMatchObject({ mentionedUserIds: [ELENA] });
  await user.click(field);
  await user.paste('x'.repeat(LIMITS.commentLength + 1));
  expect(screen.getByText('The comment cannot exceed 2000 characters. Please shorten it.')).toBeTruthy();
  expect(button('Comment')).toHaveProperty('disabled', true);
});

test('what is written while a comment is on its way is the next one', async () => {
  const world = givenWorld();
  const answered = Promise.withResolvers<void>();
  world.product.server.on(eventCommandEndpoints.comment, async () => {
    await answered.promise;
    return { items: [], issues: [] };
  });
  const user = await show(world);
  await user.keyboard('c');
  const field = await screen.findByRole('textbox', { name: 'Comment' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('The fan is loud.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(bodiesOf(world, eventCommandEndpoints.comment)).toHaveLength(1));
  await user.keyboard('It was changed.');
  answered.resolve();
  await waitFor(() => expect(field).toHaveProperty('value', 'It was changed.'));
});

test('one key undoes the last edit, the history says whose it was', async () => {
  const world = givenWorld();
  const user = await show(world, 'history');
  expect(await screen.findByText('Seen on site')).toBeTruthy();
  expect(screen.getByText(/Elena Lorca/)).toBeTruthy();
  await user.keyboard('u');
  await waitFor(() => expect(bodiesOf(world, eventCommandEndpoints.undo)).toMatchObject([{ editId: EDIT_ID }]));
});
