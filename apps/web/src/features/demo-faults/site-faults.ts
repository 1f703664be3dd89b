import type { Site } from '@solvane/contract/fleet';
import type { InjectedFault } from '@solvane/contract/system';

export interface FaultGroup {
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

export interface SiteFaults {
  site: Site;
  faults: FaultGroup[];
}

/** What was put into each site up to now: one entry per fault with all its times. What is still to come is left out, there is nothing to see yet. */
export function siteFaults({
  sites,
  faults,
  nowMs,
}: {
  sites: readonly Site[];
  faults: readonly InjectedFault[];
  nowMs: number;
}): SiteFaults[] {
  const past = faults.filter(({ startMs }) => startMs <= nowMs);
  const bySite = Map.groupBy(past, ({ siteId }) => siteId);
  return sites.flatMap((site) => {
    const own = bySite.get(site.siteId);
    return own ? [{ site, faults: grouped(own) }] : [];
  });
}

function grouped(faults: readonly InjectedFault[]): FaultGroup[] {
  return [...Map.groupBy(faults, ({ id }) => id)]
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
