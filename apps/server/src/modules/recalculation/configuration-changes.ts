import type { SiteId } from '@solvane/contract/ids';
import type { Db } from '../../db/db.ts';

/** What was configured: kept with the state of the site while it waits to be computed. */
export type ConfigurationReason = 'quality' | 'models' | 'eventCodes' | 'contracts';

/** Sites whose results a saved configuration changes. Instants are half open, infinite where not limited. */
export interface ConfigurationChange {
  siteIds: readonly SiteId[];
  startMs: number;
  endMs: number;
  reason: ConfigurationReason;
}

/** Called inside the transaction that saves, so that neither the change nor its recalculation happens without the other. */
export type OnConfigurationChanged = (tx: Db, change: ConfigurationChange) => Promise<void>;
