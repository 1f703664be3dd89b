import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { sessionEndpoints } from '@solvane/contract/session';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useSessionUser } from '../shared/access/session.queries.ts';

/** Whether provider staff look at the product as a role sees it. */
export function useIsViewing(): boolean {
  return useSessionUser().viewAs !== null;
}

/** Begins or (with null) ends it. Everything that was read belongs to another view: the product starts again. */
export function useViewAs() {
  return useMutation({
    mutationFn: (view: { roleId: RoleId; enterpriseId: EnterpriseId } | null) => call(sessionEndpoints.viewAs, { body: { view } }),
    onSuccess: () => window.location.assign('/'),
    meta: { failedMessage: 'ViewAs_Failed' },
  });
}
