import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import type { Filtering, PointFilter } from '@solvane/contract/point-filters';
import { signalEndpoints } from '@solvane/contract/signals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { FilterChips } from './filter-chips.tsx';

const SUN: PointFilter = { kind: 'sunElevation', min: 5, max: null };
const EVENTS: PointFilter = { kind: 'events', types: ['Downtime', 'Curtailment'], mode: 'without' };
const COUNTS: Filtering = { points: 1000, used: 650, removed: [312, 38], notApplied: [0, 0] };

async function show(filters: PointFilter[], filtering: Filtering | undefined) {
  const onChange = vi.fn();
  const product = createFakeProduct();
  product.server.on(signalEndpoints.definitions, () => ({ items: [] }));
  const chosen = { segmentIds: [segmentIdSchema.parse('S01-INV1')], signalIds: [signalIdSchema.parse('ActivePower||Raw')] };
  await renderScreen(<FilterChips {...chosen} filters={filters} filtering={filtering} onChange={onChange} />, product);
  return onChange;
}

beforeEach(installScreen);
afterEach(cleanup);

test('each chip has the share that it removed, and the used share adds up with them to all points', async () => {
  await show([SUN, EVENTS], COUNTS);
  expect((await screen.findByRole('button', { name: /^Sun/ })).textContent).toBe('Sun ≥\u00a05\u202f°−31.2%');
  expect(screen.getByRole('button', { name: /^Without Downtime/ }).textContent).toContain('−3.8%');
  expect(screen.getByText('650 of 1,000 points, 65% used')).toBeDefined();
});

test('counts of other filters are not shown', async () => {
  await show([SUN], COUNTS);
  expect((await screen.findByRole('button', { name: /^Sun/ })).textContent).not.toContain('%');
});

test('a filter is removed at its chip, and one that applies to no line says so', async () => {
  const onChange = await show([SUN, EVENTS], { ...COUNTS, notApplied: [2, 0] });
  expect((await screen.findByRole('button', { name: /^Sun/ })).textContent).toContain('not applied to 2 lines');
  await userEvent.click(screen.getByRole('button', { name: /^Remove filter Sun/ }));
  expect(onChange).toHaveBeenCalledWith([EVENTS]);
});

test('a filter is added in a dialog that says its rule', async () => {
  const user = userEvent.setup();
  const onChange = await show([], undefined);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Filter by' }));
  await user.click(await screen.findByRole('option', { name: 'Time of day' }));
  expect(screen.getByText(/Local time of the site/)).toBeDefined();
  await user.clear(screen.getByRole('textbox', { name: /^From/ }));
  await user.type(screen.getByRole('textbox', { name: /^From/ }), '22:00');
  await user.click(screen.getByRole('button', { name: 'Apply filter' }));
  expect(onChange).toHaveBeenCalledWith([{ kind: 'timeOfDay', from: 1320, to: 1140 }]);
});
