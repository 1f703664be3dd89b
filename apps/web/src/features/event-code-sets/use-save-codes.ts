import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { codeSetKeys } from './event-code-sets.queries.ts';

type SetBody = BodyOf<typeof eventCodeSetEndpoints.save>;
type OverrideBody = BodyOf<typeof eventCodeSetEndpoints.override>;

/** Saves a set with all its codes, or the overrides of an enterprise or a site. */
export function useSaveCodes() {
  return useSaveConfiguration({
    save: (body: SetBody | OverrideBody): Promise<Pick<ResponseOf<typeof eventCodeSetEndpoints.override>, 'changes'> & { id?: string }> =>
      'codes' in body ? call(eventCodeSetEndpoints.save, { body }) : call(eventCodeSetEndpoints.override, { body }),
    changedKeys: [codeSetKeys.all, eventKeys.all],
    doneMessage: 'EventCodeSet_Saved',
  });
}
