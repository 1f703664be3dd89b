import { type StudioOptions, studioOptionsEndpoints, studioOptionsSchema } from '@solvane/contract/studio-options';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const DEFAULTS = studioOptionsSchema.parse({});

export function studioOptionsQuery() {
  return queryOptions({
    queryKey: ['studio-options'],
    queryFn: ({ signal }) => call(studioOptionsEndpoints.get, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Shows the change at once and takes it back where it cannot be stored. */
export function useSaveStudioOptions() {
  const queryClient = useQueryClient();
  const { queryKey } = studioOptionsQuery();
  return useMutation({
    mutationFn: (options: StudioOptions) => call(studioOptionsEndpoints.save, { body: options }),
    onMutate: (options) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, options);
      return before;
    },
    onError: (_error, _options, before) => queryClient.setQueryData(queryKey, before),
    meta: { failedMessage: 'DataStudio_Options_Failed' },
  });
}

/** Preferences of the user; the defaults until they are known. */
export function useStudioOptions(): StudioOptions {
  return useQuery(studioOptionsQuery()).data ?? DEFAULTS;
}
