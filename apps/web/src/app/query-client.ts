import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../api/query-client.ts';
import { toErrorText } from '../shared/states/error-text.ts';
import { showNotice } from '../workspace/notices.ts';

/** Failed mutations become notices; a screen that shows a failure in place says so in the mutation's meta. */
export function createAppQueryClient(): QueryClient {
  return createQueryClient({
    onMutationError: (error, meta) => {
      const text = toErrorText(error, 'part');
      if (meta?.failedMessage) showNotice({ kind: 'error', title: meta.failedMessage, message: text.message, values: text.values });
      else showNotice({ kind: 'error', title: text.title, message: text.message, values: text.values });
    },
    onMutationDone: (message) => showNotice({ kind: 'success', title: message }),
  });
}
