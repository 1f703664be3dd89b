import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { followRecomputation } from '../../workspace/recomputation.ts';
import { codeSetKeys } from './event-code-sets.queries.ts';

type SetBody = BodyOf<typeof eventCodeSetEndpoints.save>;
type OverrideBody = BodyOf<typeof eventCodeSetEndpoints.override>;

/** Saves a set with all its codes, or what an enterprise or a site says about some; refusals are shown beside the codes. */
export function useSaveCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      body: SetBody | OverrideBody,
    ): Promise<Pick<ResponseOf<typeof eventCodeSetEndpoints.override>, 'changes'> & { id?: string }> =>
      'codes' in body ? call(eventCodeSetEndpoints.save, { body }) : call(eventCodeSetEndpoints.override, { body }),
    onSuccess: ({ changes }) => followRecomputation(changes),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: codeSetKeys.all });
      await queryClient.invalidateQueries({ queryKey: eventKeys.all });
    },
    meta: { isShownInPlace: true, doneMessage: 'EventCodeSet_Saved' },
  });
}
