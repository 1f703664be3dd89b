import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { favoriteEndpoints } from '@solvane/contract/shell';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';

export function favoritesQuery() {
  return queryOptions({
    queryKey: ['favorites', 'list'],
    queryFn: ({ signal }) => call(favoriteEndpoints.list, { signal, background: true }),
    staleTime: LIMITS.favoritesCacheMinutes * 60_000,
  });
}

const NONE: never[] = [];

/** Starred devices of the user. */
export function useFavorites(): ReadonlySet<SegmentId> {
  const items = useQuery(favoritesQuery()).data?.items ?? NONE;
  return useMemo(() => new Set(items.map(({ favoriteDataId }) => favoriteDataId)), [items]);
}

interface FavoriteChange {
  segmentId: SegmentId;
  isFavorite: boolean;
}

/** Stars or unstars at once and takes it back when the server refuses. */
export function useToggleFavorite() {
  const queryClient = useQueryClient();
  const { queryKey } = favoritesQuery();
  return useMutation({
    mutationFn: ({ segmentId, isFavorite }: FavoriteChange) =>
      call(isFavorite ? favoriteEndpoints.add : favoriteEndpoints.remove, {
        body: { items: [{ favoriteType: 'Device', favoriteDataId: segmentId }] },
      }),
    onMutate: async ({ segmentId, isFavorite }: FavoriteChange) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const others = (before?.items ?? NONE).filter(({ favoriteDataId }) => favoriteDataId !== segmentId);
      const items = isFavorite ? [...others, { favoriteType: 'Device' as const, favoriteDataId: segmentId }] : others;
      queryClient.setQueryData(queryKey, { items });
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (favorites) => queryClient.setQueryData(queryKey, favorites),
    meta: { failedMessage: 'DevicePanel_Favorite_Failed' },
  });
}
