import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { type CoefficientFitWire, type CoefficientWire, expectedCoefficientEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { treeLoader } from '../../workspace/fleet/trees.ts';
import { coefficientDrafts, type TableDevice } from './coefficient-draft.ts';
import { CoefficientEditor } from './coefficient-editor.tsx';
import { CoefficientsScreen } from './coefficients-screen.tsx';

const id = (text: string) => segmentIdSchema.parse(text);
const site = toSite(SITES[0] as never);
const DEVICES: TableDevice[] = [
  { segmentId: site.siteSegmentId, name: 'Whole site', isWind: false },
  { segmentId: id('S01-INV1'), name: 'INV-1', isWind: false },
];
const rows = (coefficient: number): CoefficientWire[] =>
  Array.from({ length: 12 }, (_, i) => ({
    ...{ segmentId: site.siteSegmentId, effectiveFrom: '2024-01-01', month: i + 1, coefficient },
    ...{ degradationPerYear: 0.005, minIrradiance: 20, acLimit: null },
  }));
const FIT: CoefficientFitWire = {
  months: Array.from({ length: 12 }, (_, i) => ({ month: i + 1, coefficient: 0.87654, hours: i === 0 ? 4 : 80, isOfWholePeriod: i === 0 })),
  ...{ devices: 1, points: 5_000, firstDay: '2025-06-01', lastDay: '2026-05-31', rSquared: 0.9731, rmseKw: 12.34 },
  excluded: { missing: 12, events: 340, clipping: 0, estimated: 7, weak: 2_000 },
};

function givenProduct(): FakeProduct {
  const product = createFakeProduct({ features: { dataUpload: false } });
  const { on } = product.server;
  on(expectedCoefficientEndpoints.read, () => ({ rows: [], revision: { id: 'first', changedBy: null, changedAtMs: null }, canEdit: true }));
  on(expectedCoefficientEndpoints.fit, () => FIT);
  on(expectedCoefficientEndpoints.save, () => ({ changes: [], warnings: [] }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  on(performanceEndpoints.previewSave, () => ({
    days: 7,
    signals: [
      { segmentId: site.siteSegmentId, signalId: 'ActiveEnergy||Expected' as never, changedIntervals: 9, before: 90_000, after: 81_000 },
    ],
  }));
  return product;
}

function Shown({ canEdit }: { canEdit: boolean }) {
  const [from, setFrom] = useState('2026-03-01');
  const stored = { rows: rows(0.9), revision: { id: 'first', changedBy: null, changedAtMs: null }, canEdit };
  return <CoefficientEditor site={site} devices={DEVICES} stored={stored} from={from} onFrom={setFrom} />;
}

async function show(product: FakeProduct, canEdit = true) {
  await renderScreen(<Shown canEdit={canEdit} />, product);
  const grid = await screen.findByRole('grid', { name: 'Coefficients by device' });
  return { grid, user: userEvent.setup() };
}

const lineOf = (grid: HTMLElement, name: RegExp) =>
  within(within(grid).getByRole('rowheader', { name }).parentElement as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);

beforeEach(() => installScreen({ listHeight: 600 }));

afterEach(() => {
  coefficientDrafts.clear();
  cleanup();
  treeLoader.reset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a fit shows its quality and what it left out; accepted it is saved from the day on', async () => {
  const product = givenProduct();
  const { grid, user } = await show(product);
  expect(lineOf(grid, /^Whole site/).slice(0, 2)).toEqual(['0.9', '0.9']);
  expect(lineOf(grid, /^INV-1/).slice(0, 2)).toEqual(['', '']);
  await user.click(screen.getByRole('button', { name: 'Fit' }));
  expect(await screen.findByText('0.973')).toBeTruthy();
  expect(
    screen.getByText(/340 intervals of events · 7 estimated intervals · 2,000 intervals of weak light or wind · 12 intervals without data/),
  ).toBeTruthy();
  // Only eleven months have data of their own.
  expect(screen.getByText('The fit is weak: check the data before you accept it.')).toBeTruthy();
  expect(lineOf(grid, /^Whole site/)[0]).toBe('0.9');
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Accept for Whole site' }));
  expect(lineOf(grid, /^Whole site/).slice(0, 2)).toEqual(['0.8765', '0.8765']);
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  const effect = await screen.findByRole('row', { name: /^Energy, expected/ });
  expect(
    within(effect)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['90.0', '81.0', '\u22129.0']);
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(expectedCoefficientEndpoints.save)).toHaveLength(1));
  const body = product.server.callsOf(expectedCoefficientEndpoints.save)[0]?.body as BodyOf<typeof expectedCoefficientEndpoints.save>;
  expect(body).toMatchObject({ siteId: site.siteId, remove: [], seenRevision: 'first' });
  expect(body.rows).toHaveLength(12);
  expect(body.rows[3]).toMatchObject({ effectiveFrom: '2026-03-01', month: 4, coefficient: 0.8765, degradationPerYear: 0.005 });
});

test('a fit that fails or finds nothing says so', async () => {
  const product = givenProduct();
  product.server.on(expectedCoefficientEndpoints.fit, () => ({ ...FIT, points: 0 }));
  const { user } = await show(product);
  await user.click(screen.getByRole('button', { name: 'Fit' }));
  expect(await screen.findByText(/^No usable intervals in this period/)).toBeTruthy();
  product.server.on(expectedCoefficientEndpoints.fit, () => {
    throw new AppError('signals.unavailable');
  });
  await user.click(screen.getByRole('button', { name: 'Fit' }));
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeTruthy();
});

test('who may not change coefficients may look at a fit, but not take it over', async () => {
  const { user } = await show(givenProduct(), false);
  await user.click(screen.getByRole('button', { name: 'Fit' }));
  expect(await screen.findByText('0.973')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Calculate' })).toBeNull();
});

test('the devices of the open site are loaded for it, whatever enterprise it belongs to and whatever panels are open', async () => {
  const product = givenProduct();
  await renderScreen(<CoefficientsScreen search={{ site: site.siteId }} onSearch={() => undefined} />, product);
  const grid = await screen.findByRole('grid', { name: 'Coefficients by device' });
  expect(within(grid).getAllByRole('rowheader')).toHaveLength(5);
  expect(treeLoader.store.get().trees.size).toBe(1);
});

test('where the devices of a site cannot be had, the screen says so and loads them on Retry', async () => {
  const product = givenProduct();
  let isBroken = true;
  product.server.on(deviceTreeEndpoints.segments, ({ body }) => {
    const errors = [{ siteId: site.siteId, code: 'fleet.brokenTree', message: 'Fleet_BrokenTree_Message' }];
    return isBroken ? { segmentsBySiteId: { [site.siteId]: { tree: null, errors } } } : product.segments(body.siteIds);
  });
  await renderScreen(<CoefficientsScreen search={{ site: site.siteId }} onSearch={() => undefined} />, product);
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('The device tree of this site is damaged. Import the site again.')).toBeTruthy();
  isBroken = false;
  await userEvent.setup().click(within(failure).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('grid', { name: 'Coefficients by device' })).toBeTruthy();
});
