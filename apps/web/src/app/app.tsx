import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { createAppRouter } from '../router.ts';
import { UnityDashboards } from '../shared/dashboards/unity-dashboard.tsx';
import { ErrorBoundary } from '../shared/states/error-boundary.tsx';
import { UNITY_DASHBOARD_COMPONENTS } from './dashboards/unity-dashboards.ts';
import { LanguageProvider } from './language-provider.tsx';
import { NoticeList } from './notices/notice-list.tsx';
import { colorSchemeManager } from './theme/color-scheme.ts';
import { cssVariables, theme } from './theme/theme.ts';

interface AppProps {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
  /** `test`: without transitions. */
  env?: 'default' | 'test';
}

export function App({ queryClient, router, env = 'default' }: AppProps) {
  return (
    <MantineProvider
      env={env}
      // The variables are computed here anyway: as a style sheet they would be sent a second time.
      deduplicateCssVariables={false}
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <LanguageProvider>
            <ErrorBoundary level="app">
              <UnityDashboards value={UNITY_DASHBOARD_COMPONENTS}>
                <RouterProvider router={router} />
              </UnityDashboards>
              <Suspense>
                <NoticeList />
              </Suspense>
            </ErrorBoundary>
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
