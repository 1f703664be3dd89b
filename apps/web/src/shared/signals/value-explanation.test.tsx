import { formulaSignalId } from '@solvane/contract/formulas';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ValueExplanation } from './value-explanation.tsx';

const ID = '0198c0de-0000-4000-8000-000000000001';
const INVERTER = segmentIdSchema.parse('S01-INV1');
const START_MS = Date.UTC(2026, 5, 24, 10);

beforeEach(installScreen);
afterEach(cleanup);

test('a calculated signal says its name, its formula, its own unit and what went in', async () => {
  const product = createFakeProduct();
  product.server.on(signalEndpoints.explain, ({ body }) => ({
    ...body,
    value: 2_480,
    stage: 'formula',
    method: 'Signals_Explain_Formula',
    values: { signal: 'Excess', unit: 'kW', formula: 'ActivePower.Raw - 20 kW' },
    received: [],
    inputs: [{ segmentId: INVERTER, signalId: signalIdSchema.parse('ActivePower||Raw'), timeMs: START_MS, value: 2_500 }],
    reasons: [],
    missingInputs: [],
    rules: [],
    neighbours: [],
    changedIn: { kind: 'formula' as const, id: ID, name: 'Excess' },
  }));
  const point = { signalId: formulaSignalId(ID), segmentIds: [INVERTER], nameOf: () => 'INV-1', zone: 'Europe/Madrid', timeMs: START_MS };
  await renderScreen(<ValueExplanation {...point} />, product);
  expect(await screen.findByText('ActivePower.Raw - 20 kW')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Excess · INV-1');
  expect(screen.getByText('2.480').textContent).toBe('2.480 MW');
  expect(screen.getByText('Calculated from').nextElementSibling?.textContent).toBe('Active power INV-12.500 MW');
  expect(screen.getByText('Calculated signal: Excess')).toBeTruthy();
});
