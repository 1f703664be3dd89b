import { AppError } from '@solvane/contract/errors';
import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import { workOrderEndpoints } from '@solvane/contract/event-commands';
import { type EventDetails, eventEndpoints, type WorkOrder } from '@solvane/contract/events';
import { userIdSchema } from '@solvane/contract/ids';
import { type RemoteReset, remoteResetEndpoints } from '@solvane/contract/plant-commands';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeEvent } from '../../testing/fake-event.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RemoteResetTab } from './remote-reset-tab.tsx';
import { WorkOrdersTab } from './work-orders-tab.tsx';

const START_MS = Date.UTC(2026, 5, 24, 7, 9);
const MINUTE = 60_000;
const elena = { userId: userIdSchema.parse('0198c0de-0000-4000-8000-0000000000e1'), name: 'Elena Lorca' };

const event = fakeEvent(2, {
  can: { acknowledge: true, categorize: true, edit: true, merge: true, comment: true, reset: true },
});

const order = (given: Partial<WorkOrder> = {}): WorkOrder => ({
  workOrderId: '0198c0de-0000-4000-8000-000000000001',
  title: 'Change the fan',
  description: '',
  assignee: null,
  state: 'pending',
  reference: null,
  author: 'Mats Kron',
  createdAtMs: START_MS,
  ...given,
});

const reset = (given: Partial<RemoteReset> = {}): RemoteReset => ({
  remoteResetId: '0198c0de-0000-4000-8000-000000000002',
  siteId: event.siteId,
  segmentId: event.segmentId,
  deviceName: event.deviceName,
  eventId: event.eventId,
  code: '1205',
  resetStatus: 'failed',
  message: 'Door open',
  author: 'Mats Kron',
  reason: 'Restart locked after a fault',
  resetTimeMs: START_MS + 30 * MINUTE,
  eventDelayMs: 30 * MINUTE,
  timeToResetMs: 42_000,
  ...given,
});

function givenOrders(...orders: WorkOrder[]): { product: FakeProduct; details: EventDetails } {
  const product = createFakeProduct();
  const details: EventDetails = {
    event,
    previousEndMs: null,
    nextStartMs: null,
    members: [],
    rawEvents: [],
    comments: [],
    workOrders: orders,
    losses: { method: 'allocated', days: [], corrections: [] },
  };
  product.server.on(eventEndpoints.get, () => details);
  product.server.on(eventChoiceEndpoints.people, () => ({ items: [elena] }));
  return { product, details };
}

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('work is asked for with a title, and pends until the register has a number for it', async () => {
  const { product, details } = givenOrders();
  product.server.on(workOrderEndpoints.create, ({ body }) => {
    details.workOrders = [order({ title: body.title })];
    return order({ title: body.title });
  });
  await renderScreen(<WorkOrdersTab details={details} />, product);
  const user = userEvent.setup();
  expect(await screen.findByText('No work orders')).toBeTruthy();
  const title = screen.getByRole('textbox', { name: /Title/ });
  await user.clear(title);
  await user.click(screen.getByRole('button', { name: 'Create work order' }));
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(product.server.callsOf(workOrderEndpoints.create)).toEqual([]);
  await user.type(title, 'Change the fan');
  await user.click(screen.getByRole('button', { name: 'Create work order' }));
  const list = await screen.findByRole('list', { name: 'Work orders' });
  expect(within(list).getByText('Pending')).toBeTruthy();
  details.workOrders = [order({ state: 'created', reference: 'WO-2026-00007' })];
  expect(await within(list).findByText('WO-2026-00007')).toBeTruthy();
});

test('a work order goes to a user who sees the event; a refusal leaves it where it was', async () => {
  const { product, details } = givenOrders(order({ state: 'created', reference: 'WO-2026-00007' }));
  product.server.on(workOrderEndpoints.assign, () => {
    throw new AppError('workOrders.assignFailed');
  });
  await renderScreen(<WorkOrdersTab details={details} />, product);
  const user = userEvent.setup();
  const field = await screen.findByRole('combobox', { name: 'Assignee of Change the fan' });
  await user.click(field);
  const people = document.getElementById(field.getAttribute('aria-controls') ?? '') ?? document.body;
  await user.click(await within(people).findByRole('option', { name: 'Elena Lorca', hidden: true }));
  await waitFor(() =>
    expect(product.server.callsOf(workOrderEndpoints.assign)[0]?.body).toEqual({
      workOrderId: order().workOrderId,
      assigneeId: elena.userId,
    }),
  );
  expect((field as HTMLInputElement).value).toBe('');
});

test('a failed reset shows the reply of the plant; while one waits another is not asked for', async () => {
  const product = createFakeProduct();
  let items = [reset(), reset({ remoteResetId: '0198c0de-0000-4000-8000-000000000003', message: null, timeToResetMs: 121_000 })];
  product.server.on(remoteResetEndpoints.list, () => ({ items }));
  product.server.on(remoteResetEndpoints.request, () => {
    const asked = reset({
      remoteResetId: '0198c0de-0000-4000-8000-000000000004',
      resetStatus: 'pending',
      message: null,
      timeToResetMs: null,
    });
    items = [asked, ...items];
    return asked;
  });
  await renderScreen(<RemoteResetTab event={event} />, product);
  const user = userEvent.setup();
  const table = await screen.findByRole('table', { name: 'Remote resets of this event' });
  expect(within(table).getByText('Door open')).toBeTruthy();
  expect(within(table).getByText('The plant did not respond in time.')).toBeTruthy();
  expect(within(table).getByText('42 s')).toBeTruthy();
  expect(within(table).getAllByText('Restart locked after a fault')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Reset INV-2' }));
  const dialog = await screen.findByRole('dialog', { name: /^Reset INV-2 at / });
  await user.click(within(dialog).getByRole('button', { name: 'Reset INV-2' }));
  expect(within(dialog).getByText('This field is required')).toBeTruthy();
  expect(product.server.callsOf(remoteResetEndpoints.request)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Checked on camera');
  await user.click(within(dialog).getByRole('button', { name: 'Reset INV-2' }));
  expect(await screen.findByText('Waiting for the plant to respond')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reset INV-2' }).hasAttribute('disabled')).toBe(true);
  expect(product.server.callsOf(remoteResetEndpoints.request)[0]?.body).toEqual({ eventId: event.eventId, reason: 'Checked on camera' });
});

test('who may not reset sees what was reset', async () => {
  const product = createFakeProduct();
  product.server.on(remoteResetEndpoints.list, () => ({ items: [] }));
  await renderScreen(<RemoteResetTab event={{ ...event, can: { ...event.can, reset: false } }} />, product);
  expect(await screen.findByText('No resets for this event yet')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
