import type { Site } from '@solvane/contract/fleet';
import type { Truth } from '@solvane/contract/system';

export interface TruthGroup {
  id: string;
  description: string;
  deviceIds: readonly string[];
  signalIds: readonly string[];
  /** The event log shows it, too. */
  hasEvents: boolean;
  /** Code of the events that show it. */
  eventCode: string | null;
  /** When it happened, newest first. */
  occurrences: { startMs: number; endMs: number | null }[];
}

export interface SiteTruths {
  site: Site;
  truths: TruthGroup[];
}

/** What was put into each site up to now: one entry per truth with all its times. What is still to come is left out, there is nothing to see yet. */
export function siteTruths({ sites, truths, nowMs }: { sites: readonly Site[]; truths: readonly Truth[]; nowMs: number }): SiteTruths[] {
  const past = truths.filter(({ startMs }) => startMs <= nowMs);
  const bySite = Map.groupBy(past, ({ siteId }) => siteId);
  return sites.flatMap((site) => {
    const own = bySite.get(site.siteId);
    return own ? [{ site, truths: grouped(own) }] : [];
  });
}

function grouped(truths: readonly Truth[]): TruthGroup[] {
  return [...Map.groupBy(truths, ({ id }) => id)]
    .map(([id, [first, ...others]]) => ({
      id,
      description: first?.description ?? '',
      deviceIds: first?.deviceIds ?? [],
      signalIds: first?.signalIds ?? [],
      hasEvents: first !== undefined && (first.screen === 'event-log' || first.eventCode !== null),
      eventCode: first?.eventCode ?? null,
      occurrences: [first, ...others]
        .flatMap((one) => (one ? [{ startMs: one.startMs, endMs: one.endMs }] : []))
        .sort((a, b) => b.startMs - a.startMs),
    }))
    .sort((a, b) => a.id.localeCompare(b.id));
}
