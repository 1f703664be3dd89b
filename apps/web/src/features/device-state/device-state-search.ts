import { DEVICE_STATES } from '@solvane/energy/events/device-state';
import { z } from 'zod';

/** What a colleague must see when given the link. A value that cannot be read is left out. */
export const deviceStateSearchSchema = z.object({
  show: z.enum(['grid', 'table']).optional().catch(undefined),
  order: z.enum(['site', 'type']).optional().catch(undefined),
  /** States that stand out. */
  states: z.array(z.enum(DEVICE_STATES)).min(1).optional().catch(undefined),
});
export type DeviceStateSearch = z.infer<typeof deviceStateSearchSchema>;
