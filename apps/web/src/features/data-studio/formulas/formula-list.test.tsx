import { formulaEndpoints, formulaSignalId, type StoredFormula } from '@solvane/contract/formulas';
import { segmentIdSchema } from '@solvane/contract/ids';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../../testing/fake-product.ts';
import { installScreen } from '../../../testing/fake-screen.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { clearSignals, signalSelection } from '../../../workspace/signal-selection.ts';
import { FormulaList } from './formula-list.tsx';

const ID = '0198c0de-0000-4000-8000-000000000001';
const PERIOD = { startMs: Date.UTC(2026, 5, 23, 22), endMs: Date.UTC(2026, 5, 24, 22) };

async function show() {
  const product = createFakeProduct();
  let items: StoredFormula[] = [];
  product.server.on(formulaEndpoints.list, () => ({ items }));
  product.server.on(formulaEndpoints.preview, () => ({ resolution: 'raw' as const, reduced: false, native: true, series: [] }));
  product.server.on(formulaEndpoints.save, ({ body }) => {
    const own = {
      formulaId: ID,
      signalId: formulaSignalId(ID),
      resultUnit: 'kW',
      isMine: true,
      owner: 'Maria',
      revision: 1,
      updatedAtMs: 1,
    };
    items = [{ ...body, ...own }];
    return { items };
  });
  await renderScreen(<FormulaList segmentIds={[segmentIdSchema.parse('S01-INV1')]} period={PERIOD} zone="Europe/Madrid" />, product);
  return { product, user: userEvent.setup() };
}

beforeEach(installScreen);
afterEach(() => {
  cleanup();
  clearSignals();
});

test('a problem is shown at its character with both units, and keeps the formula from being saved', async () => {
  const { product, user } = await show();
  await user.click(await screen.findByRole('button', { name: 'New calculated signal' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Excess');
  await user.type(screen.getByRole('textbox', { name: /Formula/ }), 'ActivePower + 5');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Character 15: Expected a value in kW; this one has no unit. Write for example 5 kW.',
  );
  await user.click(screen.getByRole('button', { name: 'Save calculated signal' }));
  expect(product.server.callsOf(formulaEndpoints.save)).toEqual([]);
});

test('a saved formula is drawn at once, and hidden by a click', async () => {
  const { product, user } = await show();
  await user.click(await screen.findByRole('button', { name: 'New calculated signal' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Excess');
  await user.type(screen.getByRole('textbox', { name: /Formula/ }), 'ActivePower + 5 kW');
  expect(await screen.findByText('Unit of the result: kW')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save calculated signal' }));
  await waitFor(() => expect(signalSelection.get().signalIds).toEqual([formulaSignalId(ID)]));
  expect(product.server.callsOf(formulaEndpoints.save)[0]?.body).toMatchObject({ name: 'Excess', text: 'ActivePower + 5 kW', unit: null });
  await user.click(await screen.findByRole('button', { name: /^Excess/ }));
  expect(signalSelection.get().signalIds).toEqual([]);
});
