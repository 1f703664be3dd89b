import { z } from 'zod';

/** Charts that stay while the selection changes: more would leave no room for any. */
export const MOST_PINS = 4;

const idsSchema = z.array(z.string().min(1).max(200)).min(1).max(50);

/** One kept chart: its devices and signals. */
export const pinnedChartSchema = z.object({ devices: idsSchema, signals: idsSchema });
export type PinnedChart = z.infer<typeof pinnedChartSchema>;
