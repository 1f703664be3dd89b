import { AppError } from '@solvane/contract/errors';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { closeDeleteConfirmation, confirmDelete, type DeleteQuestion } from '../../workspace/delete-confirmation.ts';

afterEach(async () => {
  closeDeleteConfirmation();
  await resetApp();
});

const question = (run: () => Promise<unknown>): DeleteQuestion => ({
  title: 'Page_ComingSoon_Title',
  message: 'Page_ComingSoon_Message',
  label: 'Common_Clear',
  typedName: 'PV north',
  run,
});

test('only one deletion can be asked about at a time', async () => {
  await renderApp(createFakeProduct());
  expect(confirmDelete(question(async () => undefined))).toBe(true);
  expect(confirmDelete(question(async () => undefined))).toBe(false);
});

test('deleting for good needs the name, and a failure says so and keeps the question', async () => {
  const { user } = await renderApp(createFakeProduct());
  const run = vi.fn().mockRejectedValueOnce(new AppError('access.forbidden')).mockResolvedValueOnce(undefined);
  act(() => void confirmDelete(question(run)));
  const remove = await screen.findByRole('button', { name: 'Clear' });
  expect(remove).toHaveProperty('disabled', true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })));
  await user.type(screen.getByRole('textbox', { name: 'Type PV north to confirm' }), 'PV north');
  await user.click(remove);
  expect((await screen.findByRole('alert')).textContent).toContain('Delete request failed.');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(run).toHaveBeenCalledTimes(2);
});

test('another screen takes the question away', async () => {
  const { router } = await renderApp(createFakeProduct());
  act(() => void confirmDelete(question(async () => undefined)));
  await screen.findByRole('dialog');
  await act(() => router.navigate({ to: '/event-log' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
