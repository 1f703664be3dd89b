import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import PowerChart from './power-chart.tsx';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 5, 24);

beforeEach(() => installScreen());

test('the power of the fleet can be read as a table beside what was expected, a value that is not known as a dash', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const power = {
    timesMs: Float64Array.of(MIDNIGHT_MS, MIDNIGHT_MS + HOUR_MS),
    values: Float64Array.of(12_500, Number.NaN),
    siteCount: 3,
  };
  const expected = { ...power, values: Float64Array.of(13_000, 14_000) };
  const period = { startMs: MIDNIGHT_MS, endMs: MIDNIGHT_MS + 24 * HOUR_MS };
  await renderScreen(
    <PowerChart power={power} expected={expected} period={period} stepMs={HOUR_MS} zone="UTC" nowMs={MIDNIGHT_MS} asTable />,
    createFakeProduct(),
  );
  const table = await screen.findByRole('table');
  const [head, ...rows] = within(table).getAllByRole('row');
  expect(head?.textContent).toContain('UTC');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/00:00.*12\.5.*13\.0/),
    expect.stringMatching(/01:00.*—.*14\.0/),
  ]);
  vi.restoreAllMocks();
});
