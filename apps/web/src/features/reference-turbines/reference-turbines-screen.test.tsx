import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { type ReferenceRow, referenceTurbineEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTERPRISES, SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { referenceDrafts } from './reference-draft.ts';
import type { ReferenceSearch } from './reference-search.ts';
import { ReferenceTurbinesScreen } from './reference-turbines-screen.tsx';

const id = (text: string) => segmentIdSchema.parse(text);
const turbines = [57, 57.01, 57.004].map((latitude, index) => ({
  segmentId: id(`wt${index + 1}`),
  name: `WT-${index + 1}`,
  latitude,
  longitude: 15,
}));
const row = (effectiveFrom: string | null, ...references: string[]): ReferenceRow => ({
  segmentId: id('wt1'),
  effectiveFrom,
  references: references.map((segmentId, index) => ({ segmentId: id(segmentId), rank: index + 1 })),
});

function givenProduct(rows: ReferenceRow[] = []): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  const [site = SITES[0]] = SITES;
  const wind = toSite(site as never);
  on(deviceTreeEndpoints.sites, () => ({
    enterprises: ENTERPRISES,
    sites: [{ ...wind, name: 'Ridge', metadata: { ...wind.metadata, energyType: 'Wind' as const } }],
    errors: [],
  }));
  on(referenceTurbineEndpoints.read, () => ({ rows, turbines, revision: { id: 'first', changedBy: null, changedAtMs: null } }));
  on(referenceTurbineEndpoints.save, () => ({ changes: [], warnings: [] }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

function Shown() {
  const [search, setSearch] = useState<ReferenceSearch>({ from: '2026-03-01' });
  return <ReferenceTurbinesScreen search={search} onSearch={setSearch} />;
}

async function show(product: FakeProduct) {
  await renderScreen(<Shown />, product);
  await screen.findByRole('table', { name: 'Turbines and their references' });
  return userEvent.setup();
}

const referenceOf = (rank: number, turbine: string) => screen.getByRole('combobox', { name: `Reference ${rank} of ${turbine}` });

beforeEach(() => installScreen());

afterEach(() => {
  referenceDrafts.clear();
  cleanup();
  vi.unstubAllGlobals();
});

test('a turbine gets reference turbines from a day on: the nearest stand first, and the next rank follows the one before', async () => {
  const product = givenProduct();
  const user = await show(product);
  const options = within(referenceOf(1, 'WT-1')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Nearest: WT-3, WT-2',
    'WT-3 \u00b7 0.44\u2009km',
    'WT-2 \u00b7 1.11\u2009km',
  ]);
  expect(screen.queryByRole('combobox', { name: 'Reference 2 of WT-1' })).toBeNull();
  await user.selectOptions(referenceOf(1, 'WT-1'), 'wt2');
  await user.selectOptions(referenceOf(2, 'WT-1'), 'wt3');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(product.server.callsOf(referenceTurbineEndpoints.save)[0]?.body).toMatchObject({
      rows: [row('2026-03-01', 'wt2', 'wt3')],
      seenRevision: 'first',
    }),
  );
});

test('suggestions fill only the lists of turbines without one', async () => {
  const product = givenProduct([row(null, 'wt2')]);
  const user = await show(product);
  await user.click(screen.getByRole('button', { name: 'Suggest by distance' }));
  expect((referenceOf(1, 'WT-1') as HTMLSelectElement).value).toBe('wt2');
  expect((referenceOf(1, 'WT-2') as HTMLSelectElement).value).toBe('wt3');
});

test('lists that begin later are named before a change is saved, which they end', async () => {
  const user = await show(givenProduct([row('2026-05-01', 'wt3')]));
  expect(screen.getByText('Other lists apply from: 2026-05-01.')).toBeTruthy();
  await user.selectOptions(referenceOf(1, 'WT-1'), 'wt2');
  expect(screen.getByRole('alert').textContent).toContain('The change applies only until then.');
});

test('what another user saved meanwhile is shown, and nothing is lost', async () => {
  const product = givenProduct();
  product.server.on(referenceTurbineEndpoints.save, () => {
    const revision = { id: 'second', changedBy: 'Mats Kron', changedAtMs: 1 };
    product.server.on(referenceTurbineEndpoints.read, () => ({
      rows: [{ ...row(null, 'wt1'), segmentId: id('wt2') }],
      turbines,
      revision,
    }));
    throw new AppError('configuration.changed', { values: { changedBy: 'Mats Kron', changedAtMs: 1 } });
  });
  const user = await show(product);
  await user.selectOptions(referenceOf(1, 'WT-1'), 'wt2');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect((await screen.findAllByText(/Mats Kron/)).length).toBeGreaterThan(0);
  expect((referenceOf(1, 'WT-1') as HTMLSelectElement).value).toBe('wt2');
});
