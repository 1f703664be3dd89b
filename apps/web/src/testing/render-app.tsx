import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { forgetCsrfToken } from '../api/csrf-token.ts';
import { sessionState } from '../api/session-state.ts';
import { closeSignalCache, signalValuesCache, siteTreeCache } from '../api/signal-cache.ts';
import { App } from '../app/app.tsx';
import { firstMessagesQuery, otherMessagesQuery } from '../app/messages.queries.ts';
import { createAppQueryClient } from '../app/query-client.ts';
import { openSession } from '../app/session/open-session.ts';
import { createAppRouter } from '../router.ts';
import { allHadTurn } from '../shared/screen/use-in-turn.ts';
import { forgetSignalDefinitions } from '../shared/signals/definitions.queries.ts';
import { endOutage } from '../shared/states/outage.ts';
import { treeLoader } from '../workspace/fleet/trees.ts';
import { clearNotices } from '../workspace/notices.ts';
import type { FakeProduct } from './fake-product.ts';
import { installScreen } from './fake-screen.ts';

export interface RenderedApp {
  user: UserEvent;
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}

/** The whole product as a signed-in user has it, answered by the fake product. */
export async function renderApp(product: FakeProduct, { address = '/tasks', isPhone = false } = {}): Promise<RenderedApp> {
  installScreen({ isPhone, listHeight: 800 });
  vi.stubGlobal('fetch', product.server.fetch);
  const queryClient = createAppQueryClient();
  const session = await openSession(queryClient);
  if (!session) throw new Error('No user is signed in');
  await Promise.all([
    queryClient.fetchQuery(firstMessagesQuery(session.locale)),
    queryClient.fetchQuery(otherMessagesQuery(session.locale)),
  ]);
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const user = userEvent.setup();
  await act(async () => {
    render(<App queryClient={queryClient} router={router} env="test" />);
  });
  // Panels and screen are drawn in turn.
  await act(allHadTurn);
  return { user, queryClient, router };
}

/** Forgets what lies outside of React, so that no test knows of the one before. */
export async function resetApp(): Promise<void> {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  forgetCsrfToken();
  sessionState.setState(() => ({ expiresAtMs: null, isExpired: false }));
  treeLoader.reset();
  clearNotices();
  endOutage();
  await Promise.all([siteTreeCache.clear(), signalValuesCache.clear(), forgetSignalDefinitions()]);
  await closeSignalCache();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
