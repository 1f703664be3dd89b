import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { showNotice } from '../../workspace/notices.ts';

interface Acknowledging {
  events: readonly Event[];
  isOn: boolean;
  /** This takes back what was done: it offers no way back by itself. */
  isUndo?: boolean;
}

/** As many sites as one line names. */
const NAMED_SITES = 3;

/** Acknowledges events, or undoes it; reports how many they were, and offers undo. */
export function useAcknowledgeEvents() {
  const { formatList } = useIntl();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ events, isOn }: Acknowledging) =>
      call(isOn ? eventCommandEndpoints.acknowledge : eventCommandEndpoints.unacknowledge, {
        body: { events: events.map(({ eventId, version }) => ({ eventId, version })) },
      }),
    onSuccess: ({ items }, { events, isOn, isUndo = false }) => {
      const wereOther = new Set(events.filter(({ acknowledged }) => (acknowledged === null) === isOn).map(({ eventId }) => eventId));
      const changed = items.filter(({ eventId }) => wereOther.has(eventId));
      showNotice({
        id: 'events-acknowledged',
        kind: 'success',
        title: isUndo ? 'EventLog_Undone' : isOn ? 'EventLog_Acknowledged_Done' : 'EventLog_Unacknowledged_Done',
        ...(events.length > 1 && { message: 'EventLog_Acknowledged_Where' }),
        values: { count: events.length, where: formatList(siteCounts(events), { type: 'unit' }) },
        ...(changed.length > 0 &&
          !isUndo && {
            action: { label: 'EventDetails_Undo', run: () => mutation.mutate({ events: changed, isOn: !isOn, isUndo: true }) },
          }),
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage: 'EventLog_Acknowledge_Failed' },
  });
  return mutation;
}

/** `Guadal 9`, `Lammer 5`: the sites with most of them. */
function siteCounts(events: readonly Event[]): string[] {
  const bySite = [...Map.groupBy(events, ({ siteName }) => siteName)].map(([name, of]) => ({ name, count: of.length }));
  const named = bySite.toSorted((a, b) => b.count - a.count).slice(0, NAMED_SITES);
  return [...named.map(({ name, count }) => `${name} ${count}`), ...(bySite.length > NAMED_SITES ? ['…'] : [])];
}
