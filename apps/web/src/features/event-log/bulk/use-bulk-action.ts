import type { RequestOf } from '@solvane/contract/endpoint';
import { type BulkAction, eventBulkEndpoints } from '@solvane/contract/event-commands';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { showNotice } from '../../../workspace/notices.ts';

export interface BulkOrder {
  action: BulkAction;
  selection: RequestOf<typeof eventBulkEndpoints.start>['body']['selection'];
}

const FAILED = {
  acknowledge: 'EventLog_Acknowledge_Failed',
  unacknowledge: 'EventLog_Acknowledge_Failed',
  categorize: 'EventLog_Categorize_Failed',
  comment: 'EventLog_Comment_Failed',
  split: 'EventLog_Split_Failed',
  assignCode: 'EventLog_AssignCode_Failed',
} as const satisfies Record<BulkAction['kind'], string>;

/** Starts the job; the bell shows how far it is and a notice tells its end. */
export function useBulkAction() {
  return useMutation({
    mutationFn: (order: BulkOrder) => call(eventBulkEndpoints.start, { body: order }),
    onSuccess: ({ count }) => showNotice({ kind: 'info', title: 'EventLog_Bulk_Started', values: { count } }),
    onError: (_error, { action }) => showNotice({ kind: 'error', title: FAILED[action.kind] }),
    meta: { isShownInPlace: true },
  });
}
