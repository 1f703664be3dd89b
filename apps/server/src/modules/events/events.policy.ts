import type { Event } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import type { Caller } from '../../http/caller.ts';

/** What the abilities of a caller depend on. */
interface GuardedEvent {
  site_id: SiteId;
  is_settled: boolean;
  is_promoted: boolean;
}

/** What this caller may do to this event. */
export function eventAbilities(
  { site_id: siteId, is_settled: isSettled, is_promoted: isPromoted }: GuardedEvent,
  caller: Pick<Caller, 'scopeFor'>,
): Event['can'] {
  const may = (permission: 'EditEvents' | 'MergeEvents' | 'LockPeriods' | 'RemoteReset') => caller.scopeFor(permission).has(siteId);
  const isOpenToEdits = !isSettled || may('LockPeriods');
  return {
    acknowledge: may('EditEvents'),
    categorize: may('EditEvents') && isOpenToEdits,
    edit: may('EditEvents') && isOpenToEdits,
    merge: may('MergeEvents') && isOpenToEdits && !isPromoted,
    comment: true,
    reset: may('RemoteReset') && !isPromoted,
  };
}
