import type { EventGroup } from '@solvane/contract/event-overview';
import type { TableGrouping } from '../event-log-search.ts';
import { exactToken } from './query-tokens.ts';

/** What the search box has to say for a group to be the whole result. */
export function tokensOfGroup(groupBy: TableGrouping, { key, name, siteName }: Pick<EventGroup, 'key' | 'name' | 'siteName'>): string[] {
  if (groupBy === 'day') return [`day:${key}`];
  if (groupBy === 'device') return [...(siteName === null ? [] : [exactToken('site', siteName)]), exactToken('device', name)];
  return [exactToken(groupBy, groupBy === 'site' ? name : key)];
}
