/** The states of any controller, normalised; the position of a name is the value of the signal OperatingState. */
export const OPERATING_STATES = ['off', 'standby', 'starting', 'running', 'derated', 'stopping', 'fault', 'service'] as const;

export type OperatingState = (typeof OPERATING_STATES)[number];

/** Value of OperatingState while a device produces without restriction. */
export const RUNNING = OPERATING_STATES.indexOf('running');

/**
 * Name of a value of OperatingState.
 *
 * @param value - number of the state
 * @returns undefined for NaN and for numbers that stand for no state
 */
export function operatingStateName(value: number): OperatingState | undefined {
  return OPERATING_STATES[value];
}
