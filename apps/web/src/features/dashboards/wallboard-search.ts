import { z } from 'zod';

const MOST = 50;
export const WALLBOARD_SECONDS = { least: 10, default: 60, most: 3_600 };

/** The dashboards in their order, and how long each of them is shown. */
export const wallboardSearchSchema = z.object({
  dashboards: z.array(z.string().max(64)).max(MOST).optional().catch(undefined),
  seconds: z.number().int().min(WALLBOARD_SECONDS.least).max(WALLBOARD_SECONDS.most).optional().catch(undefined),
});
export type WallboardSearch = z.infer<typeof wallboardSearchSchema>;
