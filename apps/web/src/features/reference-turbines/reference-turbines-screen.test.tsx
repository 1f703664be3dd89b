import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { type ReferenceRow, referenceTurbineEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { IMPACT_FIGURES, type Impact, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
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

function impact(expectedMwh: number): Impact {
  const none = Object.fromEntries(IMPACT_FIGURES.map((figure) => [figure, null])) as Impact['figures'];
  return { points: null, figures: { ...none, expected: 1_000 * expectedMwh } };
}

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
  on(referenceTurbineEndpoints.similarity, () => ({ days: 90, turbines: [] }));
  on(qualityImpactEndpoints.preview, () => ({ days: 7, watched: null, before: impact(100), after: impact(120) }));
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

test('suggestions by correlation take the turbines most alike, and leave out those with few common hours', async () => {
  const product = givenProduct();
  const other = (segmentId: string, correlation: number | null, hours: number) => ({ segmentId: id(segmentId), correlation, hours });
  product.server.on(referenceTurbineEndpoints.similarity, () => ({
    days: 90,
    turbines: [
      { segmentId: id('wt1'), dataShare: 0.985, others: [other('wt2', 0.97, 1_800), other('wt3', 0.99, 100)] },
      { segmentId: id('wt2'), dataShare: 1, others: [other('wt1', 0.97, 1_800), other('wt3', 0.98, 1_700)] },
      { segmentId: id('wt3'), dataShare: 0.1, others: [other('wt1', 0.99, 100), other('wt2', null, 0)] },
    ],
  }));
  const user = await show(product);
  expect(await screen.findByRole('cell', { name: '98.5%' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Suggest by correlation' }));
  const chosenOf = (rank: number, turbine: string) => (referenceOf(rank, turbine) as HTMLSelectElement).value;
  expect([chosenOf(1, 'WT-1'), chosenOf(1, 'WT-2'), chosenOf(2, 'WT-2'), chosenOf(1, 'WT-3')]).toEqual(['wt2', 'wt3', 'wt1', '']);
  expect(within(referenceOf(1, 'WT-2')).getByRole('option', { name: /r\s0\.980.*1,700 common hours/ })).toBeTruthy();
});

test('what changed lists would have made of past days is calculated before they are saved', async () => {
  const product = givenProduct();
  const user = await show(product);
  expect(screen.getByText('Change a list to see what it would have made of the last days.')).toBeTruthy();
  await user.selectOptions(referenceOf(1, 'WT-1'), 'wt2');
  const table = await screen.findByRole('table', { name: 'Effect on Ridge' });
  expect(within(table).getByRole('row', { name: /Energy, expected/ }).textContent).toContain('+20.00');
  const asked = product.server.callsOf(qualityImpactEndpoints.preview).at(-1)?.body;
  expect(asked).toMatchObject({ signal: null, trial: { kind: 'referenceTurbines', rows: [{ segmentId: 'wt1' }] } });
  expect(product.server.callsOf(referenceTurbineEndpoints.save)).toHaveLength(0);
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
