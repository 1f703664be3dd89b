import { MOST_PINS, type PinnedChart } from './pinned-charts.ts';

/** The pins with one more; the same chart is kept once, and the oldest gives way where there are too many. */
export function withPin(pins: readonly PinnedChart[], pin: PinnedChart): PinnedChart[] {
  const key = (one: PinnedChart): string => JSON.stringify([[...one.devices].sort(), [...one.signals].sort()]);
  return [...pins.filter((one) => key(one) !== key(pin)), pin].slice(-MOST_PINS);
}
