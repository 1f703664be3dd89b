import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAccess } from '../access/session.queries.ts';
import { type PageNode, toNavigation, toPageNodes } from './navigation-tree.ts';

/** Every page of the route tree. */
export function usePages(): PageNode[] {
  const { routeTree } = useRouter();
  return useMemo(() => toPageNodes(routeTree), [routeTree]);
}

/** The pages the navigation shows to this user. */
export function useNavigation(): PageNode[] {
  const pages = usePages();
  const access = useAccess();
  return useMemo(() => toNavigation(pages, access), [pages, access]);
}
