import { eventBulkEndpoints, eventCommandEndpoints, eventViewEndpoints } from '@solvane/contract/event-commands';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { eventIdSchema, jobIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { configure } from '@testing-library/react';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';

/** The first screen of a file loads what the others have. */
configure({ asyncUtilTimeout: 3_500 });

export const idOf = (index: number) => eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`);
export const START_MS = Date.UTC(2026, 5, 24, 7, 9);

export function givenEvent(index: number, given: Partial<Event> = {}): Event {
  return {
    eventId: idOf(index),
    version: 3,
    siteId: siteIdSchema.parse('S01'),
    siteName: 'Guadal',
    timezone: 'Europe/Madrid',
    segmentId: segmentIdSchema.parse(`inv-${index}`),
    deviceName: `INV-${index}`,
    segmentType: 'Inverter',
    energyType: 'PV',
    code: '1205',
    type: 'Downtime',
    category: 'Inverter fault',
    priority: 101,
    startMs: START_MS,
    endMs: null,
    durationMs: 331 * 60_000,
    lostEnergyKwh: 7_620,
    revenueLoss: 314,
    isLossPending: false,
    acknowledged: null,
    commentCount: 0,
    origin: 'reported',
    resetState: null,
    promotedEventId: null,
    affectedDeviceCount: 1,
    isSettled: false,
    can: { acknowledge: true, categorize: true, edit: true, merge: true, comment: true, reset: false },
    ...given,
  };
}

export const EVENTS = [
  givenEvent(1),
  givenEvent(2, { type: 'Communication Loss', category: 'Data outage', lostEnergyKwh: null, revenueLoss: null }),
  givenEvent(3, { acknowledged: { atMs: START_MS, by: 'Elena Lorca' } }),
];

const ALL = { count: 749, durationMs: 1_842 * 3_600_000, lostEnergyKwh: 486_300, revenueLoss: 24_870, unacknowledged: 88 };
const NONE = { durationMs: 0, lostEnergyKwh: null, revenueLoss: null, unacknowledged: 0 };
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
