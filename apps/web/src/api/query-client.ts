import { AppError, ERRORS } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { MessageKey } from '@solvane/i18n/messages';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { queryKeyHash } from './query-key-hash.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Shown when the mutation failed; without it the error's own message is. */
      failedMessage?: MessageKey;
      /** Shown when it succeeded. */
      doneMessage?: MessageKey;
      /** The form or dialog shows the failure itself. */
      isShownInPlace?: boolean;
    };
  }
}

export interface QueryClientOptions {
  onMutationError: (error: Error, meta: { failedMessage?: MessageKey } | undefined) => void;
  onMutationDone?: (message: MessageKey) => void;
}

export function createQueryClient({ onMutationError, onMutationDone }: QueryClientOptions): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { queryKeyHashFn: queryKeyHash, retry: shouldRetry, staleTime: 0, refetchOnWindowFocus: false, throwOnError: false },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.isShownInPlace && !isExpiredSession(error)) onMutationError(error, mutation.meta);
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        if (mutation.meta?.doneMessage) onMutationDone?.(mutation.meta.doneMessage);
      },
    }),
  });
}

/** Two more tries, but never for what the server has understood and refused (spec §8). */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof AppError && statusOf(error) >= 400 && statusOf(error) < 500) return false;
  return failures < LIMITS.queryRetries;
}

function statusOf(error: AppError): number {
  return ERRORS[error.code].status;
}

/** The session dialog says it already. */
function isExpiredSession(error: Error): boolean {
  return error instanceof AppError && error.code === 'auth.required';
}
