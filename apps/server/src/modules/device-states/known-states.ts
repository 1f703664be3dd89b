import type { SegmentId } from '@solvane/contract/ids';
import { findAttribute } from '@solvane/energy/devices/attributes';
import { DEVICE_STATES, type DeviceState, deviceState } from '@solvane/energy/events/device-state';
import type { Db } from '../../db/db.ts';
import type { SignalReader } from '../../signals/signal-reader.ts';
import { type Idleness, readIdleDevices } from './idle-devices.ts';
import { type LatestValues, readLatestValues, type SegmentSeries } from './latest-values.ts';
import type { StateDevice } from './state-devices.ts';
import { type DeviceEvent, readOpenEvents } from './state-events.ts';

/** What the states of devices follow from. */
export interface KnownStates {
  nowMs: number;
  /** Devices, and whatever of their sites tells of light, wind and orders. */
  segments: ReadonlyMap<SegmentId, SegmentSeries>;
  latest: LatestValues;
  events: ReadonlyMap<SegmentId, DeviceEvent>;
  idle: ReadonlyMap<SegmentId, Idleness>;
}

interface Given extends Pick<KnownStates, 'nowMs' | 'segments'> {
  /** Metadata of turbines. */
  cutInOf: (segmentId: SegmentId) => unknown;
  /** Metadata of batteries. */
  ratingOf: (segmentId: SegmentId) => unknown;
}

const ASSUMED_CUT_IN = Number(findAttribute('cutInWindSpeed')?.assumed ?? 0);
const DEFAULT_STEP_MS = 600_000;

/** Newest values, light, wind or orders, and open events of devices. */
export async function readKnownStates(
  { db, signals }: { db: Db; signals: SignalReader },
  devices: readonly StateDevice[],
  { nowMs, segments, cutInOf, ratingOf }: Given,
): Promise<KnownStates> {
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const idleDeps = { signals, segments, cutInOf: (id: SegmentId) => number(cutInOf(id), ASSUMED_CUT_IN), nowMs };
  const [latest, idle, events] = await Promise.all([
    readLatestValues(
      signals,
      devices.flatMap(({ segmentId }) => segments.get(segmentId) ?? []),
    ),
    readIdleDevices(idleDeps, devices, (id) => number(ratingOf(id), Number.NaN)),
    readOpenEvents(db, [...new Set(devices.map(({ site }) => site.siteId))]),
  ]);
  return { nowMs, segments, latest, events, idle };
}

/** The state of a device, with the event and the times that it follows from; epoch milliseconds, NaN where not known. */
export function stateOf({ segmentId, isDisabled }: StateDevice, { nowMs, segments, latest, events, idle }: KnownStates) {
  const stepMs = segments.get(segmentId)?.intervalMs ?? DEFAULT_STEP_MS;
  const event = events.get(segmentId);
  const lastValueMs = latest.lastReceivedMs(segmentId);
  const { isIdle, sinceMs: idleSinceMs } = idle.get(segmentId) ?? { isIdle: false, sinceMs: Number.NaN };
  const state = deviceState({ isDisabled, lastValueMs, nowMs, stepMs, isIdle, ...(event && { eventType: event.type }) });
  return { state, event, stepMs, lastValueMs, idleSinceMs };
}

/** States that occur, in their order. */
export function countStates(states: readonly DeviceState[]): { state: DeviceState; count: number }[] {
  const counts = new Map<DeviceState, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return DEVICE_STATES.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [{ state, count }];
  });
}
