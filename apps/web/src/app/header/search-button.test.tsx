import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';

afterEach(resetApp);

test('what is typed while the search is still on its way is found in it, and is no shortcut', async () => {
  const { router } = await renderApp(createFakeProduct());
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const early = document.activeElement;
  if (!(early instanceof HTMLInputElement)) throw new Error('No field takes what is typed');
  for (const key of ['g', 's']) fireEvent.keyDown(early, { key });
  fireEvent.change(early, { target: { value: 'data st' } });
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('data st');
  expect(await screen.findByRole('option', { name: /^Data Studio/ })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/tasks');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(screen.queryByRole('combobox')).toBeNull();
});
