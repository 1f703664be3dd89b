import { AppError } from '@solvane/contract/errors';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ErrorState } from './error-state.tsx';
import { endOutage, tryNow } from './outage.ts';

let product: FakeProduct;
const SOON = { timeout: 60_000 };
const unavailable = new AppError('service.unavailable');

beforeEach(() => {
  installScreen({ isPhone: false, listHeight: 800 });
  product = createFakeProduct();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  endOutage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass, with what it causes. */
const pass = (durationMs: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(durationMs);
  });

function answerHealth(answer: () => Response): void {
  const others = product.server.fetch;
  product.server.fetch = async (input, init) => (input === '/healthz' ? answer() : others(input, init));
}

test('a failure says for how long it has lasted and when it is tried next, and is retried once the server is back', async () => {
  const retry = vi.fn();
  let isBack = false;
  answerHealth(() =>
    isBack
      ? Response.json({ status: 'ok', missing: [], warnings: [] })
      : Response.json({ status: 'starting', missing: ['database'], warnings: [] }, { status: 503 }),
  );
  await renderScreen(<ErrorState error={unavailable} onRetry={retry} />, product);
  expect(screen.getByRole('timer').textContent).toMatch(/^Unavailable for 0 s\. Retrying automatically in [23] s\.$/);
  await pass(70_000);
  expect(screen.getByRole('timer').textContent).toMatch(/^Unavailable for 1 min\. Retrying automatically in \d+ s\.$/);
  expect(retry).not.toHaveBeenCalled();
  isBack = true;
  await pass(40_000);
  await vi.waitFor(() => expect(retry).toHaveBeenCalled(), SOON);
});

test('the event stream that is there again ends the wait', async () => {
  const retry = vi.fn();
  let isBack = false;
  answerHealth(() => (isBack ? Response.json({ status: 'ok', missing: [], warnings: [] }) : new Response(null, { status: 502 })));
  await renderScreen(<ErrorState error={unavailable} onRetry={retry} />, product);
  await pass(60_000);
  isBack = true;
  await act(async () => tryNow());
  await vi.waitFor(() => expect(retry).toHaveBeenCalled(), SOON);
});

test('reading goes on while only the disk is full', async () => {
  const retry = vi.fn();
  answerHealth(() => Response.json({ status: 'failing', missing: ['disk'], warnings: ['disk'] }, { status: 503 }));
  await renderScreen(<ErrorState error={unavailable} onRetry={retry} />, product);
  await pass(4_000);
  await vi.waitFor(() => expect(retry).toHaveBeenCalled(), SOON);
});

test('a command, and a failure that time does not mend, wait for the user', async () => {
  const retry = vi.fn();
  answerHealth(() => Response.json({ status: 'ok', missing: [], warnings: [] }));
  await renderScreen(
    <>
      <ErrorState error={unavailable} isCommand onRetry={retry} />
      <ErrorState error={new AppError('internal')} onRetry={retry} />
    </>,
    product,
  );
  await pass(60_000);
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2);
  expect(retry).not.toHaveBeenCalled();
});
