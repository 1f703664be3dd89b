import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { KeyListener } from './key-listener.tsx';
import { useShortcut } from './use-shortcut.ts';

function Keys({ onKey }: { onKey: (key: string) => void }) {
  useShortcut('a', () => onKey('a'));
  useShortcut('Escape', () => onKey('Escape'));
  return <KeyListener />;
}

afterEach(cleanup);

test('a key acts on the screen, but not on what lies behind an open dialog, even while nothing in it has the focus', async () => {
  const onKey = vi.fn();
  const { rerender } = render(
    <>
      <Keys onKey={onKey} />
      <div role="dialog" aria-modal="true">
        <button type="button">Merge</button>
      </div>
    </>,
  );
  const user = userEvent.setup();
  screen.getByRole('button').focus();
  await user.keyboard('a{Escape}');
  screen.getByRole('button').blur();
  await user.keyboard('a{Escape}');
  expect(onKey).not.toHaveBeenCalled();
  rerender(<Keys onKey={onKey} />);
  await user.keyboard('a{Escape}');
  expect(onKey.mock.calls).toEqual([['a'], ['Escape']]);
});

test('the key that closes a dialog closes nothing else', async () => {
  const onKey = vi.fn();
  render(<Keys onKey={onKey} />);
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
  const user = userEvent.setup();
  await user.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(false);
  expect(onKey).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onKey.mock.calls).toEqual([['Escape']]);
});
