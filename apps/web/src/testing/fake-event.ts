import type { Event } from '@solvane/contract/events';
import { type EventId, eventIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';

export function fakeEventId(index: number): EventId {
  return eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`);
}

/** A stop of an inverter at Guadal that is still going on. What a test is about, it says itself. */
export function fakeEvent(index: number, given: Partial<Event> = {}): Event {
  return {
    eventId: fakeEventId(index),
    version: 3,
    siteId: siteIdSchema.parse('S01'),
    siteName: 'Guadal',
    timezone: 'Europe/Madrid',
    segmentId: segmentIdSchema.parse(`inv-${index}`),
    deviceName: `INV-${index}`,
    segmentType: 'Inverter',
    energyType: 'PV',
    code: '1205',
    codeText: 'IGBT driver fault',
    type: 'Downtime',
    category: 'Inverter fault',
    priority: 101,
    startMs: Date.UTC(2026, 5, 24, 7, 9),
    endMs: null,
    durationMs: 331 * 60_000,
    lostEnergyKwh: 7_620,
    revenueLoss: 314,
    lossDays: 1,
    unpricedDays: 0,
    isLossPending: false,
    isLowConfidence: false,
    leftOutIntervals: 0,
    acknowledged: null,
    commentCount: 0,
    origin: 'reported',
    resetState: null,
    promotedEventId: null,
    affectedDeviceCount: 0,
    isSettled: false,
    can: { acknowledge: true, categorize: true, edit: true, merge: true, comment: true, reset: false },
    ...given,
  };
}
