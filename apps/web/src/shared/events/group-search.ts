import { SITE_GROUPINGS } from '@solvane/contract/fleet';
import { attributeOf } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { EventType } from '@solvane/energy/events/event-types';
import { isEventType } from '@solvane/energy/events/event-types';
import { addUnits } from '@solvane/energy/time/bucket';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { causeQuery } from './cause-text.ts';

/** What narrows the event log to a group of events. */
interface GroupSearch {
  types?: EventType[];
  devices?: string[];
  period?: string;
  q?: string;
}

/** The events that share something: `groupBy` is what, and `key` what of it. undefined: the event log cannot be narrowed to them */
export function groupSearch(groupBy: string, key: string, { sites }: Pick<WidgetPage, 'sites'>): GroupSearch | undefined {
  if (key === '') return undefined;
  switch (groupBy) {
    case 'type':
      return isEventType(key) ? { types: [key] } : undefined;
    case 'code':
    case 'category':
      return { q: causeQuery({ by: groupBy, name: key }) };
    case 'device':
      return { devices: [key] };
    case 'site': {
      const site = sites.find(({ siteId }) => siteId === key);
      return site && { devices: [site.siteSegmentId] };
    }
    case 'day':
    case 'month':
    case 'year': {
      const first = parseIsoDate(key);
      return first === undefined ? undefined : { period: `${key}_${toIsoDate(addUnits(first, groupBy, 1))}` };
    }
    default: {
      const grouping = SITE_GROUPINGS.find((each) => each === groupBy);
      if (!grouping) return undefined;
      const own = sites.filter((site) => attributeOf(site, grouping) === key);
      return { devices: own.map(({ siteSegmentId }) => siteSegmentId) };
    }
  }
}

/** Several conditions at once; a device says more than its site. */
export function joinSearches(searches: readonly (GroupSearch | undefined)[]): GroupSearch {
  const known = searches.filter((search) => search !== undefined);
  const queries = known.flatMap(({ q }) => q ?? []);
  return { ...Object.assign({}, ...known), ...(queries.length > 0 && { q: queries.join(' ') }) };
}
