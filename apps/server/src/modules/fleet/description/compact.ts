import type { FleetDescription, FleetDescriptionInput, SegmentDescription, SiteDescription } from '@solvane/contract/fleet-description';

const SITE_DEFAULTS = { visibilityState: 'Unpublished', signalCalcPeriod: 'PT10M', energyType: 'PV' };
const SEGMENT_DEFAULTS = { disabled: false };

/** The same description without what the schema fills in by itself. */
export function compactDescription({ version, enterprises, sites }: FleetDescription): FleetDescriptionInput {
  return { version, enterprises, sites: sites.map(compactSite) };
}

function compactSite({ segments, ...site }: SiteDescription) {
  return { ...withoutDefaults(site, SITE_DEFAULTS), ...(segments.length > 0 ? { segments: segments.map(compactSegment) } : {}) };
}

function compactSegment(segment: SegmentDescription) {
  return withoutDefaults(segment, SEGMENT_DEFAULTS);
}

function withoutDefaults<T extends object>(given: T, defaults: Record<string, unknown>): T {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isEmpty(value) && value !== defaults[name])) as T;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
