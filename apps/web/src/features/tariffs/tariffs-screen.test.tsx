import type { BodyOf } from '@solvane/contract/endpoint';
import { type TariffWire, tariffEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { tariffDrafts } from './tariff-draft.ts';
import type { TariffSearch } from './tariff-search.ts';
import { TariffsScreen } from './tariffs-screen.tsx';

const site = toSite(SITES[0] as never);
const fixed = (validFromMs: number, price: number): TariffWire => ({ validFromMs, currency: 'EUR', price: { kind: 'fixed', price } });

function givenProduct({ items = [fixed(0, 45)], canEdit = true }: { items?: TariffWire[]; canEdit?: boolean } = {}): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(tariffEndpoints.read, () => ({ items, revision: { id: 'first', changedBy: null, changedAtMs: null }, canEdit }));
  on(tariffEndpoints.replace, () => ({ changes: [], warnings: [] }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  on(performanceEndpoints.previewSave, () => ({
    days: 7,
    signals: [{ segmentId: site.siteSegmentId, signalId: 'Revenue||Calculated' as never, changedIntervals: 9, before: null, after: 1_000 }],
  }));
  return product;
}

function Shown() {
  const [search, setSearch] = useState<TariffSearch>({ site: site.siteId });
  return <TariffsScreen search={search} onSearch={setSearch} />;
}

async function show(product: FakeProduct) {
  await renderScreen(<Shown />, product);
  await screen.findByRole('heading', { level: 2, name: site.name });
  return userEvent.setup();
}

beforeEach(() => installScreen({ listHeight: 900 }));

afterEach(() => {
  tariffDrafts.clear();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a price is changed, its effect on revenue calculated, and all prices are saved', async () => {
  const product = givenProduct();
  const user = await show(product);
  const price = screen.getByRole('textbox', { name: 'Price, EUR/MWh' });
  await user.clear(price);
  expect(screen.getByText('Enter a price')).toBeTruthy();
  await user.type(price, '-12.5');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  const effect = await screen.findByRole('row', { name: /^Revenue/ });
  // Unknown before: no difference is made up.
  expect(
    within(effect)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['\u2014', '1,000.0', '\u2014']);
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(product.server.callsOf(tariffEndpoints.replace)[0]?.body).toMatchObject({ items: [fixed(0, -12.5)], seenRevision: 'first' }),
  );
});

test('a calendar is filled for all months by a pasted block', async () => {
  const product = givenProduct();
  const user = await show(product);
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Time of use' }));
  expect(screen.getByText('Enter at least one price')).toBeTruthy();
  const grid = screen.getByRole('grid', { name: 'Prices by hour and weekday' });
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => '10\t20\r\n30' } });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(tariffEndpoints.replace)).toHaveLength(1));
  const body = product.server.callsOf(tariffEndpoints.replace)[0]?.body as BodyOf<typeof tariffEndpoints.replace>;
  const saved = body.items[0]?.price;
  const prices = saved?.kind === 'calendar' ? saved.prices : [];
  // Monday and Tuesday, the first hours of January and of December.
  expect([prices[0], prices[1], prices[24], prices[11 * 7 * 24], prices[2]]).toEqual([10, 30, 20, 10, null]);
  expect(prices.filter((each) => each !== null)).toHaveLength(36);
});

test('a second price begins today, at the midnight of the site, and can be removed again', async () => {
  const product = givenProduct();
  const user = await show(product);
  await user.click(screen.getByRole('button', { name: 'Add price' }));
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  expect((screen.getByRole('button', { name: /^Save/ }) as HTMLButtonElement).disabled).toBe(true);
  const remove = screen.getAllByRole('button', { name: 'Remove' });
  await user.click(remove[1] as HTMLElement);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});

test('a site without a price says that its revenue is unknown; who may not change prices has no way to', async () => {
  await show(givenProduct({ items: [], canEdit: false }));
  expect(screen.getByText('No price yet: revenue of this site is unknown.')).toBeTruthy();
  expect(screen.getByText('You can view these prices but not change them.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add price' })).toBeNull();
});
