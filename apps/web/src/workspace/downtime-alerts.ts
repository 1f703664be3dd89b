import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

/** Whether a new Downtime at a favorite site is told by the browser itself. Holds for this device: it asked the user. */
export const downtimeAlerts = createStoredStore({
  key: 'downtime-alerts',
  version: 1,
  schema: z.object({ areOn: z.boolean() }),
  initial: { areOn: false },
  scope: 'device',
});

export function setDowntimeAlerts(areOn: boolean): void {
  downtimeAlerts.setState(() => ({ areOn }));
}
