import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { installScreen } from '../../testing/fake-screen.ts';
import { UnityDashboard, type UnityDashboardRegistry, UnityDashboards } from './unity-dashboard.tsx';

const registry: UnityDashboardRegistry = {
  'fleet-overview': () => {
    throw new Error('Broken dashboard');
  },
  'site-overview': undefined,
  insight: ({ parameters: { insightId } }) => <p>Figures of {insightId}</p>,
};

test('a dashboard stands in another screen by its name, knows what it is about, and fails alone', () => {
  installScreen();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en-US" onError={() => undefined}>
        <UnityDashboards value={registry}>
          <UnityDashboard name="fleet-overview" />
          <UnityDashboard name="insight" parameters={{ insightId: 'I-7' }} />
          <UnityDashboard name="site-overview" />
        </UnityDashboards>
      </IntlProvider>
    </MantineProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Common_Error_Unknown_Title');
  expect(screen.getByText('Figures of I-7')).toBeTruthy();
  expect(screen.getByText('Page_ComingSoon_Title')).toBeTruthy();
});
