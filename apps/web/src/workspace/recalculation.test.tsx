import { AppError } from '@solvane/contract/errors';
import { siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../testing/fake-product.ts';
import { clearNotices, useNotices } from './notices.ts';
import { followRecalculation } from './recalculation.ts';

const S01 = siteIdSchema.parse('S01');

/** Notices as data: how they are drawn is the shell's. */
function Notices() {
  return (
    <ul>
      {useNotices().map(({ id, title, values, progress }) => (
        <li key={id}>{[title, values?.done, values?.total, values?.sites, progress].join(' ')}</li>
      ))}
    </ul>
  );
}

function given(waiting: number[]) {
  const product = createFakeProduct();
  product.server.on(performanceEndpoints.progress, () => {
    const [waitingDays = 0] = waiting.splice(0, 1);
    const site = {
      siteId: S01,
      waitingDays,
      share: null,
      isComputing: true,
      lastComputedMs: null,
      firstDay: null,
      lastDay: null,
      failed: [],
    };
    return { nowMs: 0, items: [site] };
  });
  vi.stubGlobal('fetch', product.server.fetch);
  render(<Notices />);
  return product;
}

afterEach(() => {
  act(clearNotices);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the days of a saved configuration are followed until only those remain that new data keep waiting', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  given([40, 10, 2]);
  followRecalculation([{ siteIds: [S01] }]);
  await screen.findByText('Recomputation_Running 0 40 1 0');
  await screen.findByText('Recomputation_Running 30 40 1 0.75');
  await screen.findByText(/^Recomputation_Done 1/);
});

test('who is signed out is told nothing more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const product = given([40]);
  followRecalculation([{ siteIds: [S01] }]);
  await screen.findByText('Recomputation_Running 0 40 1 0');
  product.server.on(performanceEndpoints.progress, () => {
    throw new AppError('access.forbidden');
  });
  await vi.waitFor(() => expect(screen.queryByText(/Recomputation/)).toBeNull(), { timeout: 30_000 });
});
