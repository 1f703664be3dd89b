import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ConfigurationLayout } from './configuration-layout.tsx';

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Sites of two enterprises in Spain and Sweden by turns, `Site 1` first. */
function groupsOf(count: number) {
  const entries = Array.from({ length: count }, (_, index) => ({
    key: `site-${index + 1}`,
    name: `Site ${index + 1}`,
    detail: index % 2 === 0 ? 'Europe/Madrid' : 'Europe/Stockholm',
  }));
  return [
    { key: 'aurora', heading: 'Aurora', entries: entries.slice(0, 4) },
    { key: 'borealis', heading: 'Borealis', entries: entries.slice(4) },
  ];
}

async function show(count: number) {
  const groups = groupsOf(count);
  function Shown() {
    const [openKey, setOpenKey] = useState('site-1');
    return (
      <ConfigurationLayout label="Sites" groups={groups} openKey={openKey} onOpen={setOpenKey}>
        <p>Open: {openKey}</p>
      </ConfigurationLayout>
    );
  }
  await renderScreen(<Shown />, createFakeProduct());
  const list = screen.getByRole('navigation', { name: 'Sites' });
  return {
    list,
    user: userEvent.setup(),
    textsOf: (role: string) =>
      within(list)
        .queryAllByRole(role)
        .map((each) => each.textContent),
  };
}

test('few configurations are listed without a search', async () => {
  const { list, textsOf } = await show(15);
  expect(textsOf('button')).toHaveLength(15);
  expect(within(list).queryByRole('searchbox')).toBeNull();
});

test('many are found by words of their name and detail, without those of groups that have none', async () => {
  const { list, user, textsOf } = await show(40);
  const search = within(list).getByRole('searchbox', { name: 'Search' });
  await user.type(search, 'STOCKHOLM site 1');
  // A word may stand anywhere: 10, 12, ... have a 1, too.
  expect(textsOf('listitem')).toEqual([10, 12, 14, 16, 18].map((number) => `Site ${number}Europe/Stockholm`));
  expect(textsOf('heading')).toEqual(['Borealis']);
  await user.keyboard('{Enter}');
  screen.getByText('Open: site-10');
  expect(within(list).getByRole('button', { current: true }).textContent).toBe('Site 10Europe/Stockholm');

  // Enter in an empty search field opens nothing.
  await user.keyboard('{Escape}{Enter}');
  expect(textsOf('listitem')).toHaveLength(40);
  screen.getByText('Open: site-10');
});

test('a search without a result says so, and what is open stays open', async () => {
  const { list, user, textsOf } = await show(40);
  await user.type(within(list).getByRole('searchbox', { name: 'Search' }), 'oslo{Enter}');
  expect(textsOf('listitem')).toEqual([]);
  within(list).getByText('Nothing found');
  screen.getByText('Open: site-1');
  await user.click(within(list).getByRole('button', { name: 'Clear' }));
  expect(textsOf('listitem')).toHaveLength(40);
});
