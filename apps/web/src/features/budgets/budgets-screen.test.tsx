import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { metricValueEndpoints } from '@solvane/contract/metric-values';
import { type BudgetRow, budgetEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct, type FakeProductOptions } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { budgetDrafts } from './budget-draft.ts';
import type { BudgetSearch } from './budget-search.ts';
import { BudgetsScreen } from './budgets-screen.tsx';

const row = (month: number, part: Partial<BudgetRow> = {}): BudgetRow => ({
  ...{ year: 2026, month, energyKwh: 1_000_000, energyP75Kwh: null, energyP90Kwh: null, resource: 150, windSpeed: null },
  ...{ cellTemperature: null, performanceRatio: null, availability: 98, pricePerMwh: 45 },
  ...part,
});
const YEAR = Array.from({ length: 12 }, (_, i) => row(i + 1));

function givenProduct({ rows = YEAR, canEdit = true, ...options }: FakeProductOptions & { rows?: BudgetRow[]; canEdit?: boolean } = {}) {
  const product = createFakeProduct({ features: { dataUpload: false }, ...options });
  const { on } = product.server;
  on(budgetEndpoints.read, () => ({ rows, revision: { id: 'first', changedBy: null, changedAtMs: null }, canEdit }));
  on(budgetEndpoints.save, () => ({ changes: [], warnings: [] }));
  on(metricValueEndpoints.values, () => ({ groups: [], rows: [], totals: [], timezone: 'Europe/Madrid' }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

function Shown() {
  const [search, setSearch] = useState<BudgetSearch>({ site: 'S01', year: 2026 });
  return <BudgetsScreen search={search} onSearch={setSearch} />;
}

async function show(product: FakeProduct) {
  await renderScreen(<Shown />, product);
  const grid = await screen.findByRole('grid', { name: 'Budget 2026' });
  return { grid, user: userEvent.setup() };
}

const savedBy = (product: FakeProduct) => product.server.callsOf(budgetEndpoints.save)[0]?.body as BodyOf<typeof budgetEndpoints.save>;

function textsOf(grid: HTMLElement, month: string): (string | null)[] {
  const line = within(grid)
    .getAllByRole('row')
    .find((each) => within(each).queryByRole('rowheader', { name: month }));
  return line
    ? within(line)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent)
    : [];
}

beforeEach(() => installScreen({ listHeight: 600 }));

afterEach(() => {
  budgetDrafts.clear();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a block from a spreadsheet is pasted, and the whole year is saved on the state that was read', async () => {
  const product = givenProduct();
  const { grid, user } = await show(product);
  expect(textsOf(grid, 'January')).toEqual(['1,000', '', '', '150', '', '', '98', '45']);
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => '1,250.5\t1200\t1,100\r\n900' } });
  expect(textsOf(grid, 'January').slice(0, 3)).toEqual(['1,250.5', '1,200', '1,100']);
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(budgetEndpoints.save)).toHaveLength(1));
  const { rows, ...body } = savedBy(product);
  expect(body).toMatchObject({ replace: true, removeYears: [], seenRevision: 'first' });
  expect(rows).toHaveLength(12);
  expect(rows.slice(0, 2)).toEqual([
    row(1, { energyKwh: 1_250_500, energyP75Kwh: 1_200_000, energyP90Kwh: 1_100_000 }),
    row(2, { energyKwh: 900_000 }),
  ]);
});

test('this year is copied to the next one with all energies changed, and only that year is saved', async () => {
  const product = givenProduct();
  const { user } = await show(product);
  await user.click(screen.getByRole('button', { name: 'Copy a year' }));
  const dialog = await screen.findByRole('dialog');
  const percent = within(dialog).getByRole('textbox', { name: 'Change of all energies, %' });
  await user.clear(percent);
  await user.type(percent, '-0.5');
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  const next = await screen.findByRole('grid', { name: 'Budget 2027' });
  expect(textsOf(next, 'March')[0]).toBe('995');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(budgetEndpoints.save)).toHaveLength(1));
  const { rows } = savedBy(product);
  expect(new Set(rows.map(({ year, energyKwh }) => `${year} ${energyKwh}`))).toEqual(new Set(['2027 995000']));
});

test('what cannot be saved says why in its cell, and nothing is sent', async () => {
  const { grid } = await show(givenProduct());
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => 'much\t2000' } });
  const wrong = within(grid)
    .getAllByRole('gridcell')
    .filter((cell) => cell.getAttribute('aria-invalid') === 'true');
  expect(wrong.map(({ title }) => title)).toEqual(['Enter a number']);
  expect((screen.getByRole('button', { name: /^Save/ }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.paste(grid, { clipboardData: { getData: () => '1500\t2000' } });
  expect(within(grid).getAllByTitle('P90 must be at most P75, and P75 at most P50')).toHaveLength(1);
});

test('who may not change budgets has no way to', async () => {
  const { grid } = await show(givenProduct({ canEdit: false }));
  expect(screen.queryByRole('button', { name: 'Copy a year' })).toBeNull();
  expect(screen.getByText('You can view these budgets but not change them.')).toBeTruthy();
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => '1' } });
  expect(textsOf(grid, 'January')[0]).toBe('1,000');
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});

test('a site without a budget says so, and its totals are unknown, not zero', async () => {
  await show(givenProduct({ rows: [] }));
  expect(screen.getByText(/^No budget for 2026 yet/)).toBeTruthy();
  expect(screen.getAllByText('\u2014').length).toBeGreaterThan(0);
  expect(screen.queryByText('0.0')).toBeNull();
});

test('what another user saved meanwhile is shown, and nothing is lost', async () => {
  const product = givenProduct();
  product.server.on(budgetEndpoints.save, () => {
    const revision = { id: 'second', changedBy: 'Mats Kron', changedAtMs: 1 };
    product.server.on(budgetEndpoints.read, () => ({ rows: [row(1, { pricePerMwh: 50 })], revision, canEdit: true }));
    throw new AppError('configuration.changed', { values: { changedBy: 'Mats Kron', changedAtMs: 1 } });
  });
  const { grid, user } = await show(product);
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => '1250' } });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect((await screen.findAllByText(/Mats Kron/)).length).toBeGreaterThan(0);
  expect(textsOf(grid, 'January')[0]).toBe('1,250');
});
