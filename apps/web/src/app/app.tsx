import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { createAppRouter } from '../router.ts';
import { ErrorBoundary } from '../shared/states/error-boundary.tsx';
import { LanguageProvider } from './language-provider.tsx';
import { NoticeList } from './notices/notice-list.tsx';
import { cssVariables, theme } from './theme/theme.ts';

interface AppProps {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}

const colorScheme = localStorageColorSchemeManager({ key: 'solvane.theme' });

export function App({ queryClient, router }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colorScheme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <LanguageProvider>
            <ErrorBoundary level="app">
              <RouterProvider router={router} />
              <NoticeList />
            </ErrorBoundary>
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
