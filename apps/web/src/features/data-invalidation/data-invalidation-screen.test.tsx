import { AppError } from '@solvane/contract/errors';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { type Invalidation, invalidationEndpoints } from '@solvane/contract/invalidations';
import { performanceEndpoints } from '@solvane/contract/performance';
import { PERMISSIONS } from '@solvane/contract/permissions';
import { signalEndpoints } from '@solvane/contract/signals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct, FAKE_NOW_MS, type FakeProductOptions } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';

const DEVICE = segmentIdSchema.parse('S01-INV1');
const STEP_MS = 600_000;
const TIMES = Array.from({ length: 12 }, (_, i) => FAKE_NOW_MS - (FAKE_NOW_MS % STEP_MS) - (12 - i) * STEP_MS);
const address = `/manage-data/data-invalidation?devices=${JSON.stringify([DEVICE])}&signals=${JSON.stringify(['ActivePower||ManualValidationFlag'])}`;

const done: Invalidation = {
  ...{ id: '0198c0de-0000-4000-8000-000000000041', action: 'invalidate', startMs: TIMES[0] ?? 0, endMs: TIMES[3] ?? 0 },
  segments: [{ siteId: 'S01' as never, segmentId: DEVICE, segmentName: 'INV1' }],
  ...{ apCodes: ['ActivePower'], reason: 'Fan swapped', author: 'Elena Lorca', atMs: FAKE_NOW_MS, undone: null },
};

function givenProduct(options: FakeProductOptions = {}) {
  const product = createFakeProduct(options);
  const { on } = product.server;
  const column = (calcType: string, values: (number | null)[]) => ({
    ...{ key: calcType, label: 'INV1', segmentId: DEVICE, unit: 'kW', aggregation: 'avg', timezone: 'Europe/Madrid', periodsBack: 0 },
    signalId: signalIdSchema.parse(`ActivePower||${calcType}`),
    timesMs: TIMES,
    values,
  });
  on(signalEndpoints.values, () => ({
    ...{ resolution: 'raw' as const, reduced: false, native: true },
    series: [
      column(
        'Raw',
        TIMES.map((_, i) => 100 + i),
      ),
      column(
        'Validated',
        TIMES.map((_, i) => 100 + i),
      ),
      column(
        'QualityFlag',
        TIMES.map(() => 0),
      ),
    ] as never,
  }));
  on(invalidationEndpoints.search, () => ({ items: [done], invalid: [] }));
  on(invalidationEndpoints.save, () => ({ id: done.id, changes: [], warnings: [] }));
  on(invalidationEndpoints.undo, () => ({ changes: [], warnings: [] }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

afterEach(resetApp);

test('a range is chosen on the chart by keys, and invalidated with a reason', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address });
  const chart = await screen.findByRole('img', { name: /^Active power, / });
  const choose = (key: string) => fireEvent.keyDown(chart, { key, shiftKey: true });
  choose('ArrowRight');
  choose('ArrowRight');
  await user.click(screen.getByRole('button', { name: 'Invalidate' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Stuck sensor');
  await user.click(within(dialog).getByRole('button', { name: 'Invalidate 1 signal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(product.server.callsOf(invalidationEndpoints.save)[0]?.body).toMatchObject({
    ...{ action: 'invalidate', segmentIds: [DEVICE], apCodes: ['ActivePower'], reason: 'Stuck sensor' },
    endMs: (TIMES[2] ?? 0) + STEP_MS,
  });
});

test('the history says who did what and why, and an action is undone there', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address });
  const row = await screen.findByRole('row', { name: /Elena Lorca/ });
  expect(within(row).getByText('Fan swapped')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(product.server.callsOf(invalidationEndpoints.undo)[0]?.body).toEqual({ id: done.id }));
});

test('without the permission the screen says so and offers no action', async () => {
  await renderApp(givenProduct({ permissions: PERMISSIONS.filter((name) => name !== 'InvalidateData') }), { address });
  expect(await screen.findByText('You lack the permissions to invalidate data')).toBeTruthy();
  await screen.findByRole('row', { name: /Elena Lorca/ });
  expect(screen.queryByRole('button', { name: 'Invalidate' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a refusal of the server is shown in its words', async () => {
  const product = givenProduct();
  product.server.on(invalidationEndpoints.save, () => {
    throw new AppError('access.forbidden');
  });
  const { user } = await renderApp(product, { address });
  const chart = await screen.findByRole('img', { name: /^Active power, / });
  fireEvent.keyDown(chart, { key: 'ArrowRight', shiftKey: true });
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'It was right');
  await user.click(within(dialog).getByRole('button', { name: 'Restore 1 signal' }));
  expect(await within(dialog).findByText('You lack the permissions to invalidate data')).toBeTruthy();
});
