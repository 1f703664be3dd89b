import { eventCodeSetEndpoints, type UnmappedCode } from '@solvane/contract/event-codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { showNotice } from '../../workspace/notices.ts';
import { followRecalculation } from '../../workspace/recalculation.ts';
import { codeSetKeys } from './event-code-sets.queries.ts';
import type { WantedCode } from './unmapped-classifications.ts';

/** Classifies unmapped codes. */
export function useMapCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (codes: readonly { item: UnmappedCode; meaning: WantedCode }[]) =>
      call(eventCodeSetEndpoints.map, {
        body: {
          items: codes.flatMap(({ item: { enterpriseId, manufacturer, model, energyType, code, message }, meaning }) =>
            manufacturer === null
              ? []
              : [{ enterpriseId, manufacturer, model, energyType, code, description: message.slice(0, 500), priority: null, ...meaning }],
          ),
        },
      }),
    onSuccess: ({ changes, mapped }) => {
      followRecalculation(changes);
      showNotice({ kind: 'success', title: 'EventCodeSet_Mapped', values: { count: mapped } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: codeSetKeys.all }),
    meta: { failedMessage: 'EventCodeSet_Map_Failed' },
  });
}
