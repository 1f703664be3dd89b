import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, retainSearchParams } from '@tanstack/react-router';
import { PageNotFound } from '../app/pages/page-not-found.tsx';
import { Shell } from '../app/shell/shell.tsx';
import { parseEntrySearch } from '../workspace/entry-search.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  staticData: { name: 'app', title: 'App_ProductName' },
  validateSearch: parseEntrySearch,
  search: { middlewares: [retainSearchParams(['period'])] },
  component: Shell,
  notFoundComponent: PageNotFound,
});
