import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, FAKE_NOW_MS } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { currentNowMs, refreshNow } from '../../workspace/refresh.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: FAKE_NOW_MS, toFake: ['Date'] });
  refreshNow();
});
afterEach(async () => {
  vi.useRealTimers();
  await resetApp();
});

const period = (router: { state: { location: { search: object } } }) =>
  'period' in router.state.location.search ? router.state.location.search.period : undefined;

test('the period is today until the user chooses another one', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/event-log' });
  const button = screen.getByRole('button', { name: /Today/ });
  expect(button.textContent).toBe('TodayWed, Jun 24');
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Choose a period' });
  await user.click(within(dialog).getByRole('button', { name: 'Last 3 months' }));
  await waitFor(() => expect(period(router)).toBe('last3Months'));
  expect(screen.getByRole('button', { name: /Last 3 months/ }).textContent).toContain('Apr 1');
});

test('arrows step by the calendar and never into the future', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/event-log' });
  expect(screen.getByRole('button', { name: 'Next period' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Previous period' }));
  await waitFor(() => expect(period(router)).toBe('2026-06-23_2026-06-24'));
  await user.click(screen.getByRole('button', { name: 'Previous period' }));
  await waitFor(() => expect(period(router)).toBe('2026-06-22_2026-06-23'));
  await user.click(screen.getByRole('button', { name: 'Next period' }));
  await user.click(screen.getByRole('button', { name: 'Next period' }));
  await waitFor(() => expect(period(router)).toBeUndefined());
});

test('a period can be typed, and text that is no period is refused', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/event-log' });
  await user.click(screen.getByRole('button', { name: /Today/ }));
  const field = await screen.findByRole('textbox', { name: 'Type a period' });
  await user.type(field, 'soon{Enter}');
  expect(await screen.findByText('This is not a period')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '2026-W12{Enter}');
  await waitFor(() => expect(period(router)).toBe('2026-03-16_2026-03-23'));
});

test('a zoom belongs to the period in which it was made: another period takes it out of the address', async () => {
  const { user, router } = await renderApp(createFakeProduct(), { address: '/data-studio?from=1782255600000&to=1782259200000' });
  expect(router.state.location.search).toMatchObject({ from: 1_782_255_600_000, to: 1_782_259_200_000 });
  await user.click(screen.getByRole('button', { name: 'Previous period' }));
  await waitFor(() => expect(period(router)).toBe('2026-06-23_2026-06-24'));
  expect(router.state.location.search).not.toHaveProperty('from');
  expect(router.state.location.search).not.toHaveProperty('to');
});

test('weeks are numbered by ISO where they begin on Monday, and not at all where they begin on Sunday', async () => {
  const weekOf = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: /^24 / }).closest('tr')?.textContent;
  const american = await renderApp(createFakeProduct(), { address: '/event-log' });
  await american.user.click(screen.getByRole('button', { name: /Today/ }));
  expect(weekOf(await screen.findByRole('dialog', { name: 'Choose a period' }))).toBe('21222324252627');
  await resetApp();

  const swedish = await renderApp(createFakeProduct({ settings: { regionalFormat: 'sv-SE' } }), { address: '/event-log' });
  await swedish.user.click(screen.getByRole('button', { name: /I dag/ }));
  expect(weekOf(await screen.findByRole('dialog', { name: 'Välj period' }))).toBe('2622232425262728');
});

test('pages without a period show no picker', async () => {
  await renderApp(createFakeProduct(), { address: '/tasks' });
  expect(screen.queryByRole('button', { name: /Today/ })).toBeNull();
});

test('refresh moves now on, at once or at its rate, and not while it is paused', async () => {
  const { user } = await renderApp(createFakeProduct(), { address: '/event-log' });
  vi.setSystemTime(FAKE_NOW_MS + 60_000);
  await user.click(screen.getByRole('button', { name: 'Refresh: 5 min' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refresh now' }));
  expect(currentNowMs()).toBe(FAKE_NOW_MS + 60_000);
  await user.click(screen.getByRole('button', { name: 'Pause refresh' }));
  expect(screen.getByRole('button', { name: 'Resume refresh' }).getAttribute('aria-pressed')).toBe('true');
});
