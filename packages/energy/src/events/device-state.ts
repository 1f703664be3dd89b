import type { EventType } from './event-types.ts';

export const DEVICE_STATES = [
  'Disabled',
  'NoData',
  'Stopped',
  'Curtailed',
  'Degraded',
  'NoCommunication',
  'Unknown',
  'Warning',
  'Standby',
  'Running',
] as const;

export type DeviceState = (typeof DEVICE_STATES)[number];

export interface DeviceSituation {
  isDisabled: boolean;
  /** Start of the last interval with any raw value. NaN: never */
  lastValueMs: number;
  nowMs: number;
  stepMs: number;
  /** Type of the event in force now; absent: none. */
  eventType?: EventType;
  /** Too little sun or wind, or a battery without an order. */
  isIdle: boolean;
}

const SILENT_AFTER_STEPS = 3;
/** Points of short intervals are on their way for as long as those of others. */
const SILENT_AFTER_MS = 15 * 60_000;

const STATE_OF_EVENT: Partial<Record<EventType, DeviceState>> = {
  Downtime: 'Stopped',
  Curtailment: 'Curtailed',
  Degraded: 'Degraded',
  'Communication Loss': 'NoCommunication',
  Unknown: 'Unknown',
  Warning: 'Warning',
};

/**
 * State of a device now: the first that fits of disabled, no data, the event in force, standby, running.
 *
 * @param situation - of the device
 */
export function deviceState({ isDisabled, lastValueMs, nowMs, stepMs, eventType, isIdle }: DeviceSituation): DeviceState {
  if (isDisabled) return 'Disabled';
  if (!(nowMs - (lastValueMs + stepMs) <= silentAfterMs(stepMs))) return 'NoData';
  return (eventType && STATE_OF_EVENT[eventType]) ?? (isIdle ? 'Standby' : 'Running');
}

/**
 * State that a device has for as long as an event of a type is in force.
 *
 * @param type - of the event
 * @returns undefined for one that changes no state
 */
export function stateOfEvent(type: EventType): DeviceState | undefined {
  return STATE_OF_EVENT[type];
}

/**
 * Time without a value after which a device has no data.
 *
 * @param stepMs - native interval
 * @returns three intervals, at least a quarter of an hour [ms]
 */
export function silentAfterMs(stepMs: number): number {
  return Math.max(SILENT_AFTER_STEPS * stepMs, SILENT_AFTER_MS);
}

/**
 * State of a parent from its children.
 *
 * @param children - states, and capacity [kW] as their weight
 * @returns Stopped when more than half is; the state all share; Degraded when any does not work; Disabled without enabled children
 */
export function parentState(children: readonly { state: DeviceState; capacity: number }[]): DeviceState {
  const enabled = children.filter(({ state }) => state !== 'Disabled');
  const [first] = enabled;
  if (!first) return 'Disabled';
  const capacityOf = (list: typeof enabled) => list.reduce((sum, { capacity }) => sum + capacity, 0);
  if (capacityOf(enabled.filter(({ state }) => state === 'Stopped')) > 0.5 * capacityOf(enabled)) return 'Stopped';
  if (enabled.every(({ state }) => state === first.state)) return first.state;
  return enabled.every(({ state }) => state === 'Running' || state === 'Standby') ? 'Running' : 'Degraded';
}
