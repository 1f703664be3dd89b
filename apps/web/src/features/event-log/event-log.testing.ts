import { eventBulkEndpoints, eventCommandEndpoints, eventViewEndpoints } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { jobIdSchema } from '@solvane/contract/ids';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { fakeEvent, fakeEventId } from '../../testing/fake-event.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';

export const idOf = fakeEventId;
export const START_MS = Date.UTC(2026, 5, 24, 7, 9);

export function givenEvent(index: number, given: Partial<Event> = {}): Event {
  return fakeEvent(index, { startMs: START_MS, affectedDeviceCount: 1, ...given });
}

export const EVENTS = [
  givenEvent(1),
  givenEvent(2, { type: 'Communication Loss', category: 'Data outage', lostEnergyKwh: null, revenueLoss: null }),
  givenEvent(3, { acknowledged: { atMs: START_MS, by: 'Elena Lorca' } }),
];

const ALL = {
  count: 749,
  durationMs: 1_842 * 3_600_000,
  lostEnergyKwh: 486_300,
  revenueLoss: 24_870,
  energyUnknownCount: 0,
  revenueUnknownCount: 12,
  leftOutIntervals: 0,
  unacknowledged: 88,
};
const NONE = {
  durationMs: 0,
  lostEnergyKwh: null,
  revenueLoss: null,
  energyUnknownCount: 0,
  revenueUnknownCount: 0,
  leftOutIntervals: 0,
  unacknowledged: 0,
};
/** All of the loss is downtime; 619 events are of types that are shown by themselves. */
const BY_TYPE = EVENT_TYPES.map((type, index) => ({
  type,
  ...(type === 'Downtime' ? { ...ALL, count: 479 } : { ...NONE, count: 10 * (index + 1) }),
}));

export function givenProduct(events: readonly Event[] = EVENTS): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(eventEndpoints.search, () => ({ items: [...events], nextCursor: null, issues: [] }));
  on(eventEndpoints.totals, () => ({ ...ALL, byType: BY_TYPE, issues: [] }));
  on(eventViewEndpoints.list, () => ({ items: [] }));
  on(eventBulkEndpoints.preview, () => ({
    count: 618,
    siteCount: 12,
    deviceCount: 80,
    durationMs: 3_600_000,
    lostEnergyKwh: 486_000,
    settledCount: 0,
    timezones: ['Europe/Madrid'],
  }));
  on(eventCommandEndpoints.acknowledge, () => ({ items: [], issues: [] }));
  on(eventBulkEndpoints.start, () => ({ jobId: jobIdSchema.parse('0198c0de-0000-7000-8000-0000000000aa'), count: 618 }));
  return product;
}
