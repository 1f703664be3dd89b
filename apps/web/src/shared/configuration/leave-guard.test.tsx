import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LeaveGuard } from './leave-guard.tsx';

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Editor() {
  const [draft, setDraft] = useState<object | null>({});
  return (
    <>
      <button type="button" onClick={() => setDraft({})}>
        {draft === null ? 'saved' : 'draft'}
      </button>
      <LeaveGuard draft={draft} searchKeys={['set']} onDiscard={() => setDraft(null)} />
    </>
  );
}

test('leaving a draft asks once: stay, keep it, or discard it', async () => {
  const { addressOf, goTo } = await renderScreen(<Editor />, createFakeProduct(), { address: '/?set=a' });
  const user = userEvent.setup();
  await goTo('/?set=a&text=x');
  expect(screen.queryByRole('dialog')).toBeNull();

  await goTo('/?set=b');
  await user.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(addressOf()).toBe('/?set=a&text=x');

  await goTo('/?set=b');
  await user.click(await screen.findByRole('button', { name: 'Keep draft and leave' }));
  await waitFor(() => expect(addressOf()).toBe('/?set=b'));
  await goTo('/other');
  await waitFor(() => expect(addressOf()).toBe('/other'));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'draft' }));
  await goTo('/?set=a');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(addressOf()).toBe('/?set=a'));
  expect(screen.getByRole('button', { name: 'saved' })).toBeTruthy();
});
