import type { SiteId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import type { Db } from '../../db/db.ts';

/** What was configured: kept with the state of the site while it waits to be computed. */
export type ConfigurationReason = 'quality' | 'models' | 'eventCodes' | 'contracts';

/** Sites whose results a saved configuration changes. */
export interface ConfigurationChange {
  siteIds: readonly SiteId[];
  /** Half open, infinite where not limited. */
  periods: readonly Period[];
  reason: ConfigurationReason;
}

/** Called inside the transaction that saves, so that neither the change nor its recalculation happens without the other. */
export type OnConfigurationChanged = (tx: Db, change: ConfigurationChange) => Promise<void>;
