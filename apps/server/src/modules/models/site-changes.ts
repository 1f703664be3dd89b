import type { SiteId } from '@solvane/contract/ids';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { AuditEntry } from '../access/audit.ts';
import type { Touched } from '../configuration/change-configuration.ts';

/** @param validFrom - local date of the site, included */
export function sinceDay(siteId: SiteId, validFrom: string): Touched {
  return { siteIds: [siteId], validFrom, validTo: FOR_EVER };
}

export function siteEntry(action: string, siteId: SiteId, details: Record<string, unknown>): AuditEntry {
  return { action, entityType: 'site', entityId: siteId, siteId, details };
}
