import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { openDetails } from '../../workspace/details.ts';

afterEach(resetApp);

const pane = () => screen.queryByRole('region', { name: 'Insight' });

test('on a phone, where details hide the screen, another screen is not hidden by them', async () => {
  const { router } = await renderApp(createFakeProduct(), { isPhone: true });
  act(() => openDetails({ kind: 'insight', insightId: 'I1' }));
  await waitFor(() => expect(pane()).toBeTruthy());
  await act(() => router.navigate({ href: '/get-started' }));
  await waitFor(() => expect(pane()).toBeNull());
});

test('details close when their screen is left', async () => {
  const { router } = await renderApp(createFakeProduct());
  act(() => openDetails({ kind: 'insight', insightId: 'I1' }));
  await waitFor(() => expect(pane()).toBeTruthy());
  await act(() => router.navigate({ href: '/get-started' }));
  await waitFor(() => expect(pane()).toBeNull());
});
