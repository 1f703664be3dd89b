import { z } from 'zod';

/** Charts that stay while the selection changes: more would leave no room for any. */
export const MOST_PINS = 4;

const idsSchema = z.array(z.string().min(1).max(200)).min(1).max(50);

/** One kept chart: its devices and signals. */
export const pinnedChartSchema = z.object({ devices: idsSchema, signals: idsSchema });
export type PinnedChart = z.infer<typeof pinnedChartSchema>;

/** The pins with one more; the same chart is kept once, and the oldest gives way where there are too many. */
export function withPin(pins: readonly PinnedChart[], pin: PinnedChart): PinnedChart[] {
  const key = (one: PinnedChart): string => JSON.stringify([[...one.devices].sort(), [...one.signals].sort()]);
  return [...pins.filter((one) => key(one) !== key(pin)), pin].slice(-MOST_PINS);
}
