import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { showNotice } from '../../workspace/notices.ts';

afterEach(resetApp);

test('a notice tells instants on the clock of their site', async () => {
  await renderApp(createFakeProduct());
  act(() =>
    showNotice({
      kind: 'error',
      title: 'EventLog_Undo_Failed',
      message: 'EventLog_Settled_Message',
      values: { lockedUntil: '2026-06-10T22:00:00.000Z', timezone: 'Europe/Stockholm' },
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Events before Jun 11, 00:00 are settled');
});
