import { siteEndpoints } from '@solvane/contract/fleet';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyListener } from '../../shared/keys/key-listener.tsx';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { keyMetricWidget } from './key-metric.widget.tsx';

const sites = SITES.slice(0, 1).map(toSite);

/** One site that delivers 10,325.44 kW of 12,000 kW expected. */
async function showPower(settings: StoredWidget['settings']): Promise<void> {
  const product = createFakeProduct();
  const { nowMs } = product;
  product.server.on(siteEndpoints.status, () => ({
    nowMs,
    items: sites.map(({ siteId }) => ({
      siteId,
      activePowerKw: 10_325.44,
      powerAtMs: nowMs,
      powerSource: 'meter' as const,
      powerDevices: { known: 1, count: 1 },
      powerCoverage: 1,
      ratedPowerKw: 20_000,
      lastPointMs: nowMs,
      openEvents: null,
      openEventsByType: null,
      lostKwhPerHour: null,
      expected: { powerKw: 12_000, actualKw: 10_800, atMs: nowMs },
      collectionLoss: 0.02,
      costPerHour: null,
      isCostPartial: false,
      currency: null,
      reasons: {},
      warnings: [],
    })),
  }));
  const position = { x: 0, y: 0, w: 2, h: 2 };
  const stored = { id: 'power', type: 'keyMetric', version: 1, position, phoneOrder: 0, settings: { metric: 'powerNow', ...settings } };
  const page = { sites, period: { startMs: nowMs - 1, endMs: nowMs }, zone: 'UTC', nowMs, powerDeviceIds: null };
  await renderScreen(
    <>
      <KeyListener />
      <WidgetGrid widgets={[stored]} registry={{ keyMetric: keyMetricWidget }} page={page} />
    </>,
    product,
  );
  await screen.findByText(/vs 12.0/);
}

async function twinOf(): Promise<(string | null)[]> {
  act(() => screen.getByRole('button', { name: /^Menu of/ }).focus());
  await userEvent.keyboard('t');
  return (await screen.findAllByRole('row')).map(({ textContent }) => textContent?.replaceAll('↓', '') ?? null);
}

beforeEach(() => installScreen());
afterEach(() => vi.unstubAllGlobals());

test('the number has the unit and the decimals of the settings, and the table keeps them', async () => {
  await showPower({ numberFormat: { unit: 'kW', decimals: 1 } });
  expect(screen.getByText('10,325.4')).toBeDefined();
  expect(await twinOf()).toEqual(['MetricValue kW', 'Power now10,325.4']);
});

test('a threshold colours the number together with a mark, and the table names the rule', async () => {
  const red = { when: 'below', value: 95, of: 'percentOfExpected', color: 'danger', mark: 'triangle' };
  await showPower({ thresholds: [{ when: 'above', value: 11_000 }, red] });
  const figure = screen.getByText('10.3').closest('[data-color]');
  expect(figure?.getAttribute('data-color')).toBe('danger');
  expect(figure?.querySelector('svg')).not.toBeNull();
  expect(await twinOf()).toEqual(['MetricValue kWThreshold', 'Power now10,325.44< 95 % of expected']);
});
