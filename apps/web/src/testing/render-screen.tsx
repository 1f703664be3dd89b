import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { IntlProvider } from 'react-intl';
import { vi } from 'vitest';
import { loadMessages } from '../app/messages.queries.ts';
import { accountSettingsQuery, featuresQuery, permissionsQuery, profileQuery } from '../shared/access/session.queries.ts';
import { allHadTurn } from '../shared/screen/use-in-turn.ts';
import type { FakeProduct } from './fake-product.ts';

/** Shows one screen without the shell around it, in American English, answered by the fake product. */
export async function renderScreen(
  screen: ReactNode,
  product: FakeProduct,
  { address = '/' }: { address?: string } = {},
): Promise<{ queryClient: QueryClient; addressOf: () => string; goTo: (address: string) => Promise<void> }> {
  vi.stubGlobal('fetch', product.server.fetch);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // As in the product, the session is known before the first screen: one that waits for it later hides itself meanwhile.
  await Promise.all(
    [profileQuery(), permissionsQuery(), featuresQuery(), accountSettingsQuery()].map((query) => queryClient.prefetchQuery(query as never)),
  );
  const router = createRouter({
    routeTree: createRootRoute({
      staticData: { name: 'app', title: 'App_ProductName' },
      component: () => screen,
      notFoundComponent: () => screen,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en-US" messages={await loadMessages('en-US')} onError={fail}>
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <RouterProvider router={router as never} />
          </Suspense>
        </QueryClientProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  // Parts are drawn in turn.
  await act(allHadTurn);
  return {
    queryClient,
    addressOf: () => decodeURIComponent(router.state.location.href),
    goTo: async (href) => {
      router.history.push(href);
      await router.load();
    },
  };
}

function fail(error: Error): never {
  throw error;
}
