import { type Event, eventEndpoints } from '@solvane/contract/events';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeEvent } from '../../testing/fake-event.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { openDetails } from '../../workspace/details.ts';

afterEach(resetApp);

async function openEvent(given: Partial<Event>) {
  const product = createFakeProduct();
  const event = fakeEvent(2, { siteName: 'Guadal', ...given });
  product.server.on(eventEndpoints.get, () => ({
    event,
    previousEndMs: null,
    nextStartMs: null,
    members: [],
    rawEvents: [],
    comments: [],
    workOrders: [],
    losses: { method: 'allocated' as const, days: [], corrections: [] },
  }));
  await renderApp(product, { address: '/event-log' });
  act(() => openDetails({ kind: 'event', eventId: event.eventId }));
  return within(await screen.findByRole('region', { name: 'Event' }));
}

test('the head of the panel names the event: there is no second head below it', async () => {
  const pane = await openEvent({ deviceName: 'INV-2' });
  const sub = await pane.findByText('Guadal · INV-2 · Downtime');
  expect(pane.getByRole('button', { name: 'Close details' }).closest('header')?.contains(sub)).toBe(true);
});

test('an event of a whole site names the site once', async () => {
  const pane = await openEvent({ deviceName: 'Guadal' });
  expect(await pane.findByText('Guadal · Downtime')).toBeTruthy();
});
