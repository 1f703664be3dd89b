import type { ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { ingestEndpoints } from '@solvane/contract/ingest';

export type SiteIngestion = ResponseOf<typeof ingestEndpoints.status>['items'][number];

export interface IngestionRow {
  site: Site;
  /** null: nothing was ever received for it. */
  status: SiteIngestion | null;
}

/** A row per site: those with work waiting first, then the longest silent, then by name. */
export function ingestionRows(sites: readonly Site[], items: readonly SiteIngestion[]): IngestionRow[] {
  const byId = new Map(items.map((item) => [item.siteId, item]));
  return sites
    .map((site) => ({ site, status: byId.get(site.siteId) ?? null }))
    .sort((a, b) => backlog(b) - backlog(a) || lastPoint(a) - lastPoint(b) || a.site.name.localeCompare(b.site.name));
}

export interface IngestionTotal {
  pointsLastHour: number;
  backlogSiteDays: number;
  rejectedLast30Days: number;
}

export function totalOf(rows: readonly IngestionRow[]): IngestionTotal {
  const total = { pointsLastHour: 0, backlogSiteDays: 0, rejectedLast30Days: 0 };
  for (const { status } of rows) {
    total.pointsLastHour += status?.pointsLastHour ?? 0;
    total.backlogSiteDays += status?.backlogSiteDays ?? 0;
    total.rejectedLast30Days += status?.rejectedLast30Days ?? 0;
  }
  return total;
}

function backlog({ status }: IngestionRow): number {
  return status?.backlogSiteDays ?? 0;
}

function lastPoint({ status }: IngestionRow): number {
  return status?.lastPointMs ?? 0;
}
