import { fireEvent, screen, waitFor } from '@testing-library/react';
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

test('Enter right behind the last letter opens what was typed, not what was found for the letters before', async () => {
  const { user, router } = await renderApp(createFakeProduct());
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await user.type(field, 'event');
  expect((await screen.findAllByRole('option'))[0]?.textContent).toMatch(/^Event/);
  // Both keys before the list of the first is drawn, as on a machine at work.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'data studio');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/tasks'));
  expect(router.state.location.pathname).toBe('/data-studio');
});

test('the keyboard goes back to where it was when the search is closed', async () => {
  const { user } = await renderApp(createFakeProduct());
  const link = screen.getByRole('link', { name: 'Solvane' });
  link.focus();
  await user.keyboard('{Control>}k{/Control}wind');
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('mill');
  expect(field.value).toBe('windmill');
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(link));
});
